import { deniedWithout, failure, type Failure } from '../failure.js';
import { reason } from '../reason/reason.js';
import {
  decide,
  decideRead,
  neededToRead,
  systemPrincipal,
  unlimited,
  type Permission,
  type Principal,
} from '../permission/permission.js';
import { requestedLocales, type Query } from '../query/query.js';
import { err, ok, type Result } from '../result.js';
import { contentTypeOf, scalarOf, type ContentType, type Schema } from '../schema/schema.js';
import { arrangePlan } from './arrange-plan.js';
import { planFilter } from './plan-filter.js';
import { granted, grantedTargets, withheld } from './granted.js';
import { both, join } from './plan-group.js';
import { costOfPlan, type CostLimits } from './plan-cost.js';
import { planShape } from './plan-populate.js';
import { mayFilterByPublication, planPublication } from './plan-publication.js';
import { containing, planSearch } from './plan-search.js';
import { planSort } from './plan-sort.js';
import { revisionMember, type Limits, type Predicate, type ReadPlan, type Shape } from './read-plan.js';
import { maxNodes, type PlanningScope } from './planning-scope.js';
import type { Statistics } from './statistics.js';

/** The cost that one request may have, and the measurements that costs are estimated from. */
export interface PlanBudget extends CostLimits {
  readonly statistics: Statistics;
}

/**
 * Turns a query into a plan: resolves every name against what the principal may read, and applies all permissions.
 * Stores read by plans only. Fails with `POLICY.DENIED`, `QUERY.*`, `PLAN.TOO_LARGE`, or `PLAN.TOO_EXPENSIVE` when the
 * plan exceeds `budget`.
 */
export function planRead(
  schema: Schema,
  query: Query,
  principal: Principal,
  limits: Limits,
  budget?: PlanBudget,
): Result<ReadPlan> {
  const permission = permissionFor(schema, query, principal);
  return permission === null
    ? err(deniedRead(schema, query, principal))
    : planPermitted(schema, query, principal, permission, limits, budget);
}

/** The refusal of a query that nothing permits. */
export function deniedRead(schema: Schema, { type, layer, action }: Query, principal: Principal): Failure {
  const needed = neededToRead(contentTypeOf(schema, type), layer, action);
  // Who may read the versions is refused for a publication filter, which says something about drafts.
  return deniedWithout({ type, action: decide(principal, needed, type) === null ? needed : 'findDrafts' });
}

/** What the principal may read; null: nothing. */
export function permissionFor(
  schema: Schema,
  { type: uid, action, layer, publication }: Query,
  principal: Principal,
): Permission | null {
  const type = contentTypeOf(schema, uid);
  return mayFilterByPublication(principal, type, layer, publication)
    ? decideRead(principal, type, layer, action)
    : null;
}

/** Plans with a permission that the caller has decided on. A write uses it for its answer. */
export function planPermitted(
  schema: Schema,
  query: Query,
  principal: Principal,
  permission: Permission,
  limits: Limits,
  budget?: PlanBudget,
): Result<ReadPlan> {
  const type = contentTypeOf(schema, query.type);
  const scope = rootScope(schema, query, principal, permission, limits);
  const where = planWhere(scope, query);
  if (!where.ok) return where;
  const search = planSearch(scope, query);
  if (!search.ok) return search;
  const order = planSort({ ...scope, param: 'sort' }, query.sort ?? []);
  if (!order.ok) return order;
  const shape = planShape(scope, query);
  if (!shape.ok) return shape;
  const allowed = granted(scope, permission);
  const plan: ReadPlan = {
    type,
    context: { layer: query.layer, locale: requestedLocales(query, schema.defaultLocale) },
    where: both(allowed, where.value),
    ...(allowed === null && onlySeeks(query) && { seeks: true }),
    ...(search.value !== null && { search: search.value }),
    order: order.value,
    range: query.range,
    count: query.count,
    ...(query.estimates === true && { estimates: true }),
    shape: shape.value,
    limits,
  };
  const arranged = query.layout === undefined ? null : arrangePlan(plan, query.layout);
  // A layout may repeat what the plan has once.
  const cost = budget === undefined ? ok(null) : checkCost({ ...plan, ...arranged }, principal, budget);
  if (!cost.ok) return cost;
  const revision =
    query.revision === true || query.revision === 'only' ? { shape: withRevision(type, plan.shape) } : null;
  return ok(Object.freeze({ ...plan, ...cost.value, ...revision, ...arranged }));
}

const onlySeeks = ({ seeks, filters, documentId, publication, search }: Query): boolean =>
  seeks === true && [filters, documentId, publication, search].every((one) => one === undefined);

