import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { RequestGate } from '../../../../src/adapters/delivery/rest/server/request-gate.js';
import { defaultServerLimits } from '../../../../src/application/admission/server-limits.js';

describe('the gate for requests', () => {
  /** Returns how many of the requests are admitted that come one after another from these addresses, and do not end. */
  function admittedOf(addresses: readonly string[], isProxied = false): Readonly<Record<string, number>> {
    const admitted: Record<string, number> = {};
    const gate = new RequestGate(
      { ...defaultServerLimits, maxRequests: 16, maxConcurrentQueries: 2, isProxied },
      () => false,
      () => expect.fail('no probe was sent'),
      ({ socket: { remoteAddress = '' } }) => (admitted[remoteAddress] = (admitted[remoteAddress] ?? 0) + 1),
      () => {},
    );
    const all: ServerResponse[] = [];
    for (const remoteAddress of addresses) {
      const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
      const req = new IncomingMessage(socket);
      const res = new ServerResponse(req);
      all.push(res);
      gate.listener(req, res);
    }
    for (const res of all) res.emit('close');
    return admitted;
  }

  const [one, other, third] = ['10.0.0.1', '10.0.0.2', '10.0.0.3'];
  const from = (address: string): readonly string[] => Array.from({ length: 9 }, () => address);

  it('admits half of the most from one address, and of those above three quarters only what can run at once', () => {
    const admitted = admittedOf([...from(one), ...from(other), ...from(third)]);
    expect(admitted).to.deep.equal({ [one]: 8, [other]: 4, [third]: 2 });
  });

  it('admits all that it can of a proxy', () => {
    expect(admittedOf([...from(one), ...from(one)], true)).to.deep.equal({ [one]: 16 });
  });

  for (const isProbe of [true, false])
    it(`once a turn has answered ten ${isProbe ? 'probes' : 'refusals'}, the connections of more of them rest`, async () => {
      const answer = (_req: IncomingMessage, res: ServerResponse): void => void res.emit('finish');
      const gate = new RequestGate(
        { ...defaultServerLimits, maxRequests: 0 },
        () => isProbe,
        answer,
        () => expect.fail('none is admitted'),
        answer,
      );
      const readOf = async (): Promise<number> => {
        const sockets = Array.from({ length: 30 }, () =>
          Object.defineProperty(new Socket(), 'remoteAddress', { value: one }),
        );
        for (const socket of sockets) {
          const req = new IncomingMessage(socket);
          gate.listener(req, new ServerResponse(req));
        }
        await Promise.resolve();
        await new Promise<void>((resolve) => process.nextTick(resolve));
        return sockets.filter((socket) => !socket.isPaused()).length;
      };
      expect(await readOf()).to.equal(10);
      await turn();
      expect(await readOf()).to.equal(10);
    });
});
