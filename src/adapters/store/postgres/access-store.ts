import type {
  AccessState,
  AccessStore,
  RoleRecord,
  TokenRecord,
} from '../../../application/ports/access-store.js';
import { failure } from '../../../domain/failure.js';
import { err, ok, type Result } from '../../../domain/result.js';
import type { Connection } from './connection.js';
import { attempt } from './database-error.js';

/** Roles, grants and tokens in their tables. Every change counts up one revision, in the same statement. */
export function createAccessStore(connection: Connection): AccessStore {
  const change = async (text: string, values: readonly unknown[]): Promise<boolean> => {
    const [row] = await connection.query<{ changed: string }>({ text, values });
    return Number(row?.changed) > 0;
  };
  const changeOr = (missing: Result<void>, text: string, values: readonly unknown[]): Promise<Result<void>> =>
    attempt(async () => ((await change(text, values)) ? ok(undefined) : missing));
  return {
    load: () => attempt(async () => ok(await load(connection))),
    revision: () =>
      attempt(async () => {
        const [row] = await connection.query<{ revision: string }>({ text: revisionText, values: [] });
        return ok(Number(row?.revision));
      }),
    grant: (role, type, actions) => changeOr(missing(`role "${role}"`), grantText, [role, type, actions]),
    revoke: (role, type, actions) => changeOr(missing(`role "${role}"`), revokeText, [role, type, actions]),
    addToken({ name, hash, access, grants, createdAt, expiresAt }) {
      const taken = err(failure('INPUT.MISMATCH', `There is a token "${name}" already`));
      const values = [name, hash, access, JSON.stringify(grants), createdAt, expiresAt];
      return changeOr(taken, addTokenText, values);
    },
    removeToken: (name) => changeOr(missing(`token "${name}"`), removeTokenText, [name]),
  };
}

const missing = (what: string): Result<void> => err(failure('DOCUMENT.NOT_FOUND', `There is no ${what}`));

interface LoadedRow {
  readonly revision: string;
  readonly roles: readonly RoleRecord[];
  readonly tokens: readonly TokenRecord[];
}

async function load(connection: Connection): Promise<AccessState> {
  const [row] = await connection.query<LoadedRow>({ text: loadText, values: [] });
  if (row === undefined) throw new Error('quire_access has no row');
  return { ...row, revision: Number(row.revision) };
}

const revisionText = 'SELECT revision FROM quire_access';

const iso = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const loadText = `
SELECT revision,
  (SELECT coalesce(json_agg(json_build_object('name', r.name, 'grants', (
      SELECT coalesce(json_agg(json_build_object('type', g.type, 'actions', g.actions) ORDER BY g.type), '[]')
      FROM (SELECT type, json_agg(action ORDER BY action) AS actions FROM quire_grant WHERE role = r.name GROUP BY type) g
    )) ORDER BY r.name), '[]') FROM quire_role r) AS roles,
  (SELECT coalesce(json_agg(json_build_object('name', name, 'hash', hash, 'access', access, 'grants', grants,
      'createdAt', ${iso('created_at')}, 'expiresAt', ${iso('expires_at')}) ORDER BY name), '[]') FROM quire_token) AS tokens
FROM quire_access`;

const counted = (from: string): string =>
  `UPDATE quire_access SET revision = revision + 1 WHERE EXISTS (SELECT FROM ${from})`;

const grantText = `
WITH found AS (SELECT name FROM quire_role WHERE name = $1::text),
granted AS (INSERT INTO quire_grant (role, type, action)
  SELECT found.name, $2::text, action FROM found, unnest($3::text[]) AS action ON CONFLICT DO NOTHING),
counted AS (${counted('found')})
SELECT count(*) AS changed FROM found`;

const revokeText = `
WITH found AS (SELECT name FROM quire_role WHERE name = $1::text),
revoked AS (DELETE FROM quire_grant WHERE role = $1::text AND type = $2::text AND action = ANY($3::text[])),
counted AS (${counted('found')})
SELECT count(*) AS changed FROM found`;

const addTokenText = `
WITH added AS (INSERT INTO quire_token (name, hash, access, grants, created_at, expires_at)
  VALUES ($1::text, $2::text, $3::text, $4::json, $5::timestamptz, $6::timestamptz)
  ON CONFLICT (name) DO NOTHING RETURNING name),
counted AS (${counted('added')})
SELECT count(*) AS changed FROM added`;

const removeTokenText = `
WITH removed AS (DELETE FROM quire_token WHERE name = $1::text RETURNING name),
counted AS (${counted('removed')})
SELECT count(*) AS changed FROM removed`;
