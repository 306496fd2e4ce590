import type { Document, Filter } from 'mongodb';
import { linkCollectionOf } from '../layout.js';
import type { Link } from '../../../../domain/schema/schema.js';

/** Links of some versions: those versions, the end at which the links have them, and what else must hold of the links. */
export interface LinkedQuestion {
  readonly filter: Filter<Document>;
  readonly end: string;
  readonly links: Filter<Document>;
}

/** Each link as `link`, beside the version's `locale`. */
export const linkedStages = (link: Link, { filter, end, links }: LinkedQuestion): Document[] => [
  { $match: filter },
  { $project: { _id: 0, documentId: 1, locale: 1 } },
  {
    $lookup: {
      from: linkCollectionOf(link),
      localField: 'documentId',
      foreignField: end,
      pipeline: [
        { $match: links },
        { $project: { _id: 0, source: 1, target: 1, sourceLocale: 1, targetLocale: 1 } },
      ],
      as: 'link',
    },
  },
  { $unwind: '$link' },
];
