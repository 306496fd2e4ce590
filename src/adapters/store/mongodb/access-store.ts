import {
  grantRecords,
  limitsOf,
  type GrantLimits,
  type HeldAction,
} from '../../../application/access/grant-records.js';
import type { AccessState, AccessStore, GrantRecord } from '../../../application/ports/access-store.js';
import type { Action } from '../../../domain/permission/permission.js';
import { ok } from '../../../domain/result.js';
import { accessRevision, changeAccess, inAccess, standardRoles } from './change-access.js';
import type { RoleRow, TokenRow } from './access-rows.js';
import type { Connection } from './connection.js';
import { attempt } from './database-error.js';

/**
 * Roles with their grants, and tokens, a MongoDB document each. Every change counts up one revision, in the same
 * transaction.
 */
export const createAccessStore = (connection: Connection): AccessStore => ({
  load: () => attempt(async () => ok(await load(connection))),
  revision: () => attempt(async () => ok(await accessRevision(inAccess(connection.db, undefined)))),
  change: (change) =>
    attempt(async () =>
      ok(await connection.transaction((session) => changeAccess(inAccess(connection.db, session), change))),
    ),
});

const load = ({ db, snapshot }: Connection): Promise<AccessState> =>
  snapshot(async (session) => {
    const access = inAccess(db, session);
    // Read first: without snapshots, what changes while the rest is read is read again.
    const revision = await accessRevision(access);
    const roles = await access.roles.find({}, access.options).toArray();
    const tokens = await access.tokens.find({}, access.options).toArray();
    return stateOf(revision, roles, tokens);
  });

const byName = <T extends { readonly name: string }>(records: readonly T[]): readonly T[] =>
  [...records].sort((left, right) => (left.name < right.name ? -1 : 1));

function stateOf(
  revision: number,
  roleRows: readonly RoleRow[],
  tokenRows: readonly TokenRow[],
): AccessState {
  const grants = new Map<string, readonly GrantRecord[]>(standardRoles.map((name) => [name, []]));
  for (const row of roleRows) grants.set(row._id, grantRecords(heldOf(row)));
  return {
    revision,
    roles: byName([...grants].map(([name, granted]) => ({ name, grants: granted }))),
    tokens: byName(
      tokenRows.map(({ _id, grants: held, ...token }) => ({
        name: _id,
        ...token,
        grants: typeof held === 'string' ? (JSON.parse(held) as readonly GrantRecord[]) : held,
      })),
    ),
  };
}

function heldOf({ grants = {}, limits = {} }: RoleRow): readonly HeldAction[] {
  const limit = (type: string, action: Action): GrantLimits => {
    const text = limits[type]?.[action];
    return text === undefined ? {} : limitsOf(JSON.parse(text) as GrantLimits);
  };
  return Object.entries(grants).flatMap(([type, actions]) =>
    actions.map((action) => ({ type: type.replaceAll('/', '.'), action, ...limit(type, action) })),
  );
}
