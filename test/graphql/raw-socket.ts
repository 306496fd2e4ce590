import { connect, type Socket } from 'node:net';

/** A frame of a WebSocket as its bytes say (RFC 6455, section 5.2). */
export interface Frame {
  readonly opcode?: number;
  readonly payload?: string | Buffer;
  readonly fin?: boolean;
  readonly reserved?: number;
  readonly isMasked?: boolean;
  /** The length that the frame claims to have. */
  readonly length?: number;
}

const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export const { continuation, text, binary, close, ping, pong } = opcodes;

/** Returns the bytes of a frame, also of one that is not allowed. The mask is zero, so the payload is as it is given. */
export function frameOf(frame: Frame): Buffer {
  const { opcode = text, fin = true, reserved = 0, isMasked = true } = frame;
  const payload = Buffer.from(frame.payload ?? '');
  const length = frame.length ?? payload.length;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = (fin ? 0x80 : 0) | reserved | opcode;
  head[1] = (isMasked ? 0x80 : 0) | (length < 126 ? length : length < 65_536 ? 126 : 127);
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, Buffer.alloc(isMasked ? 4 : 0), payload]);
}

export const message = (value: unknown): Buffer => frameOf({ payload: JSON.stringify(value) });

/** A connection whose bytes are written by hand. */
export interface RawSocket {
  readonly socket: Socket;
  /** The head of the answer to the handshake. */
  head(): string;
  /** The messages so far. */
  messages(): readonly { readonly type: string; readonly id?: string; readonly payload?: unknown }[];
  opcodes(): readonly number[];
  /** The code of a close; 1006: the connection ended without one; undefined: it has not ended. */
  closed(): number | undefined;
}

/** Connects and writes `bytes`. */
export function openConnection(url: string, ...bytes: readonly (string | Buffer)[]): RawSocket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = Buffer.alloc(0);
  let isOver = false;
  socket.on('data', (data) => (received = Buffer.concat([received, data])));
  socket.on('error', () => {});
  socket.on('close', () => (isOver = true));
  socket.write(Buffer.concat(bytes.map((part) => Buffer.from(part))));
  const frames = () => framesIn(received);
  return {
    socket,
    head: () => String(received).split('\r\n\r\n', 1)[0] ?? '',
    messages: () =>
      frames()
        .filter(({ opcode }) => opcode === text)
        .map(({ payload }) => JSON.parse(String(payload)) as { type: string }),
    opcodes: () => frames().map(({ opcode }) => opcode),
    closed() {
      const last = frames().find(({ opcode }) => opcode === close);
      if (last !== undefined) return last.payload.length < 2 ? 1005 : last.payload.readUInt16BE(0);
      return isOver ? 1006 : undefined;
    },
  };
}

function framesIn(received: Buffer): readonly { readonly opcode: number; readonly payload: Buffer }[] {
  const frames = [];
  let at = received.indexOf('\r\n\r\n') + 4;
  if (at < 4 || !String(received.subarray(0, at)).includes(' 101 ')) return [];
  while (at + 2 <= received.length) {
    const short = (received[at + 1] ?? 0) & 0x7f;
    const headBytes = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (at + headBytes > received.length) break;
    const length =
      headBytes === 2
        ? short
        : headBytes === 4
          ? received.readUInt16BE(at + 2)
          : Number(received.readBigUInt64BE(at + 2));
    if (at + headBytes + length > received.length) break;
    frames.push({
      opcode: (received[at] ?? 0) & 0x0f,
      payload: received.subarray(at + headBytes, at + headBytes + length),
    });
    at += headBytes + length;
  }
  return frames;
}

/** The request with which a WebSocket begins; `lines` are added to its head. */
export const handshake = (...lines: readonly string[]): string =>
  [
    'GET /graphql HTTP/1.1',
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Protocol: graphql-transport-ws',
    ...lines,
    '\r\n',
  ].join('\r\n');
