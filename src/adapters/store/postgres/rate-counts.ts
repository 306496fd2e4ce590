import type { RateCounts } from '../../../application/ports/rate-counts.js';
import { ok } from '../../../domain/result.js';
import type { Connection } from './connection.js';
import { attempt } from './database-error.js';

/** Keeps counts in an unlogged table, which is cheap to write but empty after a crash of the database. */
export const createRateCounts = (connection: Connection): RateCounts => ({
  count: (key, windowMs) =>
    attempt(async () => {
      const statement = { text: countText, values: [key, windowMs] };
      const [row] = await connection.query<{ count: number; ends_in: number }>(statement);
      if (row === undefined) throw new Error('the database returned no count');
      return ok({ count: row.count, endsInMs: Math.ceil(row.ends_in) });
    }),
  isOpen: (key) =>
    attempt(async () => ok((await connection.query({ text: openText, values: [key] })).length > 0)),
  forget: (keys) =>
    attempt(async () => {
      await connection.query({ text: forgetText, values: [keys] });
      return ok(undefined);
    }),
  sweep: (limit) =>
    attempt(async () => ok((await connection.query({ text: sweepText, values: [limit] })).length)),
});

const countText = `
INSERT INTO quire_rate AS r (key, count, ends_at)
VALUES ($1::text, 1, clock_timestamp() + $2::double precision * interval '1 millisecond')
ON CONFLICT (key) DO UPDATE SET
  count = CASE WHEN r.ends_at <= clock_timestamp() THEN 1 ELSE r.count + 1 END,
  ends_at = CASE WHEN r.ends_at <= clock_timestamp() THEN excluded.ends_at ELSE r.ends_at END
RETURNING count, least($2, extract(epoch FROM ends_at - clock_timestamp()) * 1000)::double precision AS ends_in`;

const openText = 'SELECT 1 FROM quire_rate WHERE key = $1::text AND ends_at > clock_timestamp()';

const forgetText = 'DELETE FROM quire_rate WHERE key = ANY($1::text[])';

const sweepText = `
DELETE FROM quire_rate WHERE key IN (
  SELECT key FROM quire_rate WHERE ends_at <= clock_timestamp() LIMIT $1::bigint FOR UPDATE SKIP LOCKED)
RETURNING key`;
