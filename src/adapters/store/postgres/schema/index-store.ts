import type { IndexChange, IndexStore, ListedIndex } from '../../../../application/ports/index-store.js';
import { madeIndexPrefix, type Index } from '../../../../application/schema-changes/wanted-schema.js';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import type { Cancellation } from '../../../../domain/cancellation.js';
import type { TypeIndex } from '../../../../domain/plan/suggest-indexes.js';
import { failure, type Failure } from '../../../../domain/failure.js';
import { ok, type Result } from '../../../../domain/result.js';
import { contentTypeOf, type ContentType, type Json, type Schema } from '../../../../domain/schema/schema.js';
import type { Connection, Queryable } from '../connection.js';
import { attempt, failureOf } from '../database-error.js';
import { columnOf, identifier, isStored, quote, tableOf } from '../layout.js';
import { createIndex } from './change-statements.js';
import { makeWithoutTimeout } from './large-indexes.js';
import { readCatalog } from './read-catalog.js';
import { inSchemaTransaction } from './schema-transaction.js';
import { ofLayer } from './wanted-tables.js';

/**
 * Makes indexes with `CONCURRENTLY` while a transaction holds the lock on schema changes. Both may take minutes, so they have
 * connections of their own, which `openApart` opens.
 */
export function createIndexStore(
  connection: Connection,
  schema: Schema,
  openApart: () => Promise<Connection>,
): IndexStore {
  return {
    nameOf: (index) => indexOf(schema, index).name,
    list: () => attempt(async () => ok(await listIndexes(connection, schema))),
    change: (decide, signal) =>
      attempt(async () =>
        closing(await openApart(), (apart) =>
          inSchemaTransaction(
            apart,
            (transaction) => changeOne({ connection: apart, schema, signal }, transaction, decide),
            { signal },
          ),
        ),
      ),
    load: () =>
      attempt(async () => {
        const rows = await connection.query<RecordRow>({ text: loadText });
        return ok(
          new Map(
            rows.map(({ type, revision, record }) => [type, { revision: Number(revision), value: record }]),
          ),
        );
      }),
    save: (type, revision, value) =>
      attempt(async () => {
        const statement = {
          text: revision === 0 ? addText : saveText,
          values: [type, revision, JSON.stringify(value)],
        };
        return ok((await connection.query(statement)).length > 0);
      }),
  };
}

