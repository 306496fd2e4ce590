import { ok } from '../../domain/result.js';
import { fileType } from '../../domain/schema/built-in-uids.js';
import type { Schema } from '../../domain/schema/schema.js';
import { fileRecordOf } from '../media/file-record.js';
import type { AccessChange } from '../ports/access-store.js';
import type { ArchiveBatch, Inventory, TransferMark } from '../ports/archive-store.js';
import type { CreateChecksum } from '../ports/checksum.js';
import { createTally, type Tally } from '../transfer/tally.js';
import { partsOf } from '../transfer/parts.js';
import type { TransferTarget } from '../transfer/transfer.js';
import { digestOf, formatVersion, lineOf, type BackedUpAccess, type Manifest } from './backup-format.js';
import type { EntryWriter } from './entry-writer.js';
import { storedShapes } from './stored-shapes.js';

export interface BackupTargetDependencies {
  readonly schema: Schema;
  readonly entries: EntryWriter;
  readonly createChecksum: CreateChecksum;
  readonly version: string;
  readonly hasMedia: boolean;
  /** Called with the keys of the files that the rows name. */
  readonly onFiles: (keys: readonly string[]) => void;
}

/** A transfer into a file: rows and access become entries in the order in which they arrive. */
export function createBackupTarget(dependencies: BackupTargetDependencies): TransferTarget {
  const { schema, entries } = dependencies;
  const tallies = new Map(partsOf(schema).map(({ name, kind }) => [name, createTally(kind)]));
  const values = createValueLines(entries);
  const inventory = async (): Promise<Inventory> =>
    Object.fromEntries([...tallies].map(([name, tally]) => [name, tally.result()]));
  let rowEntries = 0;
  return {
    schema: { apply: async () => ok([]) },
    archive: {
      contents: async () => ok([]),
      mark: async () => ok(null),
      read: (work) => work({ inventory }),
      async claim(mark) {
        await entries.lines('manifest', 'manifest.json', [lineOf(manifestOf(dependencies, mark))], 1);
        return ok(undefined);
      },
      async put(batch) {
        await writeRows(dependencies, batch, numbered('rows', ++rowEntries), tallies);
        return ok(undefined);
      },
      async finish(counters) {
        await values.flush();
        await entries.lines('counters', 'counters.json', [lineOf(counters)], 1);
        return ok(undefined);
      },
    },
    access: {
      load: async () => ok({ revision: 0, roles: [], tokens: [] }),
      async change(change) {
        await entries.lines('access', 'access.json', [lineOf(accessOf(change))], 1);
        return ok(undefined);
      },
    },
    values: {
      async set(key, value) {
        await values.add(lineOf({ key, value }));
        return ok(undefined);
      },
    },
  };
}

const numbered = (folder: string, number: number): string =>
  `${folder}/${String(number).padStart(8, '0')}.ndjson`;

function manifestOf(
  { schema, createChecksum, version, hasMedia }: BackupTargetDependencies,
  { startedAt, source, inventory }: TransferMark,
): Manifest {
  const shapes = storedShapes(schema);
  return {
    format: formatVersion,
    version,
    createdAt: startedAt,
    source,
    hasMedia,
    schemaDigest: digestOf(shapes, createChecksum),
    schema: shapes,
    inventory,
  };
}

async function writeRows(
  { entries, onFiles }: BackupTargetDependencies,
  batch: ArchiveBatch,
  path: string,
  tallies: ReadonlyMap<string, Tally>,
): Promise<void> {
  const part = batch.kind === 'versions' ? `versions ${batch.type.uid}` : `links ${batch.link.name}`;
  const tally = tallies.get(part);
  for (const row of batch.rows) tally?.add(row);
  const { length: rows } = batch.rows;
  await entries.lines(part, path, [lineOf({ part, rows }), ...batch.rows.map(lineOf)], rows);
  if (batch.kind === 'versions' && batch.type.uid === fileType)
    onFiles(batch.rows.flatMap(({ values }) => fileRecordOf(values).keys));
}

/** A change that fills an empty store. */
const accessOf = ({ addRoles = [], grant = [], addTokens = [] }: AccessChange): BackedUpAccess => ({
  roles: addRoles.map((name) => ({
    name,
    grants: grant.flatMap(({ role, ...record }) => (role === name ? [record] : [])),
  })),
  tokens: addTokens,
});

const entryCharacters = 1024 * 1024;

/** Gathers values into entries of some size. */
function createValueLines(entries: EntryWriter) {
  let [lines, characters, count]: [string[], number, number] = [[], 0, 0];
  const flush = async (): Promise<void> => {
    if (lines.length === 0) return;
    await entries.lines('values', numbered('values', ++count), lines, lines.length);
    [lines, characters] = [[], 0];
  };
  return {
    flush,
    async add(line: string): Promise<void> {
      lines.push(line);
      characters += line.length;
      if (characters >= entryCharacters) await flush();
    },
  };
}
