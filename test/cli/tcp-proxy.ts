import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between a server and its database, and fails as networks do. */
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

/** `url` names one server, with its port. */
export async function openTcpProxy(url: string): Promise<TcpProxy> {
  const behind = new URL(url);
  const pairs = new Set<readonly [Socket, Socket]>();
  let isHeld = false;
  const server = createServer((near) => {
    const pair = [near, connect(Number(behind.port), behind.hostname)] as const;
    pairs.add(pair);
    near.pipe(pair[1]).pipe(near);
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
