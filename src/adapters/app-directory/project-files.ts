import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/**
 * Returns all files below a folder of an app directory, relative to the directory and with `/`, sorted, without
 * `node_modules` and dotfiles. A missing folder is empty.
 */
export async function projectFiles(appDir: string, folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(appDir, folder), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(appDir, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !/(^|\/)(\.|node_modules\/)/.test(file))
    .sort();
}
