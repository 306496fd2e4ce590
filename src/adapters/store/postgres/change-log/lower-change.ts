import type { ChangeEntry } from '../../../../application/ports/change-log.js';
import { literal, type Parameters } from '../statement.js';

/** The columns that the inbox and the log share. */
export const changeColumns =
  'transaction, at, type, document_id, locale, action, layers, actor_kind, actor, actor_document, names';

/** The columns whose values an audit entry of the same write has. */
export const sharedColumns = 'at, document_id, locale, actor, actor_document, names';

/**
 * Returns an `INSERT` of one entry into the inbox that takes effect only if the conditions hold. If the statement also
 * inserts an audit entry, `of` is the part that returns it: its values need not be sent twice.
 */
export function insertChange(
  parameters: Parameters,
  change: ChangeEntry,
  of: string | null,
  conditions: readonly string[],
): string {
  const values = Object.values(valuesOf(parameters, change, of));
  const from = of === null ? '' : ` FROM ${of}`;
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  return `INSERT INTO quire_change_inbox (${changeColumns}) SELECT pg_current_xact_id(), ${values.join(', ')}${from}${where}`;
}

/** Returns a `SELECT` of one row with the values of the entry, without its transaction. */
export const selectChange = (parameters: Parameters, change: ChangeEntry): string =>
  `SELECT ${Object.entries(valuesOf(parameters, change, null))
    .map(([column, value]) => `${value} AS ${column}`)
    .join(', ')}`;

/** The SQL of the values of an entry by their columns, in the order of `changeColumns`. */
function valuesOf(parameters: Parameters, change: ChangeEntry, of: string | null) {
  const { at, documentId, locale, actor, names } = change;
  const value = (column: string, given: unknown, type: string): string =>
    of !== null ? column : given === null ? 'NULL' : parameters.add(given, type);
  return {
    at: value('at', at, 'timestamptz'),
    type: literal(change.type),
    document_id: value('document_id', documentId, 'text'),
    locale: value('locale', locale, 'text'),
    action: literal(change.action),
    layers: `ARRAY[${change.layers.map((layer) => literal(layer)).join(', ')}]`,
    actor_kind: literal(actor.kind),
    actor: value('actor', actor.name, 'text'),
    actor_document: value('actor_document', actor.documentId, 'text'),
    names: value('names', names, 'text[]'),
  };
}

const recordColumns =
  'at timestamptz, type text, document_id text, locale text, action text, layers text[], actor_kind text, actor text, actor_document text, names text[]';

/** The same for several entries, which get ids in their order. */
export function insertChangesIf(
  parameters: Parameters,
  changes: readonly ChangeEntry[],
  conditions: readonly string[],
): string {
  const rows = changes.map(({ documentId, actor, ...entry }) => ({
    ...entry,
    document_id: documentId,
    actor_kind: actor.kind,
    actor: actor.name,
    actor_document: actor.documentId,
  }));
  const given = parameters.add(JSON.stringify(rows), 'json');
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  return `INSERT INTO quire_change_inbox (${changeColumns}) SELECT pg_current_xact_id(), r.* FROM json_to_recordset(${given}) AS r(${recordColumns})${where}`;
}
