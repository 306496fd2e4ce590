import { isPlainObject, type PlainObject } from '../../domain/document/plain-object.js';
import type { Json, Schema } from '../../domain/schema/schema.js';
import type { ArchiveCounters } from '../ports/archive-store.js';
import type { CreateChecksum } from '../ports/checksum.js';
import type { ForeignArchive } from '../ports/foreign-archive.js';
import type { KeptValue } from '../ports/key-value-store.js';
import { changedParts } from '../transfer/parts.js';
import { createTally, type Tally } from '../transfer/tally.js';
import {
  createSections,
  damaged,
  type BackedUpAccess,
  type Ending,
  type Manifest,
  type Section,
} from './backup-format.js';
import {
  fileKeyOf,
  isCount,
  manifestOf,
  objectOf,
  objectsOf,
  openRows,
  readEntries,
  type BackupEntry,
} from './read-entries.js';
import { rowReader } from './read-rows.js';

/** A whole backup, without its rows and files. */
export interface CheckedBackup {
  readonly manifest: Manifest;
  readonly access: BackedUpAccess;
  readonly values: readonly KeptValue[];
  readonly counters: ArchiveCounters;
  readonly ending: Ending;
}

export interface BackupCheck {
  readonly archive: ForeignArchive;
  readonly createChecksum: CreateChecksum;
  /** The schema that rows must fit; null: any. */
  readonly schema: Schema | null;
  /** Called with the total of rows so far. */
  readonly onRead: (rows: number) => void;
  /** Throws `ThrownFailure` for a file that cannot be taken over. May read the content. */
  readonly checkFile?: (key: string, entry: BackupEntry) => Promise<void>;
}

/** Reads a backup whole. Throws `ThrownFailure` if anything is missing, altered or not what it should be. */
export async function checkBackup(check: BackupCheck): Promise<CheckedBackup> {
  const { archive, createChecksum } = check;
  const sections = createSections(createChecksum);
  const state = createState(check);
  let ending: Ending | undefined;
  for await (const entry of readEntries(archive, createChecksum)) {
    if (entry.kind === 'end') {
      ending = endingOf(await objectOf(entry));
      continue;
    }
    const { section, count } = await state.read(entry);
    sections.add(section, count, entry.size, await entry.checksum());
  }
  if (ending === undefined) throw damaged(`${archive.name} has no end: it is cut off`);
  compareSections(sections.result(), ending.sections);
  return { ...state.result(), ending };
}

interface Counted {
  readonly section: string;
  readonly count: number;
}

function createState(check: BackupCheck) {
  let manifest: Manifest | undefined;
  let access: BackedUpAccess | undefined;
  let counters: ArchiveCounters | undefined;
  const values: KeptValue[] = [];
  let rows: RowState | undefined;
  const readers: Readonly<Record<BackupEntry['kind'], (entry: BackupEntry) => Promise<Counted>>> = {
    async manifest(entry) {
      manifest = await manifestOf(entry, check.archive.name, check.createChecksum);
      rows = createRowState(check, manifest);
      return { section: 'manifest', count: 1 };
    },
    rows: async (entry) => rows?.read(entry) ?? { section: '', count: 0 },
    async access(entry) {
      access = accessOf(await objectOf(entry));
      return { section: 'access', count: 1 };
    },
    async values(entry) {
      const before = values.length;
      for await (const { value } of objectsOf(entry)) values.push(valueOf(value));
      return { section: 'values', count: values.length - before };
    },
    async counters(entry) {
      counters = countersOf(await objectOf(entry));
      return { section: 'counters', count: 1 };
    },
    media: (entry) => readMedia(check, entry),
    end: async () => ({ section: 'end', count: 1 }),
  };
  return {
    read: (entry: BackupEntry) => readers[entry.kind](entry),
    result(): Omit<CheckedBackup, 'ending'> {
      if (manifest === undefined || rows === undefined || access === undefined || counters === undefined)
        throw damaged('an entry is missing');
      rows.compare();
      return { manifest, access, values, counters };
    },
  };
}

interface RowState {
  read(entry: BackupEntry): Promise<Counted>;
  /** Throws if the rows are not those of the manifest. */
  compare(): void;
}

