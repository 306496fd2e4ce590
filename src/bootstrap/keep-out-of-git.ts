import { chownSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes a `.gitignore` that covers everything to the server's own folder, which holds secrets and data, unless there
 * is one. The file gets the owner of the folder. Does nothing if the folder is missing or read-only.
 */
export function keepOutOfGit(ownFolder: string): void {
  const file = join(ownFolder, '.gitignore');
  try {
    if (!existsSync(ownFolder) || existsSync(file)) return;
    writeFileSync(file, '*\n', { flag: 'wx' });
    const { uid, gid } = statSync(ownFolder);
    if (process.getuid?.() === 0) chownSync(file, uid, gid);
  } catch {
    // Another server was faster, or the folder is read-only: not a reason to fail the start.
  }
}
