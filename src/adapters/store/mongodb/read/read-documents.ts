import type { Db } from 'mongodb';
import type { Deadline, Document, ReadAnswer } from '../../../../application/ports/document-store.js';
import type { ReadPlan } from '../../../../domain/plan/read-plan.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import type { Connection } from '../connection.js';
import { findPage } from './find-page.js';
import { lowerVersions } from './lower-filter.js';
import { populate } from './populate.js';
import { readJoined, type ReadPage } from './read-joined.js';
import { Reader, type ReadContext } from './reader.js';
import { resolveTargets } from './resolve-targets.js';
import { strategyOf } from './strategy.js';
import { writeNodes } from './write-nodes.js';

/** Answers a plan: as one aggregate where that is possible, otherwise level by level from a snapshot. */
export async function readDocuments(
  connection: Connection,
  schema: Schema,
  plan: ReadPlan,
  deadline?: Deadline,
): Promise<ReadAnswer> {
  const strategy = strategyOf(plan);
  const context = { server: connection, deadline };
  if (strategy.kind === 'joined') {
    const reader = new Reader(connection.db, schema, plan.limits, context);
    const page = await readJoined(reader, plan, strategy);
    if (page !== null) return answerOf(reader, plan, page);
  }
  return connection.snapshot((session) => readByLevel(connection.db, schema, plan, { ...context, session }));
}

/** Answers a plan level by level, inside a transaction where the context has one. */
export async function readByLevel(
  db: Db,
  schema: Schema,
  plan: ReadPlan,
  context: ReadContext,
): Promise<ReadAnswer> {
  const reader = new Reader(db, schema, plan.limits, context);
  const filter = await lowerVersions(reader, plan.type, plan.context, plan.where);
  const page = await findPage(reader, plan, filter);
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
  return {
    size: nodes.length,
    total,
    text: () => text,
    // Parsed each time, so that callers do not share what one of them changes.
    documents: () => JSON.parse(text) as readonly Document[],
  };
}
