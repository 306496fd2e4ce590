import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { RestingConnections } from '../../../../src/adapters/delivery/rest/server/resting-connections.js';

describe('resting connections', () => {
  /** How many of the connections are read again. */
  const readOf = (sockets: readonly Socket[]): number =>
    sockets.filter((socket) => !socket.isPaused()).length;
  const socketsOf = (count: number): readonly Socket[] => Array.from({ length: count }, () => new Socket());

  it('each turn goes on with a few, of each address in turn', async () => {
    const resting = new RestingConnections(() => false);
    const [many, few] = [socketsOf(40), socketsOf(2)];
    for (const socket of many) resting.add(socket, '10.0.0.1');
    for (const socket of few) resting.add(socket, '10.0.0.2');
    const read: (readonly number[])[] = [];
    for (let turns = 0; turns < 3; turns++) {
      await turn();
      read.push([readOf(many), readOf(few)]);
    }
    expect(read).to.deep.equal([
      [14, 2],
      [30, 2],
      [40, 2],
    ]);
  });

  it('wait while new connections are accepted', async () => {
    let isAccepting = true;
    const resting = new RestingConnections(() => isAccepting);
    const sockets = socketsOf(1);
    for (const socket of sockets) resting.add(socket, '10.0.0.1');
    for (let turns = 0; turns < 3; turns++) await turn();
    expect(readOf(sockets)).to.equal(0);
    isAccepting = false;
    await turn();
    expect(readOf(sockets)).to.equal(1);
  });
});
