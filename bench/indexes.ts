import { readFileSync } from 'node:fs';
import { MongoClient } from 'mongodb';
import { Client } from 'pg';
import { createClock } from '../src/adapters/host/create-clock.js';
import { createIds } from '../src/adapters/host/create-ids.js';
import { createMongoStore } from '../src/adapters/store/mongodb/create-mongo-store.js';
import { createPostgresStore } from '../src/adapters/store/postgres/create-postgres-store.js';
import { createDocuments } from '../src/application/documents/documents.js';
import { defaultAdviceLimits } from '../src/application/indexes/advise.js';
import { createIndexKeeper } from '../src/application/indexes/create-index-keeper.js';
import { countingReads, createQuestionCounts } from '../src/application/indexes/question-counts.js';
import type { Store } from '../src/application/ports/store.js';
import { createStatisticsWatch } from '../src/application/statistics/create-statistics-watch.js';
import { systemPrincipal } from '../src/domain/permission/permission.js';
import type { Filter, Operator, Query } from '../src/domain/query/query.js';
import { valueOf } from '../test/contract/results.js';
import { openTestDatabase } from '../test/database.js';
import { openTestMongo } from '../test/mongo.js';
import { contentType, drafts, relation, schemaFrom } from '../test/schema-builders.js';

/**
 * What questions and writes cost before and after Quire has made the indexes for them:
 * `tsx bench/indexes.ts 20000 [mongodb]`.
 */
const count = Number(process.argv[2] ?? 20_000);
const system = process.argv[3] ?? 'postgres';
const place = 'api::place.place';
/** Without an index, a question to a large table takes long. */
const repeats = count > 100_000 ? { read: 8, asked: 1 } : { read: 60, asked: 16 };
const kinds = ['bistro', 'diner', 'gastro'];

