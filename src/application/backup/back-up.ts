import { err, ok, type Result } from '../../domain/result.js';
import type { Schema } from '../../domain/schema/schema.js';
import type { CreateChecksum } from '../ports/checksum.js';
import type { Clock } from '../ports/clock.js';
import type { FileStore } from '../ports/file-store.js';
import type { ArchiveWriter, Scratch, ScratchFile } from '../ports/foreign-archive.js';
import type { Ids } from '../ports/ids.js';
import { ThrownFailure } from '../thrown-failure.js';
import { copyStore } from '../transfer/copy-store.js';
import type { Copied, OnProgress, TransferSource } from '../transfer/transfer.js';
import { lineOf, type Ending } from './backup-format.js';
import { createBackupTarget } from './backup-target.js';
import { openStored, unreadable } from './open-stored.js';
import { createEntryWriter, type EntryWriter } from './entry-writer.js';

export interface BackupDependencies {
  readonly schema: Schema;
  readonly source: TransferSource;
  /** The address of the source without credentials. */
  readonly sourceName: string;
  /** Null: without the files of the media library. */
  readonly files: Pick<FileStore, 'open'> | null;
  readonly writer: ArchiveWriter;
  readonly scratch: Scratch;
  readonly createChecksum: CreateChecksum;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The version of this program. */
  readonly version: string;
}

export interface BackupReport extends Pick<Copied, 'rows' | 'leftOut' | 'changedMeanwhile'> {
  readonly file: string;
  readonly media: MediaReport;
}

interface MediaReport {
  readonly files: number;
  readonly bytes: number;
  /** The keys of some of the files that records name and that are not there. */
  readonly missing: readonly string[];
  readonly missingFiles: number;
}

/**
 * Writes everything to a backup. No file has its name until it is complete. Fails with `STORE.CONFLICT` if the
 * source cannot be read as of one moment and was written to meanwhile.
 */
export async function backUp(
  dependencies: BackupDependencies,
  onProgress: OnProgress,
): Promise<Result<BackupReport>> {
  const { writer } = dependencies;
  try {
    const written = await writeAll(dependencies, onProgress);
    if (written.ok) return ok({ ...written.value, file: await writer.finish() });
    await writer.abandon();
    return written;
  } catch (error) {
    await writer.abandon();
    if (error instanceof ThrownFailure) return err(error.failure);
    throw error;
  }
}

async function writeAll(
  dependencies: BackupDependencies,
  onProgress: OnProgress,
): Promise<Result<Omit<BackupReport, 'file'>>> {
  const { schema, source, sourceName, files, writer, scratch, createChecksum, clock, ids, version } =
    dependencies;
  const entries = createEntryWriter(writer, createChecksum);
  const keys = createKeyList(scratch);
  const onFiles = files === null ? () => {} : keys.add;
  const target = createBackupTarget({
    schema,
    entries,
    createChecksum,
    version,
    hasMedia: files !== null,
    onFiles,
  });
  const copying = { schema, source, target, sourceName, clock, ids, isDiscarded: true } as const;
  const copied = await copyStore(copying, onProgress);
  if (!copied.ok) return copied;
  const media = await writeMedia(files, keys, entries, onProgress);
  const ending: Ending = { sections: entries.sections(), missingFiles: media.missingFiles };
  await entries.lines('end', 'end.json', [lineOf(ending)], 1);
  const { rows, leftOut, changedMeanwhile } = copied.value;
  return ok({ rows, leftOut, changedMeanwhile, media });
}

interface KeyList {
  readonly add: (keys: readonly string[]) => void;
  readonly count: number;
  all(): Iterable<string>;
}

/** Keeps keys outside memory. */
function createKeyList(scratch: Scratch): KeyList {
  let file: ScratchFile | undefined;
  let count = 0;
  const encoder = new TextEncoder();
  return {
    get count() {
      return count;
    },
    add(keys) {
      file ??= scratch.file('media');
      count += keys.length;
      for (const key of keys) file.append(encoder.encode(`${key}\n`));
    },
    all: () => (file === undefined ? [] : linesOfScratch(file)),
  };
}

const pieceBytes = 64 * 1024;

function* linesOfScratch(file: ScratchFile): Generator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for (let at = 0; at < file.size; at += pieceBytes) {
    const lines = (rest + decoder.decode(file.read(at, Math.min(pieceBytes, file.size - at)))).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

const mostNamed = 10;

async function writeMedia(
  files: BackupDependencies['files'],
  keys: KeyList,
  entries: EntryWriter,
  onProgress: OnProgress,
): Promise<MediaReport> {
  const missing: string[] = [];
  let [seen, count, bytes, missingFiles] = [0, 0, 0, 0];
  const show = (isPartDone: boolean): void =>
    onProgress({ part: 'files', isPartDone, partRows: seen, rows: seen, total: keys.count });
  for (const key of files === null ? [] : keys.all()) {
    seen++;
    const size = await writeFile(files, key, entries);
    if (size === null) {
      missingFiles++;
      if (missing.length < mostNamed) missing.push(key);
    } else {
      count++;
      bytes += size;
    }
    show(false);
  }
  if (seen > 0) show(true);
  return { files: count, bytes, missing, missingFiles };
}

/** Returns the size of the file; null if it is not there. */
async function writeFile(
  files: BackupDependencies['files'],
  key: string,
  entries: EntryWriter,
): Promise<number | null> {
  const opened = files === null ? null : await openStored(files, key);
  if (opened === null) return null;
  try {
    await entries.bytes('media', `media/${key}`, opened.size, opened.read());
    return opened.size;
  } catch (error) {
    throw unreadable(key, error);
  } finally {
    await opened.close();
  }
}
