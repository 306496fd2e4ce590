import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import {
  Cancelled,
  createPauses,
  createPausesWithinTurn,
  holdPausedWork,
  inTurns,
} from '../../../../src/application/stores/in-turns.js';
import { Canceller } from '../../../../src/domain/cancellation.js';
import { useProcessor } from '../../../use-processor.js';

/** Takes longer than a turn may. */
const stepLong = (): void => useProcessor(11);

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

  it('waits in turns that hold it', async () => {
    let steps = 0;
    function* work(): Generator<void, null> {
      for (let step = 0; step < 3; step += 1) {
        stepLong();
        steps += 1;
        yield;
      }
      return null;
    }
    const all = inTurns(work());
    for (let turn = 0; turn < 10; turn += 1) {
      holdPausedWork();
      await nextTurn();
    }
    expect(steps).to.equal(1);
    await all;
    expect(steps).to.equal(3);
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

  it('is short again where the event loop has had a turn by itself, however often it has paused', async () => {
    const pause = createPausesWithinTurn();
    for (let work = 0; work < 30; work += 1) {
      await pause();
      stepLong();
      await pause();
      await nextTurn();
    }
    const done: string[] = [];
    const begin = async (name: string, pauseAfterIt: () => Promise<void>): Promise<void> => {
      await pauseAfterIt();
      done.push(name);
    };
    const other = createPauses();
    for (let step = 0; step < 3; step += 1) {
      stepLong();
      await other();
    }
    await pause();
    stepLong();
    await Promise.all([begin('longer', other), begin('short', pause)]);
    expect(done).to.deep.equal(['short', 'longer']);
  });

  it('ends when it is cancelled, however much waits before it', async () => {
    const steps = new Map<number, number>();
    function* work(number: number): Generator<void, null> {
      for (let step = 0; step < 4; step += 1) {
        stepLong();
        steps.set(number, step);
        yield;
      }
      return null;
    }
    const signals = Array.from({ length: 10 }, () => new Canceller());
    const ended: number[] = [];
    const all = signals.map((signal, number) =>
      inTurns(work(number), signal).finally(() => void ended.push(number)),
    );
    const settled = Promise.allSettled(all);
    for (const number of [9, 5]) signals[number]?.abort();
    await nextTurn();
    expect(ended).to.have.members([9, 5]);
    const results = await settled;
    for (const [number, result] of results.entries()) {
      const isCancelled = number === 9 || number === 5;
      expect([number, result.status]).to.deep.equal([number, isCancelled ? 'rejected' : 'fulfilled']);
      if (result.status === 'rejected') expect(result.reason).to.be.instanceOf(Cancelled);
      expect(steps.get(number)).to.equal(isCancelled ? 0 : 3);
    }
  });

  it('goes on one by one after all that waited was cancelled', async () => {
    let resumed = 0;
    function* work(): Generator<void, null> {
      for (let step = 0; step < 3; step += 1) {
        stepLong();
        resumed += 1;
        yield;
      }
      return null;
    }
    const signal = new Canceller();
    const cancelled = inTurns(work(), signal).catch(() => null);
    signal.abort();
    const all = Promise.all([cancelled, ...[1, 2, 3].map(() => inTurns(work()))]);
    const inEachTurn: number[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      const before = resumed;
      await nextTurn();
      inEachTurn.push(resumed - before);
    }
    await all;
    expect(Math.max(...inEachTurn)).to.equal(1);
  });
});
