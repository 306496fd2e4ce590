import type { Filter } from '../query/query.js';
import { err, ok, type Result } from '../result.js';
import {
  componentOf,
  contentTypeOf,
  scalarOf,
  type ComponentAttribute,
  type Relation,
} from '../schema/schema.js';
import { planComparison } from './plan-comparison.js';
import {
  at,
  attributeAt,
  enter,
  type PlanningScope,
  countNode,
  targetOf,
  unfitKey,
  unknownKey,
} from './planning-scope.js';
import { planGroup } from './plan-group.js';
import { checksAbsence, planThrough, type Compare, type Through } from './plan-through.js';
import type { Predicate } from './read-plan.js';

/** Plans a filter as a predicate in negation normal form; null: no restriction. */
export function planFilter(scope: PlanningScope, filter: Filter, negated = false): Result<Predicate | null> {
  const counted = countNode(scope);
  if (!counted.ok) return counted;
  switch (filter.kind) {
    case 'not':
      return planFilter(scope, filter.filter, !negated);
    case 'and':
    case 'or':
      return planGroup((filter.kind === 'and') !== negated ? 'and' : 'or', filter.filters, (part) =>
        planFilter(scope, part, negated),
      );
    case 'at':
      return planAttribute(scope, filter.key, filter.filter, negated);
    case 'compare':
      return err(unknownKey(scope, filter.operator));
  }
}

function planAttribute(
  scope: PlanningScope,
  key: string,
  filter: Filter,
  negated: boolean,
): Result<Predicate | null> {
  const attribute = attributeAt(scope, key);
  if (!attribute.ok) return attribute;
  switch (attribute.value.kind) {
    case 'scalar':
      return planComparison(at(scope, key, scope.shaped), attribute.value, filter, negated);
    case 'relation':
      return planRelation(scope, attribute.value, filter, negated);
    case 'component':
      return planComponent(scope, attribute.value, filter, negated);
    case 'zone':
      return err(unfitKey(scope, key));
  }
}

const relationIds: ReadonlySet<string> = new Set(['id', 'documentId']);
const itemIds: ReadonlySet<string> = new Set(['id']);

/** Operators directly on a relation compare the target's id or check whether there is a target. */
const planRelation = (
  scope: PlanningScope,
  relation: Relation,
  filter: Filter,
  negated: boolean,
): Result<Predicate | null> =>
  planThrough(
    {
      identities: relationIds,
      own: (compare, not) => planOwn(scope, relation, compare, not),
      behind: (part, not) => planTarget(scope, relation, part, not),
    },
    filter,
    negated,
  );

function planTarget(
  scope: PlanningScope,
  relation: Relation,
  filter: Filter,
  negated: boolean,
): Result<Predicate> {
  const where = planFilter(enter(scope, relation), filter, negated);
  if (!where.ok) return where;
  return ok({ kind: 'related', relation, target: targetOf(scope, relation, where.value), negated: false });
}

/**
 * `filters[owner][$null]` checks whether there is a target. Other operators compare the target's id, or its documentId
 * if the value is not a number.
 */
function planOwn(
  scope: PlanningScope,
  relation: Relation,
  compare: Compare,
  negated: boolean,
): Result<Predicate | null> {
  const absence = checksAbsence(compare);
  if (absence !== null) {
    return ok({
      kind: 'related',
      relation,
      target: targetOf(scope, relation, null),
      negated: absence !== negated,
    });
  }
  const target = contentTypeOf(scope.schema, relation.target);
  const field = scalarOf(target, namesDocuments(compare.value) ? 'documentId' : 'id');
  const where = planComparison(enter(scope, relation), field, compare, negated);
  if (!where.ok) return where;
  return ok({ kind: 'related', relation, target: targetOf(scope, relation, where.value), negated: false });
}

function planComponent(
  scope: PlanningScope,
  attribute: ComponentAttribute,
  filter: Filter,
  negated: boolean,
): Result<Predicate | null> {
  const inside = at(scope, attribute.name, componentOf(scope.schema, attribute.component));
  const through: Through = {
    identities: itemIds,
    own(compare, not) {
      const absence = checksAbsence(compare);
      if (absence === null) return err(unknownKey(at(scope, attribute.name, scope.shaped), compare.operator));
      return ok({ kind: 'component', attribute, where: null, negated: absence !== not });
    },
    behind(part, not) {
      const where = planFilter(inside, part, not);
      return where.ok ? ok({ kind: 'component', attribute, where: where.value, negated: false }) : where;
    },
  };
  return planThrough(through, filter, negated);
}

const namesDocuments = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(namesDocuments) : typeof value === 'string' && !/^\d+$/.test(value);
