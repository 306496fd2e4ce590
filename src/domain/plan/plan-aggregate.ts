import { familyOf } from '../document/value.js';
import { failure, type Failure } from '../failure.js';
import {
  dateParts,
  type AggregateFunction,
  type AggregateQuery,
  type DatePart,
  type GroupBy,
  type RequestedValue,
} from '../query/aggregate.js';
import type { Principal } from '../permission/permission.js';
import type { Query } from '../query/query.js';
import { collectResults, err, ok, type Result } from '../result.js';
import type { Scalar, ScalarType, Schema } from '../schema/schema.js';
import { columnOf, type AggregatePlan, type AggregateValue, type GroupKey } from './aggregate-plan.js';
import { planColumnOrder, planHaving } from './plan-having.js';
import { planOrder } from './plan-sort.js';
import {
  checkCost,
  deniedRead,
  permissionFor,
  planPermitted,
  rootScope,
  type PlanBudget,
} from './plan-read.js';
import { attributeAt, countNode, type PlanningScope } from './planning-scope.js';
import type { Limits } from './read-plan.js';

export interface AggregateLimits extends Limits {
  /** Groups with fewer documents are left out. */
  readonly minGroupSize: number;
}

/**
 * Plans an aggregate of the documents that the principal may find, with the permissions of a list: what they cannot read
 * cannot be aggregated, grouped by, filtered or sorted by. Fails as `planRead` does.
 */
export function planAggregate(
  schema: Schema,
  query: AggregateQuery,
  principal: Principal,
  { minGroupSize, ...limits }: AggregateLimits,
  budget?: PlanBudget,
): Result<AggregatePlan> {
  const list = listOf(query);
  const form = checkForm(query);
  if (!form.ok) return form;
  const permission = permissionFor(schema, list, principal);
  if (permission === null) return err(deniedRead(schema, list, principal));
  const documents = planPermitted(schema, list, principal, permission, limits);
  if (!documents.ok) return documents;
  const scope = rootScope(schema, list, principal, permission, limits);
  const groups = collectResults(query.groupBy, (each, index) => planKey(scope, each, `g${index}`));
  if (!groups.ok) return groups;
  const values = collectResults(query.values, (each, index) => planValue(scope, each, `v${index}`));
  if (!values.ok) return values;
  const having = planHaving(scope, query.having, values.value);
  if (!having.ok) return having;
  const order = planColumnOrder(scope, query.sort ?? [], groups.value, values.value);
  if (!order.ok) return order;
  const aggregate: AggregatePlan = {
    documents: documents.value,
    groups: groups.value,
    values: values.value,
    showsCount: query.showsCount,
    minGroupSize,
    having: having.value,
    order: order.value,
    range: query.range,
  };
  const cost = budget === undefined ? ok(null) : checkAggregateCost(aggregate, principal, budget);
  if (!cost.ok) return cost;
  const withCost = Object.freeze({ ...documents.value, ...cost.value });
  return ok(Object.freeze({ ...aggregate, documents: withCost }));
}

function checkAggregateCost(
  { documents, groups, values }: AggregatePlan,
  principal: Principal,
  budget: PlanBudget,
): ReturnType<typeof checkCost> {
  // One for the version itself; a group key costs as much as two values.
  const aggregated = 1 + 2 * groups.length + values.length;
  // A key is found as a sort key is.
  const keys = groups
    .filter(({ hops }) => hops.length > 0)
    .map((key) => ({ ...key, direction: 'asc' }) as const);
  const read = keys.length === 0 ? documents : { ...documents, order: keys };
  return checkCost(read, principal, budget, aggregated);
}

/** What every store can do at once: sort by two columns for each key, and put a group's values into one list. */
const most = { keys: 16, values: 64 } as const;

/** Refuses aggregates of too many parts, and groups with two keys of one name. */
function checkForm({ groupBy, sort = [], values }: AggregateQuery): Result<null> {
  if (groupBy.length + sort.length > most.keys)
    return err(failure('PLAN.TOO_LARGE', `groupBy and sort have more than ${most.keys} keys`));
  if (values.length > most.values)
    return err(failure('PLAN.TOO_LARGE', `The aggregate has more than ${most.values} values`));
  const names = groupBy.map(({ attribute }) => attribute);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice === undefined) return ok(null);
  const details = { key: twice, source: 'query', param: 'groupBy' };
  return err(failure('QUERY.INVALID', `groupBy names ${twice} twice`, details));
}

