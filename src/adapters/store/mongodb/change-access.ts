import { standardRoleTypes } from '../../../application/access/standard-roles.js';
import type { ClientSession, Collection, Db, UpdateFilter } from 'mongodb';
import { heldActions, limitsKey } from '../../../application/access/grant-records.js';
import type {
  AccessChange,
  GrantRecord,
  RoleGrant,
  TokenRecord,
} from '../../../application/ports/access-store.js';
import { ThrownFailure } from '../../../application/thrown-failure.js';
import { reason } from '../../../domain/reason/reason.js';
import { failure } from '../../../domain/failure.js';
import type { GrantedAction } from '../../../domain/permission/permission.js';
import { recordEntries } from './audit-log.js';
import { inBatches, insertRows } from './insert-rows.js';
import { ownCollections } from './layout.js';

export interface RoleRow {
  readonly _id: string;
  /** The access revision of the role's last change. */
  readonly revision?: number;
  /** By the UID of the content-type, with a slash in place of its dot. */
  readonly grants?: Readonly<Record<string, readonly GrantedAction[]>>;
  /**
   * The limits of grants as JSON text, by content-type and action. Names in them may begin with `$`, so they cannot
   * be fields.
   */
  readonly limits?: Readonly<Record<string, Readonly<Partial<Record<GrantedAction, string>>>>>;
}

export type TokenRow = Omit<TokenRecord, 'name' | 'grants'> & {
  readonly _id: string;
  /** JSON text. Rows that older releases wrote have a list. */
  readonly grants: string | readonly GrantRecord[];
};

/** The collections of roles, tokens and counters, and the transaction in which they are read or changed. */
export interface AccessCollections {
  readonly db: Db;
  readonly roles: Collection<RoleRow>;
  readonly tokens: Collection<TokenRow>;
  readonly counters: Collection<CounterRow>;
  readonly options: { readonly session?: ClientSession };
}

interface CounterRow {
  readonly _id: string;
  readonly value: number;
}

export const accessCollections = (db: Db, session: ClientSession | undefined): AccessCollections => ({
  db,
  roles: db.collection(ownCollections.roles),
  tokens: db.collection(ownCollections.tokens),
  counters: db.collection(ownCollections.counters),
  options: session === undefined ? {} : { session },
});

export const accessRevision = async ({ counters, options }: AccessCollections): Promise<number> =>
  (await counters.findOne({ _id: 'access' }, options))?.value ?? 0;

/**
 * Applies a change, or throws a `ThrownFailure` and changes nothing. The checks come first and the revision is
 * incremented last, so that this holds without transactions too, and a reader of the new revision also reads the
 * change.
 */
export async function changeAccess(access: AccessCollections, change: AccessChange): Promise<void> {
  const revision = await accessRevision(access);
  await check(access, change, revision);
  const { removeRoles = [], removeTokens = [], addTokens = [], entries = [] } = change;
  const { db, roles, tokens, counters, options } = access;
  if (removeRoles.length > 0) await roles.deleteMany({ _id: { $in: [...removeRoles] } }, options);
  if (removeTokens.length > 0) await tokens.deleteMany({ _id: { $in: [...removeTokens] } }, options);
  const updates = [...revocations(change), ...additions(change), ...grants(change)];
  await inBatches(updates, (batch) => roles.bulkWrite(batch, { ...options, ordered: true }));
  const touched = updates.map(({ updateOne }) => updateOne.filter._id);
  await roles.updateMany({ _id: { $in: touched } }, { $set: { revision: revision + 1 } }, options);
  await insertRows(tokens, addTokens.map(tokenRow), options);
  await recordEntries(db, options.session, entries);
  await counters.updateOne({ _id: 'access' }, { $inc: { value: 1 } }, { ...options, upsert: true });
}

