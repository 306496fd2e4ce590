import type { Db } from 'mongodb';
import type { SchemaChange, SchemaStore } from '../../../../application/ports/schema-store.js';
import { ok } from '../../../../domain/result.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import { attempt } from '../database-error.js';
import { desiredCollections, type Collection } from './desired-collections.js';

/** Keeps collections and their indexes in step with a schema. */
export function createSchemaStore(db: Db, schema: Schema): SchemaStore {
  const missing = async (): Promise<readonly Collection[]> => {
    const there = new Set(
      (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name),
    );
    const found: Collection[] = [];
    for (const { name, indexes } of desiredCollections(schema)) {
      const names = there.has(name) ? await indexNames(db, name) : new Set<string>();
      const wanted = indexes.filter((index) => !names.has(index.name ?? ''));
      if (!there.has(name) || wanted.length > 0) found.push({ name, indexes: wanted });
    }
    return found;
  };
  const changesOf = (collections: readonly Collection[]): readonly SchemaChange[] =>
    collections.map(({ name, indexes }) => ({
      kind: 'safe',
      name,
      message: `"${name}" is made, with ${indexes.length} indexes.`,
    }));
  return {
    status: () => attempt(async () => ok(changesOf(await missing()))),
    apply: () =>
      attempt(async () => {
        const collections = await missing();
        for (const { name, indexes } of collections) {
          await db.createCollection(name).catch(ignoreExisting);
          if (indexes.length > 0) await db.collection(name).createIndexes([...indexes]);
        }
        return ok(changesOf(collections));
      }),
    drop: async () => ok([]),
  };
}

const indexNames = async (db: Db, name: string): Promise<ReadonlySet<string>> =>
  new Set((await db.collection(name).indexes()).map((index) => index.name ?? ''));

/** Another server was faster. */
function ignoreExisting(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 48)) throw error;
}
