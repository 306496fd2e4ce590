import { isPlainObject } from '../../domain/document/plain-object.js';
import { denied, failure, notFound, type Failure } from '../../domain/failure.js';
import {
  systemPrincipal,
  type Grants,
  type Permission,
  type Principal,
} from '../../domain/permission/permission.js';
import { equals } from '../../domain/query/compare.js';
import { err, ok, type Result } from '../../domain/result.js';
import { userType } from '../../domain/schema/built-in-uids.js';
import { areFree, isTaken } from './free-names.js';
import { notAnObject, taken, unknownParameters } from './failures.js';
import type { Accounts, AccountsDependencies } from './use-cases.js';
import { showUser, updateUser } from './user-records.js';
import { oneDocument } from '../documents/system-query.js';

/** The use cases of users on their own account, regardless of the grants of their role. */
export function createOwnRecord(
  dependencies: AccountsDependencies,
): Pick<Accounts, 'findOwn' | 'identify' | 'changeOwn'> {
  const { documents } = dependencies;
  return {
    findOwn: async (principal, query) =>
      principal.user === undefined
        ? err(notSignedIn(principal))
        : documents.findOne(withOwn(principal, 'findOne', { fields: null }), {
            ...query,
            type: userType,
            action: 'findOne',
            documentId: principal.user.documentId,
          }),
    async identify({ user }) {
      if (user === undefined) return err(denied);
      const found = await documents.findOne(systemPrincipal, {
        ...oneDocument(userType, user.documentId, ['username', 'email', 'confirmed', 'blocked']),
        populate: { all: false, members: [{ name: 'role', fields: ['name', 'description', 'type'] }] },
      });
      if (!found.ok) return found;
      const [document] = found.value.answer.documents();
      return document === undefined ? err(notFound) : ok(document);
    },
    changeOwn: createChangeOwn(dependencies),
  };
}

/** Only the server or an administrator changes these, whatever the settings say. */
const notOnesOwn: ReadonlySet<string> = new Set(['role', 'provider', 'confirmed', 'blocked', 'password']);

function createChangeOwn({ documents, settings }: AccountsDependencies): Accounts['changeOwn'] {
  const own = settings.allowedFields.filter((name) => !notOnesOwn.has(name));
  const fields = new Set(['username', 'email', ...own]);
  return async (principal, data) => {
    const { user } = principal;
    if (user === undefined) return err(notSignedIn(principal));
    if (!isPlainObject(data)) return err(notAnObject);
    const stray = Object.keys(data).filter((name) => name !== 'currentPassword' && !fields.has(name));
    if (stray.length > 0) return err(unknownParameters(stray));
    const { username } = data;
    const free = await areFree(documents, typeof username === 'string' ? [username] : [], user.documentId);
    if (!free.ok) return free;
    const self: Principal = { ...principal, grants: { kind: 'listed', listed: new Map() } };
    const changed = await updateUser(documents, user.documentId, data, withOwn(self, 'update', { fields }));
    return changed.ok ? showUser(documents, user.documentId) : refused(changed.failure);
  };
}

function refused(reason: Failure): Result<never> {
  // The password was changed in the meantime.
  if (reason.code === 'DOCUMENT.NOT_FOUND') return err(denied);
  return err(isTaken(reason) ? taken : reason);
}

/** An API token has no user, and cannot get one by signing in. */
const notSignedIn = ({ kind }: Principal): Failure =>
  kind === 'token' ? failure('POLICY.UNAUTHENTICATED', 'Missing or invalid credentials') : denied;

/** Returns the principal with an additional grant for these attributes of their own user. */
function withOwn(
  principal: Principal,
  action: 'findOne' | 'update',
  { fields }: Pick<Permission, 'fields'>,
): Principal {
  const { grants } = principal;
  if (grants.kind !== 'listed') return principal;
  const permission = { fields, filter: equals('documentId', '$me') };
  const ofUsers = new Map(grants.listed.get(userType)).set(action, permission);
  const listed: Grants = { kind: 'listed', listed: new Map(grants.listed).set(userType, ofUsers) };
  return { ...principal, grants: listed };
}
