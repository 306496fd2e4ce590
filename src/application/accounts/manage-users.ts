import { isPlainObject } from '../../domain/document/plain-object.js';
import { isStorableText } from '../../domain/document/storable-text.js';
import { textOf } from '../../domain/document/text-of.js';
import { denied, notFound } from '../../domain/failure.js';
import { decide, filterFor, type Principal } from '../../domain/permission/permission.js';
import { shownAfter } from '../../domain/permission/write-permission.js';
import { equals } from '../../domain/query/compare.js';
import type { Filter, Selection } from '../../domain/query/query.js';
import { err, ok, type Result } from '../../domain/result.js';
import { userType } from '../../domain/schema/built-in-uids.js';
import { reportRefusal } from '../audit/refusals.js';
import type { Documents } from '../documents/documents.js';
import { blockedAddressee, notAnObject, nothingToConfirm } from './failures.js';
import { standardRole } from './register.js';
import type { Sessions } from './sessions.js';
import type { Accounts, AccountsDependencies } from './use-cases.js';
import { findUser, findUserBy, updateUser, type UserRecord } from './user-records.js';
import type { Document } from '../ports/document-store.js';
import { findAsSystem, oneDocument } from '../documents/system-query.js';

type UserAction = 'findOne' | 'create' | 'update' | 'delete';

type UserManagement = Pick<
  Accounts,
  | 'findUser'
  | 'createUser'
  | 'updateUser'
  | 'endSessionsOf'
  | 'sendPasswordLinkTo'
  | 'sendConfirmationTo'
  | 'deleteUser'
>;

