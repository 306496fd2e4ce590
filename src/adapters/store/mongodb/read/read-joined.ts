import type { Document } from 'mongodb';
import type { ReadPlan } from '../../../../domain/plan/read-plan.js';
import { isTooLarge } from '../database-error.js';
import { collectionOf, endFields } from '../layout.js';
import { cut, findPage, pageRange, type Page } from './find-page.js';
import { areComplete, followIn, joinsOf, type Joins } from './joins.js';
import { linkedStages } from './linked-stages.js';
import { lowerTargets, lowerVersions } from './lower-filter.js';
import { fieldsOf, nodeOf, projectionStages, type Row } from './node.js';
import { matching, pageStages, withoutRepeats } from './page-stages.js';
import { populate, type Reached } from './populate.js';
import type { Reader } from './reader.js';
import type { JoinedStrategy, ReverseLookup } from './strategy.js';

/** A page with everything that is populated. */
export interface ReadPage extends Page {
  readonly reached: Reached;
}

/** Reads a plan as one aggregate. Null: there is too much for one, and the plan has to be read level by level. */
export async function readJoined(
  reader: Reader,
  plan: ReadPlan,
  { locale, lookup }: JoinedStrategy,
): Promise<ReadPage | null> {
  const { type, context, where, shape } = plan;
  const joins = await joinsOf(reader, shape, locale);
  const find = async (): Promise<Page | null> =>
    lookup === null
      ? findPage(reader, plan, await lowerVersions(reader, type, context, where), joins.stages)
      : findReverse(reader, plan, lookup, joins);
  const page = await find().catch((error: unknown) => {
    if (isTooLarge(error)) return null;
    throw error;
  });
  if (page === null) return null;
  const rows = page.nodes.map(({ row }) => row);
  if (!areComplete(rows, joins)) return null;
  const reached = await populate(reader, page.nodes, shape, followIn(rows, joins, reader.signal));
  return { ...page, reached };
}

/**
 * The page of all versions that a relation of the filter leads to, and their total, looked up from the far end of the
 * relation: its targets, their links, and the documents at the other ends of these. Null: there are too many links.
 */
async function findReverse(
  reader: Reader,
  plan: ReadPlan,
  { related, rest, maxLinks }: ReverseLookup,
  joins: Joins,
): Promise<Page | null> {
  const { type, shape, context, range, limits, count } = plan;
  const { relation, target } = related;
  const fitting = await lowerTargets(reader, related, context.locale);
  const filter = await lowerVersions(reader, type, context, rest);
  const page = [
    ...pageStages(matching(filter), withoutRepeats(plan.order), pageRange(plan)),
    ...projectionStages(type, fieldsOf(shape, [])),
    ...joins.stages,
  ];
  const lookUp = (as: string, pipeline: readonly Document[]): Document => ({
    $lookup: { from: collectionOf(type), localField: 'documents', foreignField: 'documentId', pipeline, as },
  });
  const [found] = await reader.aggregate<FoundReverse>(target.type, [
    ...linkedStages(relation.place, target, context.locale, fitting),
    ...collectDocuments(endFields[relation.place.side].document, maxLinks),
    lookUp('rows', page),
    ...(count ? [lookUp('total', [...matching(filter), { $count: 'n' }])] : []),
  ]);
  if (found === undefined) return { nodes: [], total: count ? 0 : null };
  if (found.links > maxLinks) return null;
  const nodes = found.rows.map((row) => nodeOf(row, context.locale));
  const total = count ? (found.total?.[0]?.n ?? 0) : null;
  return { nodes: cut(nodes, { offset: 0, limit: range.limit }, limits), total };
}

interface FoundReverse {
  readonly links: number;
  readonly rows: readonly Row[];
  readonly total?: readonly { readonly n: number }[];
}

/** One row with the distinct documents at an end of the links; with none if there are too many links. */
const collectDocuments = (end: string, maxLinks: number): readonly Document[] => [
  { $limit: maxLinks + 1 },
  { $group: { _id: null, links: { $sum: 1 }, documents: { $addToSet: `$link.${end}` } } },
  { $set: { documents: { $cond: [{ $gt: ['$links', maxLinks] }, [], '$documents'] } } },
];
