import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { PoolClient } from 'pg';

/** What the driver keeps about a connection, which its types omit. */
interface Session {
  readonly host: string;
  readonly port: number;
  readonly ssl?: boolean | object;
  readonly processID: number;
  readonly secretKey: number;
}

const cancelTimeoutMs = 2_000;
const cancelRequest = 80877102;
const securityRequest = 80877103;

/**
 * Cancels the statement that the client runs, by a cancel request: it uses a separate connection that does not count
 * against the user's limit, and works through poolers, unlike `pg_cancel_backend`. Resolves once the server has
 * received it, or does not answer.
 */
export async function cancelStatement(client: PoolClient): Promise<void> {
  const session = client as unknown as Session;
  const { host, port } = session;
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  const timer = setTimeout(() => socket.destroy(), cancelTimeoutMs);
  try {
    await once(socket, 'connect');
    const secured = session.ssl ? await secure(socket, session) : socket;
    secured.end(message(cancelRequest, session.processID, session.secretKey));
    secured.resume();
    // The server says nothing: it closes the connection when it is done.
    await once(secured, 'close');
  } catch {
    // What could not be cancelled ends by the time that statements have.
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

async function secure(socket: Socket, { ssl, host }: Session): Promise<Socket> {
  socket.write(message(securityRequest));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  if (answer.toString('latin1', 0, 1) !== 'S') throw new Error('the server has no TLS');
  const secured = connectSecurely({ servername: host, ...(typeof ssl === 'object' && ssl), socket });
  await once(secured, 'secureConnect');
  return secured;
}

function message(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 + 4 * numbers.length);
  [bytes.length, ...numbers].forEach((number, index) => bytes.writeInt32BE(number, 4 * index));
  return bytes;
}
