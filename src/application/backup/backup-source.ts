import { ok, type Result } from '../../domain/result.js';
import { fileType } from '../../domain/schema/built-in-uids.js';
import type { Json, Schema } from '../../domain/schema/schema.js';
import { textOf } from '../../domain/document/text-of.js';
import type { ArchivedLink, ArchivedVersion, ArchiveReader, Inventory } from '../ports/archive-store.js';
import type { FileStore } from '../ports/file-store.js';
import { partsOf } from '../transfer/parts.js';
import { createTally } from '../transfer/tally.js';
import type { TransferSource } from '../transfer/transfer.js';
import type { Manifest } from './backup-format.js';
import type { CheckedBackup } from './check-backup.js';
import { openStored } from './open-stored.js';
import { RowCursor, type CursorDependencies } from './row-cursor.js';

export interface BackupSourceDependencies extends Omit<CursorDependencies, 'order' | 'ending'> {
  readonly schema: Schema;
  readonly manifest: Manifest;
  /** Checks the whole file at the first call. */
  readonly checked: () => Promise<CheckedBackup>;
  readonly files: Pick<FileStore, 'open' | 'urlOf' | 'provider'>;
}

/** A transfer from a backup. The file is checked as a whole before anything of it is used. */
export function backupSource(dependencies: BackupSourceDependencies): TransferSource {
  const { checked } = dependencies;
  return {
    schema: { status: async () => ok([]) },
    archive: {
      mark: async () => ok(null),
      read: (work) => withReader(dependencies, work),
    },
    access: {
      load: async () => ok({ revision: 0, ...(await checked()).access }),
      revision: async () => ok(0),
    },
    values: { all: async () => ok((await checked()).values) },
  };
}

async function withReader<T>(
  dependencies: BackupSourceDependencies,
  work: (reader: ArchiveReader) => Promise<Result<T>>,
): Promise<Result<T>> {
  const { schema, manifest, checked, files } = dependencies;
  const { counters, ending } = await checked();
  const cursor = new RowCursor({ ...dependencies, order: Object.keys(manifest.inventory), ending });
  try {
    return await work({
      isSnapshot: true,
      inventory: async () => inventoryFor(schema, manifest),
      counters: async () => counters,
      async *versions({ uid }, after) {
        for await (const rows of cursor.rowsOf(`versions ${uid}`, after))
          yield uid === fileType
            ? await placed(files, rows as ArchivedVersion[])
            : (rows as ArchivedVersion[]);
      },
      links: ({ name }, after) => cursor.rowsOf(`links ${name}`, after) as AsyncIterable<ArchivedLink[]>,
    });
  } finally {
    await cursor.close();
  }
}

/** Parts that the schema has got since the backup are empty. */
const inventoryFor = (schema: Schema, { inventory }: Manifest): Inventory =>
  Object.fromEntries(
    partsOf(schema).map(({ name, kind }) => [
      name,
      Object.hasOwn(inventory, name) ? inventory[name] : createTally(kind).result(),
    ]),
  ) as Inventory;

type Files = BackupSourceDependencies['files'];
type Values = ArchivedVersion['values'];

/** Gives records the addresses of the configured folder or bucket, where their files are there. */
async function placed(files: Files, rows: readonly ArchivedVersion[]): Promise<ArchivedVersion[]> {
  const found: ArchivedVersion[] = [];
  for (const row of rows) found.push({ ...row, values: await placedRecord(files, row.values) });
  return found;
}

async function placedRecord(files: Files, record: Values): Promise<Values> {
  const moved = await placedFile(files, record);
  const { formats } = record;
  if (typeof formats !== 'object' || formats === null || Array.isArray(formats)) return moved;
  const sizes: [string, Json][] = [];
  for (const [name, format] of Object.entries(formats as Values))
    sizes.push([
      name,
      typeof format === 'object' && format !== null && !Array.isArray(format)
        ? await placedFile(files, format as Values)
        : format,
    ]);
  return { ...moved, formats: Object.fromEntries(sizes) };
}

async function placedFile(files: Files, file: Values): Promise<Values> {
  const key = textOf(file['hash']) + textOf(file['ext']);
  const url = files.urlOf(key);
  if (url === null || file['url'] === url) return file;
  const opened = await openStored(files, key);
  await opened?.close();
  if (opened === null) return file;
  return { ...file, url, ...('provider' in file && { provider: files.provider }) };
}
