import { castForFilter } from '../document/cast-value.js';
import { familyOf } from '../document/value.js';
import { failure, type Failure } from '../failure.js';
import { reason, type Reason } from '../reason/reason.js';
import type { Filter, Operator } from '../query/query.js';
import { collectResults, err, ok, type Result } from '../result.js';
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
  const comparing: Comparing = { scope, field, operator, negated };
  if (meaning.op === 'null') return ok(leaf({ ...comparing, negated: isTrue(value) === negated }, isNull));
  if (meaning.op === 'eq' && value === null) return ok(leaf(comparing, isNull));
  if (!operatorFits(field.type, operator)) return err(unfitting(scope, operator));
  switch (meaning.op) {
    case 'in':
      return planList(comparing, value);
    case 'between':
      return planBetween(comparing, value);
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return planText(comparing, value, { op: meaning.op, fold: meaning.fold === true });
    default:
      return Array.isArray(value) && meaning.op === 'eq'
        ? planAny(comparing, value, meaning)
        : planOne(comparing, value, meaning);
  }
}

/** One comparison that is planned: `operator` of a field, at a place of the request. */
interface Comparing {
  readonly scope: ComparisonPlace;
  readonly field: Scalar;
  readonly operator: Operator;
  readonly negated: boolean;
}

const isNull: Comparison = { op: 'null' };

const leaf = ({ field, negated }: Comparing, comparison: Comparison): Predicate => ({
  kind: 'compare',
  field,
  comparison,
  negated,
});

function planOne(comparing: Comparing, raw: unknown, meaning: Meaning): Result<Predicate> {
  const { scope, field, operator } = comparing;
  const value = castForFilter(field, raw);
  if (value === null) return err(badValue(scope, operator, raw));
  const fold = meaning.fold === true && familyOf(field.type) === 'text';
  if (fold && isTooLong(scope, value)) return err(tooLong(scope, operator));
  if (meaning.op === 'eq') return ok(leaf(comparing, { op: 'eq', value, fold }));
  return ok(leaf(comparing, { op: meaning.op as 'lt' | 'lte' | 'gt' | 'gte', value }));
}

/** `filters[field]=a&filters[field]=b` matches either value. */
function planAny(comparing: Comparing, raw: readonly unknown[], meaning: Meaning): Result<Predicate | null> {
  if (meaning.fold !== true) return planList(comparing, raw);
  const predicates = collectResults(raw, (each) => planOne(comparing, each, meaning));
  return predicates.ok ? ok(either(comparing, predicates.value)) : predicates;
}

function planList(comparing: Comparing, raw: unknown): Result<Predicate | null> {
  const { scope, field, operator } = comparing;
  const items = Array.isArray(raw) ? raw : [raw];
  const values: Value[] = [];
  for (const item of items) {
    if (item === null) continue;
    const value = castForFilter(field, item);
    if (value === null) return err(badValue(scope, operator, item));
    values.push(value);
  }
  const listed = leaf(comparing, { op: 'in', values });
  return ok(items.includes(null) ? either(comparing, [listed, leaf(comparing, isNull)]) : listed);
}

/** One of several comparisons, or none of them if it is negated. */
const either = ({ negated }: Comparing, predicates: readonly Predicate[]) =>
  join(negated ? 'and' : 'or', predicates);

function planBetween(comparing: Comparing, raw: unknown): Result<Predicate> {
  const { scope, field, operator } = comparing;
  if (!Array.isArray(raw) || raw.length !== 2) return err(badValue(scope, operator, raw));
  const low = castForFilter(field, raw[0]);
  const high = castForFilter(field, raw[1]);
  if (low === null || high === null) return err(badValue(scope, operator, raw));
  return ok(leaf(comparing, { op: 'between', low, high }));
}

type TextComparison = Extract<Comparison, { op: 'contains' | 'startsWith' | 'endsWith' }>;

function planText(
  comparing: Comparing,
  raw: unknown,
  meaning: Pick<TextComparison, 'op' | 'fold'>,
): Result<Predicate> {
  const { scope, field, operator } = comparing;
  const text = castForFilter(familyOf(field.type) === 'json' ? asText(field) : field, raw);
  if (typeof text !== 'string') return err(badValue(scope, operator, raw));
  if (isTooLong(scope, text)) return err(tooLong(scope, operator));
  return ok(leaf(comparing, { op: meaning.op, value: text, fold: meaning.fold }));
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
