import { expect } from 'chai';
import * as fc from 'fast-check';
import type { Store } from '../../src/application/ports/store.js';
import {
  unlimited,
  type Action,
  type Permission,
  type Principal,
} from '../../src/domain/permission/permission.js';
import { compare } from '../../src/domain/query/compare.js';
import type { Query } from '../../src/domain/query/query.js';
import { contentTypeOf, type Schema } from '../../src/domain/schema/schema.js';
import { withinTwoMinutes } from '../time-limits.js';
import { documentsOn, expectSame } from './agreement.js';
import {
  arbitraryFocus,
  arbitrarySteps,
  isInFocus,
  typesIn,
  type Asked,
  type Focus,
  type ItemAsked,
  type Step,
} from './arbitrary-life.js';
import { lifecycleSchema, lifecycleTypes, lifecycleUid, type LifecycleType } from './lifecycle-schema.js';
import { arbitraryQuestion } from './lives-agree.js';
import { liveAlone, liveThrough, removeAll, type Made } from './live-through.js';

const schema = lifecycleSchema();
const withDrafts = ['drafted', 'whole'] as const;

/**
 * Non-interference, as in `hidden-content.test.ts`: two stores whose content differs only in drafts that the
 * principal may not find give this principal equal answers, totals, orders and refusals.
 */
export function describeHiddenDrafts(
  name: string,
  open: (schema: Schema) => Promise<Store>,
  close: (store: Store) => Promise<void>,
  numRuns: number,
): void {
  describe(`drafts that a principal may not find, on ${name}`, function () {
    this.timeout(120_000);
    let stores: readonly [Store, Store];
    before(async () => {
      stores = [await open(schema), await open(schema)];
    });
    after(async () => {
      await close(stores[0]);
      await close(stores[1]);
    });

    it('have no effect on any answer', async () => {
      const counts = { answered: 0, refused: 0 };
      await fc.assert(
        fc.asyncProperty(arbitraryCase, (life) => compareSides(stores, life, counts)),
        { numRuns, ...withinTwoMinutes },
      );
      // A handful of cases may by chance hold no answer, or no refusal; many cases hold both.
      if (numRuns < 50) return;
      expect(counts.answered).to.be.greaterThan(numRuns);
      expect(counts.refused).to.be.greaterThan(0);
    });
  });
}

interface Case {
  readonly focus: Focus;
  readonly principal: Principal;
  /** The steps that both stores execute. */
  readonly steps: readonly Step[];
  /** The further steps of each store, which only write drafts that the principal may not find. */
  readonly hidden: readonly [readonly Step[], readonly Step[]];
  readonly queries: readonly Query[];
}

const arbitraryCase: fc.Arbitrary<Case> = fc
  .tuple(arbitraryFocus, fc.subarray([...withDrafts]))
  .chain(([focus, opened]) => {
    const hidden = arbitrarySteps(focus).map((steps) => steps.flatMap((step) => hiddenStep(step, opened)));
    const question = arbitraryQuestion(focus);
    return fc.record({
      focus: fc.constant(focus),
      principal: arbitraryPrincipal(opened, fc.oneof(question, arbitraryLimit(focus))),
      steps: arbitrarySteps(focus),
      hidden: fc.tuple(hidden, hidden),
      queries: fc.array(question, { minLength: 5, maxLength: 40, size: 'max' }),
    });
  });

/**
 * A principal that may find published documents of most types, some of them only with a filter, and drafts of the
 * types in `opened`.
 */
