import { EventEmitter } from 'node:events';
import { mock } from 'node:test';
import { expect } from 'chai';
import type { WebSocket } from 'ws';
import { HeartBeat } from '../../../../src/adapters/delivery/graphql/live/sockets/heart-beat.js';

/** Answers a ping if it `lives`. */
class Client extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  pings = 0;

  constructor(public lives: boolean) {
    super();
  }

  ping(): void {
    this.pings += 1;
    if (this.lives) this.emit('pong');
  }

  terminate(): void {
    this.readyState = 3;
    this.emit('close');
  }
}

const asSocket = (client: Client): WebSocket => client as unknown as WebSocket;

describe('the heartbeat of WebSockets', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
  afterEach(() => mock.timers.reset());

  it('pings every 15 seconds, and disconnects who has said nothing since the last ping', () => {
    const [alive, dead, talking] = [new Client(true), new Client(false), new Client(false)];
    const clients = new Set([alive, dead, talking].map(asSocket));
    const heart = new HeartBeat(clients);
    for (const client of clients) heart.watch(client);
    mock.timers.tick(15_000);
    talking.emit('message');
    mock.timers.tick(15_000);
    expect([alive, dead, talking].map(({ readyState, pings }) => [readyState, pings])).to.deep.equal([
      [1, 2],
      [3, 1],
      [1, 2],
    ]);
    heart.stop();
    mock.timers.tick(15_000);
    expect(alive.pings).to.equal(2);
  });
});
