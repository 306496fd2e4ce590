import { failure, type Failure } from '../failure.js';
import type { Principal } from '../permission/permission.js';
import { err, ok, type Result } from '../result.js';
import { costOfPlan, type CostLimits } from './plan-cost.js';
import type { ReadPlan } from './read-plan.js';
import type { Statistics } from './statistics.js';

/** What a plan of a client may cost, and what the cost is estimated from. */
export interface PlanBudget extends CostLimits {
  readonly statistics: Statistics;
}

/**
 * What a plan costs, or why it may not be run for a principal. The cost is added to what the principal's request has
 * spent: several plans of one request share its budget. Code of the server itself is not limited.
 */
export function checkCost(plan: ReadPlan, principal: Principal, budget: PlanBudget): Result<number> {
  if (principal.kind === 'system') return ok(0);
  const { spending } = principal;
  const spent = spending?.cost ?? 0;
  const limits = { cost: budget.cost - spent, relationDepth: budget.relationDepth };
  const { cost, spentAt, tooDeepAt } = costOfPlan(plan, budget.statistics, limits);
  if (tooDeepAt !== null) return err(tooDeep(tooDeepAt, budget.relationDepth));
  if (spentAt !== null) return err(tooExpensive(spentAt, spent + cost, budget.cost, principal));
  if (spending !== undefined) spending.cost += cost;
  return ok(cost);
}

const tooDeep = (at: string, depth: number): Failure =>
  failure(
    'PLAN.TOO_EXPENSIVE',
    `${at} follows more than ${depth} relations one after the other: ask in several requests`,
    { at, allowedDepth: depth },
  );

/** The estimate follows from numbers of all rows, so only principals who may read all of them get it. */
function tooExpensive(at: string, cost: number, allowed: number, { grants }: Principal): Failure {
  return failure(
    'PLAN.TOO_EXPENSIVE',
    `${at} makes the request too expensive: its estimated cost is more than ${allowed}. Ask for fewer documents, relations or conditions, or in several requests`,
    { at, allowed, ...(grants.kind === 'all' && { estimate: Math.ceil(cost) }) },
  );
}
