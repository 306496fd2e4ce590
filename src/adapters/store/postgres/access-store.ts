import { grantRecords, latestRoles, type HeldAction } from '../../../application/access/grant-records.js';
import type { AccessState, AccessStore, TokenRecord } from '../../../application/ports/access-store.js';
import { ok } from '../../../domain/result.js';
import { changeAccess } from './change-access.js';
import type { Connection } from './connection.js';
import { attempt } from './database-error.js';

/** Roles, grants and tokens in their tables. Every change counts up one revision, in the same transaction. */
export const createAccessStore = (connection: Connection): AccessStore => ({
  load: (known) => attempt(async () => ok(await load(connection, known))),
  revision: () =>
    attempt(async () => {
      const [row] = await connection.query<{ revision: string }>({ text: revisionText, values: [] });
      return ok(Number(row?.revision));
    }),
  change: (change) =>
    attempt(async () => ok(await connection.transaction((transaction) => changeAccess(transaction, change)))),
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
