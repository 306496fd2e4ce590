import type { Document, Filter } from 'mongodb';
import { failure } from '../../../../domain/failure.js';
import type { Limits, ReadPlan } from '../../../../domain/plan/read-plan.js';
import type { Range } from '../../../../domain/query/query.js';
import { Refusal } from '../database-error.js';
import { fieldsOf } from './fields-of.js';
import { findSegments, rankNulls } from './nulls-above.js';
import { orderOf, sortOf, type PageOrder } from './page-order.js';
import type { FoundRows, PageQuestion } from './page-question.js';
import type { Reader } from './reader.js';
import { placeOf, type Place, type Row } from './row.js';
import { sortPlaces } from './sort-places.js';

export interface Page {
  /** In order. */
  readonly places: readonly Place[];
  /** Null: not asked for. */
  readonly total: number | null;
}

/** The versions of a page, and how many there are on all pages. */
export async function findPage(
  reader: Reader,
  plan: ReadPlan,
  filter: Filter<Document>,
  stages: readonly Document[],
): Promise<Page> {
  const { range, shape, context, limits } = plan;
  const order = orderOf(plan.order);
  if (range.limit === 0) return { places: [], total: await totalOf(reader, plan, filter) };
  if (order.kind === 'elsewhere') return sortElsewhere(reader, plan, filter, stages, order);
  const found = await findRows(
    {
      reader,
      plan,
      filter,
      fields: fieldsOf(shape, []),
      stages,
      offset: range.offset,
      limit: Math.min(range.limit ?? Infinity, limits.rows + 1),
    },
    order,
  );
  const places = found.rows.map((row) => placeOf(row, context.locale));
  return { places: cut(places, { offset: 0, limit: range.limit }, limits), total: found.total };
}

const totalOf = async (reader: Reader, plan: ReadPlan, filter: Filter<Document>): Promise<number | null> =>
  plan.count ? reader.total(plan.type, filter) : null;

type OwnOrder = Exclude<PageOrder, { readonly kind: 'elsewhere' }>;

function findRows(question: PageQuestion, order: OwnOrder): Promise<FoundRows> {
  const most = mostFitting(question.plan, question.filter);
  if (most <= 1 && question.offset === 0) return findOnly(question);
  if (order.kind === 'segments') return findSegments(question, order);
  if (order.kind === 'ranked') return findBeside(question, () => rankNulls(question, order.all));
  const sort = sortOf(order.all);
  return question.plan.count && most <= 2 * question.limit
    ? findAll(question, sort)
    : findBeside(question, () => findSorted(question, sort));
}

/** The rows, and meanwhile the total. */
async function findBeside(
  { reader, plan, filter }: PageQuestion,
  find: () => Promise<readonly Row[]>,
): Promise<FoundRows> {
  const [rows, total] = await Promise.all([find(), totalOf(reader, plan, filter)]);
  return { rows, total };
}

const findSorted = (
  { reader, plan, filter, fields, stages, offset, limit }: PageQuestion,
  sort: Record<string, 1 | -1>,
): Promise<readonly Row[]> =>
  reader.versions(plan.type, { filter, fields, stages, sort, skip: offset, limit });

async function findOnly({ reader, plan, filter, fields, stages }: PageQuestion): Promise<FoundRows> {
  const written = reader.written(plan);
  const rows = written ? [written] : await reader.versions(plan.type, { filter, fields, stages, limit: 1 });
  return { rows, total: plan.count ? rows.length : null };
}

/** Of few it is cheaper to see all than to count them. */
async function findAll(
  { reader, plan, filter, fields, stages, offset, limit }: PageQuestion,
  sort: Record<string, 1 | -1>,
): Promise<FoundRows> {
  const rows = await reader.versions(plan.type, { filter, fields, stages, sort });
  return { rows: rows.slice(offset, offset + limit), total: rows.length };
}

/** How many versions can fit at most: a document has one in a layer and a locale. */
function mostFitting({ type, context }: ReadPlan, filter: Filter<Document>): number {
  if (type.localized && (typeof context.locale !== 'string' || context.locale === '*')) return Infinity;
  const conditions = [filter, ...((filter['$and'] ?? []) as readonly Filter<Document>[])];
  return Math.min(...conditions.map(({ documentId }) => mostDocuments(documentId)));
}

function mostDocuments(condition: unknown): number {
  if (typeof condition !== 'object' || condition === null) return Infinity;
  if ('$eq' in condition) return 1;
  return '$in' in condition && Array.isArray(condition.$in) ? condition.$in.length : Infinity;
}

async function sortElsewhere(
  reader: Reader,
  plan: ReadPlan,
  filter: Filter<Document>,
  stages: readonly Document[],
  { all }: PageOrder,
): Promise<Page> {
  const { type, shape, range, context, limits } = plan;
  const rows = await reader.versions(type, { filter, fields: fieldsOf({ members: [] }, all) });
  const places = rows.map((row) => placeOf(row, context.locale));
  const page = cut(await sortPlaces(reader, places, all), range, limits);
  return {
    places: await fetchAgain(reader, plan, page, { fields: fieldsOf(shape, []), stages }),
    total: plan.count ? rows.length : null,
  };
}

async function fetchAgain(
  reader: Reader,
  { type, context }: ReadPlan,
  page: readonly Place[],
  asked: Pick<PageQuestion, 'fields' | 'stages'>,
): Promise<readonly Place[]> {
  const ids = page.map(({ row }) => row._id);
  const rows = await reader.versions(type, { filter: { _id: { $in: ids } } as object, ...asked });
  const byId = new Map(rows.map((row) => [row._id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : [placeOf(row, context.locale)];
  });
}

/** The rows of a range; more of them than the limits allow is refused, never cut short. */
export function cut<T>(rows: readonly T[], { offset, limit }: Range, limits: Limits): readonly T[] {
  const taken = rows.slice(offset, limit === null ? undefined : offset + limit);
  if (taken.length > limits.rows)
    throw new Refusal(failure('PLAN.TOO_LARGE', `More than ${limits.rows} documents in one list`));
  return taken;
}
