import type { Document, Filter } from 'mongodb';
import type { Context, Order, Target } from '../../../../domain/plan/read-plan.js';
import type { LayerTarget } from '../../../../domain/plan/target-in-layer.js';
import type { LinkSide } from '../../../../domain/relation/link-list.js';
import { otherSide, type ContentType, type Relation } from '../../../../domain/schema/schema.js';
import { collectionOf, endFields, fieldOf, keyExists, keyField, linkCollectionOf } from '../layout.js';
import { localeFilter } from './lower-comparison.js';

export interface PageRange {
  readonly skip: number;
  readonly limit: number;
}

/** Whether `$sort` alone gives the right order. It puts nulls below every value, and they must be above. */
export const isNative = (order: readonly Order[]): boolean => order.every(isNeverNull);

const isNeverNull = ({ hops, field }: Order): boolean =>
  hops.length === 0 && field.system && field.name !== 'publishedAt';

/** Whether the order depends on other documents, or on component items. */
export const isByPath = (order: readonly Pick<Order, 'hops'>[]): boolean =>
  order.some(({ hops }) => hops.length > 0);

/** Leaves out fields that occur before: they have no effect, and a `$sort` can name a field only once. */
export function withoutRepeats(order: readonly Order[]): readonly Order[] {
  const seen = new Set<string>();
  return order.filter(({ hops, field }) => hops.length > 0 || seen.size < seen.add(field.name).size);
}

const directions = { asc: 1, desc: -1 } as const;

export const sortOf = (order: readonly Order[]): Record<string, 1 | -1> =>
  Object.fromEntries(order.map(({ field, direction }) => [fieldOf(field), directions[direction]]));

/** Sorts the candidates by their own fields, with nulls above every value, and returns a range of them. */
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
 * The matching versions. If only the first field of the order can be null, and an index sorts by it (`isSorted`), that
 * index reduces them to those that can be on the page: the first ones with a value, and the first ones without.
 */
export function candidatesFor(
  type: ContentType,
  filter: Filter<Document>,
  order: readonly Order[],
  { skip, limit }: PageRange,
  isSorted: (first: Order) => boolean,
): readonly Document[] {
  const [first, ...rest] = order;
  if (first === undefined || isNeverNull(first) || !isNative(rest) || !isSorted(first))
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

/** Sorts by a rank before each field that can be null: 0 for a value, 1 for null. */
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

/** A relation and the versions that it resolves to. */
export interface Followed {
  readonly relation: Relation;
  readonly target: Target;
}

/** The same in one layer. */
export interface FollowedInLayer extends Followed {
  readonly target: LayerTarget;
}

/**
 * Stages on the collection of `target.type`: a row for each link to a version that matches `filter`. In its `link` is the
 * document at `side`, the end from which the relation leads, and `locale` is the context of that document.
 */
export function linkedStages(
  { link, side }: LinkSide,
  target: LayerTarget,
  locale: Context['locale'],
  filter: Filter<Document>,
): readonly Document[] {
  const [own, other] = [endFields[side], endFields[otherSide(side)]];
  const links = {
    [keyField(target.linked, side)]: keyExists,
    ...(link[side].localized ? localeFilter(own.locale, locale) : { [own.locale]: '' }),
  };
  const hasNamedLocale = { $expr: { $eq: [`$link.${other.locale}`, '$locale'] } };
  return [
    { $match: filter },
    { $project: { _id: 0, documentId: 1, locale: 1 } },
    {
      $lookup: {
        from: linkCollectionOf(link),
        localField: 'documentId',
        foreignField: other.document,
        pipeline: [{ $match: links }, { $project: { _id: 0, [own.document]: 1, [other.locale]: 1 } }],
        as: 'link',
      },
    },
    { $unwind: '$link' },
    ...(link[otherSide(side)].localized ? [{ $match: hasNamedLocale }] : []),
  ];
}
