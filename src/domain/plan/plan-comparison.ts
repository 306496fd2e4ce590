import { castForFilter } from '../document/cast-value.js';
import { familyOf } from '../document/value.js';
import { failure, type Failure } from '../failure.js';
import { reason, type Reason } from '../reason/reason.js';
import type { Filter, Operator } from '../query/query.js';
import { err, ok, type Result } from '../result.js';
import type { Scalar } from '../schema/schema.js';
import { meanings, operatorFits, type Meaning } from './operator-meaning.js';
import { isTrue, join, planGroup } from './plan-group.js';
import type { Comparison, Value } from './comparison.js';
import type { Predicate } from './read-plan.js';
import { countNode, unknownKey, type PlanningScope } from './planning-scope.js';

type Compare = Filter & { readonly kind: 'compare' };

/** Where a comparison stands, for messages, and how long its texts may be. */
export type ComparisonPlace = Pick<PlanningScope, 'path' | 'param' | 'limits'>;

/**
 * Plans the filter of one scalar field; `scope.path` ends in its name. Values are converted to the field's type only
 * here.
 */
export function planComparison(
  scope: PlanningScope,
  field: Scalar,
  filter: Filter,
  negated: boolean,
): Result<Predicate | null> {
  const counted = countNode(scope);
  if (!counted.ok) return counted;
  switch (filter.kind) {
    case 'not':
      return planComparison(scope, field, filter.filter, !negated);
    case 'and':
    case 'or':
      return planGroup((filter.kind === 'and') !== negated ? 'and' : 'or', filter.filters, (part) =>
        planComparison(scope, field, part, negated),
      );
    case 'at':
      return err(unknownKey(scope, filter.key));
    case 'compare':
      return planCompare(scope, field, filter, negated);
  }
}

/** Plans one comparison of a field. */
export function planCompare(
  scope: ComparisonPlace,
  field: Scalar,
  { operator, value }: Compare,
  outerNegated: boolean,
): Result<Predicate | null> {
  const meaning = meanings[operator];
  const negated = (meaning.negated === true) !== outerNegated;
  const leaf = (comparison: Comparison, not = negated): Predicate => ({
    kind: 'compare',
    field,
    comparison,
    negated: not,
  });
  if (meaning.op === 'null') return ok(leaf({ op: 'null' }, isTrue(value) ? negated : !negated));
  if (meaning.op === 'eq' && value === null) return ok(leaf({ op: 'null' }));
  if (!operatorFits(field.type, operator)) return err(unfitting(scope, operator));
  switch (meaning.op) {
    case 'in':
      return planList(scope, field, operator, value, leaf, negated);
    case 'between':
      return planBetween(scope, field, operator, value, leaf);
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return planText(scope, field, operator, value, (text) =>
        leaf({ op: meaning.op, value: text, fold: meaning.fold === true } as Comparison),
      );
    default:
      return Array.isArray(value) && meaning.op === 'eq'
        ? planAny(scope, field, operator, value, meaning.fold === true, leaf, negated)
        : planOne(scope, field, operator, value, meaning, leaf);
  }
}

type Leaf = (comparison: Comparison, negated?: boolean) => Predicate;

function planOne(
  scope: ComparisonPlace,
  field: Scalar,
  operator: Operator,
  raw: unknown,
  meaning: Meaning,
  leaf: Leaf,
): Result<Predicate> {
  const value = castForFilter(field, raw);
  if (value === null) return err(badValue(scope, operator, raw));
  const fold = meaning.fold === true && familyOf(field.type) === 'text';
  if (fold && isTooLong(scope, value)) return err(tooLong(scope, operator));
  if (meaning.op === 'eq') return ok(leaf({ op: 'eq', value, fold }));
  return ok(leaf({ op: meaning.op as 'lt' | 'lte' | 'gt' | 'gte', value }));
}

/** `filters[field]=a&filters[field]=b` matches either value. */
function planAny(
  scope: ComparisonPlace,
  field: Scalar,
  operator: Operator,
  raw: readonly unknown[],
  fold: boolean,
  leaf: Leaf,
  negated: boolean,
): Result<Predicate | null> {
  if (!fold) return planList(scope, field, operator, raw, leaf, negated);
  const predicates: Predicate[] = [];
  for (const each of raw) {
    const one = planOne(scope, field, operator, each, { op: 'eq', fold: true }, leaf);
    if (!one.ok) return one;
    predicates.push(one.value);
  }
  return ok(join(negated ? 'and' : 'or', predicates));
}

function planList(
  scope: ComparisonPlace,
  field: Scalar,
  operator: Operator,
  raw: unknown,
  leaf: Leaf,
  negated: boolean,
): Result<Predicate | null> {
  const items = Array.isArray(raw) ? raw : [raw];
  const values: Value[] = [];
  for (const item of items) {
    if (item === null) continue;
    const value = castForFilter(field, item);
    if (value === null) return err(badValue(scope, operator, item));
    values.push(value);
  }
  const listed = leaf({ op: 'in', values });
  if (!items.includes(null)) return ok(listed);
  return ok(join(negated ? 'and' : 'or', [listed, leaf({ op: 'null' })]));
}

function planBetween(
  scope: ComparisonPlace,
  field: Scalar,
  operator: Operator,
  raw: unknown,
  leaf: Leaf,
): Result<Predicate> {
  if (!Array.isArray(raw) || raw.length !== 2) return err(badValue(scope, operator, raw));
  const low = castForFilter(field, raw[0]);
  const high = castForFilter(field, raw[1]);
  if (low === null || high === null) return err(badValue(scope, operator, raw));
  return ok(leaf({ op: 'between', low, high }));
}

function planText(
  scope: ComparisonPlace,
  field: Scalar,
  operator: Operator,
  raw: unknown,
  leaf: (text: string) => Predicate,
): Result<Predicate> {
  const text = castForFilter(familyOf(field.type) === 'json' ? asText(field) : field, raw);
  if (typeof text !== 'string') return err(badValue(scope, operator, raw));
  return isTooLong(scope, text) ? err(tooLong(scope, operator)) : ok(leaf(text));
}

const isTooLong = ({ limits }: ComparisonPlace, value: Value): boolean =>
  typeof value === 'string' && value.length > (limits.searchText ?? Infinity);

const tooLong = (scope: ComparisonPlace, operator: Operator): Failure =>
  invalidOperand(scope, operator, (place) =>
    reason('query.operand', { operator, place, max: Number(scope.limits.searchText) }),
  );

/** Text operators search the compact text of JSON. */
const asText = (field: Scalar): Scalar => ({ ...field, type: 'text' });

function badValue(scope: ComparisonPlace, operator: Operator, raw: unknown): Failure {
  const shown = JSON.stringify(raw)?.slice(0, 100) ?? String(raw);
  return invalidOperand(scope, operator, (place) => reason('query.value', { value: shown, operator, place }));
}

const unfitting = (scope: ComparisonPlace, operator: Operator): Failure =>
  invalidOperand(scope, operator, (place) => reason('query.operator', { operator, place }));

function invalidOperand(
  scope: ComparisonPlace,
  operator: Operator,
  reasonAt: (path: string) => Reason,
): Failure {
  const path = scope.path.join('.');
  return failure('QUERY.INVALID', reasonAt(path), {
    key: operator,
    path,
    source: 'query',
    param: scope.param,
  });
}
