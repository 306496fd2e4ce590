import { expect } from 'chai';
import * as fc from 'fast-check';
import { createMemoryStore } from '../../../src/adapters/store/memory/create-memory-store.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import type { Filter, Operator, Sort } from '../../../src/domain/query/query.js';
import { fixtureSchema } from '../../contract/fixture-schema.js';
import { populate } from '../../contract/questions.js';
import { createWorld, queryOf, valueOf, type Asked, type World } from '../../contract/world.js';
import { withinTwoMinutes } from '../../time-limits.js';
import { openScratchStore, type ScratchStore } from './scratch-store.js';

const texts = ['', 'a', 'A', 'ab', 'Äb', 'äB', 'ß', '%', '_', 'a_b', '\\', "o'x", 'z', '日本'] as const;
const text = fc.constantFrom(...texts);
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 4 });

const scalars: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  name: text,
  rating: fc.integer({ min: -2, max: 3 }),
  visits: fc.constantFrom('9', '10', '-1', '9223372036854775807'),
  score: fc.constantFrom(0, -0.5, 2.25, 1e10),
  price: fc.constantFrom(0.1, 2, 2.5, 10),
  active: fc.boolean(),
  opened: fc.constantFrom('2020-01-01', '2020-02-29', '1999-12-31'),
  opensAt: fc.constantFrom('10:00:00.000', '09:59:59.500', '23:00:00.000'),
  inspectedAt: fc.constantFrom('2020-01-01T00:00:00.000Z', '2020-01-01T00:00:00.001Z'),
};

const operators: readonly Operator[] = [
  '$eq',
  '$ne',
  '$lt',
  '$lte',
  '$gt',
  '$gte',
  '$in',
  '$notIn',
  '$null',
  '$notNull',
  '$between',
];
const textOperators: readonly Operator[] = [
  '$eqi',
  '$nei',
  '$contains',
  '$notContains',
  '$containsi',
  '$notContainsi',
  '$startsWith',
  '$startsWithi',
  '$endsWith',
  '$endsWithi',
];

const at = (path: readonly string[], filter: Filter): Filter =>
  path.reduceRight<Filter>((inner, key) => ({ kind: 'at', key, filter: inner }), filter);

function comparisonOf(
  path: readonly string[],
  value: fc.Arbitrary<unknown>,
  isText: boolean,
): fc.Arbitrary<Filter> {
  const operator = fc.constantFrom(...operators, ...(isText ? textOperators : []));
  return operator.chain((op) => {
    const given =
      op === '$null' || op === '$notNull'
        ? fc.boolean()
        : op === '$between'
          ? fc.tuple(value, value)
          : op === '$in' || op === '$notIn'
            ? fc.array(value, { maxLength: 3 })
            : value;
    return given.map((each) => at(path, { kind: 'compare', operator: op, value: each }));
  });
}

const leaf: fc.Arbitrary<Filter> = fc.oneof(
  ...Object.entries(scalars).map(([name, value]) => comparisonOf([name], value, name === 'name')),
  comparisonOf(['owner', 'name'], text, true),
  comparisonOf(['categories', 'name'], text, true),
  comparisonOf(['neighbours', 'owner', 'name'], text, true),
  comparisonOf(['neighbourOf', 'rating'], scalars['rating']!, false),
  comparisonOf(['seo', 'title'], text, true),
  comparisonOf(['seo', 'contact', 'name'], text, true),
  comparisonOf(['openings', 'places'], scalars['rating']!, false),
  comparisonOf(['openings', 'from'], scalars['opensAt']!, false),
);

const filter: fc.Arbitrary<Filter> = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc
      .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('filter'), { maxLength: 3 }))
      .map(([kind, filters]) => ({ kind, filters })),
    tie('filter').map((inner) => ({ kind: 'not' as const, filter: inner })),
  ),
})).filter;

const sort: fc.Arbitrary<readonly Sort[]> = fc.uniqueArray(
  fc.record({
    path: fc.constantFrom(...Object.keys(scalars).map((name) => [name]), ['owner', 'name'], ['seo', 'title']),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
  }),
  { maxLength: 3, selector: ({ path }) => path.join('.') },
);

const asked: fc.Arbitrary<Asked> = fc.record({
  filters: filter,
  sort,
  range: fc.record({ offset: fc.nat(5), limit: fc.option(fc.nat(10), { nil: null }) }),
  count: fc.boolean(),
  layer: fc.constantFrom('draft' as const, 'published' as const),
});

const restaurant = fc.record({
  ...Object.fromEntries(Object.entries(scalars).map(([name, value]) => [name, orNull(value)])),
  owner: orNull(fc.nat(4)),
  categories: fc.uniqueArray(fc.nat(4), { maxLength: 3 }),
  neighbours: fc.uniqueArray(fc.nat(30), { maxLength: 3 }),
  seo: orNull(fc.record({ title: orNull(text), contact: orNull(fc.nat(4)) })),
  openings: fc.array(fc.record({ places: orNull(scalars['rating']!), from: orNull(scalars['opensAt']!) }), {
    maxLength: 3,
  }),
});

/** Creates the same documents in the same order in both stores. Only the documentIds differ. */
async function fill(world: World, sample: readonly Record<string, unknown>[]): Promise<void> {
  const chefs = await world.createNamed('chef', 'a', 'A', 'Äb', 'z', '');
  const categories = await world.createNamed('category', 'a', 'B', 'äB', '%', 'ß');
  const made: string[] = [];
  for (const [index, data] of sample.entries()) {
    const seo = data['seo'] as { title: string | null; contact: number | null } | null;
    const documentId = await world.create('restaurant', {
      ...data,
      about: `number ${index}`,
      owner: data['owner'] === null ? null : chefs[data['owner'] as number],
      categories: (data['categories'] as number[]).map((each) => categories[each]),
      neighbours: (data['neighbours'] as number[]).flatMap((each) => made[each] ?? []),
      seo: seo && { ...seo, contact: seo.contact === null ? null : chefs[seo.contact] },
    });
    made.push(documentId);
  }
}

const selection: Asked = {
  fields: ['about', ...Object.keys(scalars)],
  populate: populate(
    { name: 'owner', fields: ['name'] },
    { name: 'categories', fields: ['name'] },
    { name: 'neighbourOf', fields: ['about'] },
    'seo',
    'openings',
  ),
};

/** Returns the answer without its ids, which differ. */
async function answerOf(world: World, question: Asked): Promise<string> {
  const query = queryOf('restaurant', { ...question, ...selection });
  const { answer } = valueOf(await world.documents.find(systemPrincipal, query));
  const text = JSON.stringify([answer.total, answer.size, answer.documents()]);
  return text.replaceAll(/"(id|documentId)":("[^"]*"|\d+),?/g, '');
}

describe('PostgreSQL and memory agree', function () {
  this.timeout(120_000);
  const schema = fixtureSchema();
  let scratch: ScratchStore;
  let worlds: readonly World[];
  before(async () => {
    scratch = await openScratchStore(schema);
    worlds = [scratch.store, createMemoryStore({ schema })].map((store) => createWorld(store, schema));
    const sample = fc.sample(restaurant, { numRuns: 40, seed: 7 });
    for (const world of worlds) await fill(world, sample);
  });
  after(() => scratch.close());

  it('on filters, sorts, ranges and totals of random queries', async () => {
    await fc.assert(
      fc.asyncProperty(asked, async (question) => {
        const [postgres, memory] = await Promise.all(worlds.map((world) => answerOf(world, question)));
        expect(postgres).to.equal(memory);
      }),
      { numRuns: 400, ...withinTwoMinutes },
    );
  });
});
