import type { Document, ReadAnswer } from '../../../../application/ports/document-store.js';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import type { Cancellation } from '../../../../domain/cancellation.js';
import type { ReadPlan } from '../../../../domain/plan/read-plan.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import type { Queryable } from '../connection.js';
import { tooLarge } from '../database-error.js';
import { tableName } from '../layout.js';
import type { KeptTotals } from '../totals/totals-store.js';
import { Parameters, withParts, type Statement } from '../statement.js';
import { Lowering, rootScope, type RowScope } from './lowering.js';
import { lowerOrder, orderBy, type LoweredOrder } from './lower-order.js';
import { lowerSearch } from './lower-search.js';
import { boundRows, lowerShape, raiseTooLarge } from './lower-shape.js';
import { estimateMatching, lowerCount, lowerKeptTotal, uncounted } from './lower-total.js';
import { lowerWhere } from './lower-where.js';

/** The single row that a lowered read returns. */
export interface ReadRow {
  readonly text: string;
  readonly size: string;
  readonly total: string | null;
}

/** Rejects with a `ThrownFailure`, or an error that `failureOf` maps, if the answer exceeds the plan's limits. */
export async function readDocuments(
  connection: Queryable,
  schema: Schema,
  plan: ReadPlan,
  {
    kept = noneKept,
    signal,
  }: { readonly kept?: KeptTotals; readonly signal?: Cancellation | undefined } = {},
): Promise<ReadAnswer> {
  const [row] = await connection.query<ReadRow>(lowerRead(schema, plan, kept), signal);
  const answer = answerOfRow(row, plan);
  if (row?.total !== uncounted) return answer;
  const estimate = await estimateMatching(connection, schema, plan, signal);
  return { ...answer, total: Math.max(estimate, plan.range.offset + answer.size), isEstimate: true };
}

const noneKept: KeptTotals = { has: () => false };

export function answerOfRow(row: ReadRow | undefined, plan: ReadPlan): ReadAnswer {
  if (row === undefined) throw new Error('the database returned no row');
  if (Number(row.size) > plan.limits.rows) throw new ThrownFailure(tooLarge);
  return answerOf(row.text, Number(row.size), row.total === null ? null : Number(row.total));
}

export const answerOf = (text: string, size: number, total: number | null): ReadAnswer => ({
  size,
  total,
  text: () => text,
  documents: () => JSON.parse(text) as readonly Document[],
});

/**
 * Returns a statement that answers the plan in one row: `text`, the JSON of the list; `size`, its length; and `total`, null
 * if the plan does not count. It fails if the text is too long. Values and list lengths are parameters, so plans of the
 * same form share one text.
 */
export function lowerRead(schema: Schema, plan: ReadPlan, kept: KeptTotals = noneKept): Statement {
  const lowering = new Lowering(schema, plan.limits, new Parameters(), plan.once);
  const scope = rootScope('t0', plan.type, plan.context);
  const search = plan.search === undefined ? null : lowerSearch(lowering, scope, plan.search);
  const where = lowerWhere(lowering, scope, plan, search?.where);
  const ranks = plan.search?.ranked === true && search !== null ? [search.rank] : [];
  const page = lowerPage(lowering, scope, plan, { where, ranks, kept });
  const shape = lowerShape(lowering, scope, plan.shape);
  const list = `SELECT coalesce(json_agg(${shape.json('x0')}), '[]')::text AS text, count(*) AS size FROM (${boundRows(lowering, shape, `SELECT ${shape.columns} FROM ${page.from}`)}) x0`;
  return {
    text: `${withParts(lowering.parts)}SELECT ${boundText(lowering)}, a.size, ${page.total} AS total FROM (${list}) a`,
    values: lowering.parameters.values,
  };
}

/** Returns the column `text` of the row `a`, which fails if it is longer than the limits allow. */
export function boundText({ limits, parameters }: Lowering): string {
  const textSize = parameters.add(limits.textSize, 'bigint');
  const fits = `octet_length(a.text) <= ${textSize} OR length(a.text) <= ${textSize}`;
  return `CASE WHEN ${fits} THEN a.text ELSE ${raiseTooLarge('length(a.text)')}::text END AS text`;
}

interface Page {
  /** A `FROM` clause that provides `t0`, in order. */
  readonly from: string;
  readonly total: string;
}

interface Found {
  readonly where: string;
  readonly ranks: readonly string[];
  readonly kept: KeptTotals;
}

/**
 * Selects the rows of the page. For a distant page, or an order by joined tables, it finds the ids first and then fetches
 * their rows; for other pages it reads the rows at once, which is a sixth faster. A filter whose matches are also counted
 * is evaluated once.
 */
