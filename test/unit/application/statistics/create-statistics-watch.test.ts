import { expect } from 'chai';
import type { Log } from '../../../../src/application/ports/log.js';
import { createStatisticsWatch } from '../../../../src/application/statistics/create-statistics-watch.js';
import { failure } from '../../../../src/domain/failure.js';
import { nothingMeasured, type Statistics } from '../../../../src/domain/plan/statistics.js';
import { err, ok, type Result } from '../../../../src/domain/result.js';

const measured: Statistics = { ...nothingMeasured, versions: new Map([['api::dish.dish', 3]]) };
const away: Result<Statistics> = err(failure('STORE.UNAVAILABLE', 'The database cannot be reached'));

function watching(...answers: Result<Statistics>[]) {
  const warnings: string[] = [];
  const log: Log = { debug() {}, info() {}, error() {}, warn: (message) => void warnings.push(message) };
  let asked = 0;
  const grown: string[][] = [];
  const store = {
    measure(types: ReadonlySet<string> = new Set()) {
      grown.push([...types]);
      return Promise.resolve(answers[asked++] ?? away);
    },
  };
  return { watch: createStatisticsWatch(store, log), warnings, asked: () => asked, grown };
}

describe('watching the statistics of a store', () => {
  it('has no statistics before the first measure, then the latest', async () => {
    const { watch } = watching(ok(measured));
    expect(watch.current()).to.equal(nothingMeasured);
    expect((await watch.measure()).ok).to.equal(true);
    expect(watch.current()).to.equal(measured);
  });

  it('keeps the last measure if the store fails, and logs that', async () => {
    const { watch, warnings } = watching(ok(measured), away);
    await watch.measure();
    watch.watch();
    await watch.stop();
    expect(watch.current()).to.equal(measured);
    expect(warnings).to.have.length(1);
  });

  it('measures once when the watch starts, and not after it stops', async () => {
    const { watch, asked } = watching(ok(measured), ok(measured));
    watch.watch();
    watch.watch();
    await watch.stop();
    expect(watch.current()).to.equal(measured);
    expect(asked()).to.equal(1);
  });

  it('measures at once when more types have kept totals than it knows, which makes their lists cheap', async () => {
    const kept: Statistics = { ...nothingMeasured, keptTotals: new Set(['api::dish.dish']) };
    const { watch, asked } = watching(ok(nothingMeasured), ok(kept), ok(kept));
    const keeps = async (types: number): Promise<number> => {
      watch.keeps(types);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return asked();
    };
    watch.watch();
    expect(await keeps(0)).to.equal(1);
    expect(await keeps(1)).to.equal(2);
    expect(await keeps(1)).to.equal(2);
    await watch.stop();
    expect(watch.current()).to.equal(kept);
  });

  it('measures at once when a type was written a thousand times, then as often as it has versions', async () => {
    const large: Statistics = { ...nothingMeasured, versions: new Map([['api::dish.dish', 1_500]]) };
    const { watch, grown } = watching(ok(nothingMeasured), ok(large), ok(large));
    const write = async (count: number): Promise<void> => {
      watch.wrote(Array.from({ length: count }, () => ({ type: 'api::dish.dish', locale: null })));
      await new Promise((resolve) => setTimeout(resolve, 5));
    };
    watch.watch();
    await write(999);
    expect(grown).to.deep.equal([[]]);
    await write(1);
    expect(grown).to.deep.equal([[], ['api::dish.dish']]);
    await write(1_499);
    expect(grown).to.have.length(2);
    await write(1);
    expect(grown).to.deep.equal([[], ['api::dish.dish'], ['api::dish.dish']]);
    await watch.stop();
    await write(3_000);
    expect(grown).to.have.length(3);
  });

  it('measures a large type at once when it was written in a locale a thousand times for the first time, and in all as often as it has versions', async () => {
    const large: Statistics = { ...nothingMeasured, versions: new Map([['api::menu.menu', 50_000]]) };
    const { watch, grown } = watching(...Array.from({ length: 5 }, () => ok(large)));
    const write = async (locale: string, count: number): Promise<void> => {
      watch.wrote(Array.from({ length: count }, () => ({ type: 'api::menu.menu', locale })));
      await new Promise((resolve) => setTimeout(resolve, 5));
    };
    watch.watch();
    await write('en', 1_000);
    await write('en', 40_000);
    await write('fr', 999);
    expect(grown).to.deep.equal([[], ['api::menu.menu']]);
    await write('fr', 1);
    expect(grown).to.deep.equal([[], ['api::menu.menu'], ['api::menu.menu']]);
    for (const locale of ['en', 'fr']) await write(locale, 24_999);
    expect(grown).to.have.length(3);
    await write('en', 2);
    expect(grown).to.have.length(4);
    await watch.stop();
  });

  it('measures again what it could not measure', async () => {
    const { watch, grown } = watching(ok(measured), away, ok(measured));
    watch.wrote(Array.from({ length: 1_000 }, () => ({ type: 'api::dish.dish', locale: 'en' })));
    await watch.measure();
    watch.wrote(Array.from({ length: 1_000 }, () => ({ type: 'api::dish.dish', locale: 'fr' })));
    await watch.measure();
    await watch.measure();
    expect(grown).to.deep.equal([['api::dish.dish'], ['api::dish.dish'], ['api::dish.dish']]);
  });
});
