import { isOwnUpdate, prepareOwnUpdate, type OwnAccessDependencies, type OwnUpdate } from './own-access.js';
import { checkOwnName, keepOwnName, nameOf } from './own-name.js';
import { isOfForm, ofUsername } from './free-names.js';
import { normalUsername, usernameForm } from './username-forms.js';
import type { PasswordPolicy } from './password-policy.js';
import { isHiddenFromCode } from '../../domain/schema/built-in.js';
import { userType } from '../../domain/schema/built-in-uids.js';
import { castBoolean } from '../../domain/document/cast-value.js';
import { isPlainObject, own, type PlainObject } from '../../domain/document/plain-object.js';
import { strayKey } from '../../domain/failure.js';
import { decide, type Principal } from '../../domain/permission/permission.js';
import type { Create, Update } from '../../domain/query/mutation.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Documents } from '../documents/documents.js';
import type { TokenSecrets } from '../ports/token-secrets.js';

export interface UserDocumentsDependencies extends OwnAccessDependencies {
  readonly policy: PasswordPolicy;
}

/**
 * The rules for every write of a user, through every delivery:
 * - Addresses are stored in lower case, as lookups expect.
 * - A username must not be the address of another user.
 * - A block ends the sessions for good, and a new password or address invalidates codes that were sent before.
 * - Only the server writes the attributes in `serverAttributes`. Those in `protectedAttributes` must be named by a grant with
 *   filters.
 * - Users who change their own password or address must send the current password.
 */
export function createUserDocuments(dependencies: UserDocumentsDependencies): Documents {
  const { documents, secrets, policy } = dependencies;
  return {
    ...documents,
    async create(principal, mutation) {
      const data = dataOf(mutation);
      if (data === null) return documents.create(principal, mutation);
      const unchecked = mutation.row !== undefined;
      const fit = unchecked ? ok(null) : await checkPassword(policy, data, dataNames(data));
      const named = fit.ok && !unchecked ? checkOwnName(data) : fit;
      const prepared = named.ok ? prepare(principal, mutation, data, {}) : named;
      if (!prepared.ok) return prepared;
      const created = await documents.create(prepared.value.principal, prepared.value.mutation);
      return !created.ok && isOfForm(created.failure) ? err(ofUsername(created.failure, data)) : created;
    },
    async update(principal, mutation) {
      const data = dataOf(mutation);
      if (data === null) return documents.update(principal, mutation);
      const update = isOwnUpdate(principal, mutation)
        ? await prepareOwnUpdate(dependencies, principal, data)
        : ok({ principal, data, added: {}, made: () => {} });
      if (!update.ok) return update;
      const fit =
        mutation.row === undefined
          ? await checkNewPassword(dependencies, principal, mutation, update.value.data)
          : ok(null);
      if (!fit.ok) return fit;
      const named = await keepOwnName(documents, principal, mutation, update.value.data);
      if (!named.ok) return named;
      const form = await formOfUpdate(documents, principal, mutation, update.value.data);
      if (!form.ok) return form;
      const added = { ...named.value, ...form.value };
      const prepared = prepareUpdate(update.value, mutation, added, secrets);
      if (!prepared.ok) return prepared;
      const updated = await documents.update(prepared.value.principal, prepared.value.mutation);
      if (updated.ok) update.value.made();
      return !updated.ok && isOfForm(updated.failure) ? err(ofUsername(updated.failure, data)) : updated;
    },
  };
}

const dataNames = (data: PlainObject): readonly string[] =>
  [own(data, 'username'), own(data, 'email')].filter((name) => typeof name === 'string');

const checkPassword = async (
  policy: PasswordPolicy,
  data: PlainObject,
  names: readonly string[],
): Promise<Result<unknown>> => {
  const password = own(data, 'password');
  return typeof password === 'string' ? policy.check(password, names) : ok(null);
};

async function checkNewPassword(
  { documents, policy }: UserDocumentsDependencies,
  principal: Principal,
  { documentId }: Update,
  data: PlainObject,
): Promise<Result<unknown>> {
  if (typeof own(data, 'password') !== 'string' || documentId === undefined) return ok(null);
  const current = await nameOf(documents, principal, documentId);
  if (!current.ok) return current;
  const names = current.value === null ? [] : [current.value.username, current.value.email];
  return checkPassword(policy, data, [...dataNames(data), ...names]);
}