async function check(access: AccessCollections, change: AccessChange, revision: number): Promise<void> {
  const { since, removeRoles = [], revoke = [], removeTokens = [], addRoles = [], grant = [] } = change;
  if (since !== undefined && since !== revision)
    throw new ThrownFailure(failure('STORE.CONFLICT', reason('access.changed')));
  const { roles, tokens, options } = access;
  const named = [...new Set([...revoke, ...grant].map(({ role }) => role))];
  const there = await roles.find({ _id: { $in: named } }, { ...options, projection: { _id: 1 } }).toArray();
  const known = new Set([...there.map(({ _id }) => _id), ...standardRoleTypes]);
  for (const role of removeRoles) if (!standardRoleTypes.has(role)) known.delete(role);
  const stranger = revoke.find(({ role }) => !known.has(role));
  if (stranger !== undefined) throw missing(`role "${stranger.role}"`);
  for (const role of addRoles) known.add(role);
  const unknown = grant.find(({ role }) => !known.has(role));
  if (unknown !== undefined) throw missing(`role "${unknown.role}"`);
  const wanted = [...removeTokens, ...(change.addTokens ?? []).map(({ name }) => name)];
  const found = await tokens.find({ _id: { $in: wanted } }, { ...options, projection: { _id: 1 } }).toArray();
  checkTokens(change, new Set(found.map(({ _id }) => _id)));
}

function checkTokens({ removeTokens = [], addTokens = [] }: AccessChange, taken: Set<string>): void {
  for (const name of removeTokens) if (!taken.delete(name)) throw missing(`token "${name}"`);
  for (const { name } of addTokens) {
    if (taken.has(name)) throw new ThrownFailure(failure('INPUT.MISMATCH', reason('token.exists', { name })));
    taken.add(name);
  }
}

const missing = (what: string): ThrownFailure =>
  new ThrownFailure(failure('DOCUMENT.NOT_FOUND', `There is no ${what}`));

interface RoleWrite {
  readonly updateOne: {
    readonly filter: { readonly _id: string };
    readonly update: UpdateFilter<RoleRow>;
    readonly upsert: boolean;
  };
}

const updateRole = (role: string, update: UpdateFilter<RoleRow>, upsert: boolean): RoleWrite => ({
  updateOne: { filter: { _id: role }, update, upsert },
});

const revocations = ({ revoke = [] }: AccessChange): readonly RoleWrite[] =>
  revoke
    .filter(({ actions }) => actions.length > 0)
    .map(({ role, type, actions }) => {
      const field = typeField(type);
      const limits = actions.map((action) => [`limits.${field}.${action}`, '']);
      const update = {
        $pull: { [`grants.${field}`]: { $in: [...actions] } },
        $unset: Object.fromEntries(limits),
      };
      return updateRole(role, update, false);
    });

const additions = ({ addRoles = [] }: AccessChange): readonly RoleWrite[] =>
  addRoles.map((role) => updateRole(role, { $setOnInsert: { grants: {} } }, true));

/** One update for each role and content-type. */
function grants({ grant = [] }: AccessChange): readonly RoleWrite[] {
  const groups = new Map<string, RoleGrant[]>();
  for (const one of grant) {
    const key = `${one.role} ${one.type}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()].map(grantWrite);
}

function grantWrite(granted: readonly RoleGrant[]): RoleWrite {
  const held = [...heldActions(granted).values()];
  const [{ role, type }] = granted as readonly [RoleGrant];
  const field = typeField(type);
  const limited = held.filter((one) => limitsKey(one) !== '');
  const free = held.filter((one) => limitsKey(one) === '');
  const update = {
    $addToSet: { [`grants.${field}`]: { $each: held.map(({ action }) => action) } },
    ...(limited.length > 0 && {
      $set: Object.fromEntries(
        limited.map(({ action, fields, filters }) => [
          `limits.${field}.${action}`,
          JSON.stringify({ fields, filters }),
        ]),
      ),
    }),
    ...(free.length > 0 && {
      $unset: Object.fromEntries(free.map(({ action }) => [`limits.${field}.${action}`, ''])),
    }),
  };
  return updateRole(role, update as UpdateFilter<RoleRow>, standardRoleTypes.has(role));
}

const tokenRow = ({ name, grants: held, ...token }: TokenRecord): TokenRow => ({
  _id: name,
  ...token,
  grants: JSON.stringify(held),
});

/** The field of a content-type in a role's row. In an update, the dot of a UID would address a nested field. */
const typeField = (uid: string): string => uid.replaceAll('.', '/');