async function closing<T>(connection: Connection, work: (connection: Connection) => Promise<T>): Promise<T> {
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

interface RecordRow {
  readonly type: string;
  readonly revision: string;
  readonly record: Json;
}

const loadText = 'SELECT type, revision, record FROM quire_index_record';

const addText = `
INSERT INTO quire_index_record (type, revision, record) VALUES ($1::text, $2::bigint + 1, $3::json)
ON CONFLICT DO NOTHING RETURNING 1`;

const saveText = `
UPDATE quire_index_record SET revision = revision + 1, record = $3::json
WHERE type = $1::text AND revision = $2::bigint RETURNING 1`;

/** The same content as that of an attribute with `index: true` (`wanted-tables.ts`). */
function indexOf(schema: Schema, { type: uid, layer, fields }: TypeIndex): Index {
  const type = contentTypeOf(schema, uid);
  const columns = fields.map((name) => columnsOf(type).get(name) ?? name);
  const parts = [tableOf(type), ...columns, ...(type.draftAndPublish ? [layer] : [])];
  return {
    name: identifier(madeIndexPrefix + parts.join('_')),
    fields: [...(type.localized ? ['locale'] : []), ...columns, 'id'],
    unique: false,
    where: type.draftAndPublish ? ofLayer(layer) : null,
  };
}

const columnsOf = ({ attributes }: ContentType): ReadonlyMap<string, string> =>
  new Map([...attributes.values()].filter(isStored).map((one) => [one.name, columnOf(one)]));

interface SizeRow {
  readonly name: string;
  readonly bytes: string;
  readonly uses: string;
}

const sizesText = `
SELECT indexrelname AS name, pg_relation_size(indexrelid) AS bytes, idx_scan AS uses
FROM pg_stat_user_indexes WHERE schemaname = current_schema()`;

async function listIndexes(connection: Queryable, schema: Schema): Promise<readonly ListedIndex[]> {
  const { collections, record } = await readCatalog(connection);
  const sizes = new Map((await connection.query<SizeRow>({ text: sizesText })).map((row) => [row.name, row]));
  return [...schema.contentTypes.values()].flatMap((type) => {
    const table = tableOf(type);
    const own = new Set(record.collections[table]?.indexes);
    return (collections.get(table)?.indexes ?? []).map((index): ListedIndex => {
      const { name, isIncomplete = false } = index;
      const isMade = name.startsWith(madeIndexPrefix) && !own.has(name);
      const size = sizes.get(name);
      return {
        name,
        type: type.uid,
        ...contentOf(type, index),
        origin: isMade ? 'made' : own.has(name) ? 'schema' : 'other',
        isComplete: !isIncomplete,
        bytes: size === undefined ? null : Number(size.bytes),
        uses: size === undefined ? null : Number(size.uses),
      };
    });
  });
}

type Content = Pick<ListedIndex, 'layer' | 'fields'>;

/** What an index serves, if it has the form of those that are made. */
function contentOf(type: ContentType, { fields, unique, where, hashed, search }: Index): Content {
  const nothing = { layer: 'any', fields: [] } as const;
  const layers = ['draft', 'published'] as const;
  const layer = type.draftAndPublish ? layers.find((one) => where === ofLayer(one)) : undefined;
  const isOther =
    unique || hashed === true || search !== undefined || (where !== null && layer === undefined);
  if (isOther || (type.localized && fields[0] !== 'locale')) return nothing;
  const names = new Map([...columnsOf(type)].map(([name, column]) => [column, name]));
  const columns = fields.slice(type.localized ? 1 : 0, fields.at(-1) === 'id' ? -1 : undefined);
  const attributes = columns.flatMap((column) => names.get(column) ?? []);
  if (attributes.length < columns.length) return nothing;
  return { layer: layer ?? (type.draftAndPublish ? 'any' : 'published'), fields: attributes };
}

interface Changing {
  readonly connection: Connection;
  readonly schema: Schema;
  readonly signal: Cancellation | undefined;
}

async function changeOne(
  changing: Changing,
  transaction: Queryable,
  decide: (there: readonly ListedIndex[]) => IndexChange | null,
): Promise<Result<IndexChange | null>> {
  const { schema } = changing;
  const there = await listIndexes(transaction, schema);
  const broken = there.filter(({ origin, isComplete }) => origin === 'made' && !isComplete);
  for (const index of broken) await run(changing, [dropText(index)]);
  const change = decide(there.filter((index) => !broken.includes(index)));
  if (change === null) return ok(null);
  if (change.kind === 'drop') await run(changing, [dropText(change.index)]);
  else {
    const { type } = change.index;
    const table = tableOf(contentTypeOf(schema, type));
    const index = indexOf(schema, change.index);
    await run(changing, createIndex(table, index, true)).catch(async (error: unknown) => {
      await run(changing, [dropText(index)]);
      throw changing.signal?.aborted === true ? error : new ThrownFailure(notMade(error));
    });
  }
  return ok(change);
}

/** Whatever the reason is, such as a value that is too long for an index: the documents are as they were. */
const notMade = (error: unknown): Failure =>
  failureOf(error)?.code === 'STORE.UNAVAILABLE'
    ? failure('STORE.UNAVAILABLE', 'the database went away')
    : failure(
        'STORE.CONFLICT',
        `the database says: ${error instanceof Error ? error.message : String(error)}`,
      );

const dropText = ({ name }: Pick<Index, 'name'>): string =>
  `DROP INDEX CONCURRENTLY IF EXISTS ${quote(name)}`;

/** Runs statements that may take long, each by itself, until `signal` is aborted. */
async function run({ connection, signal }: Changing, texts: readonly string[]): Promise<void> {
  await connection.session((session) => makeWithoutTimeout(session, texts, signal));
}
