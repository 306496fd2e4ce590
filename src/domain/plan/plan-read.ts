import { denied } from '../failure.js';
import {
  decide,
  decideRead,
  systemPrincipal,
  unlimited,
  type Permission,
  type Principal,
} from '../permission/permission.js';
import { localeAsked } from '../query/locale-asked.js';
import type { Query } from '../query/query.js';
import { err, ok, type Result } from '../result.js';
import { contentTypeOf, scalarOf, type Schema } from '../schema/schema.js';
import { planFilter } from './plan-filter.js';
import { checkCost, type PlanBudget } from './check-cost.js';
import { granted, grantedTargets, withheld } from './granted.js';
import { both, join } from './plan-group.js';
import { planShape } from './plan-populate.js';
import { planSort } from './plan-sort.js';
import { planPublication, tellsOfDrafts } from './plan-publication.js';
import type { Limits, Predicate, ReadPlan } from './read-plan.js';
import { maxNodes, type Scope } from './scope.js';

/**
 * Makes a query into a plan, which is the only thing that a store reads by: every name is resolved against what this
 * principal may read. Fails with `POLICY.DENIED`, `QUERY.*` or `PLAN.TOO_LARGE`, and with
 * `PLAN.TOO_EXPENSIVE` where there is a budget that it does not fit in.
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
    ? err(denied)
    : planPermitted(schema, query, principal, permission, limits, budget);
}

/**
 * What the principal may read of what is asked; null: nothing. A publication filter on published versions compares them
 * with their drafts, so it needs all drafts: of some it would tell what is hidden.
 */
function permissionFor(
  schema: Schema,
  { type: uid, action, layer, publication }: Query,
  principal: Principal,
): Permission | null {
  const type = contentTypeOf(schema, uid);
  if (type.draftAndPublish && layer === 'published' && tellsOfDrafts(publication)) {
    const drafts = decide(principal, 'findDrafts', uid);
    if (drafts === null || drafts.filter !== null) return null;
  }
  return decideRead(principal, type, layer, action);
}

/** The same within a permission that is known: that to write, for the answer of a write. */
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
  const order = planSort({ ...scope, param: 'sort' }, query.sort ?? []);
  if (!order.ok) return order;
  const shape = planShape(scope, query);
  if (!shape.ok) return shape;
  const plan: ReadPlan = {
    type,
    context: { layer: query.layer, locale: localeAsked(query, schema.defaultLocale) },
    where: both(granted(scope, permission), where.value),
    order: order.value,
    range: query.range,
    count: query.count,
    shape: shape.value,
    limits,
  };
  if (budget === undefined) return ok(Object.freeze(plan));
  const cost = checkCost(plan, principal, budget);
  return cost.ok ? ok(Object.freeze({ ...plan, cost: cost.value })) : cost;
}

/** Finds the versions of the query that the permission is not about; null where it is about all. */
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

function rootScope(
  schema: Schema,
  query: Query,
  principal: Principal,
  { fields }: Permission,
  limits: Limits,
): Scope {
  const type = contentTypeOf(schema, query.type);
  return {
    schema,
    principal,
    shaped: type,
    owner: type,
    layer: query.layer,
    path: [],
    param: 'filters',
    budget: { left: maxNodes },
    limits,
    fields,
    grantedTargets,
  };
}

function planWhere(scope: Scope, query: Query): Result<Predicate | null> {
  const asked = query.filters === undefined ? ok(null) : planFilter(scope, query.filters);
  if (!asked.ok) return asked;
  const parts = [
    ...addressed(scope, query.documentId),
    ...planPublication(scope.owner, query.publication),
    ...(asked.value === null ? [] : [asked.value]),
  ];
  return ok(join('and', parts));
}

const addressed = (scope: Scope, documentId: string | undefined): readonly Predicate[] =>
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
