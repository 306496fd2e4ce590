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

describe('long reads in memory', () => {
  it('leave time for other work of the event loop', async () => {
    const turns = createReadWriteTurns();
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    await turns.read(() => reading(200, () => 0));
    clearInterval(timer);
    expect(ticks).to.be.at.least(3);
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
});
