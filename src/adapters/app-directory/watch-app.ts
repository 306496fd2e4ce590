import { relative, sep } from 'node:path';
import { watch } from 'chokidar';

/** Follows the files of an app directory that decide what is served. */
export interface AppWatch {
  close(): Promise<void>;
}

/** An editor that saves several files, or one in several steps, makes one change of them. */
const quietMs = 40;

/**
 * Calls `onChange` with the changed files once nothing more changes, and `onError` if files cannot be followed. Resolves
 * when it follows all files.
 */
export function watchApp(
  directory: string,
  onChange: (files: readonly string[]) => void,
  onError: (error: unknown) => void,
): Promise<AppWatch> {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const report = (): void => {
    onChange([...changed].sort());
    changed.clear();
  };
  const pathOf = (path: string): string => relative(directory, path).split(sep).join('/');
  const watcher = watch(directory, {
    ignoreInitial: true,
    ignored: (path, status) => isIgnored(pathOf(path), status?.isFile() === true),
  });
  watcher.on('all', (event, path) => {
    // A new folder changes nothing until it has a file.
    if (event === 'addDir') return;
    changed.add(pathOf(path));
    clearTimeout(timer);
    timer = setTimeout(report, quietMs);
  });
  const close = async (): Promise<void> => {
    clearTimeout(timer);
    await watcher.close();
  };
  watcher.on('error', onError);
  return new Promise((resolve) => {
    watcher.once('ready', () => resolve({ close }));
  });
}

/** Folders at the top whose files a start does not read, or that a server writes itself. */
const unread = /^(public|dist|build|coverage|data|docs|test|tests|types|log|logs|tmp)(\/|$)/;

/** Folders with content, of which every file may be read; elsewhere only code and settings count. */
const readWhole = /^(src|config|database)\//;

/** Files that editors write for a moment. */
const ofEditors = /(~|\/4913|___jb_(tmp|old)___|\.log)$/;

function isIgnored(path: string, isFile: boolean): boolean {
  if (path === '' || path.startsWith('..')) return false;
  if (/^\.env(\.|$)/.test(path)) return false;
  if (/(^|\/)(node_modules|\..+)(\/|$)/.test(path) || unread.test(path)) return true;
  if (/^src\/admin(\/|$)/.test(path) || ofEditors.test(path)) return true;
  if (!isFile || readWhole.test(path)) return false;
  return path === 'package-lock.json' || !/\.([cm]?[jt]s|json)$/.test(path);
}
