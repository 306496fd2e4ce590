import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '../../../application/ports/file-store.js';
import { isFileKey } from '../../../domain/media/file-key.js';
import { attempt, codeOf } from './disk-failure.js';
import { isGone, owner } from '../owner.js';
import { syncFolder, writeSynced } from './write-whole.js';

/**
 * Claims are small files, one for each key, that name the process which works on it. `incoming` holds partially written
 * files.
 */
export function createClaims(
  claims: string,
  incoming: string,
): Pick<FileStore, 'claim' | 'release' | 'orphaned'> {
  let count = 0;
  return {
    claim: (key) =>
      attempt(async () => {
        if (!isFileKey(key)) return;
        for (const folder of [claims, incoming]) await mkdir(folder, { recursive: true });
        // Written under another name first, so that a claim is never without its owner.
        const part = join(incoming, `${owner}~claim~${(count += 1)}`);
        try {
          await writeSynced(part, owner);
          await rename(part, join(claims, key));
        } catch (error) {
          await rm(part, { force: true });
          throw error;
        }
        await syncFolder(claims);
      }),
    release: (key) =>
      attempt(async () => {
        if (isFileKey(key)) await rm(join(claims, key), { force: true });
      }),
    orphaned: () =>
      attempt(async () => {
        await removeHalfWritten(incoming);
        const keys: string[] = [];
        for (const key of await namesIn(claims)) if (await isOrphaned(join(claims, key))) keys.push(key);
        return keys.filter(isFileKey);
      }),
  };
}

/** Their names begin with that of the process. */
async function removeHalfWritten(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    const since = await timeOf(path);
    if (since !== null && isGone(name, since)) await rm(path, { force: true });
  }
}

async function isOrphaned(path: string): Promise<boolean> {
  const since = await timeOf(path);
  return since !== null && isGone(await readFile(path, 'utf8').catch(() => ''), since);
}

const namesIn = (folder: string): Promise<readonly string[]> => readdir(folder).catch(otherwise([]));

const timeOf = (path: string): Promise<Date | null> => stat(path).then(({ mtime }) => mtime, otherwise(null));

/** For missing files. */
const otherwise =
  <T>(value: T) =>
  (error: unknown): T => {
    if (codeOf(error) === 'ENOENT') return value;
    throw error;
  };
