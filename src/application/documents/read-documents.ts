import { notFound } from '../../domain/failure.js';
import { admitsAll } from '../admission/admission.js';
import { planRead } from '../../domain/plan/plan-read.js';
import type { Principal } from '../../domain/permission/permission.js';
import { requestedLocales, type Query } from '../../domain/query/query.js';
import { err, ok, type Result } from '../../domain/result.js';
import { localesOf } from './address.js';
import { defaultLimits } from './limits.js';
import type { Answer, Documents, DocumentsDependencies } from './use-cases.js';

export function createReads(
  dependencies: DocumentsDependencies,
): Pick<Documents, 'find' | 'findOne' | 'count'> {
  const { schema, store, limits = defaultLimits, budget, admission = admitsAll } = dependencies;
  const find = async (principal: Principal, query: Query): Promise<Result<Answer>> => {
    const locale = requestedLocales(query, localesOf(dependencies).default);
    const plan = planRead(schema, { ...query, locale }, principal, limits, budget?.());
    if (!plan.ok) return plan;
    const answer = await admission.read(principal.caller, plan.value, (deadline) =>
      store.read(plan.value, deadline),
    );
    return answer.ok ? ok({ answer: answer.value, plan: plan.value }) : answer;
  };
  const findOne = async (principal: Principal, query: Query): Promise<Result<Answer>> => {
    const found = await find(principal, query);
    if (!found.ok || found.value.answer.size > 0) return found;
    return err(notFound);
  };
  const count = async (principal: Principal, query: Query): Promise<Result<number>> => {
    const found = await find(principal, { ...query, range: { offset: 0, limit: 0 }, count: true });
    return found.ok ? ok(found.value.answer.total ?? 0) : found;
  };
  return { find, findOne, count };
}
