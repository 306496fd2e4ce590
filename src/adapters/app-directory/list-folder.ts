import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface FolderEntry {
  readonly name: string;
  readonly path: string;
  readonly kind: 'folder' | 'file';
}

/** Returns the entries of a folder, sorted by name, without dotfiles; links are followed. A missing folder is empty. */
async function listFolder(path: string): Promise<readonly FolderEntry[]> {
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  const visible = names.filter((name) => !name.startsWith('.')).sort();
  const entries = await Promise.all(visible.map((name) => describe(join(path, name), name)));
  return entries.filter((entry) => entry !== undefined);
}

export const foldersIn = async (path: string): Promise<readonly FolderEntry[]> =>
  (await listFolder(path)).filter(({ kind }) => kind === 'folder');

export const filesIn = async (path: string): Promise<readonly FolderEntry[]> =>
  (await listFolder(path)).filter(({ kind }) => kind === 'file');

export const isFolder = async (path: string): Promise<boolean> => {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ?? false;
};

/** A broken link counts as a file: reading it gives the fault. */
async function describe(path: string, name: string): Promise<FolderEntry | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return { name, path, kind: 'folder' };
  return found === undefined || found.isFile() ? { name, path, kind: 'file' } : undefined;
}
