import { err, ok, type Result } from '../../domain/result.js';
import { reusedRefreshToken, wrongRefreshToken } from './failures.js';
import {
  createSession,
  findSession,
  hasFamily,
  removeExpired,
  removeSessions,
  replaceToken,
  type SessionRecord,
} from './session-records.js';
import { createExpiringCache } from './create-expiring-cache.js';
import type { AccountsDependencies } from './use-cases.js';
import { later } from '../later.js';

/**
 * Refresh tokens. A family is the chain of tokens of one sign-in. It has one record with the hash of the latest token, so
 * that using a token is one compare-and-swap, and ending the family is one delete. A token consists of two secrets: that
 * of the family, by whose hash the record is found, and one that is new each time.
 */
export interface SessionFamilies {
  begin(holder: Holder): Promise<Result<RefreshToken>>;
  /** Finds the session of a token. A token that was used before ends its family, and is refused like an unknown one. */
  find(refreshToken: string): Promise<Result<SessionRecord>>;
  /** Returns the successor of the token of `session`. If another use of the token was faster, the family ends. */
  extend(session: SessionRecord, refreshToken: string): Promise<Result<RefreshToken>>;
  /** Whether the family has not ended. At most a second out of date. */
  isHeld(family: string): Promise<Result<boolean>>;
  end(family: string): Promise<Result<void>>;
  endAllOf(user: string): Promise<Result<void>>;
}

/** The documentId of the user, and the epoch that the session was issued for. */
export type Holder = Pick<SessionRecord, 'user' | 'epoch'>;

export interface RefreshToken {
  readonly family: string;
  readonly refreshToken: string;
}

/** A session that another server has ended is refused here after at most this time. */
export const sessionCache = { ttlMs: 1000, maxEntries: 10_000 };

export function createSessionFamilies(dependencies: AccountsDependencies): SessionFamilies {
  const { documents, secrets, clock, settings } = dependencies;
  const { lifetimeSeconds, idleSeconds } = settings.refresh ?? { lifetimeSeconds: 0, idleSeconds: 0 };
  const after = (seconds: number): string => later(clock.now(), seconds * 1000);
  const held = createExpiringCache<boolean>({
    ...sessionCache,
    load: (family) => hasFamily(documents, family, clock.now()),
  });
  const end = async (family: string): Promise<Result<void>> => {
    const removed = await removeSessions(documents, 'family', family);
    held.delete(family);
    return removed;
  };
  const refused = async (family: string): Promise<Result<never>> => {
    const ended = await end(family);
    return ended.ok ? err(reusedRefreshToken) : ended;
  };
  /** Issues the next token of the family. It expires when it is not used in time, and with the family at the latest. */
  const issue = (familySecret: string, endsAt: string) => {
    const refreshToken = familySecret + secrets.create();
    const unused = after(idleSeconds);
    const expiresAt = unused < endsAt ? unused : endsAt;
    return { refreshToken, tokenHash: secrets.hash(refreshToken), expiresAt };
  };
  return {
    async begin(holder) {
      const cleared = await removeExpired(documents, clock.now());
      if (!cleared.ok) return cleared;
      const [familySecret, endsAt] = [secrets.create(), after(lifetimeSeconds)];
      const family = secrets.hash(familySecret);
      const { refreshToken, ...token } = issue(familySecret, endsAt);
      const created = await createSession(documents, { ...holder, ...token, family, endsAt });
      return created.ok ? ok({ family, refreshToken }) : created;
    },
    async find(refreshToken) {
      const session = await findSession(documents, secrets.hash(familySecretOf(refreshToken)));
      if (!session.ok) return session;
      if (session.value === null) return err(wrongRefreshToken);
      const { tokenHash, family } = session.value;
      return secrets.same(tokenHash, secrets.hash(refreshToken)) ? ok(session.value) : refused(family);
    },
    async extend(session, former) {
      const { family, endsAt } = session;
      const { refreshToken, ...token } = issue(familySecretOf(former), endsAt);
      const replaced = await replaceToken(documents, session, token);
      if (replaced.ok) return ok({ family, refreshToken });
      return replaced.failure.code === 'DOCUMENT.NOT_FOUND' ? refused(family) : replaced;
    },
    isHeld: held.get,
    end,
    endAllOf: (user) => removeSessions(documents, 'user', user),
  };
}

/** The first half of a token: both secrets have the same length. */
const familySecretOf = (refreshToken: string): string => refreshToken.slice(0, refreshToken.length / 2);
