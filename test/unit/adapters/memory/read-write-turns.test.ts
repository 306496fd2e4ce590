import { expect } from 'chai';
import { createReadWriteTurns } from '../../../../src/adapters/store/memory/read-write-turns.js';
import { ok, type Result } from '../../../../src/domain/result.js';

/** Takes so many milliseconds in all, and answers what `see` says at its beginning and at its end. */
function* reading(ms: number, see: () => number): Generator<void, Result<readonly number[]>> {
  const first = see();
  const end = performance.now() + ms;
  while (performance.now() < end) yield;
  return ok([first, see()]);
}

describe('long reads in memory', () => {
  it('let the event loop do other things', async () => {
    const turns = createReadWriteTurns();
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    await turns.read(() => reading(200, () => 0));
    clearInterval(timer);
    expect(ticks).to.be.at.least(3);
  });

  it('see nothing that is written meanwhile, and let who writes have a turn before reads that come later', async () => {
    const turns = createReadWriteTurns();
    let stored = 0;
    const one = turns.read(() => reading(60, () => stored));
    await new Promise((resolve) => setImmediate(resolve));
    const write = turns.write(() => (stored += 1));
    const later = turns.read(() => reading(0, () => stored));
    expect(await one).to.deep.equal(ok([0, 0]));
    expect(await write).to.equal(1);
    expect(await later).to.deep.equal(ok([1, 1]));
  });

  it('end when nobody waits for them, and nobody waits for them then', async () => {
    const turns = createReadWriteTurns();
    const leaving = new AbortController();
    const one = turns.read(() => reading(60_000, () => 0), leaving.signal);
    await new Promise((resolve) => setImmediate(resolve));
    const write = turns.write(() => 'written');
    leaving.abort();
    expect(await one).to.have.nested.property('failure.code', 'STORE.TIMEOUT');
    expect(await write).to.equal('written');
  });
});
