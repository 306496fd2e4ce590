import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy before a database that fails as networks do. */
export interface TcpProxy {
  /** The address of the database behind it. */
  readonly url: string;
  /** Connections are lost, and no new ones accepted. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** Connections stay, but nothing passes. */
  hold(): void;
  release(): void;
}

const defaultPorts: Readonly<Record<string, number>> = { 'mongodb:': 27017, 'postgres:': 5432 };

/** Passes everything on. */
export const pipeBoth = (near: Socket, far: Socket): void => void near.pipe(far).pipe(near);

/** `url` names one server. `relay` connects a client's socket with the server's. */
export async function openTcpProxy(url: string, relay = pipeBoth): Promise<TcpProxy> {
  const behind = new URL(url);
  const pairs = new Set<readonly [Socket, Socket]>();
  let isHeld = false;
  const server = createServer((near) => {
    const far = connect(
      Number(behind.port === '' ? defaultPorts[behind.protocol] : behind.port),
      behind.hostname,
    );
    const pair = [near, far] as const;
    pairs.add(pair);
    relay(near, far);
    for (const end of pair) {
      if (isHeld) end.pause();
      end.on('error', () => {});
      end.on('close', () => {
        for (const other of pair) other.destroy();
        pairs.delete(pair);
      });
    }
  });
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const eachEnd = (act: (end: Socket) => void): void => {
    for (const pair of pairs) for (const end of pair) act(end);
  };
  const front = new URL(url);
  front.host = `127.0.0.1:${port}`;
  if (front.protocol === 'mongodb:') {
    // A replica set names its servers by their own addresses, past this proxy.
    front.searchParams.delete('replicaSet');
    front.searchParams.set('directConnection', 'true');
  }
  return {
    url: front.href,
    async down() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      eachEnd((end) => end.destroy());
      await closed;
    },
    up: async () => void (await listen(port)),
    hold() {
      isHeld = true;
      eachEnd((end) => end.pause());
    },
    release() {
      isHeld = false;
      eachEnd((end) => end.resume());
    },
  };
}