/** Users who change their own name reserve its form. Administrators may give names that look alike, without a form. */
async function formOfUpdate(
  documents: Documents,
  principal: Principal,
  mutation: Update,
  data: PlainObject,
): Promise<Result<PlainObject>> {
  const username = own(data, 'username');
  if (typeof username !== 'string' || mutation.documentId === undefined) return ok({});
  const current = await nameOf(documents, principal, mutation.documentId);
  if (!current.ok) return current;
  if (current.value === null || current.value.username === username) return ok({});
  return ok({ usernameForm: isOwnUpdate(principal, mutation) ? usernameForm(username) : null });
}

/** Adds what the server changes together with the update, whatever the principal may write. */
const prepareUpdate = (
  { principal, data, added }: OwnUpdate,
  mutation: Update,
  named: PlainObject,
  secrets: TokenSecrets,
): Result<Prepared<Update>> =>
  prepare(principal, mutation, data, { ...consequences(data, secrets), ...added, ...named });

export const serverAttributes: readonly string[] = [
  'usernameForm',
  'pendingEmail',
  'resetPasswordToken',
  'resetPasswordExpiresAt',
  'confirmationToken',
  'confirmationExpiresAt',
  'signInToken',
  'signInExpiresAt',
  'sessionEpoch',
  'subject',
];

const hiddenFromCode = serverAttributes.filter((name) => isHiddenFromCode(userType, name));

/** Otherwise users with the simplest grant to update themselves could take any role. */
export const protectedAttributes: readonly string[] = ['role', 'provider', 'confirmed', 'blocked'];

interface Prepared<M> {
  readonly principal: Principal;
  readonly mutation: M;
}

/** Returns the data of a write of a user; null for other types, and for data that is refused later. */
const dataOf = ({ type, data }: Create | Update): PlainObject | null =>
  type === userType && isPlainObject(data) ? normal(data) : null;

function normal(data: PlainObject): PlainObject {
  const [username, email] = [own(data, 'username'), own(data, 'email')];
  return {
    ...data,
    ...(typeof username === 'string' && { username: normalUsername(username) }),
    ...(typeof email === 'string' && { email: email.toLowerCase() }),
  };
}

/** `added` is what the server writes in addition to `data`, whatever the principal may write. */
function prepare<M extends Create | Update>(
  principal: Principal,
  mutation: M,
  data: PlainObject,
  added: PlainObject,
): Result<Prepared<M>> {
  const { kind } = mutation;
  const stray = notTheirs(principal, kind).find((key) => Object.hasOwn(data, key));
  if (stray !== undefined) return err(strayKey(stray));
  return ok({
    principal: withFields(principal, kind, Object.keys(added)),
    mutation: { ...mutation, data: { ...added, ...data } },
  });
}

function notTheirs(principal: Principal, action: 'create' | 'update'): readonly string[] {
  if (principal.kind === 'system') return principal.isCode ? hiddenFromCode : [];
  const permission = decide(principal, action, userType);
  return permission?.filter && permission.fields === null
    ? [...serverAttributes, ...protectedAttributes]
    : serverAttributes;
}

/** Invalidates codes and sessions when the password or the address changes, or the user is blocked. */
function consequences(data: PlainObject, secrets: TokenSecrets): PlainObject {
  const [password, email] = [Object.hasOwn(data, 'password'), Object.hasOwn(data, 'email')];
  const blocked = castBoolean(own(data, 'blocked')) === true;
  return {
    ...((password || email || blocked) && {
      resetPasswordToken: null,
      signInToken: null,
      pendingEmail: null,
    }),
    ...(email && { confirmationToken: null }),
    ...((password || blocked) && { sessionEpoch: secrets.create() }),
  };
}

/** Extends the grant by the attributes that the server adds. */
function withFields(principal: Principal, action: 'create' | 'update', names: readonly string[]): Principal {
  const permission = decide(principal, action, userType);
  const { grants } = principal;
  if (names.length === 0 || grants.kind !== 'listed' || permission === null) return principal;
  const fields = permission.fields && new Set([...permission.fields, ...names]);
  const completed = { ...permission, fields, added: new Set(names) };
  const granted = new Map(grants.listed.get(userType)).set(action, completed);
  return { ...principal, grants: { kind: 'listed', listed: new Map(grants.listed).set(userType, granted) } };
}
