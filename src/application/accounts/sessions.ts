import type { Principal } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { SessionClaims } from '../ports/session-tokens.js';
import { createShortMemory } from './short-memory.js';
import { notRefreshed, wrongRefreshToken } from './refusals.js';
import { createSession, hasFamily, removeExpired, removeSessions, findSession } from './session-records.js';
import type { AccountsDependencies, Session, SignedInUser } from './use-cases.js';
import { findUser, showUser, updateUser, type UserRecord } from './user-records.js';

/** Sessions of users: signed tokens, which end when what they were issued for has changed. */
export interface Sessions {
  /** A session for somebody who has proved who they are. */
  open(documentId: string): Promise<Result<SignedInUser>>;
  refresh(refreshToken: string): Promise<Result<Session>>;
  /** Ends the session of `claims`, or all of the user's. */
  logout(principal: Principal): Promise<Result<void>>;
  /** Ends every session of a user. */
  end(documentId: string): Promise<Result<void>>;
  principalOf(claims: SessionClaims): Promise<Result<Principal | null>>;
}

const memoryMilliseconds = 1000;
const remembered = 10_000;

export function createSessions(dependencies: AccountsDependencies): Sessions {
  const { documents, access, tokens, secrets, clock, settings } = dependencies;
  const users = createShortMemory<UserRecord | null>(memoryMilliseconds, remembered, (documentId) =>
    findUser(documents, 'documentId', documentId),
  );
  const families = createShortMemory<boolean>(memoryMilliseconds, remembered, (family) =>
    hasFamily(documents, family, clock.now()),
  );

  const sign = (user: UserRecord, family?: string): string => {
    const { id, documentId } = user;
    const claims = { id, documentId, epoch: epochOf(secrets, user), ...(family !== undefined && { family }) };
    return tokens.sign(claims, settings.sessionLifetime);
  };

  /** A refresh token, and the session that is kept for it. */
  const extend = async (
    user: UserRecord,
    family: string,
    parent: string | null,
  ): Promise<Result<Session>> => {
    const refreshToken = secrets.create();
    const lifetime = settings.refresh?.lifetime ?? 0;
    const created = await createSession(documents, {
      tokenHash: secrets.hash(refreshToken),
      parent,
      family,
      user: user.documentId,
      epoch: epochOf(secrets, user),
      expiresAt: new Date(Date.parse(clock.now()) + lifetime * 1000).toISOString(),
    });
    if (!created.ok) return created;
    const stands = await stillHeld(family, parent);
    if (!stands.ok) return stands;
    families.forget(family);
    return ok({ jwt: sign(user, family), refreshToken });
  };

  /** Whoever ends a family sees either the new session, or that which it came from is gone. */
  const stillHeld = async (family: string, parent: string | null): Promise<Result<void>> => {
    const known = parent === null ? ok(true) : await findSession(documents, parent);
    if (!known.ok) return known;
    if (known.value !== null) return ok(undefined);
    const ended = await endFamily(family);
    return ended.ok ? err(wrongRefreshToken) : ended;
  };

  const begin = async (user: UserRecord): Promise<Result<Session>> => {
    if (settings.refresh === null) return ok({ jwt: sign(user) });
    const cleared = await removeExpired(documents, clock.now());
    return cleared.ok ? extend(user, secrets.create(), null) : cleared;
  };

  const endFamily = async (family: string): Promise<Result<void>> => {
    const removed = await removeSessions(documents, 'family', family);
    families.forget(family);
    return removed;
  };

  const end = async (documentId: string): Promise<Result<void>> => {
    const ended = await updateUser(documents, documentId, { sessionEpoch: secrets.create() });
    users.forget(documentId);
    if (!ended.ok || settings.refresh === null) return ended;
    return removeSessions(documents, 'user', documentId);
  };

  return {
    async open(documentId) {
      users.forget(documentId);
      const user = await findUser(documents, 'documentId', documentId);
      if (!user.ok) return user;
      const shown = await showUser(documents, documentId);
      if (!shown.ok) return shown;
      if (user.value === null) throw new Error('a session for nobody');
      const session = await begin(user.value);
      return session.ok ? ok({ ...session.value, user: shown.value }) : session;
    },
    async refresh(refreshToken) {
      if (settings.refresh === null) return err(notRefreshed);
      const tokenHash = secrets.hash(refreshToken);
      const session = await findSession(documents, tokenHash);
      if (!session.ok) return session;
      if (session.value === null || session.value.expiresAt <= clock.now()) return err(wrongRefreshToken);
      const { family, user: documentId, epoch } = session.value;
      const user = await findUser(documents, 'documentId', documentId);
      if (!user.ok) return user;
      if (user.value === null || user.value.blocked) return err(wrongRefreshToken);
      if (!secrets.same(epochOf(secrets, user.value), epoch)) return err(wrongRefreshToken);
      const next = await extend(user.value, family, tokenHash);
      if (next.ok || next.failure.code !== 'INPUT.INVALID') return next;
      // It has a successor: one of the two who hold it should not have it.
      const ended = await endFamily(family);
      return ended.ok ? err(wrongRefreshToken) : ended;
    },
    async logout(principal) {
      const { user, session } = principal;
      if (user === undefined) throw new Error('somebody who is not signed in can not log out');
      return session === undefined ? end(user.documentId) : endFamily(session);
    },
    end,
    async principalOf({ documentId, epoch, family }) {
      const found = await users.of(documentId);
      if (!found.ok) return found;
      const user = found.value;
      if (user === null || user.blocked || !secrets.same(epochOf(secrets, user), epoch)) return ok(null);
      const principal = access.userPrincipal(user);
      if (family === undefined) return ok(principal);
      const held = await families.of(family);
      if (!held.ok) return held;
      return ok(held.value ? { ...principal, session: family } : null);
    },
  };
}

/** Another password is another epoch, whoever has changed it, by whichever way. */
const epochOf = (
  secrets: AccountsDependencies['secrets'],
  { passwordHash, sessionEpoch }: UserRecord,
): string => secrets.hash(`${passwordHash ?? ''} ${sessionEpoch}`);
