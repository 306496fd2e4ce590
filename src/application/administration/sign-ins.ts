import { denied } from '../../domain/failure.js';
import type { Principal } from '../../domain/permission/permission.js';
import { compare, equals } from '../../domain/query/compare.js';
import type { Filter } from '../../domain/query/query.js';
import { err, ok, type Result } from '../../domain/result.js';
import {
  administrators,
  links,
  removeEach,
  signIns,
  type AdministratorRecord,
  type SignInRecord,
} from './records.js';
import { rolesWithFactor } from './required-factor.js';
import { grantsOfRole } from './roles.js';
import type { AdministrationDependencies } from './dependencies.js';
import { listed, type ListedSignIn } from './listed.js';
import type { Administration, Client, OpenedSignIn } from './use-cases.js';

const hour = 3_600_000;
const idleMs = 12 * hour;
const longestMs = 30 * 24 * hour;
/** How long a sign-in waits for its second factor. */
const waitMs = hour / 6;
/** How long a proof of who somebody is holds. */
const provenMs = hour / 6;
/** A use is written at most this often. */
const touchMs = hour / 12;

const after = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString();

/** Opens a sign-in, which is proven now unless another time is given; null: it is not. Each also removes what has expired. */
export async function openSignIn(
  { documents, secrets, clock }: AdministrationDependencies,
  { documentId }: Pick<AdministratorRecord, 'documentId'>,
  { address, agent }: Client,
  waits: boolean,
  provenAt?: string | null,
): Promise<Result<OpenedSignIn>> {
  const now = clock.now();
  const gone = await signIns.all(documents, compare('expiresAt', '$lte', now));
  const removed = await removeEach(documents, signIns, gone);
  if (!removed.ok) return removed;
  const token = secrets.create();
  const proven = provenAt === undefined && !waits ? now : provenAt;
  const inserted = await signIns.insert(documents, {
    hash: secrets.hash(token),
    administrator: documentId,
    waits,
    usedAt: now,
    expiresAt: after(now, waits ? waitMs : longestMs),
    origin: address,
    agent: agent.slice(0, 200),
    // A clock of another server may be ahead.
    ...(proven && { provenAt: proven < now ? proven : now }),
  });
  return inserted.ok ? ok({ token, waits }) : inserted;
}

/** Returns a sign-in that has not ended; null if there is none. */
export async function findSignIn(
  { documents, secrets, clock }: AdministrationDependencies,
  token: string,
): Promise<Result<SignInRecord | null>> {
  const found = await signIns.find(documents, 'hash', secrets.hash(token));
  if (!found.ok || found.value === null) return found;
  const { expiresAt, usedAt } = found.value;
  const now = clock.now();
  return ok(expiresAt > now && after(usedAt, idleMs) > now ? found.value : null);
}

/** Ends the sign-ins of an administrator, but for the one that is `kept`. */
export async function endSignIns(
  { documents }: AdministrationDependencies,
  administrator: string,
  kept?: string,
): Promise<Result<unknown>> {
  const all = await signIns.all(documents, equals('administrator', administrator));
  if (!all.ok) return all;
  return removeEach(documents, signIns, ok(all.value.filter(({ documentId }) => documentId !== kept)));
}

/** Ends the sign-ins of an administrator, but for the one that is `kept`, and the links by which somebody could sign in as them. */
export async function endAccess(
  dependencies: AdministrationDependencies,
  administrator: string,
  kept?: string,
): Promise<Result<unknown>> {
  const ended = await endLinks(dependencies, equals('administrator', administrator));
  return ended.ok ? endSignIns(dependencies, administrator, kept) : ended;
}

/** The same, and ends the links that the administrator has made: for one who may do less than before, or nothing. */
export async function endRights(
  dependencies: AdministrationDependencies,
  administrator: string,
): Promise<Result<unknown>> {
  const unmade = await endLinks(dependencies, equals('maker', administrator));
  return unmade.ok ? endAccess(dependencies, administrator) : unmade;
}

async function endLinks({ documents }: AdministrationDependencies, which: Filter): Promise<Result<unknown>> {
  return removeEach(documents, links, await links.all(documents, which));
}

/** Returns the sign-ins of an administrator that are open, the latest first. */
export async function openSignIns(
  { documents, clock }: AdministrationDependencies,
  administrator: string,
): Promise<Result<readonly ListedSignIn[]>> {
  const all = await signIns.all(documents, equals('administrator', administrator));
  if (!all.ok) return all;
  const now = clock.now();
  const open = all.value.filter(
    ({ waits, expiresAt, usedAt }) => !waits && expiresAt > now && after(usedAt, idleMs) > now,
  );
  return ok(open.reverse().map(({ documentId: id, ...rest }) => ({ id, ...rest })));
}

/** Ends one sign-in of an administrator. Returns whether there was it. */
export async function endSignIn(
  { documents }: AdministrationDependencies,
  administrator: string,
  id: string,
): Promise<Result<boolean>> {
  const all = await signIns.all(documents, equals('administrator', administrator));
  if (!all.ok) return all;
  const named = all.value.filter(({ documentId }) => documentId === id);
  const removed = await removeEach(documents, signIns, ok(named));
  return removed.ok ? ok(named.length > 0) : removed;
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

/** Whether an administrator has no second factor although their role needs one. */
async function lacksFactor(
  { values }: AdministrationDependencies,
  { role, secondFactor }: AdministratorRecord,
): Promise<Result<boolean>> {
  if (secondFactor !== '') return ok(false);
  const roles = await rolesWithFactor(values);
  return roles.ok ? ok(roles.value.includes(role)) : roles;
}

type SignInMethods = Pick<
  Administration,
  'authenticate' | 'signOut' | 'sessionsOf' | 'endSession' | 'principalOf' | 'nameOf'
>;

export function createSignIns(dependencies: AdministrationDependencies): SignInMethods {
  const { documents, clock, audit } = dependencies;
  const myId = ({ kind, user }: Principal): Result<string> =>
    kind === 'administrator' && user !== undefined ? ok(user.documentId) : err(denied);
  return {
    async authenticate(token, as = 'use') {
      const signIn = await findSignIn(dependencies, token);
      if (!signIn.ok) return signIn;
      if (signIn.value === null || signIn.value.waits) return ok(null);
      const { documentId: session, administrator: id, usedAt } = signIn.value;
      const found = await administrators.find(documents, 'documentId', id);
      if (!found.ok) return found;
      if (found.value === null || found.value.blocked) return ok(null);
      if (as === 'use' && after(usedAt, touchMs) <= clock.now())
        await signIns.update(documents, session, { usedAt: clock.now() });
      const { provenAt, seesAs, seesAsUser, createdAt } = signIn.value;
      const mustSetUp = await lacksFactor(dependencies, found.value);
      if (!mustSetUp.ok) return mustSetUp;
      const isWithin = (time: string): boolean => time !== '' && after(time, provenMs) > clock.now();
      const own = await principalOf(dependencies, found.value, seesAs || found.value.role);
      if (!own.ok) return own;
      return ok({
        principal: seesAsUser === '' ? own.value : asUser(dependencies, own.value, seesAsUser),
        administrator: listed(found.value),
        session,
        isProven: isWithin(provenAt),
        isRecent: isWithin(provenAt) || isWithin(createdAt),
        mustSetUp: mustSetUp.value,
        seesAs: seesAs || seesAsUser || null,
      });
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
