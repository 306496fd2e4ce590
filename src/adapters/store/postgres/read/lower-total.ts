import type { Cancellation } from '../../../../domain/cancellation.js';
import { mostCounted, type ReadPlan } from '../../../../domain/plan/read-plan.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import type { Queryable } from '../connection.js';
import { tableName, tableOf } from '../layout.js';
import { literal, withParts } from '../statement.js';
import { Lowering, rootScope, type RowScope } from './lowering.js';
import { lowerContext, lowerWhere } from './lower-where.js';

/** Counts `rows`, a `FROM` clause; where an estimate will do, no more than some (`ReadRow`). */
export const lowerCount = ({ estimates }: ReadPlan, rows: string): string =>
  estimates === true
    ? `(SELECT CASE WHEN count(*) > ${mostCounted} THEN -count(*) ELSE count(*) END FROM (SELECT ${rows} LIMIT ${mostCounted + 1}) c)`
    : `(SELECT count(*) ${rows})`;

/**
 * Sums what is kept of a plan without a filter (`totals/totals-store.ts`). The sum holds for the table that was counted, so
 * the rows of one that has replaced it since are counted.
 */
export function lowerKeptTotal(lowering: Lowering, scope: RowScope, plan: ReadPlan, counted: string): string {
  const table = literal(tableOf(plan.type));
  const where = [`k.name = ${table}`, ...lowerContext(lowering, scope, plan, 'k')].join(' AND ');
  const complete = `SELECT FROM quire_counted c WHERE c.name = ${table} AND c.relation = ${literal(tableName(plan.type))}::regclass`;
  const sum = `SELECT coalesce(sum(k.count), 0)::bigint FROM quire_total k WHERE ${where}`;
  return `CASE WHEN EXISTS (${complete}) THEN (${sum}) ELSE ${counted} END`;
}

/** Returns the number of rows that PostgreSQL's planner expects of a plan without a search. */
export async function estimateMatching(
  connection: Queryable,
  schema: Schema,
  plan: ReadPlan,
  signal?: Cancellation,
): Promise<number> {
  const lowering = new Lowering(schema, plan.limits, undefined, plan.once);
  const scope = rootScope('t0', plan.type, plan.context);
  const where = lowerWhere(lowering, scope, plan);
  const text = `EXPLAIN (FORMAT JSON) ${withParts(lowering.parts)}SELECT FROM ${tableName(plan.type)} t0${where}`;
  const { values } = lowering.parameters;
  const [row] = await connection.query<ExplainRow>({ text, values }, signal);
  return row?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
}

interface ExplainRow {
  readonly 'QUERY PLAN': readonly { readonly Plan: { readonly 'Plan Rows': number } }[];
}
