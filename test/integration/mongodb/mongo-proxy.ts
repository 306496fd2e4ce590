import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Document } from 'mongodb';
import { CommandReader, refusalOf } from './command-reader.js';

/** Stands between a client and a MongoDB server: sees every command, and can be as bad as a network. */
export interface MongoProxy {
  /** The address of the database behind it. */
  readonly url: string;
  /** What clients have sent, in order, but for the driver's own about servers and sessions. */
  readonly commands: Document[];
  /** Connections are lost, and no new ones accepted. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** Connections stay, but nothing passes. */
  hold(): void;
  release(): void;
  /** Answers to commands come so much later; 0 ends it. */
  slow(milliseconds: number): void;
  /** The next of these commands do not reach the server, and are refused with these codes. Answers what is left of them. */
  refuse(which: (command: Document) => boolean, codes: readonly number[]): readonly number[];
  close(): Promise<void>;
}

const isOfClient = (command: Document): boolean =>
  command['hello'] === undefined && command['endSessions'] === undefined;

/** `url` names one server; what it tells of others is passed over. */
export async function openMongoProxy(url: string): Promise<MongoProxy> {
  const behind = new URL(url);
  const commands: Document[] = [];
  const pairs = new Set<readonly [Socket, Socket]>();
  let held = false;
  let delay = 0;
  let refused = (_command: Document): boolean => false;
  let refusals: number[] = [];
  const server = createServer((near) => {
    const far = connect(Number(behind.port === '' ? 27017 : behind.port), behind.hostname);
    const pair = [near, far] as const;
    pairs.add(pair);
    const reader = new CommandReader((message, command) => {
      if (command !== null && isOfClient(command)) {
        commands.push(command);
        const [code] = refused(command) ? refusals.splice(0, 1) : [];
        if (code !== undefined) return void near.write(refusalOf(message, code));
        if (delay > 0) {
          far.pause();
          setTimeout(() => far.resume(), delay);
        }
      }
      far.write(message);
    });
    near.on('data', (chunk) => reader.read(chunk));
    near.on('end', () => far.end());
    far.pipe(near);
    if (held) for (const end of pair) end.pause();
    for (const end of pair) {
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
  const down = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const pair of pairs) for (const end of pair) end.destroy();
    await closed;
  };
  const eachEnd = (act: (end: Socket) => void): void => {
    for (const pair of pairs) for (const end of pair) act(end);
  };
  const front = new URL(url);
  front.host = `127.0.0.1:${port}`;
  front.searchParams.delete('replicaSet');
  front.searchParams.set('directConnection', 'true');
  return {
    url: front.href,
    commands,
    down,
    up: async () => void (await listen(port)),
    hold: () => {
      held = true;
      eachEnd((end) => end.pause());
    },
    release: () => {
      held = false;
      eachEnd((end) => end.resume());
    },
    slow: (milliseconds) => void (delay = milliseconds),
    refuse: (which, codes) => {
      refused = which;
      return (refusals = [...codes]);
    },
    close: down,
  };
}
