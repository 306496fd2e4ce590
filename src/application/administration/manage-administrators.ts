import { denied, failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { mayWithAll, type Action, type Principal } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import { administratorType } from '../../domain/schema/built-in-uids.js';
import { writingFor } from '../audit/writing-for.js';
import { checkChange } from './check-person.js';
import { invalid, noAdministrator } from './failures.js';
import { keepingOwner } from './owners.js';
import { administrators, type AdministratorRecord } from './records.js';
import { covers, listRoles, roleToGive } from './roles.js';
import { listed } from './listed.js';
import { endRights, endSignIn, endSignIns, openSignIns } from './sign-ins.js';
import { forgetPreferences } from './preferences.js';
import { removeOwnViews } from './views.js';
import type { AdministrationDependencies } from './dependencies.js';
import type { Administration, AdministratorRequest } from './use-cases.js';

/** Returns an administrator, by address or documentId, whom `principal` may change. */
export async function changeable(
  dependencies: AdministrationDependencies,
  principal: Principal,
  person: string,
  action: Action,
): Promise<Result<AdministratorRecord>> {
  if (!mayWithAll(principal, action, administratorType)) return err(denied);
  const key = person.includes('@') ? 'email' : 'documentId';
  const value = key === 'email' ? person.trim().toLowerCase() : person;
  const found = await administrators.find(dependencies.documents, key, value);
  if (!found.ok) return found;
  if (found.value === null) return err(noAdministrator);
  const allowed = await mayChange(dependencies, principal, found.value);
  return allowed.ok ? ok(found.value) : allowed;
}

/** Fails with `POLICY.DENIED` if the administrator may do more than `principal`. */
async function mayChange(
  dependencies: AdministrationDependencies,
  principal: Principal,
  { role }: Pick<AdministratorRecord, 'role'>,
): Promise<Result<unknown>> {
  const roles = await listRoles(dependencies);
  if (!roles.ok) return roles;
  const held = roles.value.find(({ name }) => name === role);
  return held === undefined || covers(principal, held.grants) ? ok(null) : err(denied);
}

/** One's own is removed by `removeSecondFactor`. */
const ownFactor = failure('INPUT.MISMATCH', reason('administrator.ownFactor'));

export function createManagement(
  dependencies: AdministrationDependencies,
): Pick<
  Administration,
  | 'list'
  | 'update'
  | 'remove'
  | 'sessionsOfPerson'
  | 'endSessionOfPerson'
  | 'endSignInsOf'
  | 'resetSecondFactor'
> {
  const { documents } = dependencies;
  return {
    async list(principal) {
      if (!mayWithAll(principal, 'find', administratorType)) return err(denied);
      const found = await administrators.all(documents);
      return found.ok ? ok(found.value.map(listed)) : found;
    },
    async update(principal, documentId, request) {
      const found = await changeable(dependencies, principal, documentId, 'update');
      if (!found.ok) return found;
      const change = await changeOf(dependencies, principal, request);
      if (!change.ok) return change;
      const { role, blocked, email } = change.value;
      const endsRights = [role, blocked, email].some((value) => value !== undefined);
      return keepingOwner(dependencies, async () => {
        const changed = await administrators.update(
          writingFor(documents, principal),
          documentId,
          change.value,
        );
        return changed.ok && endsRights ? endRights(dependencies, documentId) : changed;
      });
    },
    async remove(principal, documentId) {
      const found = await changeable(dependencies, principal, documentId, 'delete');
      if (!found.ok) return found;
      return keepingOwner(dependencies, async () => {
        const removed = await administrators.remove(writingFor(documents, principal), documentId);
        if (!removed.ok) return removed;
        const ended = await endRights(dependencies, documentId);
        if (!ended.ok) return ended;
        const viewless = await removeOwnViews(documents, documentId);
        return viewless.ok ? forgetPreferences(dependencies.values, documentId) : viewless;
      });
    },
    async sessionsOfPerson(principal, person) {
      const found = await changeable(dependencies, principal, person, 'update');
      return found.ok ? openSignIns(dependencies, found.value.documentId) : found;
    },
    async endSessionOfPerson(principal, person, id) {
      const found = await changeable(dependencies, principal, person, 'update');
      if (!found.ok) return found;
      const { documentId, email } = found.value;
      const ended = await endSignIn(dependencies, documentId, id);
      const event = { action: 'logout', type: administratorType, documentId, subject: email } as const;
      if (ended.ok && ended.value) await dependencies.audit?.record(principal, event);
      return ended;
    },
    async endSignInsOf(principal, person) {
      const found = await changeable(dependencies, principal, person, 'update');
      if (!found.ok) return found;
      const { documentId, email } = found.value;
      const ended = await endSignIns(dependencies, documentId);
      const event = { action: 'logout', type: administratorType, documentId, subject: email } as const;
      if (ended.ok) await dependencies.audit?.record(principal, event);
      return ended;
    },
    async resetSecondFactor(principal, person) {
      const found = await changeable(dependencies, principal, person, 'update');
      if (!found.ok) return found;
      const { documentId } = found.value;
      if (documentId === principal.user?.documentId) return err(ownFactor);
      const none = { secondFactor: '', recoveryCodes: [] };
      const reset = await administrators.update(writingFor(documents, principal), documentId, none);
      return reset.ok ? endSignIns(dependencies, documentId) : reset;
    },
  };
}

type Change = { -readonly [K in 'name' | 'email' | 'role']?: string } & { blocked?: boolean };

async function changeOf(
  dependencies: AdministrationDependencies,
  principal: Principal,
  request: AdministratorRequest,
): Promise<Result<Change>> {
  const named = checkChange(request);
  if (!named.ok) return named;
  const change: Change = named.value;
  if (request.role !== undefined) {
    const role = await roleToGive(dependencies, principal, request.role);
    if (!role.ok) return role;
    change.role = role.value;
  }
  if (request.blocked !== undefined) {
    if (typeof request.blocked !== 'boolean') return err(invalid('blocked', reason('value.flag')));
    change.blocked = request.blocked;
  }
  return ok(change);
}
