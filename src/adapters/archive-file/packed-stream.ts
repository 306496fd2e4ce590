import { createDecipheriv, scryptSync } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { PassThrough, type Readable, type Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ThrownFailure } from '../../application/thrown-failure.js';
import { failure } from '../../domain/failure.js';

/** The outermost layer of a file. An encrypted file has to be decrypted to see whether it is compressed as well. */
export type Form = 'tar' | 'gzip' | 'encrypted';

export function formOf(head: Uint8Array): Form {
  if (isGzip(head)) return 'gzip';
  return Buffer.from(head.subarray(257, 262)).toString('latin1') === 'ustar' ? 'tar' : 'encrypted';
}

const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

/** The key as Strapi derives it from the text that the user chose: there is no salt in the file. */
export const cipherKey = (key: string): Buffer => scryptSync(key, '', 16, { N: 16_384, r: 8, p: 1 });

/** Returns as many first bytes as are needed to recognise the form. */
export async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * A gzip stream shrinks repeated bytes a thousandfold; rows of real content shrink tenfold or so. Beyond this the
 * archive is made to fill a disk.
 */
const mostExpansion = { factor: 500, free: 256 * 1024 * 1024 };

/**
 * Returns the bytes of the tar file inside. `content` are the bytes of the file if `path` only names it in messages.
 * Iterating throws `ThrownFailure` if they cannot be unpacked.
 */
export async function* packedStream(
  path: string,
  form: Form,
  key: string | undefined,
  content?: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const file = content ?? createReadStream(path, { highWaterMark: 1024 * 1024 });
  const opened: { at: 'file' | 'key' | 'gzip' } = { at: 'file' };
  let read = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of file) {
      read += (chunk as Uint8Array).length;
      yield chunk as Uint8Array;
    }
  };
  try {
    let stream: AsyncIterable<Uint8Array> = counted();
    if (form === 'encrypted') {
      opened.at = 'key';
      stream = through(stream, createDecipheriv('aes-128-ecb', cipherKey(key ?? ''), null));
      const [head, all] = await peek(stream);
      if (!isGzip(head) && formOf(head) !== 'tar') throw new Error('neither gzip nor tar');
      stream = all;
      if (isGzip(head)) form = 'gzip';
    }
    if (form === 'gzip') {
      if (opened.at === 'file') opened.at = 'gzip';
      stream = through(stream, createGunzip());
    }
    let unpacked = 0;
    for await (const chunk of stream) {
      unpacked += chunk.length;
      if (unpacked > mostExpansion.free && unpacked > read * mostExpansion.factor)
        throw new ThrownFailure(expanding(path));
      yield chunk;
    }
  } catch (error) {
    throw error instanceof ThrownFailure ? error : new ThrownFailure(unreadable(path, opened.at, error));
  } finally {
    if ('destroy' in file) file.destroy();
  }
}

/** Pipes through a transform. Errors of either reach the reader. */
function through(source: AsyncIterable<Uint8Array>, transform: Transform): Readable {
  const out = new PassThrough({ highWaterMark: 1024 * 1024 });
  // The error destroys `out`, so its reader gets it.
  pipeline(source, transform, out).catch((error: Error) => void out.destroy(error));
  return out;
}

/** Returns at least 512 bytes of the beginning, unless there are fewer, and everything including these. */
async function peek(
  source: AsyncIterable<Uint8Array>,
): Promise<readonly [Uint8Array, AsyncIterable<Uint8Array>]> {
  const iterator = source[Symbol.asyncIterator]();
  const begun: Uint8Array[] = [];
  let size = 0;
  while (size < 512) {
    const { done, value } = await iterator.next();
    if (done === true) break;
    begun.push(value);
    size += value.length;
  }
  return [Buffer.concat(begun), again(begun, iterator)];
}

async function* again(
  begun: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* begun;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

const expanding = (path: string) =>
  failure(
    'INPUT.MISMATCH',
    `${path} unpacks to more than ${mostExpansion.factor} times its size, which no content does.`,
  );

function unreadable(path: string, at: 'file' | 'key' | 'gzip', error: unknown) {
  const reason = error instanceof Error ? error.message : String(error);
  const sentence = {
    file: `${path} cannot be read: ${reason}`,
    key: `${path} cannot be decrypted: --key is wrong, or the file is cut off or damaged (${reason})`,
    gzip: `${path} cannot be unpacked: it is cut off or damaged, or something follows its end (${reason})`,
  }[at];
  return failure('INPUT.MISMATCH', `${sentence}.`);
}
