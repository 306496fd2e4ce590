import { failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { TokenAccess, TokenRecord } from '../ports/access-store.js';
import { checkGrants } from './check-grants.js';
import type { GrantReading } from './read-permission.js';

/** What a token is asked to be. Callers in plain JavaScript can pass anything, so every member is checked. */
export interface TokenRequest {
  /** 1 to 100 printable characters, unlike every other token's. */
  readonly name?: unknown;
  readonly access?: unknown;
  /** For `custom`, and only there: see `checkGrants`. */
  readonly grants?: unknown;
  /** `30d`, `12h`, `15m`, `90s`; absent: the token does not end. */
  readonly expiresIn?: unknown;
}

const accesses: readonly TokenAccess[] = ['full-access', 'read-only', 'custom'];

/** The record of a token made at `now`, but for its hash. */
export function checkTokenRequest(
  reading: GrantReading,
  request: TokenRequest,
  now: string,
): Result<Omit<TokenRecord, 'hash'>> {
  const checked = checkTokenDefinition(reading, request);
  if (!checked.ok) return checked;
  const expiresAt = readExpiry(request.expiresIn, now);
  if (!expiresAt.ok) return expiresAt;
  return ok({ ...checked.value, createdAt: now, expiresAt: expiresAt.value });
}

/** What a token is called and what it may do. */
export function checkTokenDefinition(
  reading: GrantReading,
  request: Pick<TokenRequest, 'name' | 'access' | 'grants'>,
): Result<Pick<TokenRecord, 'name' | 'access' | 'grants'>> {
  const { name } = request;
  if (typeof name !== 'string' || !/^(?! )[^\p{C}\p{Zl}\p{Zp}]{1,100}(?<! )$/u.test(name)) {
    return refuse('A token needs a name of 1 to 100 printable characters, without spaces around it');
  }
  const access = accesses.find((one) => one === request.access);
  if (access === undefined) return refuse(`Access must be one of ${accesses.join(', ')}`);
  if (access !== 'custom' && isGiven(request.grants)) {
    return refuse(`Grants go with custom access only: ${access} already says what the token may do`);
  }
  const grants = access === 'custom' ? checkGrants(reading, request.grants) : ok([]);
  return grants.ok ? ok({ name, access, grants: grants.value }) : grants;
}

const isGiven = (grants: unknown): boolean =>
  Array.isArray(grants) ? grants.length > 0 : grants !== undefined && grants !== null;

const refuse = (message: string): Result<never> => err(failure('INPUT.INVALID', message));

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A century: far enough, and every date within it can be written down. */
const longest = 36_525 * 86_400_000;

/** When a token made at `now` (ISO 8601) ends, from `30d`, `12h`, `15m` or `90s`; null where nothing was said: never. */
function readExpiry(expiresIn: unknown, now: string): Result<string | null> {
  if (expiresIn === undefined || expiresIn === null) return ok(null);
  const match = typeof expiresIn === 'string' ? /^([1-9]\d{0,11})([smhd])$/.exec(expiresIn) : null;
  const length = Number(match?.[1]) * (units[match?.[2] ?? ''] ?? 0);
  if (match === null || length > longest) {
    const said = JSON.stringify(expiresIn) ?? typeof expiresIn;
    return err(
      failure(
        'INPUT.INVALID',
        `Expiry ${said} is not a length of time such as 30d, 12h, 15m or 90s (at most 100 years)`,
      ),
    );
  }
  return ok(new Date(Date.parse(now) + length).toISOString());
}
