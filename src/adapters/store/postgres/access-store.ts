import {
  grantRecords,
  heldActions,
  latestRoles,
  type HeldAction,
} from '../../../application/access/grant-records.js';
import type {
  AccessChange,
  AccessState,
  AccessStore,
  TokenRecord,
} from '../../../application/ports/access-store.js';
import { failure } from '../../../domain/failure.js';
import { reason } from '../../../domain/reason/reason.js';
import { ok } from '../../../domain/result.js';
import { insertEntries } from './audit-log.js';
import type { Connection, Queryable } from './connection.js';
import { ThrownFailure } from '../../../application/thrown-failure.js';
import { attempt } from './database-error.js';

/**
 * Keeps roles, grants and tokens in tables. Each change increments one revision in the same transaction. Changes are made
 * on `joined`, in the current unit of work; reads are not, because their result is cached for everybody.
 */
export const createAccessStore = (
  connection: Connection,
  joined: Pick<Connection, 'transaction'>,
): AccessStore => ({
  load: (known) => attempt(async () => ok(await load(connection, known))),
  revision: () =>
    attempt(async () => {
      const [row] = await connection.query<{ revision: string }>({ text: revisionText, values: [] });
      return ok(Number(row?.revision));
    }),
  change: (change) =>
    attempt(async () => ok(await joined.transaction((transaction) => changeAccess(transaction, change)))),
});

interface LoadedRow {
  readonly revision: string;
  readonly roles: readonly string[];
  readonly changed: readonly string[];
  readonly grants: readonly GrantRow[];
  readonly tokens: readonly TokenRecord[];
}

type GrantRow = HeldAction & { readonly role: string };

async function load(connection: Connection, known: AccessState | undefined): Promise<AccessState> {
  const [row] = await connection.query<LoadedRow>({ text: loadText, values: [known?.revision ?? -1] });
  if (row === undefined) throw new Error('quire_access has no row');
  const held = new Map(row.changed.map((name): [string, GrantRow[]] => [name, []]));
  for (const grant of row.grants) held.get(grant.role)?.push(grant);
  const read = [...held].map(([name, grants]) => [name, { name, grants: grantRecords(grants) }] as const);
  return {
    revision: Number(row.revision),
    roles: latestRoles(row.roles, new Map(read), known?.roles),
    tokens: row.tokens,
  };
}

const revisionText = 'SELECT revision FROM quire_access';

const iso = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const loadText = `
WITH changed AS (SELECT name FROM quire_role WHERE revision > $1::bigint)
SELECT revision,
  (SELECT coalesce(json_agg(name ORDER BY name), '[]') FROM quire_role) AS roles,
  (SELECT coalesce(json_agg(name), '[]') FROM changed) AS changed,
  (SELECT coalesce(json_agg(g), '[]') FROM quire_grant g WHERE role IN (SELECT name FROM changed)) AS grants,
  (SELECT coalesce(json_agg(json_build_object('name', name, 'hash', hash, 'access', access, 'grants', grants,
      'createdAt', ${iso('created_at')}, 'expiresAt', ${iso('expires_at')}) ORDER BY name), '[]') FROM quire_token) AS tokens
FROM quire_access`;

/** Rejects with a `ThrownFailure` if the change is impossible, so that the transaction rolls back. */
async function changeAccess(transaction: Queryable, change: AccessChange): Promise<void> {
  // This row lock makes concurrent changes wait for each other.
  const [counted] = await transaction.query<{ revision: string }>({ text: countRevisionText });
  if (change.since !== undefined && Number(counted?.revision) !== change.since + 1)
    throw new ThrownFailure(failure('STORE.CONFLICT', reason('access.changed')));
  await remove(transaction, change);
  await add(transaction, change);
  const changed = changedRoles(change);
  if (changed.length > 0) await transaction.query({ text: markText, values: [counted?.revision, changed] });
  const { entries = [] } = change;
  if (entries.length > 0) await transaction.query(insertEntries(entries));
}

const countRevisionText = 'UPDATE quire_access SET revision = revision + 1 RETURNING revision';

/** Servers that have loaded an earlier revision reload only these roles. */
const changedRoles = (change: AccessChange): readonly string[] => [
  ...(change.removeRoles ?? []),
  ...(change.addRoles ?? []),
  ...[...(change.revoke ?? []), ...(change.grant ?? [])].map(({ role }) => role),
];

