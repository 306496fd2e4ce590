import type { KeptTotals } from '../../../../application/totals/kept-totals.js';
import type { ReadPlan } from '../../../../domain/plan/read-plan.js';
import { tableName } from '../layout.js';
import type { FilterWay } from './filter-ways.js';
import { lowerOrder, orderBy, type LoweredOrder } from './lower-order.js';
import { lowerCount, lowerKeptTotal } from './lower-total.js';
import type { Lowering, RowScope } from './lowering.js';

/** The rows of a page, and the total. */
export interface LoweredPage {
  /** A `FROM` clause that provides `t0`, in order. */
  readonly from: string;
  readonly total: string;
}

export interface PageParts {
  readonly where: string;
  readonly ranks: readonly string[];
  readonly kept: KeptTotals;
  /** How to find the page and the total of a filter, given the text that is the same for plans of the same form. */
  wayFor(form: string): FilterWay;
}

/**
 * Selects the rows of the page. For a distant page, or an order by joined tables, it finds the ids first and then fetches
 * their rows; for other pages it reads the rows at once, which is a sixth faster.
 */
export function lowerPage(
  lowering: Lowering,
  scope: RowScope,
  plan: ReadPlan,
  { where, ranks, kept, wayFor }: PageParts,
): LoweredPage {
  const order = rankedOrder(ranks, lowerOrder(lowering, scope, plan.order));
  const table = tableName(plan.type);
  const rows = `FROM ${table} t0${order.joins.join('')}${where}`;
  const range = lowerRange(lowering, plan);
  if (isFiltered(plan) && plan.count && plan.estimates !== true) {
    const parts: FilteredPage = { lowering, table, rows, counted: `FROM ${table} t0${where}`, order, range };
    const way = mayChoose(plan) ? wayFor(`${rows} ${orderBy(order)} ${range.atMost}`) : 'together';
    if (way === 'together') return pageTogether(parts);
    return isByPosition(plan) ? pageByPosition(parts) : pageByNumber(parts);
  }
  const sorted = `${rows} ORDER BY ${orderBy(order)} LIMIT ${range.atMost}`;
  const counted = lowerCount(plan, `FROM ${table} t0${where}`);
  const totalOf = (): string =>
    isFiltered(plan) || !kept.has(plan.type) ? counted : lowerKeptTotal(lowering, scope, plan, counted);
  const total = plan.count ? lowerTotal(range, totalOf()) : 'NULL';
  if (plan.range.offset > maxNearOffset || order.joins.length > 0) {
    return { from: fetched(table, idsOf(range, order, sorted), order), total };
  }
  return { from: `(${range.cut(`SELECT t0.* ${sorted}`, 't0')}) t0`, total };
}

/** Selects the ids of a page and its total in one way, without the rows: what the ways differ in. */
export function lowerWay(
  lowering: Lowering,
  scope: RowScope,
  plan: ReadPlan,
  where: string,
  way: FilterWay,
): string {
  const order = lowerOrder(lowering, scope, plan.order);
  const table = tableName(plan.type);
  const rows = `FROM ${table} t0${order.joins.join('')}${where}`;
  const range = lowerRange(lowering, plan);
  if (way === 'apart') {
    const ids = idsOf(range, order, `${rows} ORDER BY ${orderBy(order)} LIMIT ${range.atMost}`);
    return `SELECT p.id, (SELECT count(*) FROM ${table} t0${where}) AS total FROM (${ids}) p`;
  }
  lowering.parts.push({ name: 'quire_found', text: foundText(rows, order) });
  return `SELECT p.id, (SELECT count(*) FROM quire_found) AS total FROM (${foundIds(range, order)}) p`;
}

const isFiltered = (plan: ReadPlan): boolean => plan.where !== null || plan.search !== undefined;

/** The planner cannot see how many documents have the words of a search. */
const mayChoose = (plan: ReadPlan): boolean => plan.search === undefined;

/** Whether the order is that of the ids, in which nearly all rows lie: even the whole table is soon read in it. */
export const isByPosition = ({ order: [first] }: ReadPlan): boolean =>
  first !== undefined && first.hops.length === 0 && first.field.system && first.field.name === 'id';

const rankedOrder = (ranks: readonly string[], { joins, keys }: LoweredOrder): LoweredOrder => ({
  joins,
  keys: [...ranks.map((expression) => ({ expression, direction: 'DESC' }) as const), ...keys],
});

/** Up to this offset, reading whole rows and skipping some costs less than fetching rows by their ids. */
const maxNearOffset = 1_000;

