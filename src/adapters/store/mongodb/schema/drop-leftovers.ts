import { chooseLeftovers, dropped } from '../../../../application/schema-changes/leftovers.js';
import type { Db } from 'mongodb';
import type { SchemaChange } from '../../../../application/ports/schema-store.js';
import { failure } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { compareSchema } from './compare-schema.js';
import { readCatalog } from './read-catalog.js';
import { writeRecord, type SchemaRecord } from './schema-record.js';
import type { Target } from './target.js';

/** Removes leftovers, all or those named. What a cut-off drop has left is found again. */
export async function dropLeftovers(
  db: Db,
  target: Target,
  names: readonly string[] | 'all',
): Promise<Result<readonly SchemaChange[]>> {
  const catalog = await readCatalog(db, Object.keys(target.collections));
  if (catalog.state.intent !== null) return err(interrupted);
  const { leftovers } = compareSchema(target, catalog, catalog.state.record, false);
  const chosen = chooseLeftovers(leftovers, names);
  if (!chosen.ok || chosen.value.length === 0) return chosen;
  let { record } = catalog.state;
  for (const { name } of chosen.value) record = await dropOne(db, name, record, catalog.collections);
  await writeRecord(db, record, null);
  return ok(dropped(chosen.value));
}

const interrupted = failure(
  'STORE.CONFLICT',
  'A change of the schema was begun, and is not finished. Start the server, or run `quire schema apply`, then drop.',
);

async function dropOne(
  db: Db,
  name: string,
  record: SchemaRecord,
  there: ReadonlyMap<string, unknown>,
): Promise<SchemaRecord> {
  if (there.has(name)) {
    await db.collection(name).drop();
    const { [name]: _gone, ...collections } = record.collections;
    return { ...record, collections };
  }
  const slash = name.lastIndexOf('/');
  if (slash > 0) {
    await db.collection(name.slice(0, slash)).dropIndex(name.slice(slash + 1));
    return record;
  }
  const dot = name.lastIndexOf('.');
  const [collection, attribute] = [name.slice(0, dot), name.slice(dot + 1)];
  await db
    .collection(collection)
    .updateMany({ [attribute]: { $exists: true } }, { $unset: { [attribute]: '' } });
  return forget(record, collection, attribute);
}

function forget(record: SchemaRecord, collection: string, attribute: string): SchemaRecord {
  const known = record.collections[collection];
  if (known === undefined) return record;
  const { [attribute]: _gone, ...attributes } = known.attributes;
  return { ...record, collections: { ...record.collections, [collection]: { ...known, attributes } } };
}
