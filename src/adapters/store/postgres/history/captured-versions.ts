import type { CapturedVersion, CapturedVersions } from '../../../../application/ports/captured-versions.js';
import type { Layer } from '../../../../domain/query/query.js';
import { ok } from '../../../../domain/result.js';
import type { Connection } from '../connection.js';
import { attempt } from '../database-error.js';
import { captureColumns } from './lower-capture.js';

/** Keeps captures in `quire_version_inbox` until they are taken. */
export const createCapturedVersions = (connection: Connection): CapturedVersions => ({
  take: (documents, limit) =>
    attempt(async () => {
      const ids = [...new Set(documents.map(({ documentId }) => documentId))];
      const types = [...new Set(documents.map(({ type }) => type))];
      const rows = await connection.query<CaptureRow>({ text: takeText, values: [ids, types, limit] });
      return ok(rows.map(capturedOf));
    }),
});

/**
 * A second caller waits at the locks of the first, and gets what is left. Ids have the order of a document's writes, as
 * those of `quire_change_inbox` have.
 */
const takeText = `
WITH taken AS (
  DELETE FROM quire_version_inbox WHERE id = ANY(ARRAY(
    SELECT id FROM quire_version_inbox WHERE document_id = ANY($1::text[]) AND type = ANY($2::text[])
    ORDER BY id LIMIT $3::bigint FOR UPDATE))
  RETURNING id, ${captureColumns}, content)
SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
  type, document_id, locale, action, layers, actor_kind, actor, actor_document, content
FROM taken ORDER BY id`;

interface CaptureRow {
  readonly at: string;
  readonly type: string;
  readonly document_id: string;
  readonly locale: string | null;
  readonly action: CapturedVersion['action'];
  readonly layers: readonly Layer[];
  readonly actor_kind: CapturedVersion['actor']['kind'];
  readonly actor: string;
  readonly actor_document: string | null;
  readonly content: string | null;
}

const capturedOf = (row: CaptureRow): CapturedVersion => ({
  at: row.at,
  type: row.type,
  documentId: row.document_id,
  locale: row.locale,
  action: row.action,
  layers: row.layers,
  actor: { kind: row.actor_kind, name: row.actor, documentId: row.actor_document },
  content: row.content,
});
