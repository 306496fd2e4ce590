import type {
  FollowerRecord,
  FollowerStore,
  SetAside,
} from '../../../../application/ports/follower-store.js';
import { ok } from '../../../../domain/result.js';
import type { Connection } from '../connection.js';
import { attempt } from '../database-error.js';

/** Keeps followers and their leases in `quire_follower`. */
export const createFollowerStore = (connection: Connection): FollowerStore => ({
  add: (name, cursor) =>
    attempt(async () => {
      await connection.query({ text: addText, values: [name, cursor] });
      return ok(undefined);
    }),
  claim: (name, holder, leaseMs) =>
    attempt(async () => {
      const [row] = await connection.query<FollowerRow>({ text: claimText, values: [name, holder, leaseMs] });
      return ok(row === undefined ? null : recordOf(row));
    }),
  release: (name, holder) =>
    attempt(async () => {
      await connection.query({ text: releaseText, values: [name, holder] });
      return ok(undefined);
    }),
  save: ({ name, revision }, { cursor, failures, retryAt, error, aside }, holder) =>
    attempt(async () => {
      const values = [name, revision, holder, cursor, failures, retryAt, error, JSON.stringify(aside)];
      return ok((await connection.query({ text: saveText, values })).length > 0);
    }),
  list: () =>
    attempt(async () => ok((await connection.query<FollowerRow>({ text: listText })).map(recordOf))),
  remove: (name) =>
    attempt(async () => ok((await connection.query({ text: removeText, values: [name] })).length > 0)),
});

const iso = (column: string): string =>
  `to_char(f.${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS ${column}`;

const columns = `f.name, f.cursor, f.failures, ${iso('retry_at')}, f.error, f.aside, ${iso('seen_at')}, f.revision,
  CASE WHEN f.until > clock_timestamp() THEN f.holder END AS holder`;

const addText = `INSERT INTO quire_follower (name, cursor) VALUES ($1::text, $2::bigint) ON CONFLICT DO NOTHING`;

const claimText = `
UPDATE quire_follower f SET holder = $2::text, seen_at = clock_timestamp(),
  until = clock_timestamp() + $3::double precision * interval '1 millisecond'
WHERE f.name = $1::text AND (f.holder = $2::text OR f.until IS NULL OR f.until <= clock_timestamp())
RETURNING ${columns}`;

const releaseText = `UPDATE quire_follower SET until = NULL, holder = NULL WHERE name = $1::text AND holder = $2::text`;

const saveText = `
UPDATE quire_follower SET revision = revision + 1, cursor = $4::bigint, failures = $5::integer,
  retry_at = $6::timestamptz, error = $7::text, aside = $8::json
WHERE name = $1::text AND revision = $2::bigint AND ($3::text IS NULL OR (holder = $3::text AND until > clock_timestamp()))
RETURNING 1`;

const listText = `SELECT ${columns} FROM quire_follower f ORDER BY name`;

const removeText = `DELETE FROM quire_follower
WHERE name = $1::text AND (until IS NULL OR until <= clock_timestamp()) RETURNING 1`;

interface FollowerRow {
  readonly name: string;
  readonly cursor: string;
  readonly failures: number;
  readonly retry_at: string | null;
  readonly error: string | null;
  readonly aside: readonly SetAside[];
  readonly seen_at: string | null;
  readonly revision: string;
  readonly holder: string | null;
}

const recordOf = (row: FollowerRow): FollowerRecord => ({
  name: row.name,
  cursor: Number(row.cursor),
  failures: row.failures,
  retryAt: row.retry_at,
  error: row.error,
  aside: row.aside,
  seenAt: row.seen_at,
  revision: Number(row.revision),
  holder: row.holder,
});