/** The list whose documents are aggregated. */
const listOf = ({ type, layer, locale, publication, filters }: AggregateQuery): Query => ({
  type,
  action: 'find',
  layer,
  fields: ['id'],
  range: { offset: 0, limit: 0 },
  count: true,
  ...(locale !== undefined && { locale }),
  ...(publication !== undefined && { publication }),
  ...(filters !== undefined && { filters }),
});

function planScalar(scope: PlanningScope, key: string): Result<Scalar> {
  const counted = countNode(scope);
  if (!counted.ok) return counted;
  const attribute = attributeAt(scope, key);
  if (!attribute.ok) return attribute;
  return attribute.value.kind === 'scalar' && familyOf(attribute.value.type) !== 'json'
    ? ok(attribute.value)
    : err(unfit(scope, key, expectedOf(scope.param)));
}

const isPart = (name: string): name is DatePart => (dateParts as readonly string[]).includes(name);

function planKey(root: PlanningScope, { attribute, part }: GroupBy, name: string): Result<GroupKey> {
  const scope: PlanningScope = { ...root, param: 'groupBy' };
  const reached = planPath(scope, attribute);
  if (!reached.ok) return reached;
  const { hops, field } = reached.value;
  const key = { name: attribute, hops, field };
  if (part === undefined) return ok({ ...key, part: null, column: columnOf(name, field.type) });
  const family = familyOf(field.type);
  const fits = isPart(part) && (family === 'datetime' || (family === 'date' && part !== 'hour'));
  if (fits) return ok({ ...key, part, column: columnOf(name, 'string') });
  const parts = dateParts.filter((each) => family === 'datetime' || each !== 'hour');
  const hint = family === 'datetime' || family === 'date' ? `one of ${parts.join(', ')}` : 'no part';
  return err(
    failure('QUERY.INVALID', `Invalid part ${part} at ${attribute}. Expected ${hint}`, {
      key: attribute,
      source: 'query',
      param: 'groupBy',
    }),
  );
}

/** Plans the way to a key, as sorts do, but through relations to one only. A relation itself stands for its documentId. */
function planPath(scope: PlanningScope, text: string): Result<Pick<GroupKey, 'hops' | 'field'>> {
  const path = text.split('.');
  const found = planOrder(scope, { path, direction: 'asc' });
  const ofTarget = found.ok ? found : planOrder(scope, { path: [...path, 'documentId'], direction: 'asc' });
  const order = ofTarget.ok ? ofTarget : found;
  if (!order.ok) return order;
  return order.value.extreme === undefined ? order : err(unfit(scope, text, 'what each document has one of'));
}

function planValue(
  root: PlanningScope,
  { function: name, attribute }: RequestedValue,
  column: string,
): Result<AggregateValue> {
  const scope: PlanningScope = { ...root, param: name };
  const field = planScalar(scope, attribute);
  if (!field.ok) return field;
  const type = typeOfValue(name, field.value);
  if (type === null) return err(unfit(scope, attribute, expectedOf(name)));
  return ok({ function: name, field: field.value, column: columnOf(column, type) });
}

const expectedOf = (name: string): string =>
  name === 'min' || name === 'max' ? 'a number, a text, a date or a time' : 'a number';

/** Refuses an attribute that the principal may read, but that cannot be aggregated so. */
const unfit = ({ param }: PlanningScope, key: string, expected: string): Failure =>
  failure('QUERY.INVALID_KEY', `Invalid ${param} of ${key}. Expected ${expected}`, {
    key,
    source: 'query',
    param,
  });

/** The type of a value, null if there is none. The type `decimal` compares numbers of any size exactly. */
function typeOfValue(name: AggregateFunction, { type }: Scalar): ScalarType | null {
  const family = familyOf(type);
  const isNumber = ['integer', 'biginteger', 'float', 'decimal'].includes(family);
  switch (name) {
    case 'sum':
      return isNumber ? (family === 'integer' ? 'decimal' : type) : null;
    case 'avg':
      return isNumber ? 'float' : null;
    case 'min':
    case 'max':
      return family === 'boolean' ? null : family === 'integer' ? 'decimal' : type;
  }
}
