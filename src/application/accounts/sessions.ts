import type { Principal } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { AppClaims, SessionClaims } from '../ports/session-tokens.js';
import { notRefreshed, wrongRefreshToken } from './failures.js';
import { createSessionFamilies, sessionCache } from './session-families.js';
import type { SessionRecord } from './session-records.js';
import { createExpiringCache } from './create-expiring-cache.js';
import type { AccountsDependencies, Session, SignedInUser, SignedOut } from './use-cases.js';
import { findUser, showUser, updateUser, type UserRecord } from './user-records.js';

/** Sessions of users: signed tokens, which end when the password, the address or the epoch of the user changes. */
export interface Sessions {
  /** Opens a session for a user who was just created. */
  open(documentId: string): Promise<Result<SignedInUser>>;
  /**
   * Opens a session for a user who has proved their identity. Returns null if the password was changed or the user
   * blocked since, which makes the proof invalid.
   */
  openFor(user: Proved): Promise<Result<SignedInUser | null>>;
  refresh(refreshToken: string): Promise<Result<Session>>;
  /** Ends the session of the principal, or all of the user's. */
  logout(principal: Principal): Promise<Result<null>>;
  /** Ends the sign-in of a refresh token, and returns whose it was. */
  endSignIn(refreshToken: string): Promise<Result<SignedOut>>;
  /** Ends every session of a user. */
  end(documentId: string): Promise<Result<void>>;
  principalOf(claims: SessionClaims | AppClaims): Promise<Result<Principal | null>>;
}

/** The user at the time of the proof. */
export type Proved = Pick<UserRecord, 'documentId' | 'sessionEpoch'>;

export function createSessions(dependencies: AccountsDependencies): Sessions {
  const { documents, access, tokens, secrets, settings } = dependencies;
  const families = createSessionFamilies(dependencies);
  const users = createExpiringCache<UserRecord | null>({
    ...sessionCache,
    load: (documentId) => findUser(documents, 'documentId', documentId),
  });
  const byIds = createExpiringCache<UserRecord | null>({
    ...sessionCache,
    load: (id) => findUser(documents, 'id', id),
  });
  const epochOf = createEpochs(secrets);
  const sign = (user: UserRecord, family?: string): string => {
    const { id, documentId } = user;
    const claims = { id, documentId, epoch: epochOf(user), ...(family !== undefined && { family }) };
    return tokens.sign(claims, settings.sessionLifetimeSeconds);
  };
  const begin = async (user: UserRecord): Promise<Result<Session>> => {
    if (settings.refresh === null) return ok({ jwt: sign(user) });
    const begun = await families.begin({ user: user.documentId, epoch: epochOf(user) });
    if (!begun.ok) return begun;
    const { family, refreshToken } = begun.value;
    return ok({ jwt: sign(user, family), refreshToken });
  };
  const end: Sessions['end'] = async (documentId) => {
    const ended = await updateUser(documents, documentId, { sessionEpoch: secrets.create() });
    users.delete(documentId);
    return ended.ok && settings.refresh !== null ? families.endAllOf(documentId) : ended;
  };
  const current = (documentId: string): Promise<Result<UserRecord | null>> => {
    users.delete(documentId);
    return findUser(documents, 'documentId', documentId);
  };
  const openAs = async (user: UserRecord): Promise<Result<SignedInUser>> => {
    const shown = await showUser(documents, user.documentId);
    if (!shown.ok) return shown;
    const session = await begin(user);
    return session.ok ? ok({ ...session.value, user: shown.value }) : session;
  };
  const principalOfId = async (id: number): Promise<Result<Principal | null>> => {
    const found = await byIds.get(String(id));
    if (!found.ok) return found;
    return ok(found.value === null || found.value.blocked ? null : access.userPrincipal(found.value));
  };
  return {
    async open(documentId) {
      const user = await current(documentId);
      if (!user.ok) return user;
      if (user.value === null) throw new Error('a session for nobody');
      return openAs(user.value);
    },
    async openFor({ documentId, sessionEpoch }) {
      const user = await current(documentId);
      if (!user.ok) return user;
      return user.value?.sessionEpoch === sessionEpoch ? openAs(user.value) : ok(null);
    },
    async refresh(refreshToken) {
      if (settings.refresh === null) return err(notRefreshed);
      const session = await families.find(refreshToken);
      if (!session.ok) return session;
      const { epoch, family } = session.value;
      const user = await holderOf(dependencies, session.value);
      if (!user.ok) return user;
      if (!secrets.same(epochOf(user.value), epoch)) return err(wrongRefreshToken);
      const next = await families.extend(session.value, refreshToken);
      return next.ok ? ok({ jwt: sign(user.value, family), refreshToken: next.value.refreshToken }) : next;
    },
    async logout({ user, session }) {
      if (user === undefined) throw new Error('somebody who is not signed in cannot log out');
      const ended = await (session === undefined ? end(user.documentId) : families.end(session));
      return ended.ok ? ok(null) : ended;
    },
    async endSignIn(refreshToken) {
      const session = await families.find(refreshToken);
      if (!session.ok) return session;
      const ended = await families.end(session.value.family);
      return ended.ok ? ok({ user: { documentId: session.value.user } }) : ended;
    },
    end,
    async principalOf(claims) {
      if (!('epoch' in claims)) return principalOfId(claims.id);
      const { documentId, epoch, family } = claims;
      const found = await users.get(documentId);
      if (!found.ok) return found;
      const user = found.value;
      if (user === null || user.blocked || !secrets.same(epochOf(user), epoch)) return ok(null);
      const principal = access.userPrincipal(user);
      if (family === undefined) return ok(principal);
      const held = await families.isHeld(family);
      if (!held.ok) return held;
      return ok(held.value ? { ...principal, session: family } : null);
    },
  };
}

/** Returns the user of a session that has not expired and whose user is not blocked; else null. */
async function holderOf(
  { documents, clock }: AccountsDependencies,
  session: SessionRecord,
): Promise<Result<UserRecord>> {
  if (session.expiresAt <= clock.now()) return err(wrongRefreshToken);
  const user = await findUser(documents, 'documentId', session.user);
  if (!user.ok) return user;
  return user.value === null || user.value.blocked ? err(wrongRefreshToken) : ok(user.value);
}

/**
 * The epoch of a session depends on password and address, so that changing either ends the session, however it is
 * changed. Computed once for each cached user.
 */
function createEpochs(secrets: AccountsDependencies['secrets']): (user: UserRecord) => string {
  const known = new WeakMap<UserRecord, string>();
  return (user) => {
    const epoch =
      known.get(user) ?? secrets.hash(`${user.passwordHash ?? ''} ${user.sessionEpoch} ${user.email}`);
    known.set(user, epoch);
    return epoch;
  };
}
