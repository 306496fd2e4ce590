import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { PoolClient } from 'pg';

/** Properties of the driver's clients that its types omit. */
interface ServerSession {
  readonly connection: { readonly stream: Socket };
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
 * Sends a cancel request for the statement that the client is running. A cancel request uses a separate connection that
 * does not count against the connection limit and, unlike `pg_cancel_backend`, works through poolers. Resolves when the
 * server has received it. If it has not after two seconds, it has stopped responding: the client's connection is closed,
 * which ends the wait for the statement.
 */
export async function cancelStatement(client: PoolClient): Promise<void> {
  const session = client as unknown as ServerSession;
  const { host, port } = session;
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  const timer = setTimeout(() => {
    socket.destroy();
    session.connection.stream.destroy();
  }, cancelTimeoutMs);
  try {
    await once(socket, 'connect');
    const secured = session.ssl ? await secure(socket, session) : socket;
    secured.end(message(cancelRequest, session.processID, session.secretKey));
    secured.resume();
    // The server sends no reply; it closes the connection when it has handled the request.
    await once(secured, 'close');
  } catch {
    // A statement that is not cancelled ends at its timeout.
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

async function secure(socket: Socket, { ssl, host }: ServerSession): Promise<Socket> {
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
