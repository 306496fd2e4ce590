import * as fc from 'fast-check';
import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import type { Store } from '../../src/application/ports/store.js';
import type { Populate, Query } from '../../src/domain/query/query.js';
import { contentTypeOf, type Attribute, type Scalar, type Schema } from '../../src/domain/schema/schema.js';
import { withinTwoMinutes } from '../time-limits.js';
import { documentsOn, expectEqualAnswers, numberedId, type Sides } from './agreement.js';
import {
  arbitraryFocus,
  arbitrarySteps,
  isInFocus,
  locales,
  typesIn,
  type Focus,
  type Step,
} from './arbitrary-life.js';
import { arbitraryQuery } from './arbitrary-query.js';
import { lifecycleSchema, lifecycleUid, type LifecycleType } from './lifecycle-schema.js';
import { liveThrough, removeAll, type Made } from './live-through.js';

const schema = lifecycleSchema();

/** Tests that a store, after the same writes, gives the same answers as the memory store. */
export function describeLives(
  name: string,
  open: (schema: Schema) => Promise<Store>,
  close: (store: Store) => Promise<void>,
  numRuns: number,
): void {
  describe(`documents on ${name}, after the same writes as in memory`, function () {
    this.timeout(120_000);
    let store: Store;
    before(async () => {
      store = await open(schema);
    });
    after(() => close(store));

    it('give equal answers in every layer and locale', () =>
      fc.assert(
        fc.asyncProperty(arbitraryLife, async (life) => {
          const trusted = documentsOn(createMemoryStore({ schema }), schema);
          await compare([trusted, documentsOn(store, schema)], life);
        }),
        { numRuns, ...withinTwoMinutes },
      ));
  });
}

interface Life {
  readonly focus: Focus;
  readonly steps: readonly Step[];
  readonly queries: readonly Query[];
}

const arbitraryLife: fc.Arbitrary<Life> = arbitraryFocus.chain((focus) =>
  fc.record({
    focus: fc.constant(focus),
    steps: arbitrarySteps(focus),
    queries: fc.array(arbitraryQuestion(focus), { minLength: 1, maxLength: 25, size: 'max' }),
  }),
);

export const arbitraryQuestion = (focus: Focus): fc.Arbitrary<Query> =>
  arbitraryQuery({
    schema,
    types: typesIn(focus).map(lifecycleUid),
    locales,
    depth: 2,
    layers: ['draft', 'published', 'any'],
    valueOf: arbitraryValue,
    skips: (attribute) => isUnasked(focus, attribute),
    fitting: true,
  });

/** Each store assigns numeric ids in its own way. */
const isUnasked = (focus: Focus, attribute: Attribute): boolean =>
  attribute.name === 'id' ||
  (attribute.kind === 'relation' && attribute.place.kind !== 'translations' && !isInFocus(focus, attribute));

function arbitraryValue({ name, type }: Scalar): fc.Arbitrary<unknown> {
  if (name === 'locale') return fc.constantFrom(...locales);
  if (name === 'documentId') return fc.nat({ max: 5 }).map(numberedId);
  if (type === 'datetime')
    return fc.nat({ max: 20 }).map((second) => new Date(Date.UTC(2024, 0, 1) + second * 1000).toISOString());
  return type === 'integer' ? fc.constantFrom(1, 2) : fc.constantFrom('a', 'b', 'x', 'y', 'p');
}

async function compare(sides: Sides, { focus, steps, queries }: Life): Promise<void> {
  const made: Made = new Map();
  try {
    for (const step of steps) await liveThrough(sides, made, step, { populate: linksOf(focus, step.type) });
    for (const query of [...wholeOf(focus), ...queries]) await expectEqualAnswers(sides, query);
  } finally {
    await removeAll(sides[1], made);
  }
}

/** All documents at the end of a run. */
const wholeOf = (focus: Focus): readonly Query[] =>
  typesIn(focus).flatMap((type) =>
    (['draft', 'published', 'any'] as const).map((layer): Query => ({
      type: lifecycleUid(type),
      action: 'find',
      range: { offset: 0, limit: null },
      count: true,
      layer,
      locale: '*',
      populate: linksOf(focus, type),
    })),
  );

/** The lists of the focus, and a component. */
function linksOf({ links }: Focus, type: LifecycleType): Populate {
  const attributes = [...contentTypeOf(schema, lifecycleUid(type)).attributes.values()];
  const shown = attributes.filter(
    (each) => each.kind === 'relation' && each.place.kind === 'link' && links.includes(each.place.link.name),
  );
  return { all: false, members: [...shown.map(({ name }) => ({ name })), { name: 'part', populate: whole }] };
}

const whole: Populate = { all: true, members: [] };
