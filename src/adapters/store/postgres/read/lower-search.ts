import type { Predicate, ReadPlan } from '../../../../domain/plan/read-plan.js';
import { exactStep, type TextSearch } from '../../../../domain/plan/text-search.js';
import type { Scalar } from '../../../../domain/schema/schema.js';
import { tableName } from '../layout.js';
import { literal } from '../statement.js';
import { roundUp } from './lower-page.js';
import { lowerTerms } from './lower-terms.js';
import { lowerPredicate } from './lower-predicate.js';
import { lowerContext } from './lower-where.js';
import type { Lowering, RowScope } from './lowering.js';

interface LoweredSearch {
  readonly where: string;
  /** Whether `where` includes the filter of the plan. */
  readonly isFiltered: boolean;
  /** The rank of a row (`rankOf` in `domain/plan/text-search.ts`). */
  readonly rank: string;
  /** The total of the plan (`ReadRow`), where `where` leaves matches out; absent: what `where` finds. */
  readonly total?: string;
}

/** No rank. Not a bare number, which would be a column of the list in `ORDER BY`. */
const none = '0::bigint';

/** So many versions count as having all words in one attribute. A word that more of them have says little about any. */
const maxRanked = 10_000;

/** The same where nothing is filtered out later, so that so many come before a page at most. */
const maxRankedUnfiltered = 1_000;

/** With fewer, nothing is spared. */
const fewest = 100;

/**
 * Lowers a search to sets of ids. The planner sees neither the words nor how many ids there are, so it always finds them in
 * the index of words, and never computes the words of a text that the index has. A filter of the rows themselves belongs to
 * the sets. With no other, the versions of a ranked page are found among the first of each set, so that frequent words cost no
 * more rows.
 */
export function lowerSearch(
  lowering: Lowering,
  scope: RowScope,
  search: TextSearch,
  plan: ReadPlan,
): LoweredSearch {
  const { attributes, ranked } = search;
  if (attributes.length === 0) return { where: 'false', isFiltered: true, rank: none };
  const { inAll, inEach, holdsExactly } = lowerTerms(lowering, scope, search);
  const isFiltered = plan.where === null || isOfRow(plan.where);
  const filters =
    plan.where !== null && isFiltered ? [lowerPredicate(lowering, { ...scope, alias: 's' }, plan.where)] : [];
  const conditions = [...lowerContext(lowering, scope, plan, 's'), ...filters];
  const find: Find = (holds, limit, ...instead) =>
    addIds(lowering, findIds(scope, conditions, holds, limit, instead));
  if (!ranked) return { where: isAmong(scope.alias, idsOf(find([inAll.any], null))), isFiltered, rank: none };
  const isBounded = isFiltered && thousands(rowsOf(plan)) <= maxRanked;
  const most = isBounded ? maxRankedUnfiltered + thousands(rowsOf(plan)) : maxRanked;
  const enough = isBounded ? Math.min(most, Math.max(fewest, roundUp(rowsOf(plan)))) : most;
  const wholes = inEach.map(({ whole }) => find([whole], most));
  const first = isBounded && !isExact(plan) ? findFirst(find, inAll, wholes, most, enough) : null;
  const found = first === null ? find([inAll.any], null) : addIds(lowering, first.ids);
  const sets = inEach.flatMap(({ attribute, longer }, index) => {
    const { weight = 0 } = attribute;
    const whole = wholes[index] ?? found;
    if (inEach.length === 1) return [whole, found].map((ids) => ({ ids, weight }));
    const isSpared = isBounded && isLeast(attribute, attributes) ? ` OR ${isFull(found, fewest)}` : '';
    const when = `${isFull(whole, enough)} OR NOT ${isFull(found, 1)}${isSpared}`;
    return [
      { ids: whole, weight: 2 * weight },
      { ids: find([longer], most, { when, ids: noIds }), weight },
    ];
  });
  const step = exactStep(attributes);
  const exact = holdsExactly.map((holds) => ({
    ids: find([holds, isAmong('s', idsOf(found))], null),
    weight: step,
  }));
  const ranks = [...sets, ...exact].map(
    ({ ids, weight }) => `${weight} * ${isIn(scope.alias, ids)}::integer`,
  );
  const rank = `(${ranks.join(' + ')})`;
  if (!isBounded) return { where: isAmong(scope.alias, idsOf(found)), isFiltered, rank };
  const candidates = [
    `(${idsOf(found)})[1:${most}]`,
    ...[...sets, ...exact].map(({ ids }) => idsOf(ids)),
  ].join(' || ');
  const total = first === null ? sizeOf(found) : expectedTotal(scope, first, most);
  return { where: isAmong(scope.alias, candidates), isFiltered, rank, total };
}

/** Whether a filter looks at nothing but the row, which costs next to nothing. */
const isOfRow = (predicate: Predicate): boolean =>
  predicate.kind === 'and' || predicate.kind === 'or'
    ? predicate.predicates.every(isOfRow)
    : predicate.kind === 'compare';

