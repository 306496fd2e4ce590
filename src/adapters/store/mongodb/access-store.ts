import { standardRoleTypes } from '../../../application/access/standard-roles.js';
import type { Filter } from 'mongodb';
import {
  grantRecords,
  latestRoles,
  limitsOf,
  type GrantLimits,
  type HeldAction,
} from '../../../application/access/grant-records.js';
import type {
  AccessState,
  AccessStore,
  GrantRecord,
  TokenRecord,
} from '../../../application/ports/access-store.js';
import type { Action } from '../../../domain/permission/permission.js';
import { ok } from '../../../domain/result.js';
import { accessRevision, changeAccess, inAccess, type InAccess } from './change-access.js';
import type { RoleRow, TokenRow } from './access-rows.js';
import type { Connection } from './connection.js';
import { attempt } from './database-error.js';

/**
 * Roles with their grants, and tokens, a MongoDB document each. Every change counts up one revision, in the same
 * transaction.
 */
export const createAccessStore = (connection: Connection): AccessStore => ({
  load: (known) => attempt(async () => ok(await load(connection, known))),
  revision: () => attempt(async () => ok(await accessRevision(inAccess(connection.db, undefined)))),
  change: (change) =>
    attempt(async () =>
      ok(await connection.transaction((session) => changeAccess(inAccess(connection.db, session), change))),
    ),
});

const load = (
  { db, snapshot, hasTransactions }: Connection,
  known: AccessState | undefined,
): Promise<AccessState> =>
  snapshot(async (session) => {
    const access = inAccess(db, session);
    // Without snapshots a role can be changed before the revision that it names is there, so all of them are read.
    const since = hasTransactions ? known : undefined;
    // Read first: without snapshots, what changes while the rest is read is read again.
    const revision = await accessRevision(access);
    const rows = await access.roles.find(changedSince(since), access.options).toArray();
    const names = since === undefined ? rows.map(({ _id }) => _id) : await namesOf(access);
    const tokens = await access.tokens.find({}, access.options).toArray();
    const read = rows.map((row) => [row._id, { name: row._id, grants: grantRecords(heldOf(row)) }] as const);
    return {
      revision,
      roles: byName(
        latestRoles(new Set([...standardRoleTypes, ...names]), new Map(read), rolesOf(since, names)),
      ),
      tokens: byName(tokens.map(tokenRecord)),
    };
  });

const changedSince = (known: AccessState | undefined): Filter<RoleRow> =>
  known === undefined
    ? {}
    : { $or: [{ revision: { $gt: known.revision } }, { revision: { $exists: false } }] };

const namesOf = ({ roles, options }: InAccess): Promise<readonly string[]> =>
  roles.distinct('_id', {}, options);

/** A standard role without a row has no grants, whatever it had. */
function rolesOf(known: AccessState | undefined, names: readonly string[]): AccessState['roles'] {
  const there = new Set(names);
  return known?.roles.filter(({ name }) => there.has(name)) ?? [];
}

const byName = <T extends { readonly name: string }>(records: readonly T[]): readonly T[] =>
  [...records].sort((left, right) => (left.name < right.name ? -1 : 1));

const tokenRecord = ({ _id, grants, ...token }: TokenRow): TokenRecord => ({
  name: _id,
  ...token,
  grants: typeof grants === 'string' ? (JSON.parse(grants) as readonly GrantRecord[]) : grants,
});

function heldOf({ grants = {}, limits = {} }: RoleRow): readonly HeldAction[] {
  const limit = (type: string, action: Action): GrantLimits => {
    const text = limits[type]?.[action];
    return text === undefined ? {} : limitsOf(JSON.parse(text) as GrantLimits);
  };
  return Object.entries(grants).flatMap(([type, actions]) =>
    actions.map((action) => ({ type: type.replaceAll('/', '.'), action, ...limit(type, action) })),
  );
}