const schema = schemaFrom({
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
const chefs = Math.round(count / 20);

const log = {
  debug() {},
  info: (line: string, about?: unknown) => console.log(line, about),
  warn: console.warn,
  error: console.error,
};
const { store, processorMs, analyze, close } = await (system === 'mongodb' ? openMongo() : openPostgres());
const { indexes } = store;
if (indexes === null) throw new Error('the store has no indexes');
const chosen = indexes;

let now = Date.now();
const clock = { ...createClock(), now: () => new Date(now).toISOString() };
const statistics = createStatisticsWatch(store.statistics, log);
valueOf(await statistics.measure());
const counts = createQuestionCounts(schema, statistics.current);
const documents = createDocuments({
  schema,
  store: countingReads(store.documents, counts),
  clock: createClock(),
  ids: createIds(),
  passwords: { hash: async (password) => password },
});
const keeper = createIndexKeeper({
  schema,
  store: indexes,
  counts,
  clock,
  log,
  // The questions are asked a few times, and not for a day.
  limits: { ...defaultAdviceLimits, perType: 6, minMs: 20 },
  isAutomatic: true,
});

const compare = (path: readonly string[], operator: Operator, value: unknown): Filter =>
  path.reduceRight<Filter>((filter, key) => ({ kind: 'at', key, filter }), {
    kind: 'compare',
    operator,
    value,
  });
const both = (...filters: readonly Filter[]): Filter => ({ kind: 'and', filters });
const by = (name: string, direction: 'asc' | 'desc' = 'asc') => [{ path: [name], direction }];

const questions: Readonly<Record<string, (n: number) => Partial<Query>>> = {
  'filter + sort': (n) => ({ filters: rated(n), sort: by('name', 'desc') }),
  'filter + sort, without count': (n) => ({ filters: rated(n), sort: by('name', 'desc'), count: false }),
  'filter by a date': (n) => ({ filters: compare(['opened'], '$eq', day(n)) }),
  'sort alone': () => ({ sort: by('price') }),
  'through a relation': (n) => ({ filters: owned(n) }),
  'through a relation + sort': (n) => ({ filters: owned(n), sort: by('name') }),
  'page 300 of a filter': (n) => ({
    filters: compare(['rating'], '$gte', 3),
    range: { offset: 25 * (300 + (n % 10)), limit: 25 },
  }),
};
const rated = (n: number): Filter =>
  both(compare(['rating'], '$gte', 3 + (n % 3)), compare(['kind'], '$eq', kinds[n % 3]));
const owned = (n: number): Filter => compare(['owner', 'name'], '$eq', `Chef ${(n * 7919) % chefs}`);

async function ask(more: Partial<Query>): Promise<void> {
  const query = {
    type: place,
    action: 'find',
    range: { offset: 0, limit: 25 },
    count: true,
    layer: 'published',
  };
  const found = valueOf(await documents.find(systemPrincipal, { ...query, ...more } as Query));
  found.answer.text();
}

/** Processor time of each, in milliseconds, of this process and the database; with MongoDB, the time that passes. */
async function costOf(times: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const before = await processorMs();
  for (let n = 0; n < times; n++) await work(n);
  return ((await processorMs()) - before) / times;
}

let written = 0;
const write = {
  create: () =>
    documents.create(systemPrincipal, {
      kind: 'create',
      type: place,
      data: {
        name: `New ${(written += 1)}`,
        kind: 'diner',
        rating: written % 6,
        price: 12.5,
        opened: day(written),
      },
      layer: 'published',
      answer: {},
    }),
  update: (n: number) =>
    documents.update(systemPrincipal, {
      kind: 'update',
      type: place,
      documentId: id('place', 1 + ((n * 7919) % count)),
      data: { rating: n % 6, price: n % 100 },
      layer: 'published',
      answer: {},
    }),
};

async function measureReads(): Promise<Times> {
  const times = new Map<string, number>();
  for (const [name, make] of Object.entries(questions))
    times.set(name, await costOf(repeats.read, (n) => ask(make(n))));
  return times;
}

async function measureWrites(): Promise<Times> {
  const times = new Map<string, number>();
  for (const [name, work] of Object.entries(write))
    times.set(name, await costOf(500, async (n) => valueOf((await work(n)) as never)));
  return times;
}

type Times = ReadonlyMap<string, number>;

/** With the indexes, and then without. */
async function compareWrites(): Promise<readonly [before: Times, after: Times]> {
  await measureWrites();
  const after = await measureWrites();
  for (const index of valueOf(await chosen.list()))
    if (index.origin === 'made') valueOf(await chosen.change(() => ({ kind: 'drop', index })));
  return [await measureWrites(), after];
}

await measureReads();
const before = await measureReads();
for (let minutes = 0; minutes < 12; minutes++) {
  for (const make of Object.values(questions)) for (let n = 0; n < repeats.asked; n++) await ask(make(n));
  valueOf(await keeper.join());
  now += 60_000;
}
while (valueOf(await keeper.change()) !== null);
await analyze();
await measureReads();
const after = await measureReads();
const made = valueOf(await chosen.list()).filter(({ origin }) => origin === 'made').length;
const [writesBefore, writesAfter] = await compareWrites();
console.log(`${count.toLocaleString('en')} documents in two layers, ${system}, ${made} indexes`);
for (const [name, ms] of [...before, ...writesBefore]) {
  const then = after.get(name) ?? writesAfter.get(name) ?? 0;
  const cells = [name.padEnd(30), ms.toFixed(2).padStart(9), '→', then.toFixed(2).padStart(8), 'ms'];
  console.log(`  ${cells.join(' ')}  ${(ms / then).toFixed(1)} ×`);
}
await statistics.stop();
await close();

/** Linux counts in hundredths of a second. */
function processorMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

function day(n: number): string {
  return new Date(86_400_000 * (7_000 + (n % 5_000))).toISOString().slice(0, 10);
}

function id(kind: string, n: number): string {
  return `${kind[0]}${String(n).padStart(23, '0')}`;
}

interface Opened {
  readonly store: Store;
  processorMs(): Promise<number>;
  analyze(): Promise<void>;
  close(): Promise<void>;
}

async function openPostgres(): Promise<Opened> {
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
    processorMs,
    analyze,
    async close() {
      await client.end();
      await opened.close();
      await database.close();
    },
  };
}

async function openMongo(): Promise<Opened> {
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
    processorMs: async () => performance.now(),
    analyze: async () => {},
    async close() {
      await client.close();
      await opened.close();
      await database.close();
    },
  };
}
