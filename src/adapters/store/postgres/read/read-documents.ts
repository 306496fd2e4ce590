import { answerOfText } from '../../../../application/documents/answer-of-text.js';
import type { ReadAnswer } from '../../../../application/ports/document-store.js';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import { noKeptTotals, type KeptTotals } from '../../../../application/totals/kept-totals.js';
import type { Cancellation } from '../../../../domain/cancellation.js';
import type { ReadPlan } from '../../../../domain/plan/read-plan.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import type { Queryable } from '../connection.js';
import { tooLarge } from '../database-error.js';
import { Parameters, withParts, type Statement } from '../statement.js';
import { compareWays } from './compare-ways.js';
import type { FilterWay, FilterWays } from './filter-ways.js';
import { Lowering, rootScope } from './lowering.js';
import { lowerPage, mostRows, roundUp, type PageParts } from './lower-page.js';
import { lowerSearch } from './lower-search.js';
import { fenceOf, listOf, longValuesOf, raiseTooLarge } from './bound-rows.js';
import { lowerShape } from './lower-shape.js';
import { estimateMatching } from './lower-total.js';
import { lowerWhere } from './lower-where.js';

/** The single row that a lowered read returns. */
export interface ReadRow {
  readonly text: string;
  readonly size: string;
  /** Negative where counting has ended: probably so many, or more. */
  readonly total: string | null;
}

/** Rejects with a `ThrownFailure`, or an error that `failureOf` maps, if the answer exceeds the plan's limits. */
export async function readDocuments(
  connection: Queryable,
  schema: Schema,
  plan: ReadPlan,
  {
    kept = noKeptTotals,
    ways,
    signal,
  }: {
    readonly kept?: KeptTotals;
    readonly ways?: Pick<FilterWays, 'wayFor' | 'isDue' | 'choose'>;
    readonly signal?: Cancellation | undefined;
  } = {},
): Promise<ReadAnswer> {
  let form: string | null = null;
  const wayFor = (asked: string): FilterWay => {
    form = asked;
    return ways?.wayFor(asked) ?? 'together';
  };
  const [row] = await connection.query<ReadRow>(lowerRead(schema, plan, { kept, wayFor }), signal);
  const answer = answerOfRow(row, plan);
  if (form !== null && ways?.isDue(form) === true) {
    // The read has its answer, whatever happens to this one.
    const costs = await compareWays(connection, schema, plan, signal).catch(() => null);
    if (costs !== null) ways.choose(form, costs);
  }
  if (answer.total === null || answer.total >= 0) return answer;
  const least = Math.max(-answer.total, plan.range.offset + answer.size);
  // Of words, the planner knows nothing.
  const expected = plan.search === undefined ? await estimateMatching(connection, schema, plan, signal) : 0;
  return { ...answer, total: Math.max(expected, least), isEstimate: true };
}

const alwaysTogether = (): FilterWay => 'together';

export function answerOfRow(row: ReadRow | undefined, plan: ReadPlan): ReadAnswer {
  if (row === undefined) throw new Error('the database returned no row');
  if (Number(row.size) > plan.limits.rows) throw new ThrownFailure(tooLarge);
  return answerOfText(row.text, Number(row.size), row.total === null ? null : Number(row.total));
}

/**
 * Returns a statement that answers the plan in one row: `text`, the JSON of the list; `size`, its length; and `total`, null
 * if the plan does not count. It fails if the text is too long. Values and list lengths are parameters, so plans of the
 * same form share one text.
 */
export function lowerRead(
  schema: Schema,
  plan: ReadPlan,
  {
    kept = noKeptTotals,
    wayFor = alwaysTogether,
    parameters = new Parameters(),
  }: Partial<Pick<PageParts, 'kept' | 'wayFor'> & { readonly parameters: Parameters }> = {},
): Statement {
  const lowering = new Lowering(schema, plan.limits, parameters, plan.once);
  const scope = rootScope('t0', plan.type, plan.context);
  const search = plan.search === undefined ? null : lowerSearch(lowering, scope, plan.search, plan);
  const isFiltered = search?.isFiltered ?? false;
  const where = lowerWhere(lowering, scope, isFiltered ? { ...plan, where: null } : plan, search?.where);
  const ranks = plan.search?.ranked === true && search !== null ? [search.rank] : [];
  const page = lowerPage(lowering, scope, plan, { where, ranks, kept, wayFor });
  const total = plan.count ? (search?.total ?? page.total) : 'NULL';
  const shape = lowerShape(lowering, scope, plan.shape);
  const longValues = roundUp(mostRows(plan)) * longValuesOf(plan.shape);
  const rows = { alias: 'x0', json: shape.json('x0'), growing: shape.growing, longValues };
  const select = `SELECT ${shape.columns} FROM ${page.from}${fenceOf(rows)}`;
  const list = `SELECT ${listOf(lowering, rows)}::text AS text, count(*) AS size FROM (${select}) x0`;
  return {
    text: `${withParts(lowering.parts)}SELECT ${boundText(lowering)}, a.size, ${total} AS total FROM (${list}) a`,
    values: lowering.parameters.values,
  };
}

/** Returns the column `text` of the row `a`, which fails if it is longer than the limits allow. */
export function boundText({ limits, parameters }: Lowering): string {
  const textSize = parameters.add(limits.textSize, 'bigint');
  const fits = `octet_length(a.text) <= ${textSize} OR length(a.text) <= ${textSize}`;
  return `CASE WHEN ${fits} THEN a.text ELSE ${raiseTooLarge('length(a.text)')}::text END AS text`;
}
