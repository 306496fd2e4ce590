import { expect } from 'chai';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { carriersOver, type Carried } from '../../../../src/application/stores/carriers.js';

describe('carriers', () => {
  const storage = new AsyncLocalStorage<Carried | undefined>();
  const newCarrier = carriersOver(storage);

  it('carry a value through what a function causes, and no further', async () => {
    const carrier = newCarrier<string>();
    const seen = carrier.run('a', async () => {
      await turn();
      return carrier.getStore();
    });
    expect(carrier.getStore()).to.equal(undefined);
    expect(await seen).to.equal('a');
  });

  it('are apart, whichever is the outer one', () => {
    const [one, two] = [newCarrier<string>(), newCarrier<string>()];
    const both = (): unknown => [one.getStore(), two.getStore()];
    one.run('a', () => {
      expect(both()).to.deep.equal(['a', undefined]);
      two.run('b', () => {
        expect(both()).to.deep.equal(['a', 'b']);
        one.run('c', () => expect(both()).to.deep.equal(['c', 'b']));
        expect(both()).to.deep.equal(['a', 'b']);
      });
      expect(both()).to.deep.equal(['a', undefined]);
    });
  });

  it('keep nothing of work that has caused itself again', () => {
    const [one, two] = [newCarrier<number>(), newCarrier<number>()];
    const lengthAfter = (turns: number): number => {
      if (turns > 0) return one.run(turns, () => two.run(turns, () => lengthAfter(turns - 1)));
      let length = 0;
      for (let at = storage.getStore(); at !== undefined; at = at.outer) length += 1;
      return length;
    };
    expect(lengthAfter(100)).to.equal(2);
  });
});
