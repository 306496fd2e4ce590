import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { expect } from 'chai';
import type { SocketDependencies } from '../../../../src/adapters/delivery/graphql/live/sockets/client-socket.js';
import { createSockets } from '../../../../src/adapters/delivery/graphql/live/sockets/create-sockets.js';
import type { ServedSchemas } from '../../../../src/adapters/delivery/graphql/server/served-schemas.js';
import { ok } from '../../../../src/domain/result.js';

const req = {
  headers: { 'sec-websocket-protocol': 'graphql-transport-ws' },
  ip: '192.0.2.1',
} as unknown as Request;

/** The answer to a handshake whose connection is open. */
class Answer extends EventEmitter {
  destroyed = false;
  readonly req = req;

  disconnect(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

describe('the handshakes of WebSockets', () => {
  it('count no client that has gone while it was authenticated', async () => {
    let during = (): void => {};
    const dependencies = {
      live: { limits: { maxListeners: 1, maxListenersPerCaller: 1 }, observations: { addSource() {} } },
      authenticate: () => {
        during();
        return ok({ kind: 'public' });
      },
      options: { responseFormat: 'v5' },
    } as unknown as SocketDependencies;
    const sockets = createSockets(dependencies);
    const answer = (res: Answer) =>
      sockets.answer(req, res as unknown as Response, {} as unknown as ServedSchemas);
    const gone = new Answer();
    during = () => gone.disconnect();
    await answer(gone);
    during = () => {};
    const next = new Answer();
    // Nothing has offered these connections for another protocol.
    expect((await answer(next))?.status).to.equal(400);
    expect((await answer(new Answer()))?.status).to.equal(429);
    next.disconnect();
    expect((await answer(new Answer()))?.status).to.equal(400);
    sockets.close();
  });
});
