import type { BackUp, OpenRestore } from '../adapters/delivery/cli/session.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import { createBackupWriter, createStreamWriter } from '../adapters/archive-file/create-backup-writer.js';
import { createChecksum } from '../adapters/archive-file/create-checksum.js';
import { createScratch } from '../adapters/archive-file/create-scratch.js';
import { openBackup, openStreamedBackup } from '../adapters/archive-file/open-backup.js';
import { backUp } from '../application/backup/back-up.js';
import { checkBackup, type CheckedBackup } from '../application/backup/check-backup.js';
import { compareBackup, restoreBackup } from '../application/backup/restore-backup.js';
import type { ArchiveWriter, ForeignArchive, Scratch } from '../application/ports/foreign-archive.js';
import { isElsewhere } from '../application/ports/file-store.js';
import { ThrownFailure } from '../application/thrown-failure.js';
import { err, ok, type Result } from '../domain/result.js';
import { packageManifest } from './package-root.js';
import type { Parts } from './parts.js';

/** Returns a function that backs up the open database. */
export const backUpFrom =
  ({ schema, store: source, files, clock, ids }: Parts, sourceName: string): BackUp =>
  async (path, { withMedia, replace }, onProgress) => {
    const writer = await writerTo(path, replace);
    if (!writer.ok) return writer;
    const scratch = createScratch();
    try {
      return await backUp(
        {
          schema,
          source,
          sourceName,
          files: withMedia && !isElsewhere(files) ? files : null,
          writer: writer.value,
          scratch,
          createChecksum,
          clock,
          ids,
          version: packageManifest().version,
        },
        onProgress,
      );
    } finally {
      scratch.close();
    }
  };

async function writerTo(path: string, replace: boolean): Promise<Result<ArchiveWriter, Problem>> {
  if (path !== '-') return createBackupWriter(path, replace);
  return process.stdout.isTTY
    ? err({ message: 'A backup is not text: write it to a file, or to a pipe' })
    : ok(createStreamWriter(process.stdout, 'standard output'));
}

/** Returns a function that opens backups for the open database. */
export const restoreInto =
  ({ schema, store: target, files, clock, ids }: Parts): OpenRestore =>
  async (path) => {
    const scratch = createScratch();
    const archive = await archiveAt(path, scratch);
    if (!archive.ok) {
      scratch.close();
      return archive;
    }
    const needed = { schema, archive: archive.value, target, files, createChecksum, clock, ids };
    return ok({
      restore: (progress) => restoreBackup(needed, progress),
      compare: (progress, onDifference) => compareBackup(needed, progress, onDifference),
      close: () => scratch.close(),
    });
  };

async function archiveAt(path: string, scratch: Scratch): Promise<Result<ForeignArchive, Problem>> {
  if (path !== '-') return openBackup(path);
  try {
    return await openStreamedBackup(process.stdin, scratch, 'The backup on standard input');
  } catch (error) {
    if (error instanceof ThrownFailure) return err(error.failure);
    throw error;
  }
}

/** Reads a backup whole, without an app. */
export async function checkBackupFile(
  path: string,
  onRead: (rows: number) => void,
): Promise<Result<CheckedBackup, Problem>> {
  const scratch = createScratch();
  try {
    const archive = await archiveAt(path, scratch);
    if (!archive.ok) return archive;
    return ok(await checkBackup({ archive: archive.value, createChecksum, schema: null, onRead }));
  } catch (error) {
    if (error instanceof ThrownFailure) return err(error.failure);
    throw error;
  } finally {
    scratch.close();
  }
}
