import { denied } from '../../domain/failure.js';
import type { Principal } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import { hourMs, later } from '../later.js';
import type { AdministrationDependencies } from './dependencies.js';
import { listed } from './listed.js';
import { administrators, signIns, type AdministratorRecord, type SignInRecord } from './records.js';
import { rolesWithFactor } from './required-factor.js';
import { grantsOfRole } from './roles.js';
import { endSignIn, findSignIn, openSignIns, touchSignIn } from './sign-ins.js';
import type { Administration, SignedInAdministrator } from './use-cases.js';

type SessionMethods = Pick<
  Administration,
  'authenticate' | 'signOut' | 'sessionsOf' | 'endSession' | 'principalOf' | 'nameOf'
>;

export function createSessions(dependencies: AdministrationDependencies): SessionMethods {
  const { documents, audit } = dependencies;
  const myId = ({ kind, user }: Principal): Result<string> =>
    kind === 'administrator' && user !== undefined ? ok(user.documentId) : err(denied);
  return {
    async authenticate(token, as = 'use') {
      const signIn = await findSignIn(dependencies, token);
      if (!signIn.ok) return signIn;
      if (signIn.value === null || signIn.value.waits) return ok(null);
      const found = await administrators.find(documents, 'documentId', signIn.value.administrator);
      if (!found.ok) return found;
      if (found.value === null || found.value.blocked) return ok(null);
      if (as === 'use') await touchSignIn(dependencies, signIn.value);
      return signedIn(dependencies, signIn.value, found.value);
    },
    async signOut(token) {
      const signIn = await findSignIn(dependencies, token);
      if (!signIn.ok || signIn.value === null) return signIn;
      const { administrator, documentId } = signIn.value;
      const who = await administrators.find(documents, 'documentId', administrator);
      if (who.ok && who.value !== null) {
        const principal = await principalOf(dependencies, who.value);
        if (principal.ok) await audit?.record(principal.value, { action: 'logout' });
      }
      return signIns.remove(documents, documentId);
    },
    async sessionsOf(principal) {
      const me = myId(principal);
      return me.ok ? openSignIns(dependencies, me.value) : me;
    },
    async endSession(principal, id) {
      const me = myId(principal);
      if (!me.ok) return me;
      const ended = await endSignIn(dependencies, me.value, id);
      if (ended.ok && ended.value) await audit?.record(principal, { action: 'logout' });
      return ended;
    },
    async nameOf(documentId) {
      const found = await administrators.find(documents, 'documentId', documentId);
      return found.ok ? ok(found.value?.name ?? null) : found;
    },
    async principalOf(who) {
      const found = await ('id' in who
        ? administrators.find(documents, 'id', String(who.id))
        : administrators.find(documents, 'documentId', who.documentId));
      if (!found.ok) return found;
      return found.value === null || found.value.blocked ? ok(null) : principalOf(dependencies, found.value);
    },
  };
}

export async function principalOf(
  dependencies: AdministrationDependencies,
  { id, documentId, email, role: own }: AdministratorRecord,
  role = own,
): Promise<Result<Principal>> {
  const grants = await grantsOfRole(dependencies, role);
  return grants.ok
    ? ok({ kind: 'administrator', name: email, role, grants: grants.value, user: { id, documentId } })
    : grants;
}

/** Somebody with the grants of a role of users of the content; nobody may do anything in one that is gone. */
const asUser = (
  { contentGrantsOf }: AdministrationDependencies,
  { kind, name, user }: Principal,
  type: string,
): Principal => ({
  kind,
  name,
  grants: contentGrantsOf(type) ?? { kind: 'listed', listed: new Map() },
  ...(user && { user }),
});

/** How long a proof of who somebody is holds. */
const provenMs = hourMs / 6;

async function signedIn(
  dependencies: AdministrationDependencies,
  { documentId: session, provenAt, seesAs, seesAsUser, createdAt }: SignInRecord,
  administrator: AdministratorRecord,
): Promise<Result<SignedInAdministrator>> {
  const { clock } = dependencies;
  const mustSetUp = await lacksFactor(dependencies, administrator);
  if (!mustSetUp.ok) return mustSetUp;
  const isWithin = (time: string): boolean => time !== '' && later(time, provenMs) > clock.now();
  const own = await principalOf(dependencies, administrator, seesAs || administrator.role);
  if (!own.ok) return own;
  return ok({
    principal: seesAsUser === '' ? own.value : asUser(dependencies, own.value, seesAsUser),
    administrator: listed(administrator),
    session,
    isProven: isWithin(provenAt),
    isRecent: isWithin(provenAt) || isWithin(createdAt),
    mustSetUp: mustSetUp.value,
    seesAs: seesAs || seesAsUser || null,
  });
}

/** Whether an administrator has no second factor although their role needs one. */
async function lacksFactor(
  { values }: AdministrationDependencies,
  { role, secondFactor }: AdministratorRecord,
): Promise<Result<boolean>> {
  if (secondFactor !== '') return ok(false);
  const roles = await rolesWithFactor(values);
  return roles.ok ? ok(roles.value.includes(role)) : roles;
}
