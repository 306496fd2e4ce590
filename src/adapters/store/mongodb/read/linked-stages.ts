import type { Document, Filter } from 'mongodb';
import type { Context, Target } from '../../../../domain/plan/read-plan.js';
import { otherSide, type Link, type Relation, type Side } from '../../../../domain/schema/schema.js';
import { endFields, isThere, keyField, linkCollectionOf } from '../layout.js';
import { localeFilter } from './lower-comparison.js';

/** A relation, and the versions that it resolves to. */
export interface Followed {
  readonly relation: Relation;
  readonly target: Target;
}

/** One side of a link. */
export interface LinkPlace {
  readonly link: Link;
  readonly side: Side;
}

/**
 * Stages over the versions of `target.type` that give the links to them as `link`, seen from the other end. `locale` is
 * the context at that end, `filter` the condition on the versions themselves.
 */
export function linkedStages(
  { link, side }: LinkPlace,
  target: Target,
  locale: Context['locale'],
  filter: Filter<Document>,
): readonly Document[] {
  const [own, other] = [endFields[side], endFields[otherSide(side)]];
  const links = {
    [keyField(target.linked, side)]: isThere,
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
