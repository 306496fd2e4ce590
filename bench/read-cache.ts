import { createClock } from '../src/adapters/host/create-clock.js';
import { createIds } from '../src/adapters/host/create-ids.js';
import { createDocuments, type Documents } from '../src/application/documents/documents.js';
import { unobserved } from '../src/application/observations/create-observations.js';
import type { DocumentStore } from '../src/application/ports/document-store.js';
import { createReadCache } from '../src/application/read-cache/create-read-cache.js';
import { systemPrincipal } from '../src/domain/permission/permission.js';
import type { Query } from '../src/domain/query/query.js';
import { valueOf } from '../test/contract/results.js';
import { id, openPostgres, place, schema } from './index-stores.js';

/** What a read costs that the cache answers, beside the same read without it: `npm run bench:read-cache -- 20000`. */
const count = Number(process.argv[2] ?? 20_000);
const rounds = 5;
const { store, processorMs, close } = await openPostgres(count);
const { documents: stored, freshness, units } = store;
if (freshness === null) throw new Error('the store cannot say what has changed');

const over = (store: DocumentStore): Documents =>
  createDocuments({
    schema,
    store,
    clock: createClock(),
    ids: createIds(),
    passwords: { hash: async (password) => password },
  });
const plain = over(stored);
const maxBytes = 50_000_000;
const cached = over(
  createReadCache({ schema, documents: stored, freshness, units, maxBytes, observations: unobserved }),
);

const owner = { all: false, members: [{ name: 'owner' }] };
const byName = [{ path: ['name'], direction: 'desc' }];
const rated = {
  kind: 'at',
  key: 'rating',
  filter: { kind: 'compare', operator: '$gte', value: 3 },
};
const lists: Readonly<Record<string, object>> = {
  'find one': { documentId: id('place', 7), action: 'findOne' },
  'list 25': {},
  'list 25 with total': { count: true },
  'list 100, one relation, with total': {
    count: true,
    populate: owner,
    range: { offset: 0, limit: 100 },
  },
  'filter + sort, with total': { count: true, filters: rated, sort: byName },
  'page 300 of a filter': { count: true, filters: rated, range: { offset: 7_500, limit: 25 } },
};

async function ask(documents: Documents, more: object): Promise<void> {
  const query = {
    type: place,
    action: 'find',
    range: { offset: 0, limit: 25 },
    count: false,
    layer: 'published',
  };
  valueOf(await documents.find(systemPrincipal, { ...query, ...more } as Query)).answer.text();
}

/** Processor time of each, in milliseconds, of this process and the database. */
async function costOf(times: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const before = await processorMs();
  for (let n = 0; n < times; n++) await work(n);
  return ((await processorMs()) - before) / times;
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? NaN;

async function inTurn(times: number, ...works: readonly ((n: number) => Promise<unknown>)[]) {
  const costs = works.map((): number[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [place, work] of works.entries()) costs[place]?.push(await costOf(times, work));
  return costs.map(median);
}

const update = (n: number) =>
  plain.update(systemPrincipal, {
    kind: 'update',
    type: place,
    documentId: id('place', 1 + ((n * 7919) % count)),
    data: { price: n % 100 },
    layer: 'published',
    answer: {},
  });

for (let n = 0; n < 300; n++) valueOf(await update(n));
const unwatched: number[] = [];
for (let round = 0; round < rounds; round++)
  unwatched.push(await costOf(300, async (n) => valueOf(await update(n))));
valueOf(await freshness.watch());
for (let n = 0; n < 300; n++) valueOf(await update(n));
const watched: number[] = [];
for (let round = 0; round < rounds; round++) {
  watched.push(await costOf(300, async (n) => valueOf(await update(n))));
  valueOf(await freshness.fold());
}
console.log(`update: ${median(unwatched).toFixed(3)} ms, noted ${median(watched).toFixed(3)} ms`);
for (const [name, more] of Object.entries(lists)) {
  for (let n = 0; n < 20; n++) for (const documents of [plain, cached]) await ask(documents, more);
  const [without = 0, hit = 0] = await inTurn(
    200,
    () => ask(plain, more),
    () => ask(cached, more),
  );
  console.log(`${name.padEnd(36)} ${without.toFixed(2)} ms, kept ${hit.toFixed(2)} ms`);
}
await close();
