import passport from 'passport';
import type { Access } from '../../application/access/access.js';
import { failure } from '../../domain/failure.js';
import type { Principal } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import { BearerStrategy, bearerToken } from './bearer-strategy.js';

export type Authenticate = (
  authorization: string | undefined,
) => Result<Principal> | Promise<Result<Principal>>;

type Verdict = (error: unknown, user: unknown) => void;

/**
 * Who sends this Authorization header. No header, an empty `Bearer` and other schemes are the public; a token that is
 * not known, or no longer valid, is `POLICY.UNAUTHENTICATED`, on public routes too (behaviours.md, "Envelope").
 */
export function createAuthenticate(
  access: Pick<Access, 'publicPrincipal' | 'principalOfToken' | 'recheck'>,
): Authenticate {
  const strategy = new BearerStrategy((token) => access.principalOfToken(token));
  const authenticator = new passport.Passport().use(strategy);
  const run = (authorization: string, verdict: Verdict): void => {
    const handler = authenticator.authenticate(strategy.name, { session: false }, verdict);
    handler({ headers: { authorization } }, {}, (error: unknown) => verdict(error, false));
  };
  const principalOf = (authorization: string): Promise<Principal | null> =>
    new Promise((resolve, reject) => {
      run(authorization, (error, user) => {
        if (error) reject(error);
        else resolve(user ? (user as Principal) : null);
      });
    });
  const authenticated = async (authorization: string): Promise<Result<Principal>> => {
    const principal = await principalOf(authorization);
    if (principal !== null) return ok(principal);
    // A token that was made a moment ago by another process is good at once.
    const retried = (await access.recheck()) ? await principalOf(authorization) : null;
    return retried === null ? unauthenticated : ok(retried);
  };
  return (authorization) => {
    // Anonymous requests do not pay for passport.
    if (authorization === undefined || bearerToken(authorization) === null)
      return ok(access.publicPrincipal());
    return authenticated(authorization);
  };
}

const unauthenticated = err(failure('POLICY.UNAUTHENTICATED', 'Missing or invalid credentials'));