interface FilteredPage {
  readonly lowering: Lowering;
  readonly table: string;
  readonly rows: string;
  /** The rows without the joins of the order, which change nothing in their number. */
  readonly counted: string;
  readonly order: LoweredOrder;
  readonly range: LoweredRange;
}

/** Evaluates the filter once, and keeps what it finds. */
function pageTogether({ lowering, table, rows, order, range }: FilteredPage): LoweredPage {
  lowering.parts.push({ name: 'quire_found', text: foundText(rows, order) });
  return {
    from: fetched(table, foundIds(range, order), order),
    total: '(SELECT count(*) FROM quire_found)',
  };
}

/** Finds the page by itself; counts only if the page is full. */
function pageByPosition({ table, rows, counted, order, range }: FilteredPage): LoweredPage {
  const sorted = `${rows} ORDER BY ${orderBy(order)} LIMIT ${range.atMost}`;
  return {
    from: fetched(table, idsOf(range, order, sorted), order),
    total: lowerTotal(range, `(SELECT count(*) ${counted})`),
  };
}

/**
 * Counts first. In an order by values, the planner may read an index of them from its beginning until the page is full, and
 * expects that soon. If few documents match, that would be the whole index in an order in which they do not lie, so their
 * ids are found without regard to the order.
 */
function pageByNumber({ lowering, table, rows, counted, order, range }: FilteredPage): LoweredPage {
  const keys = keysOf(order);
  lowering.parts.push({ name: 'quire_matches', text: `MATERIALIZED (SELECT count(*) AS n ${counted})` });
  const walked = `SELECT t0.id, ${keys} ${rows} ORDER BY ${orderBy(order)} LIMIT ${range.atMost}`;
  // `OFFSET 0` hides the order and the limit from the search.
  const few = `SELECT * FROM (SELECT t0.id, ${keys} ${rows} OFFSET 0) f LIMIT ${maxFew}`;
  const names = ['id', ...order.keys.map((_, index) => `o${index}`)].join(', ');
  const either =
    `SELECT ${names} FROM (${walked}) w WHERE (SELECT n FROM quire_matches) > ${maxFew} ` +
    `UNION ALL SELECT ${names} FROM (${few}) f WHERE (SELECT n FROM quire_matches) <= ${maxFew}`;
  const ids = range.cut(
    `SELECT * FROM (${either}) p ORDER BY ${orderByKeys(order)} LIMIT ${range.atMost}`,
    'p',
  );
  return { from: fetched(table, ids, order), total: '(SELECT n FROM quire_matches)' };
}

/** So many matches are sorted at once, which takes a millisecond or two. */
const maxFew = 1_000;

const foundText = (rows: string, order: LoweredOrder): string =>
  `MATERIALIZED (SELECT t0.id, ${keysOf(order)} ${rows})`;

const foundIds = (range: LoweredRange, order: LoweredOrder): string =>
  range.cut(`SELECT * FROM quire_found p ORDER BY ${orderByKeys(order)} LIMIT ${range.atMost}`, 'p');

const idsOf = (range: LoweredRange, order: LoweredOrder, sorted: string): string =>
  range.cut(`SELECT t0.id, ${keysOf(order)} ${sorted}`, 'p');

const fetched = (table: string, ids: string, order: LoweredOrder): string =>
  `(${ids}) p JOIN ${table} t0 ON t0.id = p.id ORDER BY ${orderByKeys(order)} ${unlimited}`;

/**
 * Of a select with a limit, PostgreSQL sorts the rows before it follows their relations. Without one, it would keep all that
 * they lead to while it sorts.
 */
export const unlimited = 'LIMIT 2147483647';

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

/** The most rows that are read for a page: one more than it may have, where it has no limit of its own. */
export const mostRows = ({ range, limits }: ReadPlan): number =>
  Math.min(range.limit ?? limits.rows + 1, limits.rows + 1);

function lowerRange(lowering: Lowering, plan: ReadPlan): LoweredRange {
  const { range } = plan;
  const size = mostRows(plan);
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
export function roundUp(rows: number): number {
  if (rows <= 1) return 1;
  let rounded = 25;
  while (rounded < rows) rounded *= 4;
  return rounded;
}

/** Counts the rows only if the page is full; otherwise the page's size gives the total. */
function lowerTotal({ limit, offset }: LoweredRange, counted: string): string {
  return `CASE WHEN a.size < ${limit} AND (a.size > 0 OR ${offset} = 0) THEN ${offset} + a.size ELSE ${counted} END`;
}
