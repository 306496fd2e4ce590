import type { Document, Filter } from 'mongodb';
import type { Order } from '../../../../domain/plan/read-plan.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import { collectionOf, fieldOf } from '../layout.js';

/** The part of a list that is read. */
export interface PageRange {
  readonly skip: number;
  readonly limit: number;
}

/** Whether MongoDB's own order is right: it has nulls below every value, where they must be above. */
export const isNative = (order: readonly Order[]): boolean => order.every(isNeverNull);

const isNeverNull = ({ hops, field }: Order): boolean =>
  hops.length === 0 && field.system && field.name !== 'publishedAt';

/** Whether the order depends on other documents, or on component items. */
export const isByPath = (order: readonly Order[]): boolean => order.some(({ hops }) => hops.length > 0);

/** Without fields that came before: they decide nothing any more, and a `$sort` names each field once. */
export function withoutRepeats(order: readonly Order[]): readonly Order[] {
  const seen = new Set<string>();
  return order.filter(({ hops, field }) => hops.length > 0 || seen.size < seen.add(field.name).size);
}

const directions = { asc: 1, desc: -1 } as const;

export const sortOf = (order: readonly Order[]): Record<string, 1 | -1> =>
  Object.fromEntries(order.map(({ field, direction }) => [fieldOf(field), directions[direction]]));

/** Sorts candidates by fields of their own, nulls above every value, and cuts out a range. */
export const pageStages = (
  candidates: readonly Document[],
  order: readonly Order[],
  { skip, limit }: PageRange,
): readonly Document[] => [
  ...candidates,
  ...(isNative(order) ? sortNative(order) : sortRanked(order)),
  ...(skip > 0 ? [{ $skip: skip }] : []),
  { $limit: limit },
];

const sortNative = (order: readonly Order[]): readonly Document[] =>
  order.length === 0 ? [] : [{ $sort: sortOf(order) }];

/**
 * The versions that fit. Where only the first field of the order can be null, and has an index, they are cut down by it to
 * those that the page can be among: the first ones with a value, and the first ones without.
 */
export function candidatesFor(
  type: ContentType,
  filter: Filter<Document>,
  order: readonly Order[],
  { skip, limit }: PageRange,
): readonly Document[] {
  const [first, ...rest] = order;
  if (first === undefined || isNeverNull(first) || !first.field.index || !isNative(rest))
    return matching(filter);
  const part = (condition: unknown, sorted: readonly Order[]): Document[] => [
    { $match: { $and: [filter, { [fieldOf(first.field)]: condition }] } },
    { $sort: sortOf(sorted) },
    { $limit: skip + limit },
  ];
  return [
    ...part({ $ne: null }, order),
    { $unionWith: { coll: collectionOf(type), pipeline: part(null, rest) } },
  ];
}

/** Sorts by a rank beside each field that can be null: 0 for a value, 1 for none. */
function sortRanked(order: readonly Order[]): readonly Document[] {
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
  return [{ $set: ranks }, { $sort: sort }];
}

export const matching = (filter: Filter<Document>): readonly Document[] =>
  Object.keys(filter).length === 0 ? [] : [{ $match: filter }];
