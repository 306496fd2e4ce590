import type { Document, Filter } from 'mongodb';
import { Refusal } from '../../../../application/stores/attempt.js';
import { failure } from '../../../../domain/failure.js';
import type { Limits, Order, Predicate, ReadPlan } from '../../../../domain/plan/read-plan.js';
import type { Range } from '../../../../domain/query/query.js';
import { fieldsOf, nodeOf, projectionStages, type Node, type Row } from './node.js';
import {
  candidatesFor,
  isByPath,
  isNative,
  pageStages,
  sortOf,
  withoutRepeats,
  type PageRange,
} from './page-stages.js';
import type { Reader } from './reader.js';
import { sortNodes } from './sort-nodes.js';

export interface Page {
  /** In order. */
  readonly nodes: readonly Node[];
  /** The number of versions on all pages; null where it is not asked for. */
  readonly total: number | null;
}

/** Reads the versions of a page; `joins` are stages that add to them. */
export async function findPage(
  reader: Reader,
  plan: ReadPlan,
  filter: Filter<Document>,
  joins: readonly Document[] = [],
): Promise<Page> {
  const { type, range, limits, context, count } = plan;
  const countAll = async () => (count ? reader.total(type, filter) : null);
  if (range.limit === 0) return { nodes: [], total: await countAll() };
  const order = withoutRepeats(plan.order);
  if (isByPath(order)) return sortByPath(reader, plan, filter, order);
  const nodesOf = (rows: readonly Row[]): readonly Node[] => rows.map((row) => nodeOf(row, context.locale));
  if (range.offset === 0 && findsOne(plan)) {
    const rows = await findRows(reader, plan, { filter, order: [], range: { skip: 0, limit: 1 }, joins });
    return { nodes: nodesOf(rows), total: count ? rows.length : null };
  }
  const wanted = { filter, order, range: pageRange(plan), joins };
  const [rows, total] = await Promise.all([findRows(reader, plan, wanted), countAll()]);
  return { nodes: cut(nodesOf(rows), { offset: 0, limit: range.limit }, limits), total };
}

interface Wanted {
  readonly filter: Filter<Document>;
  readonly order: readonly Order[];
  readonly range: PageRange;
  readonly joins: readonly Document[];
}

/** One row more than the limits allow, where the plan has no limit of its own. */
export const pageRange = ({ range, limits }: ReadPlan): PageRange => ({
  skip: range.offset,
  limit: Math.min(range.limit ?? Infinity, limits.rows + 1),
});

async function findRows(
  reader: Reader,
  plan: ReadPlan,
  { filter, order, range, joins }: Wanted,
): Promise<readonly Row[]> {
  const written = writtenRow(reader, plan);
  if (written !== undefined) return [written];
  const { type, shape } = plan;
  const fields = fieldsOf(shape, []);
  if (joins.length === 0 && isNative(order))
    return reader.versions(type, {
      filter,
      fields,
      ...range,
      ...(order.length > 0 && { sort: sortOf(order) }),
    });
  return reader.aggregate(type, [
    ...pageStages(candidatesFor(type, filter, order, range), order, range),
    ...projectionStages(type, fields),
    ...joins,
  ]);
}

/** Whether at most one version can fit: a document has one in each layer and locale. */
const findsOne = ({ type, context: { locale }, where }: ReadPlan): boolean =>
  where !== null &&
  documentIdOf(where) !== undefined &&
  (!type.localized || (typeof locale === 'string' && locale !== '*'));

/** The document that a predicate names, if it names one. */
function documentIdOf(where: Predicate): string | undefined {
  if (where.kind === 'and')
    return where.predicates.map(documentIdOf).find((documentId) => documentId !== undefined);
  if (where.kind !== 'compare' || where.negated) return undefined;
  const { field, comparison } = where;
  const isNamed = field.system && field.name === 'documentId' && comparison.op === 'eq' && !comparison.fold;
  return isNamed ? String(comparison.value) : undefined;
}

/** The version that a plan names and nothing else, where the transaction has just written it. */
function writtenRow({ written }: Reader, plan: ReadPlan): Row | undefined {
  const { type, context, where } = plan;
  if (written === undefined || where?.kind !== 'compare' || !findsOne(plan)) return undefined;
  const { layer, locale } = context;
  return written.get(type, {
    documentId: documentIdOf(where) ?? '',
    locale: type.localized && typeof locale === 'string' ? locale : '',
    _layer: type.draftAndPublish ? layer : 'published',
  });
}

/** Sorts all versions that fit here, and reads those of the page again as a whole. */
async function sortByPath(
  reader: Reader,
  plan: ReadPlan,
  filter: Filter<Document>,
  order: readonly Order[],
): Promise<Page> {
  const { type, shape, range, context, limits, count } = plan;
  const rows = await reader.versions(type, { filter, fields: fieldsOf({ members: [] }, order) });
  const all = rows.map((row) => nodeOf(row, context.locale));
  const page = cut(await sortNodes(reader, all, order), range, limits);
  const ids = page.map(({ row }) => row._id);
  const whole = await reader.versions(type, {
    filter: { _id: { $in: ids } } as object,
    fields: fieldsOf(shape, []),
  });
  const byId = new Map(whole.map((row) => [row._id, row]));
  const nodes = ids.flatMap((id) => byId.get(id) ?? []).map((row) => nodeOf(row, context.locale));
  return { nodes, total: count ? rows.length : null };
}

/** The rows of a range. More of them than the limits allow are refused, never cut short. */
export function cut<T>(rows: readonly T[], { offset, limit }: Range, limits: Limits): readonly T[] {
  const taken = rows.slice(offset, limit === null ? undefined : offset + limit);
  if (taken.length > limits.rows)
    throw new Refusal(failure('PLAN.TOO_LARGE', `More than ${limits.rows} documents in one list`));
  return taken;
}
