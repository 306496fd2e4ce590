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
import { enter, targetOf } from './plan-target.js';
import { isTrue, planGroup } from './plan-group.js';
import type { Predicate } from './read-plan.js';
import { at, attributeAt, unfitKey, spend, unknownKey, type Scope } from './scope.js';

type Compare = Filter & { readonly kind: 'compare' };

/** A predicate in negation normal form; null restricts nothing. */
export function planFilter(scope: Scope, filter: Filter, negated = false): Result<Predicate | null> {
  const spent = spend(scope);
  if (!spent.ok) return spent;
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
  scope: Scope,
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

/**
 * What one object says of a relation holds of one and the same target; operators on the relation itself are about its
 * id, or about whether there is one.
 */
function planRelation(
  scope: Scope,
  relation: Relation,
  filter: Filter,
  negated: boolean,
): Result<Predicate | null> {
  switch (filter.kind) {
    case 'compare':
      return planOwn(scope, relation, filter, negated);
    case 'not':
      return planRelation(scope, relation, filter.filter, !negated);
    case 'at':
      return planTarget(scope, relation, filter, negated);
    default: {
      const own = filter.filters.filter(isOwn);
      const rest = filter.filters.filter((part) => !isOwn(part));
      if (own.length === 0) return planTarget(scope, relation, filter, negated);
      const parts = rest.length === 0 ? own : [...own, { kind: filter.kind, filters: rest }];
      return planGroup((filter.kind === 'and') !== negated ? 'and' : 'or', parts, (part) =>
        planRelation(scope, relation, part, negated),
      );
    }
  }
}

function planTarget(scope: Scope, relation: Relation, filter: Filter, negated: boolean): Result<Predicate> {
  const where = planFilter(enter(scope, relation), filter, negated);
  if (!where.ok) return where;
  return ok({ kind: 'related', relation, target: targetOf(scope, relation, where.value), negated: false });
}

/** Whether a filter speaks of the relation itself only. */
function isOwn(filter: Filter): boolean {
  if (filter.kind === 'not') return isOwn(filter.filter);
  if (filter.kind === 'and' || filter.kind === 'or') return filter.filters.every(isOwn);
  return filter.kind === 'compare';
}

/** `filters[owner][$null]` asks whether there is one; any other operator compares ids, or documentIds where the value looks like one. */
function planOwn(
  scope: Scope,
  relation: Relation,
  compare: Compare,
  negated: boolean,
): Result<Predicate | null> {
  const absence = asksAbsence(compare);
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
  scope: Scope,
  attribute: ComponentAttribute,
  filter: Filter,
  negated: boolean,
): Result<Predicate | null> {
  if (filter.kind === 'compare') {
    const absence = asksAbsence(filter);
    if (absence === null) return err(unknownKey(at(scope, attribute.name, scope.shaped), filter.operator));
    return ok({ kind: 'component', attribute, where: null, negated: absence !== negated });
  }
  const component = componentOf(scope.schema, attribute.component);
  const where = planFilter(at(scope, attribute.name, component), filter, negated);
  return where.ok ? ok({ kind: 'component', attribute, where: where.value, negated: false }) : where;
}

/** True: `there is none` is asked; false: `there is one`; null: neither. */
function asksAbsence({ operator, value }: Compare): boolean | null {
  if (operator === '$null') return isTrue(value);
  if (operator === '$notNull') return !isTrue(value);
  if (value === null && operator === '$eq') return true;
  if (value === null && operator === '$ne') return false;
  return null;
}

const namesDocuments = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(namesDocuments) : typeof value === 'string' && !/^\d+$/.test(value);
