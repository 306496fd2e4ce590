import { aggregateFunctions, type AggregateQuery } from '../../../src/domain/query/aggregate.js';
import { compare } from '../../../src/domain/query/compare.js';
import type { Filter } from '../../../src/domain/query/query.js';
import type { Data } from '../world.js';

export type AskedAggregate = Partial<Omit<AggregateQuery, 'type'>>;

/** A generator with a fixed seed, so that every run and every store has the same questions. */
export function createRandom(seed: number) {
  let state = seed;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % limit;
  };
  return { below, of: <T>(choices: readonly T[]): T => choices[below(choices.length)]! };
}

export type Random = ReturnType<typeof createRandom>;

const dates = ['2024-12-30', '2025-01-01', '2026-12-31', '2027-01-03', '2027-01-04', '0987-06-15'];

const orNothing = (random: Random, data: Data): Data => (random.below(4) === 0 ? {} : data);

/** The floats are fractions of two, whose sums are exact in any order. */
export const randomRestaurant = (random: Random): Data => ({
  name: random.of(['a', 'b', 'B', 'é', '😀', '']),
  ...orNothing(random, { seo: { title: random.of(['s', 't']) } }),
  ...orNothing(random, { kind: random.of(['bistro', 'diner', 'gastro']) }),
  ...orNothing(random, { rating: random.of([0, 1, 5, -3, 2_147_483_647]) }),
  ...orNothing(random, { visits: random.of(['9223372036854775807', '9007199254740993', '-12', '0']) }),
  ...orNothing(random, { score: random.of([0.5, -2.25, 1_000_000.125, 0]) }),
  ...orNothing(random, { price: random.of(['0.1', '0.2', '19.99', '-3', '1234567.89']) }),
  ...orNothing(random, { active: random.below(2) === 0 }),
  ...orNothing(random, { opened: random.of(dates) }),
  ...orNothing(random, { opensAt: random.of(['08:00:00.000', '08:00:00.250', '23:59:59.999']) }),
  ...orNothing(random, {
    inspectedAt: `${random.of(dates)}T${random.of(['00:00:00.000', '23:30:00.123'])}Z`,
  }),
});

const numbers = ['rating', 'visits', 'score', 'price', 'id'];
const ordered = [...numbers, 'name', 'opened', 'opensAt', 'inspectedAt', 'kind'];
const own = ['name', 'kind', 'rating', 'visits', 'price', 'active', 'opened', 'opensAt', 'documentId'];
const keys = [...own, 'owner', 'owner.name', 'owner.mentor', 'owner.mentor.name', 'seo.title'];
const dayParts = ['year', 'quarter', 'month', 'week', 'day'];

const filters: readonly (Filter | undefined)[] = [
  undefined,
  undefined,
  compare('rating', '$gt', 0),
  compare('kind', '$null', true),
  compare('price', '$lt', 19.99),
  compare('name', '$eq', 'nothing'),
  { kind: 'at', key: 'owner', filter: compare('name', '$eq', 'A') },
];

/** Returns what an aggregate of restaurants asks for. */
export function randomAggregate(random: Random): AskedAggregate {
  const values = Array.from({ length: random.below(5) }, () => {
    const name = random.of(aggregateFunctions);
    const attribute = random.of(name === 'sum' || name === 'avg' ? numbers : ordered);
    return { function: name, attribute };
  }).filter(
    (one, at, all) =>
      at === all.findIndex((two) => one.function === two.function && one.attribute === two.attribute),
  );
  const plain = Array.from({ length: random.below(3) }, () => ({ attribute: random.of(keys) }));
  const groupBy = [
    ...plain.filter((one, at) => at === plain.findIndex(({ attribute }) => attribute === one.attribute)),
    ...(random.below(2) === 0
      ? [{ attribute: 'inspectedAt', part: random.of([...dayParts, 'hour']) }]
      : plain.some(({ attribute }) => attribute === 'opened') || random.below(2) === 0
        ? []
        : [{ attribute: 'opened', part: random.of(dayParts) }]),
  ];
  const sorts = [
    ['count'],
    ...values.map((each) => [each.function, each.attribute]),
    ...groupBy.map(({ attribute }) => attribute.split('.')),
  ];
  const picked = Array.from({ length: random.below(3) }, () => random.of(sorts));
  const where = random.of(filters);
  const numeric = values.filter(({ attribute }) => ['rating', 'price', 'score'].includes(attribute));
  const measured = random.of(['count', ...numeric.map((each) => `${each.function}.${each.attribute}`)]);
  const operator = random.of(['$gt', '$lte', '$ne', '$null'] as const);
  return {
    values,
    groupBy,
    sort: picked.map((path) => ({ path, direction: random.of(['asc', 'desc'] as const) })),
    ...(where !== undefined && { filters: where }),
    ...(random.below(3) === 0 && { having: compare(measured, operator, operator === '$null' ? true : 1) }),
    layer: random.of(['published', 'draft'] as const),
    range: random.of([
      { offset: 0, limit: null },
      { offset: 2, limit: 3 },
    ]),
  };
}
