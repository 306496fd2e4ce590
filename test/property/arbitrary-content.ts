import * as fc from 'fast-check';
import { familyOf, type Family } from '../../src/domain/document/value.js';
import type { Scalar } from '../../src/domain/schema/schema.js';

/**
 * Values of each family: few, so that filters match stored values, and such that stores might treat them
 * differently.
 */
const pools: Readonly<Record<Family, readonly unknown[]>> = {
  text: ['', 'a', 'A', 'Z', 'ab', 'é', 'É', 'ß', '%', '_', 'a_b', 'a\\b', "o'b", '😀', '\uFFFD', ' a'],
  integer: [0, -1, 1, 2, 10, 2147483647],
  biginteger: ['0', '9', '10', '-5', '9007199254740993', '9223372036854775807'],
  float: [0, 0.1, -1.5, 1e21, 2, 1 / 3],
  decimal: [0, 0.1, 9.5, 10, -0.01, 19.99],
  boolean: [true, false],
  date: ['2024-02-29', '0001-01-01', '2020-01-02', '9999-12-31'],
  time: ['10:00:00', '10:00:00.001', '09:59:59.999', '00:00:00'],
  datetime: ['2024-01-02T03:04:05.678Z', '2024-01-02T03:04:05.000Z', '0001-01-01T00:00:00.000Z'],
  json: [[], {}, { b: 1, a: [null, 'A'] }, 'a', 0, [1, 'é']],
};

/**
 * Values for filters where they differ from stored values: pieces of JSON, and decimals with more than two places.
 */
const asked: { readonly [family in Family]?: readonly unknown[] } = {
  json: ['"a"', 'a', 'A', '[]', '{"b":1,"a":[null', 'É', '1', '', '%'],
  decimal: [...pools.decimal, 0.104, 9.499, -0.011, '10.000001'],
};

/** An arbitrary value with which a filter compares a field. */
export const arbitraryValue = (field: Scalar): fc.Arbitrary<unknown> =>
  fc.constantFrom(...(asked[familyOf(field.type)] ?? pools[familyOf(field.type)]));

/** The data of documents. Relations are indexes into the documents made before. */
export interface Content {
  readonly chefs: readonly { readonly name: string; readonly mentor: number | null }[];
  readonly dishes: readonly {
    readonly name: string;
    readonly cost: number | null;
    readonly vegan: boolean | null;
  }[];
  readonly categories: readonly { readonly name: string }[];
  readonly restaurants: readonly RestaurantContent[];
  readonly reviews: readonly {
    readonly stars: unknown;
    readonly restaurant: number;
    readonly author: number;
  }[];
  readonly gone: readonly number[];
}

export interface RestaurantContent {
  readonly values: Readonly<Record<string, unknown>>;
  readonly categories: readonly number[];
  readonly dishes: readonly number[];
  readonly neighbours: readonly number[];
  readonly owner: number | null;
  readonly flagship: number | null;
  readonly seo: { readonly title: unknown; readonly weight: unknown; readonly contact: number | null } | null;
  readonly openings: readonly { readonly day: unknown; readonly from: unknown; readonly places: unknown }[];
  readonly sections: readonly SectionContent[];
}

interface SectionContent {
  readonly __component: string;
  readonly text?: string;
  readonly title?: string;
  readonly speaker?: number;
  readonly shown?: readonly number[];
}

const pool = (family: Family): fc.Arbitrary<unknown> => fc.constantFrom(...pools[family]);
const text = pool('text') as fc.Arbitrary<string>;
const index = fc.nat({ max: 4 });
const indexes = fc.uniqueArray(index, { maxLength: 4 });

const restaurantValues = fc.record(
  {
    name: text,
    about: text,
    kind: fc.constantFrom('bistro', 'diner'),
    opened: pool('date'),
    opensAt: pool('time'),
    inspectedAt: pool('datetime'),
    rating: pool('integer'),
    visits: pool('biginteger'),
    score: pool('float'),
    price: pool('decimal'),
    active: pool('boolean'),
    tags: pool('json'),
  },
  { requiredKeys: [] },
);

const arbitrarySection: fc.Arbitrary<SectionContent> = fc.oneof(
  fc.record({ __component: fc.constant('sections.quote'), text, speaker: index }),
  fc.record({ __component: fc.constant('sections.gallery'), title: text, shown: indexes }),
);

const arbitraryRestaurant: fc.Arbitrary<RestaurantContent> = fc.record({
  values: restaurantValues,
  categories: indexes,
  dishes: indexes,
  neighbours: indexes,
  owner: fc.option(index),
  flagship: fc.option(index),
  seo: fc.option(
    fc.record({ title: fc.option(text), weight: fc.option(pool('decimal')), contact: fc.option(index) }),
  ),
  openings: fc.array(
    fc.record({ day: fc.option(text), from: fc.option(pool('time')), places: fc.option(pool('integer')) }),
    { maxLength: 3 },
  ),
  sections: fc.array(arbitrarySection, { maxLength: 3 }),
});

export const arbitraryContent: fc.Arbitrary<Content> = fc.record({
  chefs: fc.array(fc.record({ name: text, mentor: fc.option(index) }), { minLength: 3, maxLength: 5 }),
  dishes: fc.array(
    fc.record({
      name: text,
      cost: fc.option(pool('decimal') as fc.Arbitrary<number>),
      vegan: fc.option(fc.boolean()),
    }),
    { minLength: 3, maxLength: 5 },
  ),
  categories: fc.array(fc.record({ name: text }), { minLength: 2, maxLength: 4 }),
  restaurants: fc.array(arbitraryRestaurant, { minLength: 3, maxLength: 8 }),
  reviews: fc.array(fc.record({ stars: pool('integer'), restaurant: index, author: index }), {
    maxLength: 4,
  }),
  /** Dishes that are deleted at the end. */
  gone: fc.uniqueArray(index, { maxLength: 1 }),
});
