import { mkdir, open, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { err, type Result } from '../../../domain/result.js';
import { attempt, noSpace } from './disk-failure.js';
import { owner } from '../owner.js';

/** Returns the number of bytes that can still be written to a folder. */
export type FreeSpace = (folder: string) => Promise<number>;

const askFreeSpace: FreeSpace = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Space that uploads leave free, for a database that may be on the same disk. */
const reserve = 64 * 1024 * 1024;
/** The free space is checked again after this many bytes. */
const stride = 16 * 1024 * 1024;

export interface WriterOptions {
  readonly folder: string;
  /** The folder of partially written files, on the same file system. */
  readonly incoming: string;
  readonly freeSpace?: FreeSpace | undefined;
}

export type WriteWhole = (
  key: string,
  content: AsyncIterable<Uint8Array>,
  expected: number,
) => Promise<Result<void>>;

/** Writes files under a temporary name, and renames them once they are complete and synced to disk. */
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
      // If the file could not be created there is nothing to remove, and the error is already reported.
      await rm(part, { force: true }).catch(() => {});
    }
  };
}

/** Checks the free space while content of unknown length arrives. */
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

/** The same error as the file system's. */
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

/**
 * Syncs a folder, so that a new name survives a power cut. Some systems cannot; there a crash may lose the latest
 * names.
 */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null);
  try {
    await folder?.sync().catch(() => {});
  } finally {
    await folder?.close();
  }
}
