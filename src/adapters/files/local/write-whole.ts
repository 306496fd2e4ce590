import { mkdir, open, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { err, type Result } from '../../../domain/result.js';
import { attempt, noSpace } from './disk-failure.js';
import { owner } from '../owner.js';

/** Bytes that may still be written to a folder. */
export type FreeSpace = (folder: string) => Promise<number>;

const askFreeSpace: FreeSpace = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** What uploads leave free, for a database may be on the same disk. */
const reserve = 64 * 1024 * 1024;
/** After so many bytes the disk is asked again. */
const stride = 16 * 1024 * 1024;

export interface WriterOptions {
  readonly folder: string;
  /** Where files are until they are whole; on the same file system. */
  readonly incoming: string;
  readonly freeSpace?: FreeSpace | undefined;
}

export type WriteWhole = (
  key: string,
  content: AsyncIterable<Uint8Array>,
  expected: number,
) => Promise<Result<void>>;

/** Writes files under another name, and gives them theirs once they are whole and on the disk. */
export function createWriter({ folder, incoming, freeSpace = askFreeSpace }: WriterOptions): WriteWhole {
  let count = 0;
  return async (key, content, expected) => {
    const part = join(incoming, `${owner}~${(count += 1)}`);
    try {
      const made = await attempt(() => mkdir(incoming, { recursive: true }));
      if (!made.ok) return made;
      const room = await attempt(() => freeSpace(folder));
      if (!room.ok) return room;
      if (room.value < reserve + expected) return err(noSpace);
      const written = await attempt(() =>
        writeSynced(
          part,
          watched(content, () => freeSpace(folder)),
        ),
      );
      if (!written.ok) return written;
      return await attempt(async () => {
        await rename(part, join(folder, key));
        await syncFolder(folder);
      });
    } finally {
      // Where it could not be made there is nothing to remove, and the reason has been told.
      await rm(part, { force: true }).catch(() => {});
    }
  };
}

/** Looks after the disk while content comes that nobody knew the length of. */
async function* watched(
  content: AsyncIterable<Uint8Array>,
  freeSpace: () => Promise<number>,
): AsyncGenerator<Uint8Array> {
  let unasked = 0;
  for await (const chunk of content) {
    unasked += chunk.length;
    if (unasked >= stride) {
      unasked = 0;
      if ((await freeSpace()) < reserve) throw diskIsFull();
    }
    yield chunk;
  }
}

/** As the file system itself would say it. */
const diskIsFull = (): Error =>
  Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' });

export async function writeSynced(path: string, content: string | AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'w', 0o644);
  try {
    if (typeof content === 'string') await file.appendFile(content);
    else for await (const chunk of content) await file.appendFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** So that a new name is still there after a power cut. Some systems cannot: there a crash may lose the latest names. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null);
  try {
    await folder?.sync().catch(() => {});
  } finally {
    await folder?.close();
  }
}
