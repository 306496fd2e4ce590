import type { Document, Filter } from 'mongodb';
import { failure } from '../../../../domain/failure.js';
import type { Limits, Order, ReadPlan } from '../../../../domain/plan/read-plan.js';
import type { Range } from '../../../../domain/query/query.js';
import { Refusal } from '../database-error.js';
import { fieldOf, type VersionRow } from '../layout.js';
import { fieldsOf } from './fields-of.js';
import type { Reader } from './reader.js';
import { placeOf, type Place } from './row.js';
import { sortPlaces } from './sort-places.js';

/** The versions of a page, in order. */
export async function findPage(
  reader: Reader,
  plan: ReadPlan,
  filter: Filter<Document>,
): Promise<readonly Place[]> {
  const { type, range, shape, context, limits } = plan;
  const order = withoutRepeats(plan.order);
  if (range.limit === 0) return [];
  const fields = fieldsOf(shape, []);
  const place = (row: VersionRow): Place => placeOf(row, context.locale);
  if (order.some(({ hops }) => hops.length > 0)) {
    const all = await reader.versions(type, { filter, fields: fieldsOf({ members: [] }, order) });
    const page = cut(await sortPlaces(reader, all.map(place), order), range, limits);
    return fetchAgain(reader, plan, page, fields);
  }
  const atMost = Math.min(range.limit ?? Infinity, limits.rows + 1);
  const rows = order.every(isNeverNull)
    ? await reader.versions(type, { filter, fields, sort: sortOf(order), skip: range.offset, limit: atMost })
    : await reader.aggregate<VersionRow>(type, ranked(filter, order, range.offset, atMost, fields));
  return cut(rows.map(place), { offset: 0, limit: range.limit }, limits);
}

async function fetchAgain(
  reader: Reader,
  { type, context }: ReadPlan,
  page: readonly Place[],
  fields: readonly string[],
): Promise<readonly Place[]> {
  const ids = page.map(({ row }) => row._id);
  const rows = await reader.versions(type, { filter: { _id: { $in: ids } } as object, fields });
  const byId = new Map(rows.map((row) => [row._id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : [placeOf(row, context.locale)];
  });
}

/** A field that is sorted by again decides nothing any more; and a sort of MongoDB names each once. */
function withoutRepeats(order: readonly Order[]): readonly Order[] {
  const seen = new Set<string>();
  return order.filter(({ hops, field }) => hops.length > 0 || seen.size < seen.add(field.name).size);
}

const isNeverNull = ({ field }: Order): boolean => field.system && field.name !== 'publishedAt';

const directions = { asc: 1, desc: -1 } as const;

const sortOf = (order: readonly Order[]): Record<string, 1 | -1> =>
  Object.fromEntries(order.map(({ field, direction }) => [fieldOf(field), directions[direction]]));

/** MongoDB has nulls below every value; here they are above. */
function ranked(
  filter: Filter<Document>,
  order: readonly Order[],
  skip: number,
  limit: number,
  fields: readonly string[],
): Document[] {
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
  return [
    { $match: filter },
    { $set: ranks },
    { $sort: sort },
    { $skip: skip },
    { $limit: limit },
    { $project: Object.fromEntries(fields.map((field) => [field, 1])) },
  ];
}

/** The rows of a range; more of them than the limits allow is refused, never cut short. */
export function cut<T>(rows: readonly T[], { offset, limit }: Range, limits: Limits): readonly T[] {
  const taken = rows.slice(offset, limit === null ? undefined : offset + limit);
  if (taken.length > limits.rows)
    throw new Refusal(failure('PLAN.TOO_LARGE', `More than ${limits.rows} documents in one list`));
  return taken;
}
