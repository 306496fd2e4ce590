import { isPlainObject } from '../../domain/document/plain-object.js';
import { denied, notFound } from '../../domain/failure.js';
import {
  decide,
  mayWithAll,
  systemPrincipal,
  type Action,
  type Principal,
} from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import { roleType, userType } from '../../domain/schema/built-in-uids.js';
import type { Uid } from '../../domain/schema/schema.js';
import type { Access } from '../access/access.js';
import type { RoleAddress, RoleService } from '../access/roles/role-service.js';
import { notAnObject } from '../accounts/failures.js';
import type { Accounts } from '../accounts/use-cases.js';
import { findUser } from '../accounts/user-records.js';
import type { Documents } from '../documents/use-cases.js';
import type { GrantRecord } from '../ports/access-store.js';
import { noUserMail } from './failures.js';
import { changedGrants, covers } from './roles.js';
import type { Administration } from './use-cases.js';

/** Users of the content, for administrators. */
export interface ContentUsers extends UsersByGrant {
  /** Whether mails are sent. Without it, what would send one fails with `INPUT.MISMATCH`. */
  readonly canMail: boolean;
  /** Whether an address has to be confirmed before its owner can log in. */
  readonly emailConfirmation: boolean;
}

type UsersByGrant = Pick<
  Accounts,
  'createUser' | 'updateUser' | 'endSessionsOf' | 'sendPasswordLinkTo' | 'sendConfirmationTo' | 'deleteUser'
>;

interface ContentAccessDependencies {
  readonly access: Pick<Access, 'grants' | 'checkGrants'>;
  readonly roles: RoleService;
  readonly accounts: UsersByGrant;
  readonly administration: Pick<Administration, 'canMail'>;
  readonly documents: Documents;
  readonly emailConfirmation: boolean;
}

const grantsOf = (access: Pick<Access, 'grants'>, type: string): readonly GrantRecord[] =>
  access.grants().find(({ name }) => name === type)?.grants ?? [];

/** What lets somebody else act as the user. */
const credentials = ['role', 'email', 'password'] as const;

/** A grant of an action with one of these attributes. Null: with or without any. */
export interface OwnerGrant {
  readonly type: Uid;
  readonly action: Action;
  readonly fields: readonly string[] | null;
}

/**
 * With each of these, somebody can come by any right over the content API, which compares no rights: by writing roles, by
 * choosing the role of a user, or by taking one over.
 */
const leadingToAll: readonly OwnerGrant[] = [
  ...(['create', 'update', 'delete'] as const).map((action) => ({ type: roleType, action, fields: null })),
  { type: userType, action: 'create', fields: ['role'] },
  { type: userType, action: 'update', fields: credentials },
];

const leadsToAll = (given: GrantRecord): boolean =>
  leadingToAll.some(
    ({ type, action, fields }) =>
      given.type === type &&
      given.actions.includes(action) &&
      (fields === null || fields.some((name) => given.fields?.includes(name) ?? true)),
  );

/** Whether `principal` may give, take and take over what these grants of a role of the content allow. */
const mayHandle = (principal: Principal, grants: readonly GrantRecord[]): boolean =>
  covers(principal, grants.some(leadsToAll) ? null : grants);

export interface ContentRoles extends RoleService {
  /** The grants that only owners give and take. None for an owner. */
  ownerGrants(principal: Principal): readonly OwnerGrant[];
}

/**
 * Roles of the content for administrators: what they may not do with all documents themselves, they neither give nor take.
 * Methods fail with `POLICY.DENIED` otherwise.
 */
export function createContentRoles({
  access,
  roles,
}: Pick<ContentAccessDependencies, 'access' | 'roles'>): ContentRoles {
  const held = async (address: RoleAddress): Promise<Result<readonly GrantRecord[]>> => {
    const found = await roles.find(systemPrincipal, address);
    return found.ok ? ok(found.value.grants) : found;
  };
  return {
    ...roles,
    ownerGrants: ({ grants }) => (grants.kind === 'all' ? [] : leadingToAll),
    async create(principal, request) {
      const grants = access.checkGrants('', request.grants ?? []);
      if (grants.ok && !mayHandle(principal, grants.value)) return err(denied);
      return roles.create(principal, request);
    },
    async update(principal, address, request) {
      if (request.grants === undefined || !mayWithAll(principal, 'update', roleType))
        return roles.update(principal, address, request);
      const before = await held(address);
      if (!before.ok) return before;
      const after = access.checkGrants('', request.grants);
      if (after.ok && !mayHandle(principal, changedGrants(before.value, after.value))) return err(denied);
      return roles.update(principal, address, request);
    },
    async remove(principal, address) {
      if (!mayWithAll(principal, 'delete', roleType)) return roles.remove(principal, address);
      const grants = await held(address);
      if (!grants.ok) return grants;
      return mayHandle(principal, grants.value) ? roles.remove(principal, address) : err(denied);
    },
  };
}

/**
 * Users of the content for administrators: they give no role that may do more than they, and change neither role, address nor
 * password of a user who may do more. `data.role` is the documentId of a role.
 */
export function createContentUsers({
  access,
  roles,
  accounts,
  administration: { canMail },
  documents,
  emailConfirmation,
}: ContentAccessDependencies): ContentUsers {
  const mayGive = async (principal: Principal, data: unknown): Promise<Result<null>> => {
    if (!isPlainObject(data)) return err(notAnObject);
    const { role } = data;
    if (role === undefined || principal.grants.kind === 'all') return ok(null);
    if (typeof role !== 'string') return err(notFound);
    const found = await roles.find(systemPrincipal, { key: 'documentId', value: role });
    if (!found.ok) return found;
    return mayHandle(principal, found.value.grants) ? ok(null) : err(denied);
  };
  const mayTakeOver = async (principal: Principal, user: string, data: unknown): Promise<Result<null>> => {
    const isAsked = isPlainObject(data) && credentials.some((name) => data[name] !== undefined);
    if (!isAsked || principal.grants.kind === 'all') return ok(null);
    const found = await findUser(documents, 'documentId', user);
    if (!found.ok) return found;
    if (found.value === null) return err(notFound);
    return mayHandle(principal, grantsOf(access, found.value.role)) ? ok(null) : err(denied);
  };
  return {
    canMail,
    emailConfirmation,
    endSessionsOf: (principal, user) => accounts.endSessionsOf(principal, user),
    // A mail goes to the address of the user and nowhere else, so it lets the administrator do nothing more.
    sendPasswordLinkTo: async (principal, user) =>
      canMail ? accounts.sendPasswordLinkTo(principal, user) : err(noUserMail),
    sendConfirmationTo: async (principal, user) =>
      canMail ? accounts.sendConfirmationTo(principal, user) : err(noUserMail),
    deleteUser: (principal, user) => accounts.deleteUser(principal, user),
    async createUser(principal, data) {
      if (decide(principal, 'create', userType) === null) return accounts.createUser(principal, data);
      const allowed = await mayGive(principal, data);
      return allowed.ok ? accounts.createUser(principal, data) : allowed;
    },
    async updateUser(principal, user, data) {
      if (decide(principal, 'update', userType) === null) return accounts.updateUser(principal, user, data);
      const allowed = await mayGive(principal, data);
      if (!allowed.ok) return allowed;
      const own = await mayTakeOver(principal, user, data);
      return own.ok ? accounts.updateUser(principal, user, data) : own;
    },
  };
}
