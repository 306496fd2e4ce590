import { extract } from 'tar-stream';
import type { ArchivedFile } from '../../application/ports/foreign-archive.js';
import { ThrownFailure } from '../../application/thrown-failure.js';
import { failure } from '../../domain/failure.js';
import { checkedPath, refused } from './check-path.js';

/** Returns the files of a tar stream. `path` is for messages. */
export async function* filesOfTar(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<ArchivedFile> {
  const tar = extract();
  const feeding = feed(tar, bytes);
  let cause: unknown;
  // Observed at the end. Until then the iteration below is ended by it, often with an error of its own.
  feeding.catch((error: Error) => {
    cause = error;
    tar.destroy(error);
  });
  const failed = (error: unknown): ThrownFailure => {
    const first = error instanceof ThrownFailure ? error : (cause ?? error);
    return first instanceof ThrownFailure ? first : new ThrownFailure(damaged(path, first));
  };
  try {
    for await (const entry of tar) {
      const { name, type, size = 0 } = entry.header;
      if (type === 'directory') {
        entry.resume();
        continue;
      }
      if (type !== 'file' && type !== 'contiguous-file')
        throw new ThrownFailure(refused(name, `is a ${type}, and not a file`));
      yield {
        path: checkedPath(name),
        size,
        content: contentOf(entry, failed),
      };
      entry.resume();
    }
    await feeding;
  } catch (error) {
    throw failed(error);
  } finally {
    tar.destroy();
  }
}

/** Errors reach the reader of the content, not the iteration over entries. */
async function* contentOf(
  entry: AsyncIterable<Uint8Array>,
  failed: (error: unknown) => ThrownFailure,
): AsyncGenerator<Uint8Array> {
  try {
    yield* entry;
  } catch (error) {
    throw failed(error);
  }
}

const endBytes = 1024;

/** Two blocks of zeros end a tar file. Without this check, one that is cut off between two entries looks complete. */
async function feed(tar: ReturnType<typeof extract>, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  let last: Uint8Array = new Uint8Array();
  for await (const chunk of bytes) {
    last =
      chunk.length >= endBytes ? chunk.subarray(-endBytes) : Buffer.concat([last, chunk]).subarray(-endBytes);
    if (tar.destroyed) return;
    if (!tar.write(chunk)) await drained(tar);
  }
  if (last.length < endBytes || last.some((byte) => byte !== 0))
    throw new Error('its end is missing, or something follows it');
  tar.end(new Uint8Array());
}

const drained = (tar: ReturnType<typeof extract>): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      tar.off('drain', done);
      tar.off('close', done);
      resolve();
    };
    tar.on('drain', done);
    tar.on('close', done);
  });

const damaged = (path: string, error: unknown) =>
  failure(
    'INPUT.MISMATCH',
    `${path} is cut off or damaged: ${error instanceof Error ? error.message : String(error)}.`,
  );