function lowerPage(lowering: Lowering, scope: RowScope, plan: ReadPlan, { where, ranks, kept }: Found): Page {
  const order = rankedOrder(ranks, lowerOrder(lowering, scope, plan.order));
  const table = tableName(plan.type);
  const rows = `FROM ${table} t0${order.joins.join('')}${where}`;
  const range = lowerRange(lowering, plan);
  const isFiltered = plan.where !== null || plan.search !== undefined;
  if (isFiltered && plan.count && plan.estimates !== true)
    return pageOfFound(lowering, table, rows, order, range);
  const sorted = `${rows} ORDER BY ${orderBy(order)} LIMIT ${range.atMost}`;
  const counted = lowerCount(plan, `FROM ${table} t0${where}`);
  const totalOf = (): string =>
    isFiltered || !kept.has(plan.type) ? counted : lowerKeptTotal(lowering, scope, plan, counted);
  const total = plan.count ? lowerTotal(range, totalOf()) : 'NULL';
  if (plan.range.offset > maxNearOffset || order.joins.length > 0) {
    const ids = range.cut(`SELECT t0.id, ${keysOf(order)} ${sorted}`, 'p');
    return { from: fetched(table, ids, order), total };
  }
  return { from: `(${range.cut(`SELECT t0.* ${sorted}`, 't0')}) t0`, total };
}

const rankedOrder = (ranks: readonly string[], { joins, keys }: LoweredOrder): LoweredOrder => ({
  joins,
  keys: [...ranks.map((expression) => ({ expression, direction: 'DESC' }) as const), ...keys],
});

/** Up to this offset, reading whole rows and skipping some costs less than fetching rows by their ids. */
const maxNearOffset = 1_000;

function pageOfFound(
  lowering: Lowering,
  table: string,
  rows: string,
  order: LoweredOrder,
  range: LoweredRange,
): Page {
  const ids = range.cut(`SELECT * FROM found p ORDER BY ${orderByKeys(order)} LIMIT ${range.atMost}`, 'p');
  lowering.parts.push({ name: 'found', text: `MATERIALIZED (SELECT t0.id, ${keysOf(order)} ${rows})` });
  return {
    from: fetched(table, ids, order),
    total: '(SELECT count(*) FROM found)',
  };
}

const fetched = (table: string, ids: string, order: LoweredOrder): string =>
  `(${ids}) p JOIN ${table} t0 ON t0.id = p.id ORDER BY ${orderByKeys(order)}`;

const keysOf = ({ keys }: LoweredOrder): string =>
  keys.map(({ expression }, index) => `${expression} AS o${index}`).join(', ');

const orderByKeys = ({ keys }: LoweredOrder): string =>
  keys.map(({ direction }, index) => `p.o${index} ${direction}`).join(', ');

interface LoweredRange {
  readonly limit: string;
  readonly offset: string;
  /** A literal in the text, because the planner assumes that a limit in a parameter is a tenth of the table. */
  readonly atMost: number;
  /** Reduces a select with the limit `atMost` to the rows of the range. */
  cut(select: string, alias: string): string;
}

function lowerRange(lowering: Lowering, { range, limits }: ReadPlan): LoweredRange {
  const size = Math.min(range.limit ?? limits.rows + 1, limits.rows + 1);
  const atMost = roundUp(range.offset + size);
  const rounded = range.offset === 0 ? atMost : roundUp(size);
  const limit = size === rounded ? String(size) : lowering.parameters.add(size, 'bigint');
  const offset = range.offset === 0 ? '0' : lowering.parameters.add(range.offset, 'bigint');
  const cut = (select: string, alias: string): string => {
    const after =
      range.offset === 0 ? select : `SELECT * FROM (${select}) ${alias} LIMIT ${rounded} OFFSET ${offset}`;
    return size === rounded ? after : `SELECT * FROM (${after}) ${alias} LIMIT ${limit}`;
  };
  return { limit, offset, atMost, cut };
}

/** Rounds a number of rows up, so that there are few different texts. */
function roundUp(rows: number): number {
  if (rows <= 1) return 1;
  let rounded = 25;
  while (rounded < rows) rounded *= 4;
  return rounded;
}

/** Counts the rows only if the page is full; otherwise the page's size gives the total. */
function lowerTotal({ limit, offset }: LoweredRange, counted: string): string {
  return `CASE WHEN a.size < ${limit} AND (a.size > 0 OR ${offset} = 0) THEN ${offset} + a.size ELSE ${counted} END`;
}
