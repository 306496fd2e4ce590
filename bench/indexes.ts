import { createClock } from '../src/adapters/host/create-clock.js';
import { createIds } from '../src/adapters/host/create-ids.js';
import { createDocuments } from '../src/application/documents/documents.js';
import { defaultAdviceLimits } from '../src/application/indexes/advise.js';
import { createIndexKeeper } from '../src/application/indexes/create-index-keeper.js';
import { countingReads, createQuestionCounts } from '../src/application/indexes/question-counts.js';
import { createStatisticsWatch } from '../src/application/statistics/create-statistics-watch.js';
import { systemPrincipal } from '../src/domain/permission/permission.js';
import type { Filter, Operator, Query } from '../src/domain/query/query.js';
import { valueOf } from '../test/contract/results.js';
import { chefsOf, day, id, kinds, log, openMongo, openPostgres, place, schema } from './index-stores.js';

/**
 * What questions and writes cost before and after Quire has made the indexes for them:
 * `npm run bench:indexes -- 20000 [mongodb]`.
 */
const count = Number(process.argv[2] ?? 20_000);
const system = process.argv[3] ?? 'postgres';
/** Without an index, a question to a large table takes long. */
const repeats = count > 100_000 ? { read: 8, asked: 1 } : { read: 60, asked: 16 };
const { store, processorMs, analyze, close } = await (system === 'mongodb' ? openMongo : openPostgres)(count);
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
const owned = (n: number): Filter => compare(['owner', 'name'], '$eq', `Chef ${(n * 7919) % chefsOf(count)}`);

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
