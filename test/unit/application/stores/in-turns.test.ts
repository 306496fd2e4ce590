import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { createPauses, inTurns } from '../../../../src/application/stores/in-turns.js';

/** Takes longer than a turn may. */
function stepLong(): void {
  const until = performance.now() + 11;
  while (performance.now() < until);
}

describe('work in turns', () => {
  it('goes on with one of many in each turn of the event loop', async () => {
    let steps = 0;
    function* work(): Generator<void, null> {
      for (let step = 0; step < 4; step += 1) {
        stepLong();
        steps += 1;
        yield;
      }
      return null;
    }
    const all = Promise.all(Array.from({ length: 5 }, () => inTurns(work())));
    const inEachTurn: number[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      const before = steps;
      await nextTurn();
      inEachTurn.push(steps - before);
    }
    await all;
    expect(Math.max(...inEachTurn)).to.equal(1);
  });

  it('is done first where there is less of it', async () => {
    const done: string[] = [];
    const begin = (name: string, steps: number): Promise<unknown> => {
      const pause = createPauses();
      const work = async (): Promise<void> => {
        for (let step = 0; step < steps; step += 1) {
          stepLong();
          await pause();
        }
        done.push(name);
      };
      return work();
    };
    const long = [begin('long', 12), begin('longer', 15)];
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
    await Promise.all([...long, begin('short', 3)]);
    expect(done).to.deep.equal(['short', 'long', 'longer']);
  });
});
