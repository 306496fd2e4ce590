import { failure } from '../../domain/failure.js';
import { isFileKey } from '../../domain/media/file-key.js';
import { isPlainObject, type PlainObject } from '../../domain/document/plain-object.js';
import type { Checksum, CreateChecksum } from '../ports/checksum.js';
import type { ArchivedFile, ForeignArchive } from '../ports/foreign-archive.js';
import { ThrownFailure } from '../thrown-failure.js';
import { linesOf, parseLine, type JsonLine } from '../transfer/json-lines.js';
import {
  damaged,
  digestOf,
  entryHead,
  entryKinds,
  formatVersion,
  type EntryKind,
  type Manifest,
  type RowsHeader,
} from './backup-format.js';

/** An entry of a backup. Its content is read once, or skipped. */
export interface BackupEntry {
  readonly kind: EntryKind;
  readonly path: string;
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
  /** Reads what is left of the content, and returns the checksum of the entry. */
  checksum(): Promise<string>;
}

/** Returns the entries. Throws `ThrownFailure` for one that is unknown or out of order. */
export async function* readEntries(
  archive: ForeignArchive,
  createChecksum: CreateChecksum,
): AsyncGenerator<BackupEntry> {
  let before: EntryKind | undefined;
  for await (const file of archive.files()) {
    const kind = kindOf(file.path);
    if (before === undefined && kind !== 'manifest')
      throw new ThrownFailure(failure('INPUT.MISMATCH', `${archive.name} is no backup of Quire.`));
    if (kind === null || !mayFollow(before, kind))
      throw damaged(`it has ${JSON.stringify(file.path.slice(0, 200))} where that cannot be`);
    before = kind;
    yield entryOf(kind, file, createChecksum());
  }
}

const single: Readonly<Partial<Record<string, EntryKind>>> = {
  'manifest.json': 'manifest',
  'access.json': 'access',
  'counters.json': 'counters',
  'end.json': 'end',
};

function kindOf(path: string): EntryKind | null {
  if (Object.hasOwn(single, path)) return single[path] ?? null;
  if (/^rows\/\d{8,12}\.ndjson$/.test(path)) return 'rows';
  if (/^values\/\d{8,12}\.ndjson$/.test(path)) return 'values';
  return /^media\/[^/]+$/.test(path) ? 'media' : null;
}

function mayFollow(before: EntryKind | undefined, kind: EntryKind): boolean {
  if (before === undefined) return true;
  const isRepeated = kind === before && ['rows', 'values', 'media'].includes(kind);
  return isRepeated || entryKinds.indexOf(kind) > entryKinds.indexOf(before);
}

function entryOf(kind: EntryKind, { path, size, content }: ArchivedFile, checksum: Checksum): BackupEntry {
  checksum.update(entryHead(path, size));
  const iterator = content[Symbol.asyncIterator]();
  const summed = async function* (): AsyncGenerator<Uint8Array> {
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
      checksum.update(next.value);
      yield next.value;
    }
  };
  return {
    kind,
    path,
    size,
    content: summed(),
    async checksum() {
      for await (const _ of summed());
      return checksum.result();
    },
  };
}

/** Returns the lines of an entry as objects. */
export async function* objectsOf(
  entry: BackupEntry,
): AsyncGenerator<{ readonly line: JsonLine; readonly value: PlainObject }> {
  for await (const lines of linesOf(entry)) for (const line of lines) yield { line, value: parseLine(line) };
}

/** Reads the header of an entry with rows. */
export async function openRows(entry: BackupEntry) {
  const objects = objectsOf(entry);
  const first = await objects.next();
  const header = (first.done === true ? {} : first.value.value) as Partial<RowsHeader>;
  if (typeof header.part !== 'string' || !isCount(header.rows))
    throw damaged(`${entry.path} does not say what it has`);
  return { part: header.part, rows: header.rows, objects };
}

/** Returns the key of a file, which the name of an entry must be. */
export function fileKeyOf({ path }: BackupEntry): string {
  const key = path.slice('media/'.length);
  if (!isFileKey(key)) throw damaged(`${JSON.stringify(key.slice(0, 200))} is no name of a file`);
  return key;
}

/** Returns the object that is the whole content of an entry. */
export async function objectOf(entry: BackupEntry): Promise<PlainObject> {
  const found: PlainObject[] = [];
  for await (const { value } of objectsOf(entry)) {
    found.push(value);
    if (found.length > 1) throw damaged(`${entry.path} has more than one line`);
  }
  const [only] = found;
  if (only === undefined) throw damaged(`${entry.path} is empty`);
  return only;
}

/** Reads the manifest of a file, which may come from another program. */
export async function manifestOf(
  entry: BackupEntry | undefined,
  name: string,
  createChecksum: CreateChecksum,
): Promise<Manifest> {
  if (entry?.kind !== 'manifest') throw damaged(`${name} is empty`);
  const manifest = (await objectOf(entry)) as unknown as Manifest;
  if (manifest.format !== formatVersion)
    throw damaged(
      `${name} has format ${JSON.stringify(manifest.format) ?? 'none'}, and this version reads ${formatVersion}`,
    );
  const { version, createdAt, source, hasMedia, schemaDigest, schema, inventory } = manifest;
  const isWhole =
    [version, createdAt, source, schemaDigest].every((text) => typeof text === 'string') &&
    typeof hasMedia === 'boolean' &&
    isInventory(inventory) &&
    [schema?.types, schema?.links, schema?.components].every(isPlainObject) &&
    Object.values(schema.types).every((type) => isPlainObject(type) && isPlainObject(type.attributes)) &&
    Object.values(schema.components).every(isPlainObject);
  if (!isWhole) throw damaged('its manifest lacks something');
  if (digestOf(schema, createChecksum) !== schemaDigest)
    throw damaged('its schema is not what its checksum says');
  return manifest;
}

const isInventory = (value: unknown): boolean =>
  isPlainObject(value) &&
  Object.values(value).every(
    (part) =>
      isPlainObject(part) &&
      isCount(part['rows']) &&
      isCount(part['lastId']) &&
      typeof part['detail'] === 'string',
  );

export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
