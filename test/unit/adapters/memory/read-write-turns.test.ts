import { expect } from 'chai';
import { createReadWriteTurns } from '../../../../src/adapters/store/memory/read-write-turns.js';
import { ok, type Result } from '../../../../src/domain/result.js';

/** Runs for `ms` milliseconds, and returns the results of `see` at its start and end. */
function* reading(ms: number, see: () => number): Generator<void, Result<readonly number[]>> {
  const first = see();
  const end = performance.now() + ms;
  while (performance.now() < end) yield;
  return ok([first, see()]);
}

/** Runs until `isSeen`, or for ten seconds. */
function* readingUntil(isSeen: () => boolean): Generator<void, Result<boolean>> {
  const end = performance.now() + 10_000;
  while (!isSeen() && performance.now() < end) yield;
  return ok(isSeen());
}

describe('long reads in memory', () => {
  it('leave time for other work of the event loop', async () => {
    const turns = createReadWriteTurns();
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    const read = await turns.read(() => readingUntil(() => ticks >= 3));
    clearInterval(timer);
    expect(read).to.deep.equal(ok(true));
  });

  it('do not see concurrent writes, and later reads wait for those writes', async () => {
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

  it('end when they are cancelled, and then block nothing', async () => {
    const turns = createReadWriteTurns();
    const leaving = new AbortController();
    const one = turns.read(() => reading(60_000, () => 0), leaving.signal);
    await new Promise((resolve) => setImmediate(resolve));
    const write = turns.write(() => 'written');
    leaving.abort();
    expect(await one).to.have.nested.property('failure.code', 'STORE.TIMEOUT');
    expect(await write).to.equal('written');
  });

  it('end when they are cancelled while they wait for a write, without reading', async () => {
    const turns = createReadWriteTurns();
    let finish = (): void => {};
    const write = turns.write(() => new Promise<void>((resolve) => (finish = resolve)));
    const leaving = new AbortController();
    let begun = 0;
    const read = turns.read(() => reading(0, () => (begun += 1)), leaving.signal);
    leaving.abort();
    expect(await read).to.have.nested.property('failure.code', 'STORE.TIMEOUT');
    expect(begun).to.equal(0);
    finish();
    await write;
    expect(await turns.read(() => reading(0, () => 1))).to.deep.equal(ok([1, 1]));
  });
});