/** The use cases of users for principals with grants on their type. */
export function createUserManagement(
  dependencies: AccountsDependencies,
  sessions: Sessions,
  mails: Pick<Accounts, 'forgotPassword' | 'sendConfirmation'>,
): UserManagement {
  const { documents, settings } = dependencies;
  /** Runs before every lookup, so that a refusal does not reveal whether the user exists. */
  const checkGrant = async (
    principal: Principal,
    action: UserAction,
    user?: string,
  ): Promise<Result<void>> => {
    if (decide(principal, action, userType) !== null) return ok(undefined);
    const documentId = user === undefined || /^\d+$/.test(user) ? undefined : user;
    await reportRefusal(dependencies, principal, { action, type: userType, documentId });
    return err(denied);
  };
  const giveDefaultRole = async (documentId: string): Promise<Result<void>> => {
    const role = await standardRole(documents, settings.defaultRole);
    return role.ok ? updateUser(documents, documentId, { role: role.value }) : role;
  };
  /** Finds a user whom the principal may update. */
  const findChangeable = async (principal: Principal, user: string): Promise<Result<UserRecord>> => {
    const allowed = await checkGrant(principal, 'update', user);
    if (!allowed.ok) return allowed;
    const documentId = await documentIdOf(documents, user);
    if (!documentId.ok) return documentId;
    const permission = decide(principal, 'update', userType);
    const covered = permission && filterFor(principal, permission);
    const one = equals('documentId', documentId.value);
    const filters: Filter = covered === null ? one : { kind: 'and', filters: [one, covered] };
    const found = await findUserBy(documents, filters);
    if (!found.ok) return found;
    return found.value === null ? err(notFound) : ok(found.value);
  };
  const recorded = async (
    done: Result<void>,
    principal: Principal,
    action: 'logout' | 'forgotPassword' | 'sendConfirmation',
    { documentId }: UserRecord,
  ): Promise<Result<void>> => {
    if (done.ok) await dependencies.audit?.record(principal, { action, type: userType, documentId });
    return done;
  };
  return {
    async findUser(principal, user, query) {
      const allowed = await checkGrant(principal, 'findOne', user);
      if (!allowed.ok) return allowed;
      const documentId = await documentIdOf(documents, user);
      if (!documentId.ok) return documentId;
      return documents.findOne(principal, { ...query, ...oneUser, documentId: documentId.value });
    },
    async createUser(principal, data) {
      const allowed = await checkGrant(principal, 'create');
      if (!allowed.ok) return allowed;
      if (!isPlainObject(data)) return err(notAnObject);
      const answer = shownOf(principal, 'create');
      const mutation = { kind: 'create', type: userType, layer: 'published', answer, data } as const;
      const created = await documents.create(principal, mutation);
      if (!created.ok || Object.hasOwn(data, 'role')) return created;
      const documentId = textOf(created.value.answer.documents()[0]?.['documentId']);
      const given = await giveDefaultRole(documentId);
      if (!given.ok) return given;
      const shown = await documents.findOne(principal, { ...oneDocument(userType, documentId), ...answer });
      return shown.ok ? shown : created;
    },
    async updateUser(principal, user, data) {
      const allowed = await checkGrant(principal, 'update', user);
      if (!allowed.ok) return allowed;
      if (!isPlainObject(data)) return err(notAnObject);
      const documentId = await documentIdOf(documents, user);
      if (!documentId.ok) return documentId;
      const updated = await documents.update(principal, {
        kind: 'update',
        type: userType,
        documentId: documentId.value,
        layer: 'published',
        answer: shownOf(principal, 'update'),
        data,
      });
      if (!updated.ok || data['blocked'] !== true) return updated;
      const ended = await sessions.end(documentId.value);
      return ended.ok ? updated : ended;
    },
    async endSessionsOf(principal, user) {
      const found = await findChangeable(principal, user);
      if (!found.ok) return found;
      const ended = await sessions.end(found.value.documentId);
      return recorded(ended, principal, 'logout', found.value);
    },
    async sendPasswordLinkTo(principal, user) {
      const found = await findChangeable(principal, user);
      if (!found.ok) return found;
      if (found.value.blocked) return err(blockedAddressee);
      const sent = await mails.forgotPassword(found.value.email);
      return recorded(sent, principal, 'forgotPassword', found.value);
    },
    async sendConfirmationTo(principal, user) {
      const found = await findChangeable(principal, user);
      if (!found.ok) return found;
      if (found.value.blocked) return err(blockedAddressee);
      if (found.value.confirmed || !settings.emailConfirmation) return err(nothingToConfirm);
      const sent = await mails.sendConfirmation(found.value.email);
      return recorded(sent, principal, 'sendConfirmation', found.value);
    },
    async deleteUser(principal, user, selection) {
      const allowed = await checkGrant(principal, 'delete', user);
      if (!allowed.ok) return allowed;
      const found = await documentIdOf(documents, user);
      if (!found.ok) return found;
      const documentId = found.value;
      const shown = await shownBefore(documents, principal, documentId, selection);
      if (!shown.ok) return shown;
      const known = await findUser(documents, 'documentId', documentId);
      if (!known.ok) return known;
      const removed = await documents.delete(principal, { kind: 'delete', type: userType, documentId });
      return removed.ok ? ok({ documentId, existed: known.value !== null, shown: shown.value }) : removed;
    },
  };
}

const oneUser = { type: userType, action: 'findOne' } as const;

/** Returns the documentId of the user with this numeric id or documentId. */
async function documentIdOf(documents: Documents, user: string): Promise<Result<string>> {
  if (!isStorableText(user)) return err(notFound);
  if (!/^\d{1,9}$/.test(user)) return ok(user);
  const found = await findAsSystem(documents, userType, { filters: equals('id', user), limit: 1 });
  if (!found.ok) return found;
  const documentId = found.value[0]?.['documentId'];
  return typeof documentId === 'string' ? ok(documentId) : err(notFound);
}

/** Returns what the principal may read of a user that is about to be deleted; null: nothing. */
async function shownBefore(
  documents: Documents,
  principal: Principal,
  documentId: string,
  selection: Selection = {},
): Promise<Result<Document | null>> {
  const found = await documents.findOne(principal, { ...oneDocument(userType, documentId), ...selection });
  if (found.ok) return ok(found.value.answer.documents()[0] ?? null);
  return ['DOCUMENT.NOT_FOUND', 'POLICY.DENIED'].includes(found.failure.code) ? ok(null) : found;
}

/** The answer of a write includes the role. The plan leaves it out where the principal may not find roles. */
function shownOf(principal: Principal, action: 'create' | 'update'): Selection {
  const { fields } = shownAfter(principal, action, userType);
  if (fields !== null && !fields.has('role')) return {};
  return { populate: { all: false, members: [{ name: 'role' }] } };
}
