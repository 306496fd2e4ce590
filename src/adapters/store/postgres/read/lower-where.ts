import type { ReadPlan } from '../../../../domain/plan/read-plan.js';
import { literal } from '../statement.js';
import { inContext, type Lowering, type RowScope } from './lowering.js';
import { lowerPredicate } from './lower-predicate.js';

/**
 * Returns the `WHERE` clause of the plan's versions, with a space before it. Adds no condition on the layer of types without
 * drafts, or on the locale of types without locales, so that the smallest index can serve.
 */
export function lowerWhere(lowering: Lowering, scope: RowScope, plan: ReadPlan, search?: string): string {
  const conditions = [...lowerContext(lowering, scope, plan, 't0')];
  if (plan.where !== null) conditions.push(lowerPredicate(lowering, scope, plan.where));
  if (search !== undefined) conditions.push(search);
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

/** Returns the conditions on the columns `status` and `locale` of `alias`. */
export function lowerContext(
  lowering: Lowering,
  { layer }: RowScope,
  { type, context: { locale } }: ReadPlan,
  alias: string,
): readonly string[] {
  const inLocale = type.localized ? inContext(lowering, { kind: 'asked', locale }, `${alias}.locale`) : null;
  return [
    ...(type.draftAndPublish && layer !== 'any' ? [`${alias}.status = ${literal(layer)}`] : []),
    ...(inLocale === null ? [] : [inLocale]),
  ];
}