function createRowState({ schema, onRead }: BackupCheck, { inventory }: Manifest): RowState {
  const tallies = new Map<string, Tally>();
  for (const name of Object.keys(inventory))
    tallies.set(name, createTally(name.startsWith('versions ') ? 'versions' : 'links'));
  const order = [...tallies.keys()];
  let current = { part: '', lastId: 0 };
  let total = 0;
  return {
    async read(entry) {
      const { part, rows, objects } = await openRows(entry);
      const tally = tallies.get(part);
      if (tally === undefined || order.indexOf(part) < order.indexOf(current.part))
        throw damaged(`${entry.path} has rows of ${JSON.stringify(part)}`);
      if (part !== current.part) current = { part, lastId: 0 };
      const read = rowReader(part, schema);
      let count = 0;
      for await (const { line, value } of objects) {
        const row = read(line, value);
        if (row.id <= current.lastId) throw damaged(`rows of ${part} are not in the order of ids`);
        current = { part, lastId: row.id };
        tally.add(row);
        count++;
        onRead(++total);
      }
      if (count !== rows) throw damaged(`${entry.path} has ${count} rows instead of ${rows}`);
      return { section: part, count };
    },
    compare() {
      const found = Object.fromEntries([...tallies].map(([name, tally]) => [name, tally.result()]));
      const [changed] = changedParts(inventory, found);
      if (changed !== undefined) throw damaged(`${changed} is not what the manifest says`);
    },
  };
}

async function readMedia({ checkFile }: BackupCheck, entry: BackupEntry): Promise<Counted> {
  await checkFile?.(fileKeyOf(entry), entry);
  return { section: 'media', count: 1 };
}

function compareSections(found: Ending['sections'], wanted: Ending['sections']): void {
  for (const name of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
    const [ours, theirs] = [sectionOf(found, name), sectionOf(wanted, name)];
    if (ours?.sha256 !== theirs?.sha256 || ours?.count !== theirs?.count || ours?.bytes !== theirs?.bytes)
      throw damaged(`${name} is not what its checksum says`);
  }
}

const sectionOf = (sections: Ending['sections'], name: string): Section | undefined =>
  Object.hasOwn(sections, name) ? sections[name] : undefined;

function endingOf(value: PlainObject): Ending {
  const { sections, missingFiles } = value;
  if (!isPlainObject(sections) || !Object.values(sections).every(isPlainObject) || !isCount(missingFiles))
    throw damaged('its end lacks something');
  return value as unknown as Ending;
}

function valueOf(value: PlainObject): KeptValue {
  const { key, value: kept } = value;
  if (typeof key !== 'string' || kept === undefined) throw damaged('a value has no key');
  return { key, value: kept as Json };
}

function countersOf(value: PlainObject): ArchiveCounters {
  const { sequenceKey, itemId, versionIds } = value;
  const isWhole =
    isCount(sequenceKey) &&
    isCount(itemId) &&
    isPlainObject(versionIds) &&
    Object.values(versionIds).every(isCount);
  if (!isWhole) throw damaged('a counter is no number');
  return value as unknown as ArchiveCounters;
}

const isTextList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const isGrants = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    (grant) =>
      isPlainObject(grant) &&
      typeof grant['type'] === 'string' &&
      isTextList(grant['actions']) &&
      (grant['fields'] === undefined || isTextList(grant['fields'])),
  );

function accessOf(value: PlainObject): BackedUpAccess {
  const { roles, tokens } = value;
  const named = (list: unknown, fits: (item: PlainObject) => boolean): boolean =>
    Array.isArray(list) &&
    list.every((item) => isPlainObject(item) && typeof item['name'] === 'string' && fits(item));
  const isWhole =
    named(roles, ({ grants }) => isGrants(grants)) &&
    named(
      tokens,
      ({ hash, access, grants, createdAt, expiresAt }) =>
        typeof hash === 'string' &&
        ['full-access', 'read-only', 'custom'].includes(String(access)) &&
        isGrants(grants) &&
        typeof createdAt === 'string' &&
        (expiresAt === null || typeof expiresAt === 'string'),
    );
  if (!isWhole) throw damaged('its roles or tokens lack something');
  return value as unknown as BackedUpAccess;
}
