import type {
  Actor,
  AuditEntry,
  AuditFilter,
  AuditLog,
  RecordedEntry,
} from '../../../application/ports/audit-log.js';
import { ok } from '../../../domain/result.js';
import type { Connection } from './connection.js';
import { attempt } from './database-error.js';
import { literal, Parameters, type Statement } from './statement.js';

/** Keeps the audit trail in the table `quire_audit`. */
export const createAuditLog = (connection: Connection): AuditLog => ({
  record: (entries) =>
    attempt(async () => {
      if (entries.length > 0) await connection.query(insertEntries(entries));
      return ok(undefined);
    }),
  find: (filter, limit) =>
    attempt(async () => ok((await connection.query<AuditRow>(selectEntries(filter, limit))).map(recorded))),
  prune: (before, limit) =>
    attempt(async () => {
      const rows = await connection.query({ text: pruneText, values: [before, limit] });
      return ok(rows.length);
    }),
});

/**
 * A column of `quire_audit`, with its type and its value in an entry. A `word` has few possible values, all from the
 * schema or from Quire, so `insertEntry` puts it into the statement's text and saves a parameter in each write.
 */
type Column = readonly [
  name: string,
  type: 'word' | 'text' | 'text[]' | 'timestamptz',
  valueIn: (entry: AuditEntry) => Value,
];

type Value = string | readonly string[] | null;

const columns: readonly Column[] = [
  ['at', 'timestamptz', ({ at }) => at],
  ['actor_kind', 'word', ({ actor }) => actor.kind],
  ['actor', 'text', ({ actor }) => actor.name],
  ['actor_document', 'text', ({ actor }) => actor.documentId],
  ['origin', 'text', ({ actor }) => actor.origin],
  ['action', 'word', ({ action }) => action],
  ['outcome', 'word', ({ outcome }) => outcome],
  ['type', 'word', ({ type }) => type],
  ['document_id', 'text', ({ documentId }) => documentId],
  ['locale', 'text', ({ locale }) => locale],
  ['status', 'word', ({ status }) => status],
  ['subject', 'text', ({ subject }) => subject],
  ['names', 'text[]', ({ names }) => names],
];

const columnNames = columns.map(([name]) => name).join(', ');

const recordColumns = columns.map(([name, type]) => `${name} ${type === 'word' ? 'text' : type}`).join(', ');

const isoAt = `to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at`;

const readColumns = [isoAt, 'id', ...columns.slice(1).map(([name]) => name)].join(', ');

/** Passes the entries as one parameter: a change of access may have many, and a statement at most 65,535 parameters. */
export function insertEntries(entries: readonly AuditEntry[]): Statement {
  const parameters = new Parameters();
  return { text: insertEntriesIf(parameters, entries, []), values: parameters.values };
}

/** Returns an `INSERT` of entries that takes effect only if the conditions hold. */
export function insertEntriesIf(
  parameters: Parameters,
  entries: readonly AuditEntry[],
  conditions: readonly string[],
): string {
  const rows = entries.map((entry) =>
    Object.fromEntries(columns.map(([name, , valueIn]) => [name, valueIn(entry)])),
  );
  const given = parameters.add(JSON.stringify(rows), 'json');
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  return `INSERT INTO quire_audit (${columnNames}) SELECT ${columnNames} FROM json_to_recordset(${given}) AS r(${recordColumns})${where}`;
}

/** Returns an `INSERT` of one entry that takes effect only if the conditions hold. */
export const insertEntry = (
  parameters: Parameters,
  entry: AuditEntry,
  conditions: readonly string[],
): string => {
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  return `INSERT INTO quire_audit (${columnNames}) SELECT ${valuesOf(parameters, entry)}${where}`;
};

const valuesOf = (parameters: Parameters, entry: AuditEntry): string =>
  columns.map(([, type, valueIn]) => lowerValue(parameters, valueIn(entry), type)).join(', ');

function lowerValue(parameters: Parameters, value: Value, type: Column[1]): string {
  if (value === null) return 'NULL::text';
  return type === 'word' && typeof value === 'string' ? literal(value) : parameters.add(value, type);
}

function selectEntries(filter: AuditFilter, limit: number): Statement {
  const parameters = new Parameters();
  const conditions: string[] = [];
  const equal = (column: string, value: string | undefined): void => {
    if (value !== undefined) conditions.push(`${column} = ${parameters.add(value, 'text')}`);
  };
  equal('type', filter.type);
  equal('document_id', filter.documentId);
  equal('action', filter.action);
  if (filter.user !== undefined)
    conditions.push(`${parameters.add(filter.user, 'text')} IN (actor, actor_document, subject)`);
  if (filter.since !== undefined) conditions.push(`at >= ${parameters.add(filter.since, 'timestamptz')}`);
  if (filter.until !== undefined) conditions.push(`at < ${parameters.add(filter.until, 'timestamptz')}`);
  if (filter.after !== undefined) {
    const [at, id = ''] = filter.after.split(' ');
    // Nothing comes after what is no cursor of this store.
    conditions.push(
      /^\d{1,18}$/.test(id)
        ? `(at, id) < (${parameters.add(at, 'timestamptz')}, ${parameters.add(id, 'bigint')})`
        : 'FALSE',
    );
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')} `;
  const maxRows = parameters.add(limit, 'bigint');
  const text = `SELECT ${readColumns} FROM quire_audit ${where}ORDER BY quire_audit.at DESC, id DESC LIMIT ${maxRows}`;
  return { text, values: parameters.values };
}

const pruneText = `
DELETE FROM quire_audit WHERE (at, id) IN (
  SELECT at, id FROM quire_audit WHERE at < $1::timestamptz ORDER BY at, id LIMIT $2::bigint)
RETURNING id`;

interface AuditRow {
  readonly at: string;
  readonly id: string;
  readonly actor_kind: Actor['kind'];
  readonly actor: string;
  readonly actor_document: string | null;
  readonly origin: string | null;
  readonly action: AuditEntry['action'];
  readonly outcome: AuditEntry['outcome'];
  readonly type: string | null;
  readonly document_id: string | null;
  readonly locale: string | null;
  readonly status: AuditEntry['status'];
  readonly subject: string | null;
  readonly names: readonly string[];
}

const recorded = (row: AuditRow): RecordedEntry => ({
  at: row.at,
  actor: { kind: row.actor_kind, name: row.actor, documentId: row.actor_document, origin: row.origin },
  action: row.action,
  outcome: row.outcome,
  type: row.type,
  documentId: row.document_id,
  locale: row.locale,
  status: row.status,
  subject: row.subject,
  names: row.names,
  cursor: `${row.at} ${row.id}`,
});
