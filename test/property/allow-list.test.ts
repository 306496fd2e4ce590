import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  actions,
  decideRead,
  grantsOf,
  type Action,
  type Principal,
} from '../../src/domain/permission/permission.js';
import { planRead } from '../../src/domain/plan/plan-read.js';
import type { Member, Order, Predicate, ReadPlan, Target } from '../../src/domain/plan/read-plan.js';
import type { Attribute, Relation } from '../../src/domain/schema/schema.js';
import { fixtureSchema } from '../contract/fixture-schema.js';
import { arbitraryQuery } from './arbitrary-query.js';

const schema = fixtureSchema();
const limits = { rows: 100, textSize: 100_000 };

const arbitraryGrants = fc
  .array(
    fc.tuple(
      fc.constantFrom(...schema.contentTypes.keys()),
      fc.oneof(
        fc.constant<Action[]>(['find', 'findOne', 'findDrafts']),
        fc.uniqueArray(fc.constantFrom(...actions)),
      ),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((listed) => grantsOf(listed));

const arbitraryPrincipal: fc.Arbitrary<Principal> = fc.record({
  kind: fc.constantFrom('public' as const, 'token' as const, 'user' as const),
  name: fc.constant('somebody'),
  grants: fc.oneof(
    { weight: 4, arbitrary: arbitraryGrants },
    { weight: 1, arbitrary: fc.constantFrom({ kind: 'all' as const }, { kind: 'read' as const }) },
  ),
});

/**
 * Queries on all attributes, including private ones. Simple queries are included because they are granted more
 * often.
 */
const choices = (depth: number) =>
  arbitraryQuery({
    schema,
    types: [...schema.contentTypes.keys()],
    locales: ['en', 'fr'],
    depth,
    layers: ['draft', 'published'],
    valueOf: () => fc.constantFrom('a', '1', '2024-01-01', 'true'),
    skips: () => false,
    fitting: false,
  });

describe('a read plan', () => {
  it('contains no attribute and no type that its principal may not read', () => {
    let planned = 0;
    fc.assert(
      fc.property(fc.oneof(choices(0), choices(2)), arbitraryPrincipal, (query, principal) => {
        const plan = planRead(schema, query, principal, limits);
        if (!plan.ok) return;
        planned++;
        expect(decideRead(principal, plan.value.type, query.layer)).to.not.equal(null);
        for (const one of reached(plan.value)) expectAllowed(principal, one);
      }),
      { numRuns: 3000 },
    );
    // Some 120 by chance.
    expect(planned, 'plans that were made').to.be.greaterThan(50);
  });
});

/** An attribute that a plan reads, and the target to which it leads. */
interface Reached {
  readonly attribute: Attribute;
  readonly target?: Target;
}

function expectAllowed(principal: Principal, { attribute, target }: Reached): void {
  expect(attribute.private, `${attribute.name} is private`).to.equal(false);
  if (attribute.kind === 'scalar') expect(attribute.type).not.to.equal('password');
  if (target !== undefined)
    expect(
      decideRead(principal, target.type, target.layer),
      `${attribute.name} to ${target.type.uid}`,
    ).to.not.equal(null);
}

const reached = ({ where, order, shape }: ReadPlan): Reached[] => [
  ...inPredicate(where),
  ...order.flatMap(inOrder),
  ...shape.members.flatMap(inMember),
];

function inPredicate(predicate: Predicate | null): Reached[] {
  switch (predicate?.kind) {
    case undefined:
      return [];
    case 'and':
    case 'or':
      return predicate.predicates.flatMap(inPredicate);
    case 'compare':
      return [{ attribute: predicate.field }];
    case 'related':
      return inTarget(predicate.relation, predicate.target);
    case 'publication':
      return [];
    case 'component':
      return [{ attribute: predicate.attribute }, ...inPredicate(predicate.where)];
  }
}

/** Media need no grant. */
const inTarget = (relation: Relation, target: Target): Reached[] => [
  { attribute: relation, ...(relation.media === undefined && { target }) },
  ...inPredicate(target.where),
];

const inOrder = ({ hops, field }: Order): Reached[] => [
  ...hops.flatMap((hop) =>
    hop.kind === 'relation' ? inTarget(hop.relation, hop.target) : [{ attribute: hop.attribute }],
  ),
  { attribute: field },
];

function inMember(member: Member): Reached[] {
  switch (member.kind) {
    case 'field':
      return [{ attribute: member.field }];
    case 'relation':
      return [
        ...inTarget(member.relation, member.target),
        ...member.order.flatMap(inOrder),
        ...member.shape.members.flatMap(inMember),
      ];
    case 'count':
      return inTarget(member.relation, member.target);
    case 'component':
      return [{ attribute: member.attribute }, ...member.shape.members.flatMap(inMember)];
    case 'zone':
      return [
        { attribute: member.attribute },
        ...[...member.shapes.values()].flatMap((shape) => shape.members.flatMap(inMember)),
      ];
  }
}
