import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchivedFile } from '../../application/ports/foreign-archive.js';
import { ThrownFailure } from '../../application/thrown-failure.js';
import { checkedPath, refused } from './check-path.js';

/** Returns the files of a folder that has the layout of an archive. Symbolic links are refused. */
export async function* filesOfFolder(root: string, below = ''): AsyncGenerator<ArchivedFile> {
  const names = await readdir(join(root, below));
  for (const name of names.sort()) {
    const path = checkedPath(below === '' ? name : `${below}/${name}`);
    const place = join(root, path);
    const found = await lstat(place);
    if (found.isDirectory()) yield* filesOfFolder(root, path);
    else if (!found.isFile()) throw new ThrownFailure(refused(path, 'is neither a file nor a folder'));
    else yield { path, size: found.size, content: readWhen(place) };
  }
}

/** Opens the file when it is read: most files are skipped in one of two rounds. */
async function* readWhen(place: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(place, { highWaterMark: 1024 * 1024 });
}
