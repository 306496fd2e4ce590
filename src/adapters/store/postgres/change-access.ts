import type { AccessChange, TokenRecord } from '../../../application/ports/access-store.js';
import { heldActions } from '../../../application/access/grant-records.js';
import { Refusal } from '../../../application/stores/attempt.js';
import { failure } from '../../../domain/failure.js';
import { insertEntries } from './audit-log.js';
import type { Queryable } from './connection.js';

/** Rejects with a `Refusal`, so that the transaction is taken back, where the change cannot be made. */
export async function changeAccess(transaction: Queryable, change: AccessChange): Promise<void> {
  // Changes of access wait here for one another.
  const [counted] = await transaction.query<{ revision: string }>({ text: countText });
  if (change.since !== undefined && Number(counted?.revision) !== change.since + 1)
    throw new Refusal(failure('STORE.CONFLICT', 'Access was changed meanwhile'));
  await takeAway(transaction, change);
  await add(transaction, change);
  const touched = touchedRoles(change);
  if (touched.length > 0) await transaction.query({ text: markText, values: [counted?.revision, touched] });
  const { entries = [] } = change;
  if (entries.length > 0) await transaction.query(insertEntries(entries));
}

const countText = 'UPDATE quire_access SET revision = revision + 1 RETURNING revision';

/** A server that knows an earlier revision reads these roles anew, and no others. */
const touchedRoles = (change: AccessChange): readonly string[] => [
  ...(change.removeRoles ?? []),
  ...(change.addRoles ?? []),
  ...[...(change.revoke ?? []), ...(change.grant ?? [])].map(({ role }) => role),
];

const markText = 'UPDATE quire_role SET revision = $1::bigint WHERE name = ANY($2::text[])';

async function takeAway(transaction: Queryable, change: AccessChange): Promise<void> {
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
    const stranger = removeTokens.find((name) => !removed.some((token) => token.name === name));
    if (stranger !== undefined) throw missing(`token "${stranger}"`);
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

/** One for each role, content-type and action: no statement may write a row twice. */
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
  const [stranger] = await transaction.query<{ name: string }>({ text: unknownRolesText, values: [roles] });
  if (stranger !== undefined) throw missing(`role "${stranger.name}"`);
}

async function addToken(transaction: Queryable, token: TokenRecord): Promise<void> {
  const { name, hash, access, grants, createdAt, expiresAt } = token;
  const values = [name, hash, access, JSON.stringify(grants), createdAt, expiresAt];
  const added = await transaction.query({ text: addTokenText, values });
  if (added.length === 0) throw new Refusal(failure('INPUT.MISMATCH', `There is a token "${name}" already`));
}

const missing = (what: string): Refusal => new Refusal(failure('DOCUMENT.NOT_FOUND', `There is no ${what}`));

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
