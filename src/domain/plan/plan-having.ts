import { aggregateFunctions } from '../query/aggregate.js';
import type { Filter, Sort } from '../query/query.js';
import { collectResults, err, ok, type Result } from '../result.js';
import type { Scalar } from '../schema/schema.js';
import { countColumn, type AggregateValue, type ColumnOrder, type GroupKey } from './aggregate-plan.js';
import { planComparison } from './plan-comparison.js';
import { planGroup } from './plan-group.js';
import { at, countNode, unknownKey, type PlanningScope } from './planning-scope.js';
import type { Predicate } from './read-plan.js';

/** The columns of an aggregate's answer, by the names that conditions and sorts have for them. */
type Columns = ReadonlyMap<string, Scalar>;

/** Plans which groups are in the answer, by their values. */
export const planHaving = (
  root: PlanningScope,
  filter: Filter | undefined,
  values: readonly AggregateValue[],
): Result<Predicate | null> =>
  filter === undefined
    ? ok(null)
    : planPart({ ...root, param: 'having' }, filter, valueColumns(values), false);

/** Plans the order of groups. It ends in the keys of the groups, so that it is total. */
export function planColumnOrder(
  root: PlanningScope,
  sorts: readonly Sort[],
  groups: readonly GroupKey[],
  values: readonly AggregateValue[],
): Result<readonly ColumnOrder[]> {
  const scope: PlanningScope = { ...root, param: 'sort' };
  const columns: Columns = new Map([
    ...groups.map(({ name, column }) => [name, column] as const),
    ...valueColumns(values),
  ]);
  const orders = collectResults(sorts, ({ path, direction }): Result<ColumnOrder> => {
    const column = columns.get(path.join('.'));
    return column === undefined ? err(unknownKey(scope, path.join('.'))) : ok({ column, direction });
  });
  if (!orders.ok) return orders;
  const rest = groups.map(({ column }) => ({ column, direction: 'asc' }) as const);
  const all = [...orders.value, ...rest];
  return ok(all.filter(({ column }, index) => index === all.findIndex((first) => first.column === column)));
}

const valueColumns = (values: readonly AggregateValue[]): Columns =>
  new Map([
    ['count', countColumn],
    ...values.map((each) => [`${each.function}.${each.field.name}`, each.column] as const),
  ]);

const isFunction = (key: string): boolean => (aggregateFunctions as readonly string[]).includes(key);

/** `above` is the function whose attributes are the keys of the filter, as in `having[sum][price]`. */
function planPart(
  scope: PlanningScope,
  filter: Filter,
  columns: Columns,
  negated: boolean,
  above?: string,
): Result<Predicate | null> {
  const counted = countNode(scope);
  if (!counted.ok) return counted;
  switch (filter.kind) {
    case 'not':
      return planPart(scope, filter.filter, columns, !negated, above);
    case 'and':
    case 'or':
      return planGroup((filter.kind === 'and') !== negated ? 'and' : 'or', filter.filters, (part) =>
        planPart(scope, part, columns, negated, above),
      );
    case 'at': {
      const column = columns.get(above === undefined ? filter.key : `${above}.${filter.key}`);
      const inside = at(scope, filter.key, scope.shaped);
      if (column !== undefined) return planComparison(inside, column, filter.filter, negated);
      return above === undefined && isFunction(filter.key)
        ? planPart(inside, filter.filter, columns, negated, filter.key)
        : err(unknownKey(scope, filter.key));
    }
    case 'compare':
      return err(unknownKey(scope, filter.operator));
  }
}
