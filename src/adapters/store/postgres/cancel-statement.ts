import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
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
const cancelAgainMs = 250;
const cancelRequest = 80877102;
const securityRequest = 80877103;

/**
 * Cancels the statement that the client is running; `ended` resolves to true when it has ended. A cancel request uses a
 * separate connection that does not count against the connection limit and, unlike `pg_cancel_backend`, works through
 * poolers. It is repeated, because one that arrives before the statement has no effect. If the statement has not ended after
 * two seconds, the client's connection is closed, which ends the wait for it. Resolves when the statement has ended and the
 * server has handled the last request.
 */
export async function cancelStatement(client: PoolClient, ended: Promise<true>): Promise<void> {
  const session = client as unknown as ServerSession;
  const late = new AbortController();
  const timer = setTimeout(() => {
    late.abort();
    session.connection.stream.destroy();
  }, cancelTimeoutMs);
  do await requestCancel(session, late.signal);
  while (!late.signal.aborted && !(await Promise.race([ended, pause(cancelAgainMs, false)])));
  clearTimeout(timer);
}

/** Resolves when the server has handled the request, or can no longer be expected to. */
async function requestCancel(session: ServerSession, late: AbortSignal): Promise<void> {
  const { host, port } = session;
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  const cut = (): void => void socket.destroy();
  late.addEventListener('abort', cut);
  try {
    await once(socket, 'connect');
    const secured = session.ssl ? await secure(socket, session) : socket;
    secured.end(message(cancelRequest, session.processID, session.secretKey));
    secured.resume();
    // The server sends no reply; it closes the connection when it has handled the request.
    await once(secured, 'close');
  } catch {
    // The next request may arrive.
  } finally {
    late.removeEventListener('abort', cut);
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
