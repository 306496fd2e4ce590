import { MongoClient } from 'mongodb';
import { Client } from 'pg';
import { createMongoStore } from '../src/adapters/store/mongodb/create-mongo-store.js';
import { createPostgresStore } from '../src/adapters/store/postgres/create-postgres-store.js';
import type { Store } from '../src/application/ports/store.js';
import { valueOf } from '../test/contract/results.js';
import { openTestDatabase } from '../test/database.js';
import { openTestMongo } from '../test/mongo.js';
import { contentType, drafts, relation, schemaFrom } from '../test/schema-builders.js';
import { processorMsOf } from './processor-time.js';

export const place = 'api::place.place';
export const kinds = ['bistro', 'diner', 'gastro'];

export const schema = schemaFrom({
  contentTypes: [
    contentType(
      'place',
      'places',
      {
        name: { type: 'string' },
        about: { type: 'text' },
        kind: { type: 'enumeration', enum: kinds },
        rating: { type: 'integer' },
        price: { type: 'decimal' },
        opened: { type: 'date' },
        owner: relation('manyToOne', 'chef'),
      },
      drafts,
    ),
    contentType('chef', 'chefs', { name: { type: 'string' } }),
  ],
});
const linkName = schema.links.find(({ source }) => source.type === place)?.name ?? '';
export const chefsOf = (count: number): number => Math.round(count / 20);

export const log = {
  debug() {},
  info: (line: string, about?: unknown) => console.log(line, about),
  warn: console.warn,
  error: console.error,
};
export interface Opened {
  readonly store: Store;
  readonly url: string;
  processorMs(): Promise<number>;
  analyze(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a store with as many places in both layers. */
export async function openPostgres(count: number): Promise<Opened> {
  const chefs = chefsOf(count);
  const database = await openTestDatabase();
  const opened = valueOf(await createPostgresStore({ url: database.url, schema, log }));
  valueOf(await opened.schema.apply());
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const text = (kind: string, n: string) => `'${kind[0]}' || lpad((${n})::text, 23, '0')`;
  await client.query(
    `INSERT INTO chefs (document_id, status, created_at, updated_at, published_at, name)
      SELECT ${text('chef', 'n')}, 'published', now(), now(), now(), 'Chef ' || n FROM generate_series(0, ${chefs}) n`,
  );
  for (const status of ['draft', 'published'])
    await client.query(
      `INSERT INTO places (document_id, status, created_at, updated_at, published_at, name, about, kind, rating, price, opened)
        SELECT ${text('place', 'n')}, '${status}', now(), now(), now(), 'Place ' || md5(n::text), repeat('About it. ', 30),
          (ARRAY['${kinds.join("','")}'])[1 + n % 3], (n / 3) % 6, (n * 7919::bigint) % 10000 / 100.0,
          date '1970-01-01' + 7000 + (n * 31::bigint % 5000)::int
        FROM generate_series(1, ${count}) n`,
    );
  await client.query(
    `INSERT INTO "${linkName}" (source_document, target_document, draft_key, published_key, draft_inverse_key, published_inverse_key)
      SELECT ${text('place', 'n')}, ${text('chef', `n % ${chefs}`)}, key, key, key, key
      FROM (SELECT n, 'k' || lpad(to_hex(n), 11, '0') AS key FROM generate_series(1, ${count}) n) s`,
  );
  const analyze = async () => void (await client.query('VACUUM ANALYZE'));
  await analyze();
  /** The pool keeps its connections, and so their processes, throughout. */
  const processorMs = async (): Promise<number> => {
    const { rows } = await client.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE datname = current_database()',
    );
    const { user, system: kernel } = process.cpuUsage();
    return rows.reduce((sum, { pid }) => sum + processorMsOf(pid), (user + kernel) / 1000);
  };
  return {
    store: opened,
    url: database.url,
    processorMs,
    analyze,
    async close() {
      await client.end();
      await opened.close();
      await database.close();
    },
  };
}

/** The same on MongoDB. */
export async function openMongo(count: number): Promise<Opened> {
  const chefs = chefsOf(count);
  const database = await openTestMongo();
  const opened = valueOf(
    await createMongoStore({ url: database.url, schema, log, allowNoTransactions: true }),
  );
  valueOf(await opened.schema.apply());
  const client = new MongoClient(database.url);
  const db = client.db();
  const at = new Date();
  const dated = { locale: '', createdAt: at, updatedAt: at, publishedAt: at };
  const fill = async (name: string, many: number, row: (n: number) => object): Promise<void> => {
    for (let from = 0; from < many; from += 5_000)
      await db
        .collection(name)
        .insertMany(Array.from({ length: Math.min(5_000, many - from) }, (_, n) => row(from + n)));
  };
  await fill('chefs', chefs + 1, (n) => ({
    _id: n + 1,
    documentId: id('chef', n),
    _layer: 'published',
    ...dated,
    name: `Chef ${n}`,
  }));
  await fill('places', 2 * count, (row) => {
    const n = 1 + (row >> 1);
    const layer = row % 2 === 0 ? 'draft' : 'published';
    return {
      _id: row + 1,
      documentId: id('place', n),
      _layer: layer,
      ...dated,
      ...(layer === 'draft' && { _published: true, _publishedId: row + 2 }),
      name: `Place ${(n * 2_654_435_761) % 4_294_967_296}`,
      about: 'About it. '.repeat(30),
      kind: kinds[n % 3],
      rating: Math.floor(n / 3) % 6,
      price: ((n * 7919) % 10_000) / 100,
      opened: day(n * 31),
    };
  });
  await fill(linkName, count, (n) => {
    const key = `k${n.toString(16).padStart(11, '0')}`;
    return {
      _id: n + 1,
      source: id('place', n + 1),
      sourceLocale: '',
      target: id('chef', (n + 1) % chefs),
      targetLocale: '',
      draftKey: key,
      draftInverseKey: key,
      publishedKey: key,
      publishedInverseKey: key,
    };
  });
  await db.collection<{ _id: string }>('quire_counters').bulkWrite(
    ['tick', 'places', 'chefs', linkName].map((_id) => ({
      updateOne: { filter: { _id }, update: { $max: { value: 10_000_000 } }, upsert: true },
    })),
  );
  return {
    store: opened,
    url: database.url,
    processorMs: async () => performance.now(),
    analyze: async () => {},
    async close() {
      await client.close();
      await opened.close();
      await database.close();
    },
  };
}

export function day(n: number): string {
  return new Date(86_400_000 * (7_000 + (n % 5_000))).toISOString().slice(0, 10);
}

export function id(kind: string, n: number): string {
  return `${kind[0]}${String(n).padStart(23, '0')}`;
}
