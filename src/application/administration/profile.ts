import { denied } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import { writingFor } from '../audit/writing-for.js';
import { checkChange } from './check-person.js';
import { emailTaken, noRole, wrongCode, wrongPassword } from './failures.js';
import { meOf } from './me.js';
import { administrators, signIns, type AdministratorRecord } from './records.js';
import { listRoles } from './roles.js';
import { checkCode, longestGiven, refused } from './sign-in.js';
import { endAccess } from './sign-ins.js';
import type { AdministrationDependencies } from './dependencies.js';
import type { Administration, ProfileRequest, Proof, SeenRole } from './use-cases.js';

/** What administrators see and change of themselves, and of the sign-in that they use. */
export function createProfile(
  dependencies: AdministrationDependencies,
): Pick<Administration, 'prove' | 'profile' | 'changeProfile' | 'seeAs'> {
  const { documents, clock } = dependencies;
  return {
    async prove(principal, session, proof, client) {
      const me = await meOf(dependencies, principal);
      if (!me.ok) return me;
      const attempt = await dependencies.attempts.takeOwn(me.value.documentId);
      if (!attempt.ok) return attempt;
      const isRight = await isProof(dependencies, me.value, proof);
      if (!isRight.ok) return isRight;
      if (isRight.value) return signIns.update(documents, session, { provenAt: clock.now() });
      await refused(dependencies, me.value.email, client);
      return err('code' in proof ? wrongCode : wrongPassword);
    },
    async profile(principal) {
      const me = await meOf(dependencies, principal);
      if (!me.ok) return me;
      const { name, email, role, secondFactor, recoveryCodes } = me.value;
      const hasSecondFactor = secondFactor !== '';
      return ok({ name, email, role, hasSecondFactor, recoveryCodesLeft: recoveryCodes.length });
    },
    async changeProfile(principal, session, request) {
      const me = await meOf(dependencies, principal);
      if (!me.ok) return me;
      const change = await changeOf(dependencies, me.value, request);
      if (!change.ok) return change;
      const { documentId } = me.value;
      const changed = await administrators.update(writingFor(documents, principal), documentId, change.value);
      const { email, passwordHash } = change.value;
      const isForSignIn = email !== undefined || passwordHash !== undefined;
      return changed.ok && isForSignIn ? endAccess(dependencies, documentId, session) : changed;
    },
    async seeAs(principal, session, role) {
      if (role === null) return signIns.update(documents, session, { seesAs: '', seesAsUser: '' });
      if (principal.grants.kind !== 'all') return err(denied);
      const exists = await isRole(dependencies, role);
      if (!exists.ok) return exists;
      if (!exists.value) return err(noRole);
      const [seesAs, seesAsUser] = 'users' in role ? ['', role.users] : [role.administrators, ''];
      const changed = await signIns.update(documents, session, { seesAs, seesAsUser });
      const subject = 'users' in role ? role.users : role.administrators;
      if (changed.ok) await dependencies.audit?.record(principal, { action: 'seeAs', subject });
      return changed;
    },
  };
}

async function isRole(dependencies: AdministrationDependencies, role: SeenRole): Promise<Result<boolean>> {
  if ('users' in role) return ok(dependencies.contentGrantsOf(role.users) !== null);
  const roles = await listRoles(dependencies);
  return roles.ok ? ok(roles.value.some(({ name }) => name === role.administrators)) : roles;
}

/** With a second factor, a code of it proves as much as the password. */
async function isProof(
  dependencies: AdministrationDependencies,
  me: AdministratorRecord,
  proof: Proof,
): Promise<Result<boolean>> {
  if ('password' in proof)
    return ok(await dependencies.passwords.verify(me.passwordHash, proof.password.slice(0, longestGiven)));
  return me.secondFactor === '' ? ok(false) : checkCode(dependencies, me, proof.code);
}

type Change = { -readonly [K in 'name' | 'email' | 'passwordHash']?: string };

async function changeOf(
  { documents, passwords, policy }: AdministrationDependencies,
  me: AdministratorRecord,
  request: ProfileRequest,
): Promise<Result<Change>> {
  const named = checkChange(request);
  if (!named.ok) return named;
  const change: Change = named.value;
  if (change.email !== undefined) {
    const holder = await administrators.find(documents, 'email', change.email);
    if (!holder.ok) return holder;
    if (holder.value !== null && holder.value.documentId !== me.documentId) return err(emailTaken);
  }
  if (request.password !== undefined) {
    const names = [change.name ?? me.name, change.email ?? me.email];
    const checked = await policy.check(request.password, names);
    if (!checked.ok) return checked;
    change.passwordHash = await passwords.hash(request.password);
  }
  return ok(change);
}
