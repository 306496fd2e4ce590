import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { inTurns } from '../../../../src/application/stores/in-turns.js';
import { Arrivals } from '../../../../src/adapters/delivery/rest/server/arrivals.js';
import type { Sender } from '../../../../src/adapters/delivery/rest/server/sender-of.js';
import { useProcessor } from '../../../use-processor.js';

describe('requests that have arrived', () => {
  const requestOf = (from: string): IncomingMessage => ({ headers: { from } }) as unknown as IncomingMessage;
  const res = { destroyed: false } as ServerResponse;

  /**
   * Adds requests of senders, and returns those that are handled in each turn of the event loop. A sender is an address, and
   * may have a token behind a space.
   */
  type Serve = (senders: readonly string[]) => Promise<readonly (readonly string[])[]>;

  function serving(handle: () => unknown): Serve {
    let now: string[] = [];
    const arrivals = new Arrivals(
      ({ headers: { from = '' } }) => {
        now.push(from);
        void handle();
      },
      () => expect.fail('a request is refused'),
      false,
    );
    return async (senders) => {
      const turns: string[][] = [];
      for (const sender of senders) {
        const [address = '', token = ''] = sender.split(' ');
        arrivals.add(requestOf(sender), res, { address, token });
      }
      for (let left = senders.length; left > 0; left -= now.length) {
        now = [];
        await turn();
        if (now.length > 0) turns.push(now);
      }
      return turns;
    };
  }

  it('are handled in one turn, and addresses take turns', async () => {
    const turns = await serving(() => {})(['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.2']);
    expect(turns).to.deep.equal([['10.0.0.1', '10.0.0.2', '10.0.0.1', '10.0.0.1']]);
  });

  it('of one address with different tokens take turns, and get no more than another address', async () => {
    const senders = ['10.0.0.1', '10.0.0.1', '10.0.0.1 abc', '10.0.0.2', '10.0.0.2'];
    const turns = await serving(() => {})(senders);
    expect(turns.flat()).to.deep.equal(['10.0.0.1', '10.0.0.2', '10.0.0.1 abc', '10.0.0.2', '10.0.0.1']);
  });

  it('are handled fewer in a turn while they take long, also in what they await, and more again after that', async () => {
    let slow = 15;
    const serve = serving(async () => {
      for (let step = 0; step < 3; step++) await Promise.resolve();
      if (slow-- > 0) useProcessor(10);
    });
    // So few that none waits too long, however slow the machine is.
    const countsOf = async (count: number): Promise<readonly number[]> =>
      (await serve(Array.from({ length: count }, () => '10.0.0.1'))).map(({ length }) => length);
    expect(await countsOf(slow)).to.deep.equal([8, 4, 2, 1]);
    let most = 0;
    for (let batch = 0; batch < 50 && most < 4; batch++) most = Math.max(...(await countsOf(10)));
    expect(most).to.be.above(3);
  });

  describe('after each other, more slowly than they come', () => {
    const one = { address: '10.0.0.1', token: '' };
    const other = { address: '10.0.0.2', token: '' };

    /** Returns how many are refused of 80 requests of `one`, and of one of `other` among them. */
    async function refusedOf({ hasOther = false, isProxied = false }): Promise<number> {
      let refused = 0;
      let left = 0;
      const handle = (): void => {
        left -= 1;
        setImmediate(() => useProcessor(2));
      };
      const refuse = (): void => {
        left -= 1;
        refused += 1;
      };
      const arrivals = new Arrivals(handle, refuse, isProxied);
      const add = (sender: Sender): void => {
        left += 1;
        arrivals.add(requestOf(sender.address), res, sender);
      };
      for (let n = 0; n < 80; n++) {
        if (hasOther && n === 40) add(other);
        add(one);
      }
      const isOver = (): boolean => left === 0;
      while (!isOver()) await turn();
      return refused;
    }

    it('are refused after a tenth of a second', async () => {
      expect(await refusedOf({ hasOther: true })).to.be.above(0);
    });

    it('wait longer if no other address sends any, but not behind a proxy', async () => {
      expect(await refusedOf({})).to.equal(0);
      expect(await refusedOf({ isProxied: true })).to.be.above(0);
    });
  });

  it('wait while connections are accepted, and so does long work, but not for long', async () => {
    let handled = 0;
    let steps = 0;
    function* long(): Generator<void, null> {
      for (; steps < 3; steps += 1) {
        useProcessor(10);
        yield;
      }
      return null;
    }
    const arrivals = new Arrivals(
      () => (handled += 1),
      () => expect.fail('a request is refused'),
      false,
    );
    const all = inTurns(long());
    arrivals.add(requestOf('one'), res, { address: '10.0.0.1', token: '' });
    const began = performance.now();
    let turns = 0;
    const isWaiting = (): boolean => handled === 0;
    for (; isWaiting(); turns += 1) {
      expect(steps).to.be.below(2);
      arrivals.connected();
      await turn();
    }
    expect(performance.now() - began).to.be.at.least(60);
    expect(turns).to.be.above(3);
    await all;
  });

  it('are not refused for the time in which turns only accept connections', async () => {
    let left = 0;
    const arrivals = new Arrivals(
      () => {
        left -= 1;
        // More than a turn may take, so that one is handled in each.
        useProcessor(5);
      },
      () => expect.fail('a request is refused'),
      false,
    );
    const addAll = (count: number): void => {
      for (let n = 0; n < count; n++) {
        left += 1;
        arrivals.add(requestOf(`${n}`), res, { address: `10.0.0.${n}`, token: '' });
      }
    };
    const isOver = (): boolean => left === 0;
    addAll(15);
    while (!isOver()) await turn();
    addAll(4);
    while (!isOver()) {
      arrivals.connected();
      useProcessor(10);
      await turn();
    }
  });
});
