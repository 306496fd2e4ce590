import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { BSON, type Document } from 'mongodb';

/** A MongoDB server that behaves as one without transactions. */
export interface Standalone {
  /** The address of the proxy, with the database of the server behind it. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * `refuses`: transactions are errors, as on a server outside of a replica set. `ignores`: commands of a transaction
 * are executed at once.
 */
export type Manner = 'refuses' | 'ignores';

const headerSize = 16;
const bodyStart = 21;
const opMsg = 2013;
const ofTransactions = ['txnNumber', 'startTransaction', 'autocommit', 'readConcern'];

/** Opens a proxy that hides the transactions of the server at `url`. */
export async function openStandalone(url: string, manner: Manner): Promise<Standalone> {
  const behind = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(behind.port === '' ? 27017 : behind.port), behind.hostname);
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(end);
      end.on('error', () => {});
      end.on('close', () => other.destroy());
    }
    far.pipe(near);
    let rest = Buffer.alloc(0);
    near.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (let size = sizeOf(rest); size > 0 && size <= rest.length; size = sizeOf(rest)) {
        pass(rest.subarray(0, size), manner, near, far);
        rest = rest.subarray(size);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const front = new URL(url);
  front.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  front.searchParams.delete('replicaSet');
  front.searchParams.set('directConnection', 'true');
  return {
    url: front.href,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

const sizeOf = (data: Buffer): number => (data.length < headerSize ? 0 : data.readInt32LE(0));

function pass(message: Buffer, manner: Manner, near: Socket, far: Socket): void {
  if (message.readInt32LE(12) !== opMsg) return void far.write(message);
  const bodyEnd = bodyStart + message.readInt32LE(bodyStart);
  const command = BSON.deserialize(message.subarray(bodyStart, bodyEnd), { promoteValues: false });
  if (!('autocommit' in command)) return void far.write(message);
  const request = message.readInt32LE(4);
  if (manner === 'refuses') return void near.write(answer(request, refusal));
  if ('commitTransaction' in command || 'abortTransaction' in command)
    return void near.write(answer(request, { ok: 1 }));
  for (const name of ofTransactions) delete command[name];
  far.write(framed([message.subarray(4, bodyStart), BSON.serialize(command), message.subarray(bodyEnd)]));
}

const refusal = {
  ok: 0,
  code: 20,
  codeName: 'IllegalOperation',
  errmsg: 'Transaction numbers are only allowed on a replica set member or mongos',
};

function answer(request: number, document: Document): Buffer {
  const head = Buffer.alloc(bodyStart - 4);
  head.writeInt32LE(request, 4);
  head.writeInt32LE(opMsg, 8);
  return framed([head, BSON.serialize(document)]);
}

function framed(parts: readonly Uint8Array[]): Buffer {
  const size = Buffer.alloc(4);
  size.writeInt32LE(parts.reduce((sum, { length }) => sum + length, 4));
  return Buffer.concat([size, ...parts]);
}
