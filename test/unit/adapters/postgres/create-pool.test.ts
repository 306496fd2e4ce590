import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect } from 'chai';
import { createPool } from '../../../../src/adapters/store/postgres/create-pool.js';

/** A message that asks for a proof of who the client is: https://www.postgresql.org/docs/current/protocol-message-formats.html */
function asking(kind: number, data: string): Buffer {
  const head = Buffer.alloc(9);
  head.write('R');
  head.writeInt32BE(8 + data.length, 1);
  head.writeInt32BE(kind, 5);
  return Buffer.concat([head, Buffer.from(data)]);
}

describe('a pool of connections to PostgreSQL', () => {
  it('closes a connection whose server asks for a password that there is not', async () => {
    const server = createServer((socket) => {
      const asked = [asking(10, 'SCRAM-SHA-256\0\0'), asking(11, 'r=x,s=eA==,i=4096')];
      socket.on('data', () => socket.write(asked.shift() ?? ''));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const pool = createPool({
      url: `postgres://nobody@127.0.0.1:${port}/none`,
      poolSize: 1,
      statementTimeoutMs: 0,
      preparedStatements: true,
    });
    const opened = once(server, 'connection') as Promise<[Socket]>;
    const refused = pool.connect().then(
      () => '',
      (error: Error) => error.message,
    );
    const [socket] = await opened;
    const closed = once(socket, 'close');
    expect(await refused).to.contain('password');
    await closed;
    await pool.end();
    server.close();
  });
});
