import type { Db } from 'mongodb';
import type { StoredCollection } from '../../../../application/schema-changes/match-collections.js';
import type { Index } from '../../../../application/schema-changes/wanted-schema.js';
import { ignoring, namespaceNotFound } from './ignored-errors.js';
import { readState, type State } from './schema-record.js';

/** What the database has now. */
export interface Catalog {
  readonly collections: ReadonlyMap<string, StoredCollection>;
  readonly state: State;
}

/** Reads the state, all collections, and the indexes of those that are recorded or among `names`. */
export async function readCatalog(db: Db, names: readonly string[]): Promise<Catalog> {
  const state = await readState(db);
  const there = await namesIn(db);
  const known = new Set([...names, ...Object.keys(state.record.collections)]);
  const collections = new Map<string, StoredCollection>();
  for (const name of there)
    collections.set(name, { name, indexes: known.has(name) ? await indexesOf(db, name) : [] });
  return { collections, state };
}

/** The names of all collections. */
export async function namesIn(db: Db): Promise<ReadonlySet<string>> {
  const there = await db.listCollections({}, { nameOnly: true }).toArray();
  return new Set(there.map(({ name }) => name));
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
  ignoring(namespaceNotFound)(error);
  return [];
}
