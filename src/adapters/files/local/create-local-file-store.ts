import { constants } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { ByteRange, FileStore, OpenFile } from '../../../application/ports/file-store.js';
import { ok } from '../../../domain/result.js';
import { isFileKey } from '../../../domain/media/file-key.js';
import { createClaims } from './claims.js';
import { attempt, codeOf } from './disk-failure.js';
import { createWriter, type FreeSpace } from './write-whole.js';

export interface LocalOptions {
  /** Created when the first file is stored. */
  readonly folder: string;
  /** The URL path below which the server serves the files. */
  readonly path: string;
  /** Replaces the file system's answer. */
  readonly freeSpace?: FreeSpace;
}

/** Stores files in a folder of this machine, which several machines may share. */
export function createLocalFileStore({ folder, path, freeSpace }: LocalOptions): FileStore {
  // A dot hides it from other servers of the folder.
  const own = join(folder, '.quire');
  const incoming = join(own, 'incoming');
  const urlOf = (key: string): string => `${path}/${key}`;
  const write = createWriter({ folder, incoming, freeSpace });
  return {
    provider: 'local',
    load: async () => {},
    urlOf,
    put: async ({ key, content, expected }) => {
      const written = await write(checked(key), content, expected ?? 0);
      return written.ok ? ok({ url: urlOf(key) }) : written;
    },
    open: (key) => (isFileKey(key) ? openFile(join(folder, key)) : Promise.resolve(null)),
    remove: (files) =>
      attempt(async () => {
        for (const { key } of files) if (isFileKey(key)) await rm(join(folder, key), { force: true });
      }),
    ...createClaims(join(own, 'claims'), incoming),
  };
}

function checked(key: string): string {
  if (isFileKey(key)) return key;
  throw new Error(`${JSON.stringify(key)} is no key of a file`);
}

/** Symbolic links are not followed: this store did not create them. */
async function openFile(path: string): Promise<OpenFile | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error))) return null;
    throw error;
  });
  if (file === null) return null;
  const stat = await file.stat();
  const { size, mtime: modified } = stat;
  const opened: OpenFile = {
    size,
    modified,
    read: (range = { start: 0, end: size - 1 }) => readRange(file, range),
    close: () => file.close(),
  };
  if (stat.isFile()) return opened;
  await opened.close();
  return null;
}

const chunkSize = 128 * 1024;

async function* readRange(file: FileHandle, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  for (let at = start; at <= end;) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkSize, end - at + 1));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) throw new Error('a file ended before its end');
    yield chunk.subarray(0, bytesRead);
    at += bytesRead;
  }
}