const arbitraryPrincipal = (
  opened: readonly LifecycleType[],
  limit: fc.Arbitrary<Pick<Query, 'type' | 'filters'>>,
): fc.Arbitrary<Principal> =>
  fc
    .tuple(fc.subarray([...lifecycleTypes], { minLength: 3 }), fc.array(limit, { maxLength: 3, size: 'max' }))
    .map(([found, limits]) => {
      const permissionOf = (type: LifecycleType): Permission => ({
        fields: null,
        filter: limits.find((each) => each.type === lifecycleUid(type))?.filters ?? null,
      });
      const listed = lifecycleTypes.map((type) => {
        const granted = new Map<Action, Permission>();
        if (found.includes(type)) granted.set('find', permissionOf(type));
        if (opened.includes(type)) granted.set('findDrafts', unlimited);
        return [lifecycleUid(type), granted] as const;
      });
      return { kind: 'user', name: 'user', grants: { kind: 'listed', listed: new Map(listed) } };
    });

/** A grant's filter that leads through a relation. */
const arbitraryLimit = (focus: Focus): fc.Arbitrary<Pick<Query, 'type' | 'filters'>> => {
  const relations = typesIn(focus).flatMap((type) =>
    [...contentTypeOf(schema, lifecycleUid(type)).attributes.values()].flatMap((attribute) =>
      attribute.kind === 'relation' && attribute.place.kind === 'link' && isInFocus(focus, attribute)
        ? [{ type: lifecycleUid(type), key: attribute.name }]
        : [],
    ),
  );
  const inside = fc.constantFrom(
    compare('name', '$eq', 'a'),
    compare('name', '$null', true),
    compare('code', '$notNull', true),
  );
  return fc
    .tuple(fc.constantFrom(...relations), inside)
    .map(([{ type, key }, filter]) => ({ type, filters: { kind: 'at', key, filter } }));
};

/** The same step on a draft that the principal may not find; nothing if the type has no such drafts. */
function hiddenStep(step: Step, opened: readonly LifecycleType[]): readonly Step[] {
  const isHidden = withDrafts.some((type) => type === step.type && !opened.includes(type));
  if (!isHidden) return [];
  if (step.kind === 'create' || step.kind === 'update') {
    const data = Object.entries(step.data).map(([name, asked]) => [name, inDraft(asked)]);
    return [{ ...step, layer: 'draft', data: Object.fromEntries(data) }];
  }
  return step.kind === 'discardDraft' ? [step] : [];
}

/** Removes the status, because a draft's links belong to the draft. */
function inDraft(asked: Asked): Asked {
  const bare = <Item extends ItemAsked>({ status: _status, ...item }: Item) => item;
  switch (asked.kind) {
    case 'set':
      return { ...asked, items: asked.items.map(bare) };
    case 'change':
      return { ...asked, connect: asked.connect.map(bare), disconnect: asked.disconnect.map(bare) };
    default:
      return asked;
  }
}

async function compareSides(
  stores: readonly [Store, Store],
  { focus, principal, steps, hidden, queries }: Case,
  counts: { answered: number; refused: number },
): Promise<void> {
  const sides = [documentsOn(stores[0], schema), documentsOn(stores[1], schema)] as const;
  const made: Made = new Map();
  const alone: [Made, Made] = [made, made];
  try {
    for (const step of steps) await liveThrough(sides, made, step, {});
    for (const [index, side] of sides.entries()) {
      const own: Made = new Map(made);
      alone[index] = own;
      for (const step of hidden[index] ?? []) await liveAlone(side, own, step);
    }
    for (const query of [...everything(focus), ...queries]) {
      const answer = await expectSame(sides, query, (documents) => documents.find(principal, query));
      if (!answer.ok) counts.refused++;
      else if ((answer.value?.answer.size ?? 0) > 0) counts.answered++;
    }
  } finally {
    for (const [index, side] of sides.entries()) await removeAll(side, alone[index] ?? made);
  }
}

const everything = (focus: Focus): readonly Query[] =>
  typesIn(focus).flatMap((type) =>
    (['draft', 'published'] as const).map((layer): Query => ({
      type: lifecycleUid(type),
      action: 'find',
      range: { offset: 0, limit: null },
      count: true,
      layer,
      locale: '*',
      populate: { all: true, members: [] },
    })),
  );
