import { setTimeout as pause } from 'node:timers/promises';
import type { ChangeLog, LoggedChange } from '../../../../application/ports/change-log.js';
import type { Layer } from '../../../../domain/query/query.js';
import { ok } from '../../../../domain/result.js';
import type { Connection } from '../connection.js';
import { timelineNow } from '../replicas/primary-position.js';
import { attempt, codeOf, insufficientPrivilege } from '../database-error.js';
import { changeColumns } from './lower-change.js';

/** Keeps the change log in `quire_change`, and entries that have no position yet in `quire_change_inbox`. */
export const createChangeLog = (connection: Connection): ChangeLog => ({
  identity: () =>
    attempt(async () => {
      const rows = await Promise.all([
        clusterOf(connection),
        connection.query<Identity>({ text: tableText }),
      ]);
      return ok(
        rows
          .flat()
          .map(({ identity }) => identity)
          .join('-'),
      );
    }),
  read: (after, limit) => attempt(async () => ok(await readNumbering(connection, after, limit))),
  start: () =>
    attempt(async () => {
      const [row] = await connection.query<{ start: string }>({ text: startText });
      return ok(Number(row?.start ?? 0));
    }),
  end: () =>
    attempt(async () => {
      await numberAll(connection);
      const [row] = await connection.query<{ last: string | null }>({ text: endText });
      return ok(Number(row?.last ?? 0));
    }),
  prune: (before, upTo, limit) =>
    attempt(async () => {
      await numberAll(connection);
      const values = [before, upTo, limit];
      const rows = await connection.query<{ position: string }>({ text: pruneText, values });
      return ok({
        removed: rows.length,
        last: Math.max(0, ...rows.map(({ position }) => Number(position))),
      });
    }),
});

/** How long a reader waits for another one that has the turn, before it leaves entries to its next look at the log. */
const turnPausesMs = [5, 10, 20, 40, 80, null];

/** Reads the log, with what waits in the inbox if there is nothing else. */
async function readNumbering(
  connection: Connection,
  after: number,
  limit: number,
): Promise<readonly LoggedChange[]> {
  for (const pauseMs of turnPausesMs) {
    const { entries, hasWaiting } = await readLog(connection, after, limit);
    if (entries.length > 0 || !hasWaiting || pauseMs === null) return entries;
    if ((await number(connection)) === null) await pause(pauseMs);
  }
  return [];
}

/** The most entries that get their positions in one transaction. */
const batch = 5_000;

/**
 * Moves committed entries from the inbox to the log. One process does so at a time, and takes its snapshot after it has the
 * turn, so positions become visible in their order. Returns how many were moved; null if another process does it now.
 */
const number = (connection: Connection): Promise<number | null> =>
  connection.transaction(async (transaction) => {
    const [turn] = await transaction.query<{ mine: boolean }>({ text: turnText });
    if (turn?.mine !== true) return null;
    const [rows = []] = await transaction.commit([{ text: moveText, values: [batch] }]);
    return Number((rows[0] as { moved: string } | undefined)?.moved ?? 0);
  });

async function numberAll(connection: Connection): Promise<void> {
  let moved: number | null;
  do moved = await number(connection);
  while (moved === batch);
}

const turnText = `SELECT pg_try_advisory_xact_lock(hashtext('quire.changes'), hashtext(current_schema())) AS mine`;

/** Ids grow with the writes of a document: a write takes its id while it holds the lock on the document. */
const moveText = `
WITH moved AS (
  DELETE FROM quire_change_inbox WHERE id = ANY(ARRAY(SELECT id FROM quire_change_inbox ORDER BY id LIMIT $1::bigint))
  RETURNING *),
logged AS (
  INSERT INTO quire_change (${changeColumns}) SELECT ${changeColumns} FROM moved ORDER BY id RETURNING 1)
SELECT count(*) AS moved FROM logged`;

interface Identity {
  readonly identity: string;
}

/**
 * The cluster has an identifier from its making, and a timeline that changes with a restore to a point in time and with a failover.
 * Some services offer neither, or not to every role.
 */
const clusterOf = (connection: Connection): Promise<readonly Identity[]> =>
  connection.query<Identity>({ text: clusterText }).catch((error: unknown) => {
    if (notOffered.has(codeOf(error))) return [];
    throw error;
  });

/** SQLSTATE of a right that the role lacks, of a function that is not there, and of one that is not supported. */
const notOffered: ReadonlySet<string> = new Set([insufficientPrivilege, '42883', '0A000']);

const clusterText = `
SELECT concat_ws('-', (pg_control_system()).system_identifier, ${timelineNow}) AS identity`;

/** Database and table have other numbers when a dump is restored. */
const tableText = `
SELECT concat_ws('-', oid, 'quire_change'::regclass::oid) AS identity FROM pg_database WHERE datname = current_database()`;

const startText = `
SELECT coalesce((SELECT min(position) - 1 FROM quire_change),
  (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM quire_change_position_seq)) AS start`;

const endText = `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM quire_change_position_seq`;

/** Looks at the oldest entries only, so that it need not search the log for old ones. */
const pruneText = `
DELETE FROM quire_change WHERE position IN (
  SELECT position FROM (
    SELECT position, at FROM quire_change WHERE position <= $2::bigint ORDER BY position LIMIT $3::bigint) oldest
  WHERE at < $1::timestamptz)
RETURNING position`;

interface ChangeRow {
  readonly position: string;
  readonly transaction: string;
  readonly at: string;
  readonly type: string;
  readonly document_id: string;
  readonly locale: string | null;
  readonly action: LoggedChange['action'];
  readonly layers: readonly Layer[];
  readonly actor_kind: LoggedChange['actor']['kind'];
  readonly actor: string;
  readonly actor_document: string | null;
  readonly names: readonly string[];
}

type ReadRow = (ChangeRow | { readonly position: null }) & { readonly has_waiting: boolean };

const readText = `
SELECT EXISTS (SELECT FROM quire_change_inbox) AS has_waiting, r.*
FROM (SELECT 1) one LEFT JOIN (
  SELECT position, transaction::text, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, type,
    document_id, locale, action, layers, actor_kind, actor, actor_document, names
  FROM quire_change WHERE position > $1::bigint ORDER BY position LIMIT $2::bigint) r ON true
ORDER BY r.position`;

async function readLog(connection: Connection, after: number, limit: number) {
  const rows = await connection.query<ReadRow>({ text: readText, values: [after, limit] });
  return {
    entries: rows.flatMap((row) => (row.position === null ? [] : [logged(row)])),
    hasWaiting: rows[0]?.has_waiting === true,
  };
}

const logged = (row: ChangeRow): LoggedChange => ({
  position: Number(row.position),
  transaction: row.transaction,
  at: row.at,
  type: row.type,
  documentId: row.document_id,
  locale: row.locale,
  action: row.action,
  layers: row.layers,
  actor: { kind: row.actor_kind, name: row.actor, documentId: row.actor_document },
  names: row.names,
});
