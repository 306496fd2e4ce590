import { quote } from '../layout.js';

/** A table whose writes are noted, with its layers apart if it has versions. */
export interface WatchedTable {
  readonly name: string;
  readonly hasVersions: boolean;
}

const triggers = ['quire_touch_insert', 'quire_touch_update', 'quire_touch_delete', 'quire_touch_truncate'];

/** Only one process at a time changes triggers or folds. */
export const turnText = `SELECT pg_try_advisory_xact_lock(hashtext('quire.freshness'), hashtext(current_schema())) AS mine`;

/** Which tables exist, which of their triggers, and whether they are watched. */
export const stateText = `
SELECT c.relname::text AS name, c.oid::text AS relation,
  ARRAY(SELECT t.tgname::text FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = ANY('{${triggers.join(',')}}')) AS triggers,
  EXISTS (SELECT FROM quire_watched w WHERE w.relation = c.oid) AS watched
FROM pg_class c
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname = ANY($1::text[])`;

export const hasAllTriggers = (found: readonly string[]): boolean =>
  triggers.every((trigger) => found.includes(trigger));

/**
 * Makes the triggers that are missing. After the lock, no transaction is open that has written to the table without them.
 */
export function installation(
  { name, hasVersions }: WatchedTable,
  found: readonly string[],
): readonly string[] {
  const table = quote(name);
  const rows = hasVersions ? 'quire_touch_versions' : 'quire_touch_rows';
  const [insert, update, remove, truncate] = triggers;
  const made = [
    [insert, 'INSERT', 'REFERENCING NEW TABLE AS changed', rows],
    hasVersions
      ? [
          update,
          'UPDATE',
          'REFERENCING NEW TABLE AS changed OLD TABLE AS former',
          'quire_touch_updated_versions',
        ]
      : [update, 'UPDATE', 'REFERENCING NEW TABLE AS changed', rows],
    [remove, 'DELETE', 'REFERENCING OLD TABLE AS changed', rows],
    [truncate, 'TRUNCATE', '', 'quire_touch_all'],
  ] as const;
  return [
    `LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`,
    ...made
      .filter(([trigger]) => !found.includes(trigger ?? ''))
      .map(
        ([trigger, event, rowsOf, run]) =>
          `CREATE TRIGGER ${trigger} AFTER ${event} ON ${table} ${rowsOf} FOR EACH STATEMENT EXECUTE FUNCTION ${run}()`,
      ),
  ];
}

/** What was written before is not noted, so marks from before are not valid any more. */
export const watchText = `
WITH watched AS (INSERT INTO quire_watched (relation) VALUES ($1::oid) ON CONFLICT DO NOTHING)
INSERT INTO quire_touched SELECT $1::oid, status, pg_current_xact_id()
FROM unnest(ARRAY['', 'draft', 'published']) status ON CONFLICT DO NOTHING`;

/** Also tables that no content-type has any more. */
export const watchedText = `
SELECT c.relname::text AS name, c.oid::text AS relation FROM quire_watched w JOIN pg_class c ON c.oid = w.relation`;

export const removal = (table: string): readonly string[] =>
  triggers.map((trigger) => `DROP TRIGGER IF EXISTS ${trigger} ON ${quote(table)}`);

export const unwatchText = `
WITH gone AS (DELETE FROM quire_watched WHERE relation = $1::oid)
DELETE FROM quire_touched WHERE relation = $1::oid`;

/** Tables that are gone. */
export const forgetText = `
WITH gone AS (
  DELETE FROM quire_watched w WHERE relation <> 0 AND NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = w.relation)
  RETURNING relation)
DELETE FROM quire_touched t USING gone g WHERE t.relation = g.relation`;

export const seenText = `
INSERT INTO quire_watched (relation, seen_at) VALUES (0, now())
ON CONFLICT (relation) DO UPDATE SET seen_at = excluded.seen_at`;

export const isLeftText = `
SELECT relation FROM quire_watched WHERE relation = 0 AND seen_at < now() - interval '1 hour' FOR UPDATE`;

export const forgetSeenText = 'DELETE FROM quire_watched WHERE relation = 0';

const mostUnfolded = 100;

const unfolded = `SELECT relation, status FROM quire_touched GROUP BY 1, 2 HAVING count(*) > ${mostUnfolded}`;

export const isUnfoldedText = `SELECT EXISTS (${unfolded}) AS unfolded`;

/**
 * Replaces rows by one of this transaction, so that marks from before are not valid any more. No row could stand for the
 * others exactly: of two transactions, the one with the smaller number can commit after a mark, and the other before it.
 */
export const foldText = `
WITH many AS MATERIALIZED (${unfolded}),
gone AS (
  DELETE FROM quire_touched t USING many m WHERE t.relation = m.relation AND t.status = m.status)
INSERT INTO quire_touched SELECT relation, status, pg_current_xact_id() FROM many`;

/**
 * Returns no row if nothing was written since a mark; otherwise what a new one has. Parameters: the tables, quoted, once
 * for each layer; these layers; and of the mark, or null: the snapshot, the oids of the tables, and the server.
 *
 * A write counts if this statement sees it and the snapshot of the mark did not. That also holds for a transaction that
 * had its number before the mark and has committed since. Numbers below the oldest one that was open then need not be
 * looked at. A table of the same name that was made later has another oid; a database on another machine, or one that was
 * set back, another time of its start. The planner cannot see the arrays; otherwise it would plan the statement anew each
 * time (`Parameters.addTexts`).
 */
export const checkText = `
SELECT n.relations::text AS relations, n.server, pg_current_snapshot()::text AS snapshot FROM (
  SELECT ARRAY(
    SELECT w.relation FROM unnest((SELECT $1::text[])) t (name)
    LEFT JOIN LATERAL (SELECT q.relation FROM quire_watched q WHERE q.relation = to_regclass(t.name) LIMIT 1) w ON true
  ) AS relations, extract(epoch FROM pg_postmaster_start_time())::text AS server) n
WHERE $3::pg_snapshot IS NULL OR n.relations IS DISTINCT FROM $4::oid[] OR n.server IS DISTINCT FROM $5::text
  OR EXISTS (
    SELECT FROM unnest((SELECT $4::oid[]), (SELECT $2::text[])) p (relation, status), LATERAL (
      SELECT FROM quire_touched t WHERE t.relation = p.relation AND t.status = p.status
        AND t.transaction >= pg_snapshot_xmin($3::pg_snapshot)
        AND NOT pg_visible_in_snapshot(t.transaction, $3::pg_snapshot) LIMIT 1) t)`;
