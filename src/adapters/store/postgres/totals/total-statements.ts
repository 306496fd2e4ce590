import { quote } from '../layout.js';
import { literal } from '../statement.js';

/** Has tables counted anew: what is appended has the name that a table had then. */
export const forgetTotals = (tables: readonly string[]): string =>
  `DELETE FROM quire_counted WHERE name IN (${tables.map(literal).join(', ')})`;

/** Only one process at a time prepares or folds totals. */
export const turnText = `SELECT pg_try_advisory_xact_lock(hashtext('quire.totals'), hashtext(current_schema())) AS mine`;

export const waitedTurnText = `SELECT pg_advisory_xact_lock(hashtext('quire.totals'), hashtext(current_schema()))`;

const trigger = 'quire_count_version';

/** Which tables exist, which have the triggers, and which are complete. */
export const stateText = `
SELECT c.relname::text AS name, c.oid::text AS relation,
  EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = '${trigger}') AS counts,
  EXISTS (SELECT FROM quire_counted k WHERE k.name = c.relname::text AND k.relation = c.oid) AS complete
FROM pg_class c
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname = ANY($1::text[])`;

/** After the lock, no transaction is open that has written to the table without the triggers. */
export const installation = (table: string): readonly string[] => [
  `LOCK TABLE ${quote(table)} IN SHARE ROW EXCLUSIVE MODE`,
  forgetTotals([table]),
  `CREATE TRIGGER ${trigger} AFTER INSERT OR DELETE OR UPDATE OF status, locale ON ${quote(table)}
    FOR EACH ROW EXECUTE FUNCTION quire_count_version()`,
  `CREATE TRIGGER quire_count_none AFTER TRUNCATE ON ${quote(table)}
    FOR EACH STATEMENT EXECUTE FUNCTION quire_count_none()`,
];

/** Keeps the table from being truncated or dropped between the count and its commit. Readers and writers do not wait. */
export const heldText = (table: string): string => `LOCK TABLE ${quote(table)} IN ACCESS SHARE MODE`;

/**
 * Returns the differences between the rows of a table and the sums, by status and locale. One statement sees one snapshot,
 * so that a row is in both or in none.
 */
export const differencesText = (table: string): string => `
SELECT status, locale, sum(counted)::bigint AS counted, sum(kept)::bigint AS kept FROM (
  SELECT status, locale, count(*) AS counted, 0 AS kept FROM ${quote(table)} GROUP BY 1, 2
  UNION ALL SELECT status, locale, 0, sum(count) FROM quire_total WHERE name = ${literal(table)} GROUP BY 1, 2) d
GROUP BY status, locale HAVING sum(counted) <> sum(kept)`;

/** Appends the differences, and returns them. */
export const correctionText = (table: string): string => `
WITH found AS MATERIALIZED (${differencesText(table)}),
corrected AS (INSERT INTO quire_total (name, status, locale, count)
  SELECT ${literal(table)}, status, locale, counted - kept FROM found)
SELECT * FROM found`;

/** Notes a write to the table, as its triggers do where answers are kept. */
export const touchText = `
INSERT INTO quire_touched SELECT w.relation, status, pg_current_xact_id()
FROM quire_watched w, unnest(ARRAY['draft', 'published']) status WHERE w.relation = to_regclass(quote_ident($1::text))
ON CONFLICT DO NOTHING`;

/** From then on reads use the sums. */
export const completeText = `
INSERT INTO quire_counted (name, relation) VALUES ($1::text, $2::oid)
ON CONFLICT (name) DO UPDATE SET relation = excluded.relation`;

/** As many rows of one sum cost a read next to nothing. */
const mostUnfolded = 20;

const unfolded = `SELECT name, status, locale FROM quire_total GROUP BY 1, 2, 3 HAVING count(*) > ${mostUnfolded}`;

export const isUnfoldedText = `SELECT EXISTS (${unfolded}) AS unfolded`;

/** Replaces rows by their sum in one statement, so that every snapshot has either. */
export const foldText = `
WITH many AS MATERIALIZED (${unfolded}),
gone AS (
  DELETE FROM quire_total t USING many m WHERE t.name = m.name AND t.status = m.status AND t.locale = m.locale
  RETURNING t.name, t.status, t.locale, t.count)
INSERT INTO quire_total (name, status, locale, count)
SELECT name, status, locale, sum(count) FROM gone GROUP BY 1, 2, 3 HAVING sum(count) <> 0`;
