import type { ReadPlan } from '../../../../domain/plan/read-plan.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import { lowerRead } from '../read/read-documents.js';
import type { Statement } from '../statement.js';
import { isWritten } from '../write/link-list.js';

/** The columns that a capture shares with the entry of its write. */
export const captureColumns =
  'at, type, document_id, locale, action, layers, actor_kind, actor, actor_document';

/** Returns an `INSERT` of a capture for each entry in `from`, with the SQL of its content. */
export const insertCapture = (from: string, content: string): string =>
  `INSERT INTO quire_version_inbox (${captureColumns}, content) SELECT ${captureColumns}, ${content} FROM ${from}`;

/** Returns a statement that captures what the statements before it have written in their transaction. */
export function captureAfter(schema: Schema, plan: ReadPlan): Statement {
  const { text, values } = lowerRead(schema, plan);
  return { text: insertCapture(lastEntry, `(SELECT r.text FROM (${text}) r)`), values };
}

/**
 * The entry that this session has just logged. `currval` fails in sessions that have logged nothing yet, and is evaluated
 * for each row of the inbox unless it stands in a subquery.
 */
const lastEntry = `quire_change_inbox WHERE id = (
  SELECT CASE WHEN ${isWritten} THEN currval(pg_get_serial_sequence('quire_change_inbox', 'id')) END)`;
