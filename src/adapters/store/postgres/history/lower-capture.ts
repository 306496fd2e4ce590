import type { ChangeEntry } from '../../../../application/ports/change-log.js';
import type { ReadPlan } from '../../../../domain/plan/read-plan.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import { lowerRead } from '../read/read-documents.js';
import { selectChange } from '../change-log/lower-change.js';
import { Parameters, type Statement } from '../statement.js';
import { isWritten } from '../write/link-list.js';

/** The columns that a capture shares with the entry of its write. */
export const captureColumns =
  'at, type, document_id, locale, action, layers, actor_kind, actor, actor_document';

/** Returns an `INSERT` of a capture for each entry in `from`, with the SQL of its content. */
export const insertCapture = (from: string, content: string): string =>
  `INSERT INTO quire_version_inbox (${captureColumns}, content) SELECT ${captureColumns}, ${content} FROM ${from}`;

/**
 * Returns a statement that captures what the statements before it have written in their transaction. The values of the entry
 * are sent again: finding it among all that wait in the inbox takes longer.
 */
export function captureAfter(schema: Schema, plan: ReadPlan, change: ChangeEntry): Statement {
  const parameters = new Parameters();
  const { text } = lowerRead(schema, plan, { parameters });
  const entry = `(${selectChange(parameters, change)}) e WHERE ${isWritten}`;
  return { text: insertCapture(entry, `(SELECT r.text FROM (${text}) r)`), values: parameters.values };
}
