import { failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import type { Principal } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import { later } from '../later.js';
import type { AccessStore, TokenRecord } from '../ports/access-store.js';
import type { Clock } from '../ports/clock.js';
import type { TokenSecrets } from '../ports/token-secrets.js';
import type { AccessCache } from './access-cache.js';
import {
  checkTokenRequest,
  lastingName,
  readExpiry as readEnd,
  readLength,
  type RotationRequest,
  type TokenRequest,
} from './check-token-request.js';
import type { GrantReading } from './read-permission.js';
import type { TokenUses } from './token-uses.js';

/** A token as it is displayed. */
export type TokenSummary = Omit<TokenRecord, 'hash'> & { readonly expired: boolean };

/** The part of `Access` about API tokens. */
export interface Tokens {
  /** Returns the principal of a token; null if it is unknown, revoked or expired. */
  principalOfToken(token: string): Principal | null;
  /** The same by the token's name, for what the server does later on behalf of whoever held it. */
  principalOfTokenNamed(name: string): Principal | null;
  /**
   * The token is returned only here. Fails with `INPUT.MISMATCH` if the name is taken. The audit trail names `by`.
   */
  createToken(request: TokenRequest, by?: Principal): Promise<Result<{ readonly token: string }>>;
  /**
   * Gives a token another secret, which is returned only here. The old one stays valid for the overlap, as a token with a name
   * that says until when. Fails with `DOCUMENT.NOT_FOUND` if there is no such token.
   */
  rotateToken(
    name: string,
    request: RotationRequest,
    by?: Principal,
  ): Promise<Result<{ readonly token: string }>>;
  listTokens(): readonly TokenSummary[];
  /** When tokens were used last (ISO 8601), by name, for those that were. */
  tokenUses(): Promise<Result<ReadonlyMap<string, string>>>;
  /** Fails with `DOCUMENT.NOT_FOUND` if there is no such token. */
  revokeToken(name: string, by?: Principal): Promise<Result<void>>;
}

export interface TokensDependencies {
  readonly store: AccessStore;
  readonly reading: GrantReading;
  readonly clock: Clock;
  readonly secrets: TokenSecrets;
  readonly uses: TokenUses | undefined;
}

export function createTokens(cache: AccessCache, dependencies: TokensDependencies): Tokens {
  const { store, clock, uses } = dependencies;
  return {
    principalOfToken: (token) => principalOfToken(cache, dependencies, token),
    principalOfTokenNamed(name) {
      const { hash } = cache.state().tokens.find((token) => token.name === name) ?? { hash: '' };
      const found = cache.principals().token(hash);
      return found === undefined || hasEnded(found.expiresAt, clock.now()) ? null : found.principal;
    },
    createToken: (request, by) => createToken(cache, dependencies, request, by),
    rotateToken: (name, request, by) => rotateToken(cache, dependencies, name, { request, by }),
    listTokens: () => cache.state().tokens.map((token) => summary(token, clock.now())),
    tokenUses: () => lastUses(cache, uses),
    revokeToken: async (name, by) => {
      const removed = await store.change({ removeTokens: [name], ...(by && { by }) });
      if (!removed.ok) return removed.failure.code === 'DOCUMENT.NOT_FOUND' ? noToken(name) : removed;
      await uses?.forget(name);
      return cache.refreshAfterChange();
    },
  };
}

const noToken = (name: string): Result<never> =>
  err(failure('DOCUMENT.NOT_FOUND', reason('token.none', { name: JSON.stringify(name) })));

function principalOfToken(
  cache: AccessCache,
  { secrets, clock, uses }: TokensDependencies,
  token: string,
): Principal | null {
  const hash = secrets.hash(token);
  const found = cache.principals().token(hash);
  // The lookup by hash reveals nothing about the token through its timing; comparing in constant time is an additional
  // safeguard.
  if (found === undefined || !secrets.same(found.hash, hash)) return null;
  const now = clock.now();
  if (hasEnded(found.expiresAt, now)) return null;
  uses?.note(found.principal.name, now);
  return found.principal;
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

/** A use from before the token was made is of another one with this name, which is gone. */
async function lastUses(
  cache: AccessCache,
  uses: TokenUses | undefined,
): Promise<Result<ReadonlyMap<string, string>>> {
  const last = (await uses?.last()) ?? ok(new Map<string, string>());
  if (!last.ok) return last;
  const madeAt = new Map(cache.state().tokens.map(({ name, createdAt }) => [name, createdAt]));
  return ok(
    new Map([...last.value].filter(([name, at]) => (madeAt.get(name) ?? at) <= at && madeAt.has(name))),
  );
}

interface Rotation {
  readonly request: RotationRequest;
  readonly by: Principal | undefined;
}

/** Gives a token another secret. The old one stays a token for the overlap, under a name that says until when. */
async function rotateToken(
  cache: AccessCache,
  { clock, secrets, store }: TokensDependencies,
  name: string,
  { request, by }: Rotation,
): Promise<Result<{ readonly token: string }>> {
  const refreshed = await cache.refresh();
  if (!refreshed.ok) return refreshed;
  const { revision: since, tokens } = cache.state();
  const old = tokens.find((token) => token.name === name);
  if (old === undefined) return noToken(name);
  const current = lastingName(name);
  if (current !== name) return err(failure('INPUT.INVALID', reason('token.old', { name, current })));
  const now = clock.now();
  const overlapMs = request.overlap === '0' ? ok(0) : readLength(request.overlap);
  if (!overlapMs.ok) return overlapMs;
  const expiresAt = request.expiresIn === undefined ? ok(endLike(old, now)) : readEnd(request.expiresIn, now);
  if (!expiresAt.ok) return expiresAt;
  const token = secrets.create();
  const fresh = { ...old, hash: secrets.hash(token), createdAt: now, expiresAt: expiresAt.value };
  const changed = await store.change({
    since,
    removeTokens: [name],
    addTokens: [fresh, ...overlapping(old, now, overlapMs.value)],
    ...(by && { by }),
  });
  if (!changed.ok) return changed;
  await cache.refreshAfterChange();
  return ok({ token });
}

/** An end as long after `now` as that of `token` was after its beginning. */
const endLike = ({ createdAt, expiresAt }: TokenRecord, now: string): string | null =>
  expiresAt === null ? null : later(now, Date.parse(expiresAt) - Date.parse(createdAt));

/** The old secret for the time of the overlap, but no longer than it would have been valid. */
function overlapping(old: TokenRecord, now: string, overlapMs: number): readonly TokenRecord[] {
  const end = later(now, overlapMs);
  const expiresAt = old.expiresAt !== null && old.expiresAt < end ? old.expiresAt : end;
  if (hasEnded(expiresAt, now)) return [];
  const until = ` (until ${expiresAt.slice(0, 19)}Z)`;
  return [{ ...old, name: old.name + until, expiresAt }];
}

const summary = ({ hash: _hash, ...token }: TokenRecord, now: string): TokenSummary => ({
  ...token,
  expired: hasEnded(token.expiresAt, now),
});
