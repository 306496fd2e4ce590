import { familyOf, presentTime } from '../../domain/document/value.js';
import { failure, notFound } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { columnsOf, type AggregatePlan } from '../../domain/plan/aggregate-plan.js';
import { planAggregate } from '../../domain/plan/plan-aggregate.js';
import { aggregateFunctions } from '../../domain/query/aggregate.js';
import { requestedLocales } from '../../domain/query/query.js';
import { err, ok } from '../../domain/result.js';
import type { Json } from '../../domain/schema/schema.js';
import { admitsAll } from '../admission/admission.js';
import { measuringPlan } from '../observations/request-record.js';
import { localesOf } from './address.js';
import { hookedReads } from './hooked/hooked.js';
import { defaultLimits } from './limits.js';
import { replicasSince } from './replicas-since.js';
import type { Documents, DocumentsDependencies, Group } from './use-cases.js';

/** Creates the use case, which reads as `find` does: with the same permissions, budget, admission and deadline. */
export function createAggregate(dependencies: DocumentsDependencies): Documents['aggregate'] {
  const { schema, store, limits = defaultLimits, minGroupSize = 1, budget } = dependencies;
  const { admission = admitsAll } = dependencies;
  return async (principal, query) => {
    const locale = requestedLocales(query, localesOf(dependencies).default);
    const plan = measuringPlan(principal, () =>
      planAggregate(schema, { ...query, locale }, principal, { ...limits, minGroupSize }, budget?.()),
    );
    if (!plan.ok) return plan;
    const { documents } = plan.value;
    if (hookedReads(dependencies, principal, documents.type) !== null) return err(notFound);
    const found = await admission.read(principal.caller, documents, (deadline) =>
      store.aggregate(plan.value, deadline, replicasSince(principal, documents)),
    );
    if (!found.ok) return found;
    const groups = found.value.rows.map((row) => groupOf(plan.value, row));
    return JSON.stringify(groups).length > limits.textSize
      ? err(failure('PLAN.TOO_LARGE', reason('answer.tooLong', { max: limits.textSize })))
      : ok({ groups, total: found.value.total });
  };
}

function groupOf(plan: AggregatePlan, row: readonly Json[]): Group {
  const shown = columnsOf(plan).map(({ type }, index) => {
    const value = row[index] ?? null;
    return typeof value === 'string' && familyOf(type) === 'time' ? presentTime(value) : value;
  });
  const { groups, values, showsCount } = plan;
  const keys = groups.map(({ name }, index) => [name, shown[index] ?? null] as const);
  const computed = aggregateFunctions.flatMap((name) => {
    const entries = values.flatMap((value, index) =>
      value.function === name ? [[value.field.name, shown[groups.length + 1 + index] ?? null] as const] : [],
    );
    return entries.length === 0 ? [] : [[name, Object.fromEntries(entries)] as const];
  });
  return {
    group: Object.fromEntries(keys),
    ...(showsCount && { count: Number(shown[groups.length]) }),
    ...Object.fromEntries(computed),
  };
}
