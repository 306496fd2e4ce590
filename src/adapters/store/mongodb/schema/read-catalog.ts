import { MongoServerError, type Db } from 'mongodb';
import { readState, type State } from './schema-record.js';
import type { Index } from './target.js';

/** What the database has now. */
export interface Catalog {
  /** Indexes by collection. */
  readonly collections: ReadonlyMap<string, readonly Index[]>;
  readonly state: State;
}

/** `names`: the collections whose indexes are of interest, beside those that the record knows. */
export async function readCatalog(db: Db, names: readonly string[]): Promise<Catalog> {
  const state = await readState(db);
  const there = await db.listCollections({}, { nameOnly: true }).toArray();
  const known = new Set([...names, ...Object.keys(state.record.collections)]);
  const found: [string, readonly Index[]][] = [];
  for (const { name } of there) found.push([name, known.has(name) ? await indexesOf(db, name) : []]);
  return { collections: new Map(found), state };
}

async function indexesOf(db: Db, name: string): Promise<readonly Index[]> {
  const indexes = await db.collection(name).indexes().catch(noneIfGone);
  return indexes
    .filter((index) => index.name !== '_id_')
    .map((index) => ({
      name: index.name ?? '',
      fields: Object.entries(index.key).map(([field, direction]) =>
        direction === 1 ? field : `${field} ${String(direction)}`,
      ),
      unique: index.unique === true,
      where: index.partialFilterExpression ?? null,
    }));
}

/** Dropped a moment ago. */
function noneIfGone(error: unknown): [] {
  if (error instanceof MongoServerError && error.code === namespaceNotFound) return [];
  throw error;
}

const namespaceNotFound = 26;
