import { expect } from 'chai';
import { beginSubscription } from '../../../../src/adapters/delivery/graphql/live/sockets/begin-subscription.js';
import type {
  SocketContext,
  SocketDependencies,
} from '../../../../src/adapters/delivery/graphql/live/sockets/client-socket.js';

describe('subscriptions of a WebSocket', () => {
  it('are bounded while they begin, also if the client has completed them meanwhile', async () => {
    let begin: (served: null) => void = () => {};
    const schemas = { of: () => new Promise<null>((resolve) => (begin = resolve)) };
    const client = { schemas, beginning: new Set(), format: 'v5' };
    // The library forgets what is completed.
    const context = { subscriptions: {}, extra: { client, socket: {} } } as unknown as SocketContext;
    const dependencies = {
      live: { limits: { maxListeners: 9, maxListenersPerCaller: 2 } },
    } as unknown as SocketDependencies;
    const subscribe = () => beginSubscription(context, '1', { query: '' }, dependencies);
    const [first, second] = [subscribe(), subscribe()];
    expect(await subscribe())
      .to.have.nested.property('[0].message')
      .that.matches(/^Too many subscriptions/);
    begin(null);
    await second;
    void subscribe();
    expect(await subscribe())
      .to.have.nested.property('[0].message')
      .that.matches(/^Too many/);
    void first;
  });
});
