import type { Document, Filter } from 'mongodb';
import type { Order, ReadPlan } from '../../../../domain/plan/read-plan.js';
import { collectionOf, fieldOf } from '../layout.js';
import { fieldsOf } from './fields-of.js';
import { directions, isNeverNull, sortOf, type PageOrder } from './page-order.js';
import type { FoundRows, PageQuestion } from './page-question.js';
import { NotInOne } from './reader.js';
import { placeOf, type Row } from './row.js';
import { sortPlaces } from './sort-places.js';
import { triedInVain } from './tries.js';
import { versionProjection } from './version-projection.js';

type Segments = Extract<PageOrder, { readonly kind: 'segments' }>;

/**
 * A page of two lists, one after the other: the versions that have a value in the first field of the order, and those
 * that have none. It is one question where the page lies in the first list, and asked in a snapshot, as it may be more.
 */
export const findSegments = (question: PageQuestion, order: Segments): Promise<FoundRows> =>
  order.first.direction === 'asc' ? nullsLast(question, order) : nullsFirst(question, order);

async function nullsLast(question: PageQuestion, order: Segments): Promise<FoundRows> {
  const { reader, plan, filter, offset, limit } = question;
  const { present } = partsOf(filter, order);
  const [rows, total] = await Promise.all([
    findPart(question, order, 'present', offset, limit),
    plan.count ? reader.total(plan.type, filter) : null,
  ]);
  if (rows.length === limit) return { rows, total };
  const before = rows.length > 0 || offset === 0 ? offset : await reader.count(plan.type, present);
  const nulls = await findPart(question, order, 'absent', Math.max(0, offset - before), limit - rows.length);
  return { rows: [...rows, ...nulls], total };
}

async function nullsFirst(question: PageQuestion, order: Segments): Promise<FoundRows> {
  if (question.reader.isAlone) return findWithoutNulls(question, order);
  const { offset, limit } = question;
  const { nulls, total } = await countNulls(question, order);
  if (offset >= nulls)
    return { rows: await findPart(question, order, 'present', offset - nulls, limit), total };
  const first = await findPart(question, order, 'absent', offset, limit);
  const left = limit - first.length;
  return {
    rows: left === 0 ? first : [...first, ...(await findPart(question, order, 'present', 0, left))],
    total,
  };
}

/** In one question, the page that there is if all have a value, and whether they have: `NotInOne` if not. */
async function findWithoutNulls(question: PageQuestion, order: Segments): Promise<FoundRows> {
  const { reader, plan, offset, limit, stages } = question;
  const isCounted = seesAll(plan, order);
  const pipeline = isCounted ? countingNulls(question, order) : oneNull(question, order);
  const union = { $unionWith: { coll: collectionOf(plan.type), pipeline } };
  const fields = fieldsOf(plan.shape, order.all);
  const [rows, total] = await Promise.all([
    findPart({ ...question, fields, stages: [...stages, union] }, order, 'present', offset, limit),
    plan.count && !isCounted ? reader.total(plan.type, question.filter) : null,
  ]);
  const told = rows.find((row) => row.get(nullsField) !== undefined);
  if (countIn(told, nullsField) > 0) {
    triedInVain(order.first.field);
    throw new NotInOne();
  }
  // What a union answers has no order that could be relied upon.
  const places = rows.filter((row) => row !== told).map((row) => placeOf(row, plan.context.locale));
  const sorted = await sortPlaces(reader, places, order.all);
  return { rows: sorted.map(({ row }) => row), total: isCounted ? countIn(told, totalField) : total };
}

const oneNull = ({ filter }: PageQuestion, order: Segments): Document[] => [
  { $match: partsOf(filter, order).absent },
  { $limit: 1 },
  { $project: { _id: 1, [nullsField]: { $literal: 1 } } },
];

/** Of what is counted beside versions, which have no such fields. */
const [nullsField, totalField] = ['_nulls', '_total'] as const;
const countIn = (row: Row | undefined, field: string): number => Number(row?.get(field) ?? 0);

interface Counted {
  readonly nulls: number;
  readonly total: number | null;
}

/** An index finds those without a value; where there is none, counting all sees them too. */
const seesAll = ({ count }: ReadPlan, { first }: Segments): boolean => count && !first.field.index;

async function countNulls({ reader, plan, filter }: PageQuestion, order: Segments): Promise<Counted> {
  const { type, count } = plan;
  if (!seesAll(plan, order)) {
    const [nulls, total] = await Promise.all([
      reader.count(type, partsOf(filter, order).absent),
      count ? reader.total(type, filter) : null,
    ]);
    return { nulls, total };
  }
  const [row] = await reader.aggregate(type, countingNulls({ filter }, order), [nullsField, totalField]);
  return { nulls: countIn(row, nullsField), total: countIn(row, totalField) };
}

function countingNulls({ filter }: Pick<PageQuestion, 'filter'>, { first }: Segments): Document[] {
  const isNull = { $cond: [{ $gt: [`$${fieldOf(first.field)}`, null] }, 0, 1] };
  const counted = { _id: null, [totalField]: { $sum: 1 }, [nullsField]: { $sum: isNull } };
  return [{ $match: filter }, { $group: counted }];
}

function partsOf(
  filter: Filter<Document>,
  { first }: Segments,
): Record<'present' | 'absent', Filter<Document>> {
  const field = fieldOf(first.field);
  const and = (condition: Filter<Document>): Filter<Document> =>
    Object.keys(filter).length === 0 ? condition : { $and: [filter, condition] };
  return { present: and({ [field]: { $ne: null } }), absent: and({ [field]: null }) };
}

const findPart = (
  { reader, plan, filter, fields, stages }: PageQuestion,
  order: Segments,
  part: 'present' | 'absent',
  skip: number,
  limit: number,
): Promise<readonly Row[]> =>
  reader.versions(plan.type, {
    filter: partsOf(filter, order)[part],
    fields,
    stages,
    sort: sortOf(part === 'present' ? order.all : order.rest),
    skip,
    limit,
  });

/** Where more than the first field can be null: a rank beside each, which no index has. */
export function rankNulls(
  { reader, plan, filter, offset, limit, stages }: PageQuestion,
  order: readonly Order[],
): Promise<readonly Row[]> {
  const ranks: Record<string, Document> = {};
  const sort: Record<string, 1 | -1> = {};
  for (const [index, each] of order.entries()) {
    const field = fieldOf(each.field);
    const direction = directions[each.direction];
    if (!isNeverNull(each)) {
      ranks[`_null${index}`] = { $cond: [{ $gt: [`$${field}`, null] }, 0, 1] };
      sort[`_null${index}`] = direction;
    }
    sort[field] = direction;
  }
  const fields = fieldsOf(plan.shape, []);
  const projection = versionProjection(plan.type, fields);
  const all = [
    { $match: filter },
    { $set: ranks },
    { $sort: sort },
    { $skip: offset },
    { $limit: limit },
    ...(projection === null ? [] : [{ $project: projection }]),
    ...stages,
  ];
  return reader.aggregate(plan.type, all, fields);
}