/**
 * Whether an attribute has the least weight, and others have more: a long text beside a title, in which beginnings take the index
 * the longest. What has all words in it comes after what has them in the others, and only words in different attributes come
 * after it.
 */
const isLeast = ({ weight: least = 0 }: Scalar, attributes: readonly Scalar[]): boolean =>
  attributes.every(({ weight = 0 }) => weight >= least) &&
  attributes.some(({ weight = 0 }) => weight > least);

/** Adds a set of so many ids at most to the statement (null: all), or the first of the others whose condition holds. */
type Find = (holds: readonly string[], limit: number | null, ...instead: readonly Instead[]) => string;

interface Instead {
  readonly when: string;
  readonly ids: string;
}

/**
 * Finds the first versions with all words: those that have the last as a whole one and, if these are not enough, those with
 * longer words, because the beginning of a frequent word takes the index many times as long as the word.
 */
function findFirst(
  find: Find,
  { whole, longer }: { readonly whole: string; readonly longer: string },
  wholes: readonly string[],
  most: number,
  enough: number,
): FirstFound {
  const full = wholes.map((set) => ({ when: isFull(set, most), ids: idsOf(set) }));
  const wholly = wholes.length === 1 ? (wholes[0] ?? '') : find([whole], most, ...full);
  const more = find([longer], most, { when: isFull(wholly, enough), ids: noIds });
  return {
    ids: `${idsOf(wholly)} || ${idsOf(more)}`,
    sets: [wholly, more],
    isCut: `${isFull(wholly, enough)} OR ${isFull(more, most)}`,
  };
}

interface FirstFound {
  readonly ids: string;
  /** What `ids` consists of, each in the order of the rows in the table. */
  readonly sets: readonly string[];
  /** Whether there may be more. */
  readonly isCut: string;
}

/** The total, negative if it is an estimate: the part of the table in which a full set ends tells how many are in all of it. */
function expectedTotal({ type }: RowScope, { sets, isCut }: FirstFound, most: number): string {
  const table = tableName(type);
  const pages = `pg_relation_size(${literal(table)}) / current_setting('block_size')::bigint`;
  const expected = sets.map((set) => {
    const end = `(SELECT (s.ctid::text::point)[0] FROM ${table} s, ${set} f WHERE s.id = f.ids[cardinality(f.ids)])`;
    const inAll = `(${sizeOf(set)} * greatest(1, ${pages} / (1 + ${end})))::bigint`;
    return `CASE WHEN ${isFull(set, most)} THEN ${inAll} ELSE ${sizeOf(set)} END`;
  });
  return `(CASE WHEN ${isCut} THEN -1 ELSE 1 END * (${expected.join(' + ')}))`;
}

const isExact = ({ count, estimates }: ReadPlan): boolean => count && estimates !== true;

/** The number of rows up to the end of the page. */
const rowsOf = ({ range: { offset, limit }, limits }: ReadPlan): number =>
  offset + Math.min(limit ?? limits.rows, limits.rows);

/** Rounds up, so that there are few different texts. */
const thousands = (rows: number): number => Math.ceil(rows / 1_000) * 1_000;

const idsOf = (set: string): string => `(SELECT ids FROM ${set})`;

const sizeOf = (set: string): string => `(SELECT cardinality(ids)::bigint FROM ${set})`;

const isAmong = (alias: string, ids: string): string => `${alias}.id = ANY((${ids})::bigint[])`;

/** A lookup in a hash table, whose size the planner need not know. */
const isIn = (alias: string, set: string): string =>
  `((${alias}.id IN (SELECT unnest(${set}.ids) FROM ${set})) IS TRUE)`;

const isFull = (set: string, size: number): string => `${sizeOf(set)} >= ${size}`;

const noIds = `'{}'::bigint[]`;

/** The ids of the rows that have the words and fulfil the conditions, as an array. */
function findIds(
  { type }: RowScope,
  conditions: readonly string[],
  holds: readonly string[],
  limit: number | null,
  instead: readonly Instead[],
): string {
  const found = `FROM ${tableName(type)} s WHERE ${holds.join(' AND ')}`;
  // `OFFSET 0` keeps the planner from choosing an index for the conditions instead.
  const from =
    conditions.length === 0
      ? found
      : `FROM (SELECT s.* ${found} OFFSET 0) s WHERE ${conditions.join(' AND ')}`;
  const rows = `ARRAY(SELECT s.id ${from}${limit === null ? '' : ` LIMIT ${limit}`})`;
  const others = instead.map(({ when, ids }) => `WHEN ${when} THEN ${ids} `).join('');
  return others === '' ? rows : `CASE ${others}ELSE ${rows} END`;
}

/** Adds an array to the statement, which is made if something needs it, and returns its name. */
function addIds(lowering: Lowering, ids: string): string {
  const name = lowering.alias('quire_ids');
  lowering.parts.push({ name, text: `MATERIALIZED (SELECT ${ids} AS ids)` });
  return name;
}
