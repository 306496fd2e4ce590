import passport from 'passport';
import type { KeyObject } from 'node:crypto';
import type { Access } from '../../application/access/access.js';
import type { Accounts } from '../../application/accounts/accounts.js';
import { createExpiringCache } from '../../application/accounts/create-expiring-cache.js';
import type { AppClaims, SessionClaims } from '../../application/ports/session-tokens.js';
import { failure } from '../../domain/failure.js';
import type { Principal } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import { createSessionStrategy, type SessionParties } from './create-session-tokens.js';
import { Strategy } from 'passport-strategy';
import { previewPrefix } from './create-preview-tokens.js';

export type Authenticate = (
  authorization: string | undefined,
) => Result<Principal> | Promise<Result<Principal>>;

/** The sessions of users, and the key that signs them. */
export interface UserSessions {
  readonly key: KeyObject;
  readonly parties?: SessionParties;
  readonly accounts: Pick<Accounts, 'principalOf'>;
}

/** Returns who holds a preview token; null if it holds no more, or never did. */
export type PreviewPrincipal = (token: string) => Promise<Result<Principal | null>>;

type Verdict = (error: unknown, user: unknown) => void;

const session = 'jwt';

/** A session token is accepted for at most this time after it expires. */
const claimsCache = { ttlMs: 1000, maxEntries: 10_000 };

/** Reports an Authorization header without `Bearer`. */
type TellUnread = () => void;

/**
 * Returns the principal of an Authorization header. Without a header, with an empty `Bearer` and for other schemes it
 * is the public. An unknown or expired token fails with `POLICY.UNAUTHENTICATED`, also on public routes.
 */
export function createAuthenticate(
  access: Pick<Access, 'publicPrincipal' | 'principalOfToken' | 'recheck'>,
  users?: UserSessions,
  tellUnread?: TellUnread,
  ofPreview?: PreviewPrincipal,
): Authenticate {
  const bearer = new BearerStrategy((token) => access.principalOfToken(token));
  const authenticator = new passport.Passport().use(bearer);
  let hasSessions = false;
  const run = (strategy: string, authorization: string, verdict: Verdict): void => {
    const handler = authenticator.authenticate(strategy, { session: false }, verdict);
    handler({ headers: { authorization } }, {}, (error: unknown) => verdict(error, false));
  };
  const found = <T>(strategy: string, authorization: string): Promise<T | null> =>
    new Promise((resolve, reject) => {
      run(strategy, authorization, (error, user) => {
        if (error) reject(error);
        else resolve(user ? (user as T) : null);
      });
    });
  const principalOf = (authorization: string) => found<Principal>(bearer.name, authorization);
  const ofToken = async (authorization: string): Promise<Result<Principal>> => {
    const principal = await principalOf(authorization);
    if (principal !== null) return ok(principal);
    // Another process may have created the token a moment ago.
    const retried = (await access.recheck()) ? await principalOf(authorization) : null;
    return retried === null ? unauthenticated : ok(retried);
  };
  // The key is only the token, because the rest of the header can have any length.
  const claims = createExpiringCache<SessionClaims | AppClaims>({
    ...claimsCache,
    load: async (token) => {
      const read = await found<SessionClaims | AppClaims>(session, `Bearer ${token}`);
      return read === null ? unauthenticated : ok(read);
    },
  });
  const ofSession = async (
    { key, parties, accounts }: UserSessions,
    token: string,
  ): Promise<Result<Principal>> => {
    // The strategy loads its packages, so it is made for the first session.
    if (!hasSessions) authenticator.use(session, createSessionStrategy(key, parties));
    hasSessions = true;
    const read = await claims.get(token);
    return read.ok ? known(accounts.principalOf(read.value)) : read;
  };
  return (authorization) => {
    const token = bearerToken(authorization);
    // Anonymous requests skip passport, for speed.
    if (authorization === undefined || token === null) {
      if (authorization !== undefined && !emptyBearer.test(authorization)) tellUnread?.();
      return ok(access.publicPrincipal());
    }
    if (ofPreview !== undefined && token.startsWith(previewPrefix)) return known(ofPreview(token));
    return users !== undefined && isSigned(token) ? ofSession(users, token) : ofToken(authorization);
  };
}

async function known(finding: Promise<Result<Principal | null>>): Promise<Result<Principal>> {
  const found = await finding;
  // A failure of the database must not end sessions.
  if (!found.ok) return found;
  return found.value === null ? unauthenticated : ok(found.value);
}

/** Some clients send this when they have no token. */
const emptyBearer = /^ *(bearer *)?$/i;

/** API tokens and preview tokens have no dots; signed tokens have three parts. */
const isSigned = (token: string): boolean => token.split('.').length === 3;

const unauthenticated = err(failure('POLICY.UNAUTHENTICATED', 'Missing or invalid credentials'));

/**
 * Opaque API tokens, from the Authorization header only: in the URL or the body they would end up in logs and browser
 * histories.
 */
class BearerStrategy extends Strategy {
  readonly name = 'bearer';
  // Not a #private member: passport calls strategies through Object.create, which does not copy private members.
  private readonly principalOfToken: (token: string) => Principal | null;

  constructor(principalOfToken: (token: string) => Principal | null) {
    super();
    this.principalOfToken = principalOfToken;
  }

  override authenticate(request: {
    readonly headers: { readonly authorization?: string | undefined };
  }): void {
    const token = bearerToken(request.headers.authorization);
    const principal = token === null ? null : this.principalOfToken(token);
    if (principal === null) this.fail('Bearer', 401);
    else this.success(principal);
  }
}

/** Returns the token in an Authorization header; null if it is empty or the scheme is not `Bearer`. */
function bearerToken(header: string | undefined): string | null {
  const match = header === undefined ? null : /^ *bearer +(.*[^ ]) *$/i.exec(header);
  return match?.[1] ?? null;
}
