import type { Collection, Db } from 'mongodb';
import { ownCollections } from '../layout.js';
import type { AttributeRecords, ComponentRecords } from './shape.js';
import type { Origin, Target, Wanted } from './target.js';

/** What Quire has made in this database and what for, leftovers included. */
export interface SchemaRecord {
  readonly collections: Readonly<Record<string, CollectionRecord>>;
  readonly components: ComponentRecords;
}

export interface CollectionRecord {
  readonly origin: Origin;
  readonly attributes: AttributeRecords;
  /** Names of the indexes that Quire made. */
  readonly indexes: readonly string[];
}

export const emptyRecord: SchemaRecord = { collections: {}, components: {} };

/** Where the collections stand, and what was begun with them. */
export interface State {
  /** Counts the changes. */
  readonly version: number;
  /** What the collections were last brought in step with. */
  readonly record: SchemaRecord;
  /** What they are being brought in step with: the checks are passed, and it is not known how far it is done. */
  readonly intent: Target | null;
  /** What they were in step with until lately: servers that still write so may be running. */
  readonly former: readonly SchemaRecord[];
}

/** JSON, for names of collections and uids are no names of fields. */
interface StateRow {
  readonly _id: 'schema';
  readonly version: number;
  readonly record: string;
  readonly intent?: string;
  readonly former: readonly { readonly record: string; readonly until: Date }[];
}

const statesOf = (db: Db): Collection<StateRow> => db.collection<StateRow>(ownCollections.schema);

export async function readState(db: Db): Promise<State> {
  const row = await statesOf(db).findOne({ _id: 'schema' });
  if (row === null) return { version: 0, record: emptyRecord, intent: null, former: [] };
  return {
    version: row.version,
    record: JSON.parse(row.record) as SchemaRecord,
    intent: row.intent === undefined ? null : (JSON.parse(row.intent) as Target),
    former: row.former.filter(isRecent).map(({ record }) => JSON.parse(record) as SchemaRecord),
  };
}

const aDay = 86_400_000;

const isRecent = ({ until }: { readonly until: Date }): boolean => Date.now() - until.getTime() < aDay;

/** Before anything is changed. */
export async function writeIntent(db: Db, { version, record }: State, intent: Target): Promise<void> {
  await statesOf(db).updateOne(
    { _id: 'schema' },
    {
      $set: { intent: JSON.stringify(intent) },
      $setOnInsert: { version, record: JSON.stringify(record), former: [] },
    },
    { upsert: true },
  );
}

/** When everything is done. `before`: what servers may still write. */
export async function writeRecord(db: Db, record: SchemaRecord, before: SchemaRecord | null): Promise<void> {
  const row = await statesOf(db).findOne({ _id: 'schema' });
  const former = (row?.former ?? []).filter(isRecent);
  const added = before === null ? [] : [{ record: JSON.stringify(before), until: new Date() }];
  await statesOf(db).updateOne(
    { _id: 'schema' },
    {
      $set: { record: JSON.stringify(record), former: [...former, ...added] },
      $inc: { version: 1 },
      $unset: { intent: '' },
    },
    { upsert: true },
  );
}

/**
 * The record once the target is reached: what it held before and the schema no longer names stays in it. In `moved`,
 * what is renamed already bears its new name.
 */
export function nextRecord({ collections, components }: Target, moved: SchemaRecord): SchemaRecord {
  const current = Object.entries(collections).map(([name, wanted]): [string, CollectionRecord] => [
    name,
    collectionRecord(wanted, moved.collections[name]),
  ]);
  const uids = Object.keys(components);
  return {
    collections: { ...moved.collections, ...Object.fromEntries(current) },
    // Attributes that a component lost stay known: their values stay in its items, and must fit when they come back.
    components: {
      ...moved.components,
      ...Object.fromEntries(uids.map((uid) => [uid, { ...moved.components[uid], ...components[uid] }])),
    },
  };
}

const collectionRecord = (
  { origin, attributes, indexes }: Wanted,
  before: CollectionRecord | undefined,
): CollectionRecord => ({
  origin,
  attributes: { ...before?.attributes, ...attributes },
  indexes: indexes.map(({ name }) => name),
});
