import type { Db, Document as Stage } from 'mongodb';
import { answerOfText } from '../../../../application/documents/answer-of-text.js';
import type { Deadline, ReadAnswer } from '../../../../application/ports/document-store.js';
import type { KeptTotals } from '../../../../application/totals/kept-totals.js';
import type { ReadPlan } from '../../../../domain/plan/read-plan.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import type { Connection } from '../connection.js';
import { isTooLarge } from '../database-error.js';
import { collectionOf, endFields } from '../layout.js';
import { cut, findPage, pageRange, type Page } from './find-page.js';
import { areComplete, followIn, joinsOf, type Joins } from './joins.js';
import { findSearched } from './find-searched.js';
import { lowerTargets, lowerVersions } from './lower-filter.js';
import { fieldsOf, nodeOf, projectionStages, type Row } from './node.js';
import { populate, type Reached } from './populate.js';
import { RowsTooLarge } from './read-rows.js';
import { Reader, type ReadContext } from './reader.js';
import { resolveTargets } from './resolve-targets.js';
import { linkedStages, matching, pageStages, withoutRepeats } from './stages.js';
import { strategyOf, type JoinedStrategy, type ReverseLookup } from './strategy.js';
import { writeNodes } from './write-nodes.js';

export interface Reading {
  readonly connection: Connection;
  readonly schema: Schema;
  readonly kept: KeptTotals;
}

/** Executes a plan: as one aggregate if possible, otherwise level by level in a snapshot. */
export async function readDocuments(
  { connection, schema, kept }: Reading,
  plan: ReadPlan,
  deadline?: Deadline,
): Promise<ReadAnswer> {
  const strategy = strategyOf(plan);
  const context = { server: connection, deadline, indexes: connection.indexes, kept };
  if (strategy.kind === 'joined') {
    const maxBytes = plan.limits.textSize * maxBytesOfCharacter;
    const reader = new Reader(connection.db, schema, plan.limits, { ...context, maxBytes });
    const page = await readJoined(reader, plan, strategy);
    if (page !== null) return answerOf(reader, plan, page);
  }
  return connection.snapshot((session) => readByLevel(connection.db, schema, plan, { ...context, session }));
}

/** Executes a plan level by level, inside a transaction if the context has one. */
export async function readByLevel(
  db: Db,
  schema: Schema,
  plan: ReadPlan,
  context: ReadContext,
): Promise<ReadAnswer> {
  const reader = new Reader(db, schema, plan.limits, context);
  const filter = await lowerVersions(reader, plan.type, plan.context, plan.where);
  const page =
    plan.search === undefined
      ? await findPage(reader, plan, filter)
      : await findSearched(reader, plan, filter, plan.search);
  const reached = await populate(reader, page.nodes, plan.shape, (nodes, member, fields) =>
    resolveTargets(reader, nodes, member, fields),
  );
  return answerOf(reader, plan, { ...page, reached });
}

async function answerOf(
  { signal }: Reader,
  { shape, limits }: ReadPlan,
  { nodes, total, reached }: ReadPage,
): Promise<ReadAnswer> {
  const text = await writeNodes(nodes, shape, reached, limits.textSize, signal);
  return answerOfText(text, nodes.length, total);
}

/** Each row of a joined page has all that it leads to, so what many lead to would be read and kept as often. */
const maxBytesOfCharacter = 4;

/** A page and everything that is populated in it. */
interface ReadPage extends Page {
  readonly reached: Reached;
}

/**
 * Executes a plan as one aggregate. Returns null if there is too much for one, and the plan has to be read level by
 * level.
 */
async function readJoined(
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
    if (isTooLarge(error) || error instanceof RowsTooLarge) return null;
    throw error;
  });
  if (page === null) return null;
  const rows = page.nodes.map(({ row }) => row);
  if (!areComplete(rows, joins)) return null;
  const reached = await populate(reader, page.nodes, shape, followIn(rows, joins, reader.signal));
  return { ...page, reached };
}

/**
 * Reads the page and the total of a plan whose filter leads through a relation. Starts at the far end of the
 * relation: reads its matching targets, their links, and the documents at the other ends of these. Returns null if
 * there are too many links.
 */
async function findReverse(
  reader: Reader,
  plan: ReadPlan,
  { related, rest, maxLinks }: ReverseLookup,
  joins: Joins,
): Promise<Page | null> {
  const { type, shape, context, range, limits, count } = plan;
  const { relation, target } = related;
  const fitting = await lowerTargets(reader, related, context);
  const filter = await lowerVersions(reader, type, context, rest);
  const page = [
    ...pageStages(matching(filter), withoutRepeats(plan.order), pageRange(plan)),
    ...projectionStages(type, fieldsOf(shape, [])),
    ...joins.stages,
  ];
  const lookUp = (as: string, pipeline: readonly Stage[]): Stage => ({
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
  const nodes = found.rows.map((row) => nodeOf(type, row, context));
  const total = count ? (found.total?.[0]?.n ?? 0) : null;
  return { nodes: cut(nodes, { offset: 0, limit: range.limit }, limits), total };
}

interface FoundReverse {
  readonly links: number;
  readonly rows: readonly Row[];
  readonly total?: readonly { readonly n: number }[];
}

/**
 * Stages that return one row with the distinct documents at an end of the links, or with none if there are too
 * many.
 */
const collectDocuments = (end: string, maxLinks: number): readonly Stage[] => [
  { $limit: maxLinks + 1 },
  { $group: { _id: null, links: { $sum: 1 }, documents: { $addToSet: `$link.${end}` } } },
  { $set: { documents: { $cond: [{ $gt: ['$links', maxLinks] }, [], '$documents'] } } },
];