const markText = 'UPDATE quire_role SET revision = $1::bigint WHERE name = ANY($2::text[])';

async function remove(transaction: Queryable, change: AccessChange): Promise<void> {
  const { removeRoles = [], revoke = [], removeTokens = [] } = change;
  if (removeRoles.length > 0) {
    await transaction.query({ text: emptyRolesText, values: [removeRoles] });
    await transaction.query({ text: removeRolesText, values: [removeRoles] });
  }
  if (revoke.length > 0) {
    await checkRoles(transaction, revoke);
    const rows = revoke.flatMap(({ role, type, actions }) =>
      actions.map((action) => ({ role, type, action })),
    );
    await transaction.query({ text: revokeText, values: [JSON.stringify(rows)] });
  }
  if (removeTokens.length > 0) {
    const removed = await transaction.query<{ name: string }>({
      text: removeTokensText,
      values: [removeTokens],
    });
    const unknown = removeTokens.find((name) => !removed.some((token) => token.name === name));
    if (unknown !== undefined) throw missing(`token "${unknown}"`);
  }
}

async function add(transaction: Queryable, change: AccessChange): Promise<void> {
  const { addRoles = [], grant = [], addTokens = [] } = change;
  if (addRoles.length > 0) await transaction.query({ text: addRolesText, values: [addRoles] });
  if (grant.length > 0) {
    await checkRoles(transaction, grant);
    await transaction.query({ text: grantText, values: [JSON.stringify(grantRows(grant))] });
  }
  for (const token of addTokens) await addToken(transaction, token);
}

/** Returns one row for each role, content-type and action, because a statement cannot upsert a row twice. */
function grantRows(grants: NonNullable<AccessChange['grant']>): readonly object[] {
  const rows = new Map<string, object>();
  for (const { role, ...grant } of grants)
    for (const [key, held] of heldActions([grant])) rows.set(`${role} ${key}`, { role, ...held });
  return [...rows.values()];
}

async function checkRoles(
  transaction: Queryable,
  named: readonly { readonly role: string }[],
): Promise<void> {
  const roles = [...new Set(named.map(({ role }) => role))];
  const [unknown] = await transaction.query<{ name: string }>({ text: unknownRolesText, values: [roles] });
  if (unknown !== undefined) throw missing(`role "${unknown.name}"`);
}

async function addToken(transaction: Queryable, token: TokenRecord): Promise<void> {
  const { name, hash, access, grants, createdAt, expiresAt } = token;
  const values = [name, hash, access, JSON.stringify(grants), createdAt, expiresAt];
  const added = await transaction.query({ text: addTokenText, values });
  if (added.length === 0)
    throw new ThrownFailure(failure('INPUT.MISMATCH', reason('token.exists', { name })));
}

const missing = (what: string): ThrownFailure =>
  new ThrownFailure(failure('DOCUMENT.NOT_FOUND', `There is no ${what}`));

const emptyRolesText = 'DELETE FROM quire_grant WHERE role = ANY($1::text[])';

const removeRolesText = `DELETE FROM quire_role WHERE name = ANY($1::text[]) AND name NOT IN ('public', 'authenticated')`;

const unknownRolesText =
  'SELECT name FROM unnest($1::text[]) AS name WHERE name NOT IN (SELECT name FROM quire_role) LIMIT 1';

const revokeText = `
DELETE FROM quire_grant g USING json_to_recordset($1::json) AS r(role text, type text, action text)
WHERE g.role = r.role AND g.type = r.type AND g.action = r.action`;

const removeTokensText = 'DELETE FROM quire_token WHERE name = ANY($1::text[]) RETURNING name';

const addRolesText = 'INSERT INTO quire_role (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING';

const grantText = `
INSERT INTO quire_grant (role, type, action, fields, filters)
SELECT role, type, action, fields, filters
FROM json_to_recordset($1::json) AS r(role text, type text, action text, fields json, filters json)
ON CONFLICT (role, type, action) DO UPDATE SET fields = excluded.fields, filters = excluded.filters`;

const addTokenText = `
INSERT INTO quire_token (name, hash, access, grants, created_at, expires_at)
VALUES ($1::text, $2::text, $3::text, $4::json, $5::timestamptz, $6::timestamptz)
ON CONFLICT (name) DO NOTHING RETURNING name`;
