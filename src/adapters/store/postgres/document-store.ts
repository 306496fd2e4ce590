import type { DocumentStore } from '../../../application/ports/document-store.js';
import { ok } from '../../../domain/result.js';
import type { Schema } from '../../../domain/schema/schema.js';
import type { Connection } from './connection.js';
import { attempt } from './database-error.js';
import { ItemIds } from './item-ids.js';
import { tableName } from './names.js';
import { readDocuments } from './read/read-documents.js';
import { writeDocuments } from './write/write-documents.js';

/** Documents in the tables that `layout.ts` names. */
export function createDocumentStore(connection: Connection, schema: Schema): DocumentStore {
  const itemIds = new ItemIds(connection);
  return {
    read: (plan, deadline) =>
      attempt(async () => ok(await readDocuments(connection, schema, plan, deadline?.signal))),
    write: (work) => attempt(async () => ok(await writeDocuments(connection, schema, work))),
    identify: (type, ids) =>
      attempt(async () => {
        const text = `SELECT id, document_id FROM ${tableName(type)} WHERE id = ANY($1::bigint[])`;
        const rows = await connection.query<{ id: string; document_id: string }>({ text, values: [ids] });
        return ok(new Map(rows.map((row) => [Number(row.id), row.document_id])));
      }),
    reserveItemIds: (count) => attempt(async () => ok(await itemIds.reserve(count))),
  };
}