/** The first member is no attribute of any type. It tells whether a version has changed, which is no secret. */
const withRevision = (type: ContentType, { members }: Shape): Shape => ({
  members: [{ kind: 'field', as: revisionMember, field: scalarOf(type, 'updatedAt') }, ...members],
});

/** Plans to find those versions of the query that the permission does not cover; null when it covers all. */
export function planWithheld(
  schema: Schema,
  query: Query,
  principal: Principal,
  permission: Permission,
  limits: Limits,
): Result<ReadPlan> | null {
  const found = withheld(rootScope(schema, query, principal, permission, limits), permission);
  if (found === null) return null;
  const plan = planPermitted(schema, query, systemPrincipal, unlimited, limits);
  return plan.ok ? ok(Object.freeze({ ...plan.value, where: both(plan.value.where, found) })) : plan;
}

/** The scope of the content-type that is read, at the root of a parameter. */
export function rootScope(
  schema: Schema,
  query: Query,
  principal: Principal,
  { fields }: Permission,
  limits: Limits,
): PlanningScope {
  const type = contentTypeOf(schema, query.type);
  return {
    schema,
    principal,
    shaped: type,
    owner: type,
    layer: query.layer,
    path: [],
    param: 'filters',
    nodes: { left: maxNodes },
    limits,
    fields,
    grantedTargets,
    publication: query.relatedPublication,
  };
}

function planWhere(scope: PlanningScope, query: Query): Result<Predicate | null> {
  const filters = [...(query.filters === undefined ? [] : [query.filters]), ...containing(scope, query)];
  const requested = filters.length === 0 ? ok(null) : planFilter(scope, { kind: 'and', filters });
  if (!requested.ok) return requested;
  const trusted = { ...scope, principal: systemPrincipal, fields: null };
  const imposed = query.imposed === undefined ? ok(null) : planFilter(trusted, query.imposed);
  if (!imposed.ok) return imposed;
  const parts = [
    ...addressed(scope, query.documentId),
    ...planPublication(scope.owner, query.publication),
    ...(requested.value === null ? [] : [requested.value]),
    ...(imposed.value === null ? [] : [imposed.value]),
  ];
  return ok(join('and', parts));
}

const addressed = (scope: PlanningScope, documentId: string | undefined): readonly Predicate[] =>
  documentId === undefined
    ? []
    : [
        {
          kind: 'compare',
          field: scalarOf(scope.shaped, 'documentId'),
          comparison: { op: 'eq', value: documentId, fold: false },
          negated: false,
        },
      ];

/**
 * Returns the estimated cost of the plan and adds it to what the request has spent, as all plans of a request share its
 * budget. Fails with `PLAN.TOO_EXPENSIVE`. The server's own plans have no limit, unless it reads for a client and counts what that
 * spends. `aggregated` is for `costOfPlan`.
 */
export function checkCost(
  plan: ReadPlan,
  principal: Principal,
  budget: PlanBudget,
  aggregated?: number,
): Result<Pick<ReadPlan, 'cost' | 'once'>> {
  const { kind, spending } = principal;
  if (kind === 'system' && spending === undefined) return ok({ cost: 0 });
  const { cost: spent = 0, budgets = 1 } = spending ?? {};
  const left = budgets * budget.cost - spent;
  const limits = { cost: Math.min(budget.cost, left), relationDepth: budget.relationDepth };
  const { cost, spentAt, tooDeepAt, once } = costOfPlan(plan, budget.statistics, limits, aggregated);
  if (tooDeepAt !== null) return err(tooDeep(tooDeepAt, budget.relationDepth));
  if (spentAt !== null)
    return err(
      left < budget.cost
        ? tooExpensive(spentAt, spent + cost, budgets * budget.cost, principal)
        : tooExpensive(spentAt, cost, budget.cost, principal),
    );
  if (spending !== undefined) spending.cost += cost;
  return ok(once.size === 0 ? { cost } : { cost, once });
}

const tooDeep = (at: string, depth: number): Failure =>
  failure('PLAN.TOO_EXPENSIVE', reason('query.tooManyRelations', { place: at, max: depth }), {
    at,
    allowedDepth: depth,
  });

/** The estimate reveals how many rows there are: only clients with full access get it, and none over code of the app. */
function tooExpensive(at: string, cost: number, allowed: number, { kind, grants }: Principal): Failure {
  const isTold = grants.kind === 'all' && kind !== 'system' && kind !== 'public';
  return failure('PLAN.TOO_EXPENSIVE', reason('query.tooExpensive', { place: at, max: allowed }), {
    at,
    allowed,
    ...(isTold && { estimate: Math.ceil(cost) }),
  });
}
