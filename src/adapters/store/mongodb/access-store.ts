import { standardRoleTypes } from '../../../application/access/standard-roles.js';
import type { ClientSession, Filter } from 'mongodb';
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
import type { Units } from '../../../application/stores/create-units.js';
import type { GrantedAction } from '../../../domain/permission/permission.js';
import { ok } from '../../../domain/result.js';
import {
  accessRevision,
  changeAccess,
  accessCollections,
  type AccessCollections,
  type RoleRow,
  type TokenRow,
} from './change-access.js';
import type { Connection } from './connection.js';
import { attempt } from './database-error.js';
import type { MongoUnit } from './join-units.js';

/**
 * Stores each role with its grants, and each token, as one MongoDB document. Every change increments the access
 * revision in the same transaction. Changes join the current unit of work; reads do not, because their result is cached
 * for everybody.
 */
export const createAccessStore = (connection: Connection, units: Units<MongoUnit>): AccessStore => ({
  load: (known) => attempt(async () => ok(await load(connection, known))),
  revision: () => attempt(async () => ok(await accessRevision(accessCollections(connection.db, undefined)))),
  change: (change) =>
    attempt(async () => {
      const changeIn = (session: ClientSession | undefined) =>
        changeAccess(accessCollections(connection.db, session), change);
      await units.join(
        async (unit) => {
          unit.isUsed = true;
          await (unit.session === undefined ? connection.transaction(changeIn) : changeIn(unit.session));
        },
        () => connection.transaction(changeIn),
      );
      return ok(undefined);
    }),
});

const load = (
  { db, snapshot, hasTransactions }: Connection,
  known: AccessState | undefined,
): Promise<AccessState> =>
  snapshot(async (session) => {
    const access = accessCollections(db, session);
    // Without snapshots, a role can be read before its new revision is written, so all roles are read.
    const since = hasTransactions ? known : undefined;
    // The revision is read first: without snapshots, a change that happens during this load is then loaded next
    // time.
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

const namesOf = ({ roles, options }: AccessCollections): Promise<readonly string[]> =>
  roles.distinct('_id', {}, options);

/** The known roles that still have a row. A standard role without a row has no grants. */
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
  const limit = (type: string, action: GrantedAction): GrantLimits => {
    const text = limits[type]?.[action];
    return text === undefined ? {} : limitsOf(JSON.parse(text) as GrantLimits);
  };
  return Object.entries(grants).flatMap(([type, actions]) =>
    actions.map((action) => ({ type: type.replaceAll('/', '.'), action, ...limit(type, action) })),
  );
}
