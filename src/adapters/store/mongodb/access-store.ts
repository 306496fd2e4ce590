import type { Db, Document, UpdateFilter } from 'mongodb';
import type {
  AccessState,
  AccessStore,
  GrantRecord,
  TokenRecord,
} from '../../../application/ports/access-store.js';
import type { Action } from '../../../domain/permission/permission.js';
import { failure } from '../../../domain/failure.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { attempt } from './database-error.js';
import { ownCollections } from './layout.js';

interface RoleRow {
  readonly _id: string;
  readonly grants: Readonly<Record<string, readonly Action[]>>;
}

type TokenRow = Omit<TokenRecord, 'name'> & { readonly _id: string };

interface CounterRow {
  readonly _id: string;
  readonly value: number;
}

const standardRoles = ['authenticated', 'public'];

/**
 * Roles with their grants, and tokens, a MongoDB document each. A change counts up the revision when it is done: who sees
 * the new revision sees the change.
 */
export function createAccessStore(db: Db): AccessStore {
  const roles = db.collection<RoleRow>(ownCollections.roles);
  const tokens = db.collection<TokenRow>(ownCollections.tokens);
  const counters = db.collection<CounterRow>(ownCollections.counters);
  const count = () => counters.updateOne({ _id: 'access' }, { $inc: { value: 1 } }, { upsert: true });
  const changeGrants = (role: string, update: UpdateFilter<RoleRow>) =>
    attempt(async () => {
      const isStandard = standardRoles.includes(role);
      const { matchedCount, upsertedCount } = await roles.updateOne({ _id: role }, update, {
        upsert: isStandard,
      });
      if (matchedCount + upsertedCount === 0) return missing(`role "${role}"`);
      await count();
      return ok(undefined);
    });
  const revision = async (): Promise<number> => (await counters.findOne({ _id: 'access' }))?.value ?? 0;
  return {
    load: () =>
      attempt(async () => {
        // Read first: what changes while the rest is read is read again.
        const read = await revision();
        const [roleRows, tokenRows] = [await roles.find().toArray(), await tokens.find().toArray()];
        return ok(stateOf(read, roleRows, tokenRows));
      }),
    revision: () => attempt(async () => ok(await revision())),
    grant: (role, type, actions) =>
      changeGrants(role, { $addToSet: { [field(type)]: { $each: [...actions] } } }),
    revoke: (role, type, actions) => changeGrants(role, { $pull: { [field(type)]: { $in: [...actions] } } }),
    addToken: ({ name, ...token }) =>
      attempt(async () => {
        const added = await tokens.updateOne(
          { _id: name },
          { $setOnInsert: token as Document },
          { upsert: true },
        );
        if (added.upsertedCount === 0)
          return err(failure('INPUT.MISMATCH', `There is a token "${name}" already`));
        await count();
        return ok(undefined);
      }),
    removeToken: (name) =>
      attempt(async () => {
        const { deletedCount } = await tokens.deleteOne({ _id: name });
        if (deletedCount === 0) return missing(`token "${name}"`);
        await count();
        return ok(undefined);
      }),
  };
}

const missing = (what: string): Result<void> => err(failure('DOCUMENT.NOT_FOUND', `There is no ${what}`));

/** A uid has a dot, which in an update would lead further down. */
const field = (type: string): string => `grants.${type.replaceAll('.', '/')}`;

const byName = <T extends { readonly name: string }>(records: readonly T[]): readonly T[] =>
  [...records].sort((left, right) => (left.name < right.name ? -1 : 1));

function stateOf(
  revision: number,
  roleRows: readonly RoleRow[],
  tokenRows: readonly TokenRow[],
): AccessState {
  const grants = new Map<string, readonly GrantRecord[]>(standardRoles.map((name) => [name, []]));
  for (const { _id, grants: granted } of roleRows) grants.set(_id, grantsOf(granted ?? {}));
  return {
    revision,
    roles: byName([...grants].map(([name, granted]) => ({ name, grants: granted }))),
    tokens: byName(tokenRows.map(({ _id, ...token }) => ({ name: _id, ...token }))),
  };
}

const grantsOf = (granted: RoleRow['grants']): readonly GrantRecord[] =>
  Object.entries(granted)
    .filter(([, actions]) => actions.length > 0)
    .map(([type, actions]) => ({ type: type.replaceAll('/', '.'), actions: [...actions].sort() }))
    .sort((left, right) => (left.type < right.type ? -1 : 1));
