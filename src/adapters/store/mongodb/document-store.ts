import type { DocumentStore } from '../../../application/ports/document-store.js';
import { ok } from '../../../domain/result.js';
import type { Schema } from '../../../domain/schema/schema.js';
import type { Connection } from './connection.js';
import { Counters } from './counters.js';
import { attempt } from './database-error.js';
import { collectionOf, type VersionRow } from './layout.js';
import { readDocuments } from './read/read-documents.js';
import { EntryQueue } from './write/entry-queue.js';
import { Turns, writeDocuments } from './write/write-documents.js';

/** Documents in the collections that `layout.ts` names. */
export function createDocumentStore(connection: Connection, schema: Schema): DocumentStore {
  const { db } = connection;
  const counters = new Counters(db);
  const writing = { connection, schema, counters, turns: new Turns(), entries: new EntryQueue(db) };
  return {
    read: (plan, deadline) =>
      attempt(async () => ok(await readDocuments(connection, schema, plan, deadline))),
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
