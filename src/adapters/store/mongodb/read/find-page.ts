import type { Document, Filter } from 'mongodb';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import { failure } from '../../../../domain/failure.js';
import type { Limits, Order, Predicate, ReadPlan } from '../../../../domain/plan/read-plan.js';
import type { Range } from '../../../../domain/query/query.js';
import { fieldsOf, layerFields, nodeOf, projectionStages, type Node, type Row } from './node.js';
import {
  candidatesFor,
  isByPath,
  isNative,
  pageStages,
  sortOf,
  withoutRepeats,
  type PageRange,
} from './stages.js';
import { collectionOf } from '../layout.js';
import { splitSums, sumStages, totalIn } from '../totals/kept-sums.js';
import type { Reader } from './reader.js';
import { sortNodes } from './sort-nodes.js';

export interface Page {
  readonly nodes: readonly Node[];
  /** The number of versions on all pages; null if the plan does not count them. */
  readonly total: number | null;
}

/**
 * Reads a page of versions, in order, and their total. `joins` are stages that join further rows to each version.
 */
export async function findPage(
  reader: Reader,
  plan: ReadPlan,
  filter: Filter<Document>,
  joins: readonly Document[] = [],
): Promise<Page> {
  const { range, count } = plan;
  if (range.limit === 0) return { nodes: [], total: count ? await findTotal(reader, plan, filter) : null };
  const order = withoutRepeats(plan.order);
  if (isByPath(order)) return sortByPath(reader, plan, filter, order);
  if (range.offset === 0 && findsOne(plan)) {
    const rows = await findRows(reader, plan, { filter, order: [], range: { skip: 0, limit: 1 }, joins });
    return { nodes: pageOf(plan, rows), total: count ? rows.length : null };
  }
  const query = { filter, order, range: pageRange(plan), joins };
  if (count && isKept(reader, plan)) return findWithSum(reader, plan, query);
  const [rows, total] = await Promise.all([
    findRows(reader, plan, query),
    count ? reader.total(plan.type, filter) : null,
  ]);
  return { nodes: pageOf(plan, rows), total };
}

const pageOf = ({ type, context, range, limits }: ReadPlan, rows: readonly Row[]): readonly Node[] =>
  cut(
    rows.map((row) => nodeOf(type, row, context)),
    { offset: 0, limit: range.limit },
    limits,
  );

/** Whether what is kept has the total of a plan: it matches all versions of its context. */
const isKept = (reader: Reader, { type, where, search }: ReadPlan): boolean =>
  where === null && search === undefined && reader.keepsTotal(type);

async function findTotal(reader: Reader, plan: ReadPlan, filter: Filter<Document>): Promise<number> {
  const { type, context } = plan;
  const kept = isKept(reader, plan) ? totalIn(await reader.sums(type), type, context) : null;
  return kept ?? reader.total(type, filter);
}

/** Reads a page and what is kept of its total in one command, so that both are of one snapshot. */
async function findWithSum(reader: Reader, plan: ReadPlan, query: RowQuery): Promise<Page> {
  const { type, context } = plan;
  const joins = [...query.joins, ...sumStages(collectionOf(type))];
  const { rows, sums } = splitSums(await findRows(reader, plan, { ...query, joins }));
  const total = totalIn(sums, type, context) ?? (await reader.total(type, query.filter));
  return { nodes: pageOf(plan, rows), total };
}

interface RowQuery {
  readonly filter: Filter<Document>;
  readonly order: readonly Order[];
  readonly range: PageRange;
  /** Stages after those of the page. */
  readonly joins: readonly Document[];
}

/** The range to read. Without a limit in the plan, it is one row more than the limits allow. */
export const pageRange = ({ range, limits }: ReadPlan): PageRange => ({
  skip: range.offset,
  limit: Math.min(range.limit ?? Infinity, limits.rows + 1),
});

async function findRows(
  reader: Reader,
  plan: ReadPlan,
  { filter, order, range, joins }: RowQuery,
): Promise<readonly Row[]> {
  const known = writtenRow(reader, plan);
  if (known !== undefined) return [known];
  const { type, shape } = plan;
  const fields = [...fieldsOf(shape, []), ...layerFields(plan)];
  if (joins.length === 0 && isNative(order))
    return reader.versions(type, {
      filter,
      fields,
      ...range,
      ...(order.length > 0 && { sort: sortOf(order) }),
    });
  const isSorted = (first: Order): boolean =>
    first.field.index || reader.indexes?.sorts(plan, first) === true;
  return reader.aggregate(type, [
    ...pageStages(candidatesFor(type, filter, order, range, isSorted), order, range),
    ...projectionStages(type, fields),
    ...joins,
  ]);
}

/** Whether at most one version can match: a document has one in each layer and locale. */
const findsOne = ({ type, context: { locale, layer }, where }: ReadPlan): boolean =>
  where !== null &&
  (!type.draftAndPublish || layer !== 'any') &&
  documentIdOf(where) !== undefined &&
  (!type.localized || (typeof locale === 'string' && locale !== '*'));

/** The documentId that a predicate requires, if any. */
function documentIdOf(where: Predicate): string | undefined {
  if (where.kind === 'and')
    return where.predicates.map(documentIdOf).find((documentId) => documentId !== undefined);
  if (where.kind !== 'compare' || where.negated) return undefined;
  const { field, comparison } = where;
  const isNamed = field.system && field.name === 'documentId' && comparison.op === 'eq' && !comparison.fold;
  return isNamed ? String(comparison.value) : undefined;
}

/** The version that a plan requests by its documentId alone, if this transaction has written it. */
function writtenRow({ written }: Reader, plan: ReadPlan): Row | undefined {
  const { type, context, where } = plan;
  if (written === undefined || where?.kind !== 'compare' || !findsOne(plan)) return undefined;
  const { layer, locale } = context;
  const own = type.draftAndPublish ? layer : 'published';
  if (own === 'any') return undefined;
  return written.get(type, {
    documentId: documentIdOf(where) ?? '',
    locale: type.localized && typeof locale === 'string' ? locale : '',
    _layer: own,
  });
}

/**
 * Reads the sort fields of all matching versions, sorts them in this process, and reads the versions of the page.
 */
async function sortByPath(
  reader: Reader,
  plan: ReadPlan,
  filter: Filter<Document>,
  order: readonly Order[],
): Promise<Page> {
  const { type, shape, range, context, limits, count } = plan;
  const rows = await reader.versions(type, {
    filter,
    fields: [...fieldsOf({ members: [] }, order), ...layerFields(plan)],
  });
  const all = rows.map((row) => nodeOf(type, row, context));
  const page = cut(await sortNodes(reader, all, order), range, limits);
  const ids = page.map(({ row }) => row._id);
  const whole = await reader.versions(type, {
    filter: { _id: { $in: ids } } as object,
    fields: [...fieldsOf(shape, []), ...layerFields(plan)],
  });
  const byId = new Map(whole.map((row) => [row._id, row]));
  const nodes = ids.flatMap((id) => byId.get(id) ?? []).map((row) => nodeOf(type, row, context));
  return { nodes, total: count ? rows.length : null };
}

/** The rows of a range. Throws a `ThrownFailure` if there are more than the limits allow; a list is never cut short. */
export function cut<T>(rows: readonly T[], { offset, limit }: Range, limits: Limits): readonly T[] {
  const taken = rows.slice(offset, limit === null ? undefined : offset + limit);
  if (taken.length > limits.rows)
    throw new ThrownFailure(failure('PLAN.TOO_LARGE', `More than ${limits.rows} documents in one list`));
  return taken;
}
