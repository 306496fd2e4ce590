import { expect } from 'chai';
import { Places } from '../../../../src/application/admission/places.js';
import { Canceller } from '../../../../src/domain/cancellation.js';

const caller = (key: string) => ({ key, signal: new Canceller() });

/** Lets everything that can go on do so. */
const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('places for long work', () => {
  it('are limited for each caller and in all, and given in turn', async () => {
    const places = new Places({ perCaller: 1, all: 2, waiting: 10, waitingPerCaller: 10 });
    const given: string[] = [];
    const leaves = new Map<string, () => void>();
    const ask = (key: string, name: string): void =>
      void places.take(caller(key)).then((place) => {
        given.push(name);
        if (place.ok) leaves.set(name, place.value);
      });
    for (const [key, name] of [
      ['a', 'a1'],
      ['a', 'a2'],
      ['b', 'b1'],
      ['c', 'c1'],
    ] as const)
      ask(key, name);
    await settle();
    expect(given).to.deep.equal(['a1', 'b1']);
    leaves.get('b1')?.();
    leaves.get('b1')?.();
    await settle();
    expect(given).to.deep.equal(['a1', 'b1', 'c1']);
    leaves.get('a1')?.();
    await settle();
    expect(given).to.deep.equal(['a1', 'b1', 'c1', 'a2']);
  });

  it('are given to callers in turn, however many of one wait', async () => {
    const places = new Places({ perCaller: 1, all: 2, waiting: 20, waitingPerCaller: 10 });
    const given: string[] = [];
    let leave = (): void => {};
    const asked = ['x1', 'a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'a4', 'c1', 'b4', 'd1'].map(async (name) => {
      const place = await places.take(caller(name[0]!));
      given.push(name);
      // The first keeps its place, so that one is left for all others.
      if (place.ok && name !== 'x1') leave = place.value;
    });
    for (let n = 0; n < asked.length; n += 1) {
      await settle();
      leave();
    }
    await Promise.all(asked);
    expect(given).to.deep.equal(['x1', 'a1', 'b1', 'c1', 'd1', 'a2', 'b2', 'a3', 'b3', 'a4', 'b4']);
  });

  it('are refused where too many wait, and not given to callers who have gone', async () => {
    const places = new Places({ perCaller: 1, all: 1, waiting: 1, waitingPerCaller: 1 });
    const first = await places.take(caller('a'));
    const gone = caller('b');
    const waiting = places.take(gone);
    expect(await places.take(caller('c'))).to.have.nested.property('failure.code', 'STORE.OVERLOADED');
    gone.signal.abort();
    if (first.ok) first.value();
    expect((await waiting).ok).to.equal(false);
    expect((await places.take(caller('c'))).ok).to.equal(true);
  });

  it('are waited for by a few of each caller, and not by those who have gone', async () => {
    const places = new Places({ perCaller: 1, all: 1, waiting: 2, waitingPerCaller: 1 });
    const first = await places.take(caller('a'));
    const gone = caller('a');
    const going = places.take(gone);
    expect(await places.take(caller('a'))).to.have.nested.property('failure.code', 'STORE.OVERLOADED');
    const other = places.take(caller('b'));
    gone.signal.abort();
    expect((await going).ok).to.equal(false);
    const again = places.take(caller('a'));
    if (first.ok) first.value();
    const second = await other;
    expect(second.ok).to.equal(true);
    if (second.ok) second.value();
    expect((await again).ok).to.equal(true);
  });

  it('are not needed for the work of the server itself', async () => {
    const places = new Places({ perCaller: 0, all: 0, waiting: 0, waitingPerCaller: 0 });
    expect((await places.take(undefined)).ok).to.equal(true);
  });
});
