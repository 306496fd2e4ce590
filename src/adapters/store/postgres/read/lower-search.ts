import { mostCounted, type ReadPlan } from '../../../../domain/plan/read-plan.js';
import { exactStep, type TextSearch } from '../../../../domain/plan/text-search.js';
import { tableName } from '../layout.js';
import { lowerTerms } from './lower-terms.js';
import { lowerContext } from './lower-where.js';
import type { Lowering, RowScope } from './lowering.js';
import { uncounted } from './uncounted.js';

interface LoweredSearch {
  readonly where: string;
  /** The rank of a row (`rankOf` in `domain/plan/text-search.ts`). */
  readonly rank: string;
  /** The total of the plan, where `where` leaves matches out; absent: what `where` finds. */
  readonly total?: string;
}

/** No rank. Not a bare number, which would be a column of the list in `ORDER BY`. */
const none = '0::bigint';

/** So many versions count as having all words in one attribute. A word that more of them have says little about any. */
const maxRanked = 10_000;

/** The same for lists without a filter, in which so many come before a page at most: none of them is filtered out later. */
const maxRankedUnfiltered = 1_000;

/**
 * Lowers a search to sets of ids. The planner sees neither the words nor how many ids there are, so it always finds them in
 * the index of words, and never computes the words of a text that the index has. Without a filter, the versions of a ranked
 * page are found among the first of each set, so that frequent words cost no more rows.
 */
export function lowerSearch(
  lowering: Lowering,
  scope: RowScope,
  search: TextSearch,
  plan: ReadPlan,
): LoweredSearch {
  const { attributes, ranked } = search;
  if (attributes.length === 0) return { where: 'false', rank: none };
  const { holdsAll, holdsAllWhole, holdsIn, holdsExactly } = lowerTerms(lowering, scope, search);
  const isBounded = ranked && plan.where === null && mostOnPages(plan) <= maxRanked;
  const most = isBounded ? maxRankedUnfiltered + mostOnPages(plan) : maxRanked;
  const counted = plan.count ? Math.max(most, mostCounted + 1) : most;
  const find = (holds: readonly string[], limit: number | null, unless?: Unless): string =>
    findIds(lowering, scope, plan, holds, limit, unless);
  const whole = isBounded ? find([holdsAllWhole], counted) : null;
  const unless = (set: string): Unless | undefined =>
    whole === null ? undefined : { set, isFull: `(SELECT cardinality(ids) FROM ${whole}) >= ${counted}` };
  const found =
    isBounded && !isExact(plan) ? find([holdsAll], counted, unless(whole ?? '')) : find([holdsAll], null);
  if (!ranked) return { where: isAmong(scope.alias, idsOf(found)), rank: none };
  const sets = holdsIn.flatMap(({ attribute: { weight = 0 }, all, whole: wholly }) => {
    const last = find([wholly], most);
    return [last, find([all], most, unless(last))].map((ids) => ({ ids, weight }));
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
  if (!isBounded) return { where: isAmong(scope.alias, idsOf(found)), rank };
  const candidates = [
    `(${idsOf(found)})[1:${most}]`,
    ...[...sets, ...exact].map(({ ids }) => idsOf(ids)),
  ].join(' || ');
  const size = `(SELECT cardinality(ids)::bigint FROM ${found})`;
  const total = isExact(plan)
    ? size
    : `CASE WHEN ${size} > ${mostCounted} THEN ${uncounted} ELSE ${size} END`;
  return { where: isAmong(scope.alias, candidates), rank, total };
}

const isExact = ({ count, estimates }: ReadPlan): boolean => count && estimates !== true;

/** The number of rows up to the end of the page, rounded up, so that there are few different texts. */
const mostOnPages = ({ range: { offset, limit }, limits }: ReadPlan): number =>
  Math.ceil((offset + Math.min(limit ?? limits.rows, limits.rows)) / 1_000) * 1_000;

const idsOf = (set: string): string => `(SELECT ids FROM ${set})`;

const isAmong = (alias: string, ids: string): string => `${alias}.id = ANY((${ids})::bigint[])`;

/** A lookup in a hash table, whose size the planner need not know. */
const isIn = (alias: string, set: string): string =>
  `((${alias}.id IN (SELECT unnest(${set}.ids) FROM ${set})) IS TRUE)`;

/** A set that stands in for another one: so many versions have the words as whole ones that longer words are not looked for. */
interface Unless {
  readonly set: string;
  readonly isFull: string;
}

/** Adds the ids of the rows of the plan that fulfil the conditions to the statement, as an array, and returns its name. */
function findIds(
  lowering: Lowering,
  scope: RowScope,
  plan: ReadPlan,
  holds: readonly string[],
  limit: number | null,
  unless?: Unless,
): string {
  const name = lowering.alias('ids');
  const context = lowerContext(lowering, scope, plan, 's').join(' AND ');
  const found = `FROM ${tableName(scope.type)} s WHERE ${holds.join(' AND ')}`;
  // `OFFSET 0` keeps the planner from choosing an index for the layer and the locale instead.
  const from =
    context === '' ? found : `FROM (SELECT s.id, s.status, s.locale ${found} OFFSET 0) s WHERE ${context}`;
  const rows = `SELECT s.id ${from}${limit === null ? '' : ` LIMIT ${limit}`}`;
  const ids =
    unless === undefined
      ? `ARRAY(${rows})`
      : `CASE WHEN ${unless.isFull} THEN ${idsOf(unless.set)} ELSE ARRAY(${rows}) END`;
  lowering.parts.push({ name, text: `MATERIALIZED (SELECT ${ids} AS ids)` });
  return name;
}
