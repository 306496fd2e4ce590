import type { KeyObject } from 'node:crypto';
import passport from 'passport';
import type { Access } from '../../application/access/access.js';
import type { Accounts } from '../../application/accounts/accounts.js';
import { failure } from '../../domain/failure.js';
import type { Principal } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import { BearerStrategy, bearerToken } from './bearer-strategy.js';
import { createSessionStrategy } from './create-session-tokens.js';

export type Authenticate = (
  authorization: string | undefined,
) => Result<Principal> | Promise<Result<Principal>>;

/** Sessions of users, and the key that they are signed with. */
export interface UserSessions {
  readonly key: KeyObject;
  readonly accounts: Pick<Accounts, 'principalOf'>;
}

type Verdict = (error: unknown, user: unknown) => void;

const session = 'jwt';

/**
 * Who sends this Authorization header. No header, an empty `Bearer` and other schemes are the public; a token that is
 * not known, or no longer valid, is `POLICY.UNAUTHENTICATED`, on public routes too (behaviours.md, "Envelope").
 */
export function createAuthenticate(
  access: Pick<Access, 'publicPrincipal' | 'principalOfToken' | 'recheck'>,
  users?: UserSessions,
): Authenticate {
  const bearer = new BearerStrategy((token) => access.principalOfToken(token));
  const authenticator = new passport.Passport().use(bearer);
  if (users !== undefined)
    authenticator.use(
      session,
      createSessionStrategy(users.key, (claims) => users.accounts.principalOf(claims)),
    );
  const run = (strategy: string, authorization: string, verdict: Verdict): void => {
    const handler = authenticator.authenticate(strategy, { session: false }, verdict);
    handler({ headers: { authorization } }, {}, (error: unknown) => verdict(error, false));
  };
  const principalOf = (strategy: string, authorization: string): Promise<Principal | null> =>
    new Promise((resolve, reject) => {
      run(strategy, authorization, (error, user) => {
        if (error) reject(error);
        else resolve(user ? (user as Principal) : null);
      });
    });
  const ofToken = async (authorization: string): Promise<Result<Principal>> => {
    const principal = await principalOf(bearer.name, authorization);
    if (principal !== null) return ok(principal);
    // A token that was made a moment ago by another process is good at once.
    const retried = (await access.recheck()) ? await principalOf(bearer.name, authorization) : null;
    return retried === null ? unauthenticated : ok(retried);
  };
  const ofSession = async (authorization: string): Promise<Result<Principal>> => {
    const principal = await principalOf(session, authorization);
    return principal === null ? unauthenticated : ok(principal);
  };
  return (authorization) => {
    const token = bearerToken(authorization);
    // Anonymous requests do not pay for passport.
    if (authorization === undefined || token === null) return ok(access.publicPrincipal());
    return users !== undefined && isSigned(token) ? ofSession(authorization) : ofToken(authorization);
  };
}

/** API tokens have no dots; signed tokens have three parts. */
const isSigned = (token: string): boolean => token.split('.').length === 3;

const unauthenticated = err(failure('POLICY.UNAUTHENTICATED', 'Missing or invalid credentials'));
