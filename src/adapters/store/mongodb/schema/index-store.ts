import type { Collection, Db } from 'mongodb';
import type { IndexChange, IndexStore, ListedIndex } from '../../../../application/ports/index-store.js';
import { madeIndexPrefix, type Index } from '../../../../application/schema-changes/wanted-schema.js';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import type { Cancellation } from '../../../../domain/cancellation.js';
import { failure, type Failure } from '../../../../domain/failure.js';
import type { TypeIndex } from '../../../../domain/plan/suggest-indexes.js';
import { ok, type Result } from '../../../../domain/result.js';
import {
  contentTypeOf,
  type ContentType,
  type Json,
  type Scalar,
  type Schema,
} from '../../../../domain/schema/schema.js';
import { attempt, isRace } from '../database-error.js';
import { collectionOf, fieldOf, ownCollections } from '../layout.js';
import { describeIndex } from './change-indexes.js';
import type { KnownIndexes } from '../read/known-indexes.js';
import { withoutTimeout, type SchemaStoreOptions } from './create-schema-store.js';
import { readCatalog } from './read-catalog.js';
import { defaultLeaseTimes, stopped, withLease } from './schema-lease.js';

interface RecordRow {
  readonly _id: string;
  readonly revision: number;
  /** JSON text, because values in it may begin with `$`. */
  readonly record: string;
}

/** The server makes an index while documents are read and written. The lease on schema changes is held meanwhile. */
export function createIndexStore(options: SchemaStoreOptions, known: KnownIndexes): IndexStore {
  const { db, schema, log, times = defaultLeaseTimes } = options;
  const records: Collection<RecordRow> = db.collection(ownCollections.indexRecords);
  return {
    nameOf: (index) => indexOf(schema, index).name,
    list: () => attempt(async () => ok(await listIndexes(db, schema))),
    change: (decide, signal) =>
      attempt(async () => {
        try {
          return await withoutTimeout(options, (apart) =>
            withLease(apart, log, times, () => until(signal, changeOne(apart, schema, decide)), signal),
          );
        } finally {
          known.forget();
        }
      }),
    load: () =>
      attempt(async () => {
        const rows = await records.find().toArray();
        return ok(
          new Map(
            rows.map(({ _id, revision, record }) => [_id, { revision, value: JSON.parse(record) as Json }]),
          ),
        );
      }),
    save: (type, revision, value) =>
      attempt(async () => {
        const record = JSON.stringify(value);
        if (revision === 0) return ok(await addRecord(records, { _id: type, revision: 1, record }));
        const found = await records.updateOne(
          { _id: type, revision },
          { $set: { record }, $inc: { revision: 1 } },
        );
        return ok(found.matchedCount > 0);
      }),
  };
}

async function addRecord(records: Collection<RecordRow>, row: RecordRow): Promise<boolean> {
  try {
    await records.insertOne(row);
    return true;
  } catch (error) {
    if (!isRace(error)) throw error;
    return false;
  }
}

/** The fields before the attributes. One index serves both layers. */
const contextOf = ({ draftAndPublish, localized }: ContentType): readonly string[] => [
  ...(draftAndPublish ? ['_layer'] : []),
  ...(localized ? ['locale'] : []),
];

/** The same content as that of an attribute with `index: true` (`wanted-collections.ts`). */
function indexOf(schema: Schema, { type: uid, fields }: Pick<TypeIndex, 'type' | 'fields'>): Index {
  const type = contentTypeOf(schema, uid);
  const own = fields.map((name) => {
    const field = type.attributes.get(name);
    return field?.kind === 'scalar' ? fieldOf(field) : name;
  });
  const name = madeIndexPrefix + [collectionOf(type), ...fields].join('_');
  return { name, fields: [...contextOf(type), ...own, '_id'], unique: false, where: null };
}

async function listIndexes(db: Db, schema: Schema): Promise<readonly ListedIndex[]> {
  const types = [...schema.contentTypes.values()];
  const { collections, state } = await readCatalog(db, types.map(collectionOf));
  const listed = types.map(async (type) => {
    const indexes = collections.get(collectionOf(type))?.indexes ?? [];
    const own = new Set(state.record.collections[collectionOf(type)]?.indexes);
    const uses = indexes.length === 0 ? new Map<string, number>() : await usesOf(db, collectionOf(type));
    return indexes.map((index): ListedIndex => {
      const { name } = index;
      const isMade = name.startsWith(madeIndexPrefix) && !own.has(name);
      return {
        name,
        type: type.uid,
        layer: type.draftAndPublish ? 'any' : 'published',
        fields: attributesOf(type, index),
        origin: isMade ? 'made' : own.has(name) ? 'schema' : 'other',
        isComplete: true,
        bytes: null,
        uses: uses.get(name) ?? null,
      };
    });
  });
  return (await Promise.all(listed)).flat();
}

/** Empty where the server has no `$indexStats`, or the user may not read them. */
async function usesOf(db: Db, collection: string): Promise<ReadonlyMap<string, number>> {
  try {
    const rows = await db
      .collection(collection)
      .aggregate([{ $indexStats: {} }])
      .toArray();
    return new Map(
      rows.map((row) => [
        String(row['name']),
        Number((row['accesses'] as { ops?: unknown } | undefined)?.ops),
      ]),
    );
  } catch {
    return new Map();
  }
}

/** The attributes that an index begins with, if it has the form of those that are made. */
function attributesOf(type: ContentType, { fields, unique, where }: Index): readonly string[] {
  const context = contextOf(type);
  if (unique || where !== null || context.some((name, place) => fields[place] !== name)) return [];
  const scalars = [...type.attributes.values()].filter((one): one is Scalar => one.kind === 'scalar');
  const names = new Map(scalars.map((one) => [fieldOf(one), one.name]));
  const own = fields.slice(context.length, fields.at(-1) === '_id' ? -1 : undefined);
  const attributes = own.flatMap((field) => names.get(field) ?? []);
  return attributes.length < own.length ? [] : attributes;
}

async function changeOne(
  db: Db,
  schema: Schema,
  decide: (there: readonly ListedIndex[]) => IndexChange | null,
): Promise<Result<IndexChange | null>> {
  const change = decide(await listIndexes(db, schema));
  if (change === null) return ok(null);
  const collection = db.collection(collectionOf(contentTypeOf(schema, change.index.type)));
  if (change.kind === 'drop') await collection.dropIndex(change.index.name);
  else
    await collection.createIndexes([describeIndex(indexOf(schema, change.index))]).catch((error: unknown) => {
      throw new ThrownFailure(notMade(error));
    });
  return ok(change);
}

const notMade = (error: unknown): Failure =>
  failure('STORE.CONFLICT', `the database says: ${error instanceof Error ? error.message : String(error)}`);

/** Stops waiting when `signal` is aborted. The database completes the index; it is listed as made. */
async function until<T>(signal: Cancellation | undefined, work: Promise<T>): Promise<T> {
  if (signal === undefined) return work;
  let leave = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    leave = () => reject(new ThrownFailure(stopped));
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', leave);
    work.catch(() => {});
    aborted.catch(() => {});
  }
}
