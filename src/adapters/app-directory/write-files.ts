import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, realpath, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import type { FileChange } from '../../application/ports/schema-files.js';
import { failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { err, ok, type Result } from '../../domain/result.js';

interface Prepared extends FileChange {
  readonly path: string;
  /** The new text, in a file beside it; null for a file that goes. */
  readonly draft: string | null;
}

/**
 * Writes, adds and removes files below a directory, all or none: the new texts are written beside the files first, and
 * then only names change. Fails with `STORE.CONFLICT` if a file is not what its change says, and with `INPUT.MISMATCH`
 * if one cannot be written or is outside of the directory.
 */
export async function writeFiles(directory: string, changes: readonly FileChange[]): Promise<Result<void>> {
  const prepared: Prepared[] = [];
  try {
    for (const change of changes) prepared.push(await prepare(directory, change));
    const stale = prepared.find((change) => textOf(change.path) !== change.before);
    if (stale !== undefined)
      return err(
        failure('STORE.CONFLICT', reason('types.stale', { file: stale.file }), { file: stale.file }),
      );
    replaceAll(prepared);
    return ok(undefined);
  } catch (error) {
    return err(failure('INPUT.MISMATCH', `The files cannot be written: ${(error as Error).message}`));
  } finally {
    for (const { draft } of prepared) if (draft !== null) await rm(draft, { force: true });
    for (const { file } of changes) await removeEmptyFolders(directory, file);
  }
}

/** Names with a dot at their beginning are no files of the app. */
async function prepare(directory: string, change: FileChange): Promise<Prepared> {
  const path = join(directory, change.file);
  const folder = dirname(path);
  const [root, actual] = await Promise.all([realpath(directory), realFolder(folder)]);
  if (!actual.startsWith(root + sep)) throw new Error(`${change.file} is a link out of the app directory`);
  await mkdir(folder, { recursive: true });
  if (change.after === null) return { ...change, path, draft: null };
  const draft = join(folder, `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  await writeFile(draft, change.after, { flag: 'wx', flush: true });
  const mode = await stat(path).then(
    (found) => found.mode,
    () => undefined,
  );
  if (mode !== undefined) chmodSync(draft, mode & 0o777);
  return { ...change, path, draft };
}

/** The real path of a folder, or of the first one above it that exists. */
const realFolder = (folder: string): Promise<string> =>
  realpath(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return realFolder(dirname(folder));
  });

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Without a wait in between, so that nobody sees one file new and another old for longer than needed. */
function replaceAll(changes: readonly Prepared[]): void {
  const done: Prepared[] = [];
  try {
    for (const change of changes) {
      if (change.draft === null) rmSync(change.path);
      else renameSync(change.draft, change.path);
      done.push(change);
    }
  } catch (error) {
    for (const { path, before } of done) restore(path, before);
    throw error;
  }
}

function restore(path: string, text: string | null): void {
  if (text === null) rmSync(path, { force: true });
  else writeFileSync(path, text);
}

/** A folder without a schema would be a content-type without one. */
async function removeEmptyFolders(directory: string, file: string): Promise<void> {
  for (let folder = dirname(file); !fixed.has(folder); folder = dirname(folder))
    try {
      await rmdir(join(directory, folder));
    } catch {
      return;
    }
}

const fixed: ReadonlySet<string> = new Set(['.', 'src', 'src/api', 'src/components', 'src/extensions']);
