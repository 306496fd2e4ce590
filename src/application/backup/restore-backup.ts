import { failure, type Failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Schema } from '../../domain/schema/schema.js';
import type { CreateChecksum } from '../ports/checksum.js';
import type { Clock } from '../ports/clock.js';
import { isElsewhere, type FileStore } from '../ports/file-store.js';
import type { ForeignArchive } from '../ports/foreign-archive.js';
import type { Ids } from '../ports/ids.js';
import type { Store } from '../ports/store.js';
import { ThrownFailure } from '../thrown-failure.js';
import { createTransfer } from '../transfer/create-transfer.js';
import type { Copied, OnProgress, Transfer, Verified } from '../transfer/transfer.js';
import { createSections, damaged, type Manifest } from './backup-format.js';
import { backupSource } from './backup-source.js';
import { checkBackup, type CheckedBackup } from './check-backup.js';
import { openStored } from './open-stored.js';
import { fileKeyOf, manifestOf, readEntries, type BackupEntry } from './read-entries.js';
import { shapeFaults } from './stored-shapes.js';
import { storeFile } from '../transfer/store-file.js';

export interface RestoreDependencies {
  readonly schema: Schema;
  readonly archive: ForeignArchive;
  readonly target: Store;
  readonly files: FileStore;
  readonly createChecksum: CreateChecksum;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface RestoreProgress {
  /** While the file is read and checked; `rows` so far. */
  readonly onRead: (rows: number) => void;
  readonly onWritten: OnProgress;
}

export interface RestoreReport extends Pick<Copied, 'rows' | 'before' | 'leftOut'> {
  readonly manifest: Manifest;
  readonly files: number;
  /** The number of files that were missing when the backup was made. */
  readonly missingFiles: number;
}

/**
 * Fills an empty store and the media library from a backup, or continues to do so. Fails with `INPUT.MISMATCH`, and changes
 * nothing, if the backup is damaged, does not fit the schema, or the target is not empty.
 */
export const restoreBackup = (
  dependencies: RestoreDependencies,
  progress: RestoreProgress,
): Promise<Result<RestoreReport>> =>
  withBackup(dependencies, progress, async ({ manifest, checked, transfer }) => {
    const copied = await transfer.copy(progress.onWritten);
    if (!copied.ok) return copied;
    const { sections, missingFiles } = (await checked()).ending;
    const { rows, before, leftOut } = copied.value;
    return ok({ manifest, rows, before, leftOut, missingFiles, files: sections['media']?.count ?? 0 });
  });

/** Compares the store with a backup. Changes nothing. */
export const compareBackup = (
  dependencies: RestoreDependencies,
  progress: RestoreProgress,
  onDifference: (line: string) => void,
): Promise<Result<Verified>> =>
  withBackup(dependencies, progress, ({ transfer }) => transfer.verify(onDifference, progress.onWritten));

interface OpenedBackup {
  readonly manifest: Manifest;
  readonly checked: () => Promise<CheckedBackup>;
  readonly transfer: Transfer;
}

async function withBackup<T>(
  dependencies: RestoreDependencies,
  progress: RestoreProgress,
  work: (opened: OpenedBackup) => Promise<Result<T>>,
): Promise<Result<T>> {
  const { schema, archive, target, clock, ids } = dependencies;
  try {
    const manifest = await readManifest(dependencies);
    const faults = shapeFaults(manifest.schema, schema);
    if (faults.length > 0) return err(unfit(archive.name, manifest, faults));
    const checked = once(() => checkAll(dependencies, manifest, progress));
    const source = backupSource({ ...dependencies, manifest, checked });
    const replacement = {
      mayReplace: async () => ok(false),
      replacesUnfinished: false,
      prepare: async () => storeFiles(dependencies, await checked(), progress.onWritten),
    };
    const sourceName = `the backup of ${manifest.createdAt}`;
    const transfer = createTransfer({ schema, source, target, sourceName, clock, ids, replacement });
    const done = await work({ manifest, checked, transfer });
    // Databases refuse values that rows of a damaged backup may have; the command was used well.
    return done.ok || done.failure.code !== 'INPUT.INVALID'
      ? done
      : err({ ...done.failure, code: 'INPUT.MISMATCH' });
  } catch (error) {
    if (error instanceof ThrownFailure) return err(error.failure);
    throw error;
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

async function readManifest({ archive, createChecksum }: RestoreDependencies): Promise<Manifest> {
  for await (const entry of readEntries(archive, createChecksum))
    // Without `await` the archive would be closed while the entry is read.
    return await manifestOf(entry, archive.name, createChecksum);
  return manifestOf(undefined, archive.name, createChecksum);
}

const unfit = (name: string, { createdAt }: Manifest, faults: readonly string[]) =>
  failure(
    'INPUT.MISMATCH',
    `${name} does not fit the schema files of this app. Nothing was changed. Restore it with the schema files of ${createdAt}, and change them afterwards.`,
    { faults },
  );

async function checkAll(
  { schema, archive, createChecksum, files }: RestoreDependencies,
  manifest: Manifest,
  { onRead }: RestoreProgress,
): Promise<CheckedBackup> {
  const checkFile = (key: string, entry: BackupEntry): Promise<void> =>
    refuseOther(files, createChecksum, key, entry);
  const checked = await checkBackup({ schema, archive, createChecksum, onRead, checkFile });
  if (checked.manifest.createdAt !== manifest.createdAt) throw damaged('it changes while it is read');
  return checked;
}

/** Throws if the key has another file. */
async function refuseOther(
  files: FileStore,
  createChecksum: CreateChecksum,
  key: string,
  { size, content }: BackupEntry,
): Promise<void> {
  const there = await openStored(files, key);
  if (there === null) return;
  const sumOf = async (bytes: AsyncIterable<Uint8Array>): Promise<string> => {
    const checksum = createChecksum();
    for await (const chunk of bytes) checksum.update(chunk);
    return checksum.result();
  };
  try {
    const isSame = there.size === size && (await sumOf(content)) === (await sumOf(there.read()));
    if (!isSame)
      throw new ThrownFailure(
        failure(
          'INPUT.MISMATCH',
          `The media library has another file named ${key}. It is not overwritten: restore into an empty folder or bucket.`,
        ),
      );
  } finally {
    await there.close();
  }
}

/** Stores the files before the rows that name them. Those that are there are the same, as the check has found. */
async function storeFiles(
  { archive, createChecksum, files }: RestoreDependencies,
  { ending }: CheckedBackup,
  onWritten: OnProgress,
): Promise<Result<void>> {
  const total = ending.sections['media']?.count ?? 0;
  if (total === 0) return ok(undefined);
  if (isElsewhere(files)) return err(elsewhere(files));
  let count = 0;
  const show = (isPartDone: boolean): void =>
    onWritten({ part: 'files', isPartDone, partRows: count, rows: count, total });
  const sections = createSections(createChecksum);
  for await (const entry of readEntries(archive, createChecksum)) {
    if (entry.kind !== 'media') continue;
    const stored = await storeMissing(files, fileKeyOf(entry), entry);
    if (!stored.ok) return stored;
    sections.add('media', 1, entry.size, await entry.checksum());
    count++;
    show(false);
  }
  if (sections.result()['media']?.sha256 !== ending.sections['media']?.sha256)
    throw damaged('its files are others than a moment ago');
  show(true);
  return ok(undefined);
}

async function storeMissing(files: FileStore, key: string, entry: BackupEntry): Promise<Result<void>> {
  const there = await openStored(files, key);
  await there?.close();
  if (there !== null) return ok(undefined);
  const stored = await storeFile(files, key, entry);
  return stored.ok ? ok(undefined) : stored;
}

const elsewhere = ({ provider }: FileStore): Failure =>
  failure(
    'INPUT.MISMATCH',
    `The backup has files, and those of this app are kept by the upload provider ${provider}, where a restore cannot put them. Restore it with FILES_URL set to a folder or a bucket.`,
  );
