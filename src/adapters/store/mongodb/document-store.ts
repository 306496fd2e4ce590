import type { DocumentStore } from '../../../application/ports/document-store.js';
import type { ReadPlan, Shape } from '../../../domain/plan/read-plan.js';
import { ok } from '../../../domain/result.js';
import type { Schema } from '../../../domain/schema/schema.js';
import type { Connection } from './connection.js';
import { Counters } from './counters.js';
import { attempt } from './database-error.js';
import { collectionOf, type VersionRow } from './layout.js';
import { asksElsewhere } from './read/lower-filter.js';
import { orderOf } from './read/page-order.js';
import { readDocuments } from './read/read-documents.js';
import { EntryQueue } from './write/entry-queue.js';
import { Turns } from './write/turns.js';
import { writeDocuments } from './write/write-documents.js';

/** Documents in the collections that `layout.ts` names. */
export function createDocumentStore(connection: Connection, schema: Schema): DocumentStore {
  const { db } = connection;
  const counters = new Counters(db);
  const writing = { connection, schema, counters, turns: new Turns(), entries: new EntryQueue(db) };
  return {
    read: (plan) =>
      attempt(async () =>
        ok(
          isOneStep(plan)
            ? await readDocuments(db, schema, plan, { written: null })
            : await connection.snapshot((session) =>
                readDocuments(db, schema, plan, { session, written: null }),
              ),
        ),
      ),
    write: (work) => attempt(async () => ok(await writeDocuments(writing, work))),
    identify: (type, ids) =>
      attempt(async () => {
        const rows = await db
          .collection<VersionRow>(collectionOf(type))
          .find({ _id: { $in: [...ids] } }, { projection: { documentId: 1 } })
          .toArray();
        return ok(new Map(rows.map((row) => [row._id, row.documentId])));
      }),
    reserveItemIds: (count) => attempt(async () => ok(await counters.ids('item', count))),
  };
}

/** What one question answers needs no snapshot. A total that is a moment older than its page does no harm. */
const isOneStep = ({ shape, where, order }: ReadPlan): boolean =>
  isFlat(shape) &&
  (where === null || !asksElsewhere(where)) &&
  ['native', 'ranked'].includes(orderOf(order).kind);

const isFlat = ({ members }: Shape): boolean =>
  members.every((member) => {
    if (member.kind === 'component') return isFlat(member.shape);
    if (member.kind === 'zone') return [...member.shapes.values()].every(isFlat);
    return member.kind === 'field';
  });
