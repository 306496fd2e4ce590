import { failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import type { Principal } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { AccessStore, TokenRecord } from '../ports/access-store.js';
import type { Clock } from '../ports/clock.js';
import type { TokenSecrets } from '../ports/token-secrets.js';
import type { AccessCache } from './access-cache.js';
import { checkTokenRequest, type TokenRequest } from './check-token-request.js';
import type { GrantReading } from './read-permission.js';

/** A token as it is displayed. */
export type TokenSummary = Omit<TokenRecord, 'hash'> & { readonly expired: boolean };

export interface Tokens {
  principalOfToken(token: string): Principal | null;
  principalOfTokenNamed(name: string): Principal | null;
  createToken(request: TokenRequest, by?: Principal): Promise<Result<{ readonly token: string }>>;
  listTokens(): readonly TokenSummary[];
  revokeToken(name: string, by?: Principal): Promise<Result<void>>;
}

export interface TokensDependencies {
  readonly store: AccessStore;
  readonly reading: GrantReading;
  readonly clock: Clock;
  readonly secrets: TokenSecrets;
}

/** The token methods of `Access`. */
export function createTokens(cache: AccessCache, dependencies: TokensDependencies): Tokens {
  const { store, clock } = dependencies;
  return {
    principalOfToken: (token) => principalOfToken(cache, dependencies, token),
    principalOfTokenNamed(name) {
      const { hash } = cache.state().tokens.find((token) => token.name === name) ?? { hash: '' };
      const found = cache.principals().token(hash);
      return found === undefined || hasEnded(found.expiresAt, clock.now()) ? null : found.principal;
    },
    createToken: (request, by) => createToken(cache, dependencies, request, by),
    listTokens: () => cache.state().tokens.map((token) => summary(token, clock.now())),
    revokeToken: async (name, by) => {
      const removed = await store.change({ removeTokens: [name], ...(by && { by }) });
      if (removed.ok) return cache.refreshAfterChange();
      const unknown = removed.failure.code === 'DOCUMENT.NOT_FOUND';
      return unknown
        ? err(failure('DOCUMENT.NOT_FOUND', reason('token.none', { name: JSON.stringify(name) })))
        : removed;
    },
  };
}

function principalOfToken(
  cache: AccessCache,
  { secrets, clock }: TokensDependencies,
  token: string,
): Principal | null {
  const hash = secrets.hash(token);
  const found = cache.principals().token(hash);
  // The lookup by hash reveals nothing about the token through its timing; comparing in constant time is an additional
  // safeguard.
  if (found === undefined || !secrets.same(found.hash, hash)) return null;
  return hasEnded(found.expiresAt, clock.now()) ? null : found.principal;
}

/** Times in ISO 8601 and UTC compare as text. */
export const hasEnded = (expiresAt: string | null, now: string): boolean =>
  expiresAt !== null && expiresAt <= now;

async function createToken(
  cache: AccessCache,
  { reading, clock, secrets, store }: TokensDependencies,
  request: TokenRequest,
  by: Principal | undefined,
): Promise<Result<{ readonly token: string }>> {
  const checked = checkTokenRequest(reading, request, clock.now());
  if (!checked.ok) return checked;
  const token = secrets.create();
  const record = { ...checked.value, hash: secrets.hash(token) };
  const added = await store.change({ addTokens: [record], ...(by && { by }) });
  if (!added.ok) return added;
  // If this fails, the token is valid all the same: the next poll loads it.
  await cache.refreshAfterChange();
  return ok({ token });
}

const summary = ({ hash: _hash, ...token }: TokenRecord, now: string): TokenSummary => ({
  ...token,
  expired: hasEnded(token.expiresAt, now),
});
