import { failure } from '../../domain/failure.js';
import { reason, type Reason } from '../../domain/reason/reason.js';
import { err, ok, type Result } from '../../domain/result.js';
import { later } from '../later.js';
import type { TokenAccess, TokenRecord } from '../ports/access-store.js';
import { checkGrants } from './check-grants.js';
import type { GrantReading } from './read-permission.js';

/** A request for a token. Callers can pass any JavaScript value, so every member is checked. */
export interface TokenRequest {
  /** 1 to 100 printable characters, unique among tokens. The end that a rotation adds does not count. */
  readonly name?: unknown;
  readonly access?: unknown;
  /** Only for `custom`; see `checkGrants`. */
  readonly grants?: unknown;
  /** `30d`, `12h`, `15m` or `90s`; absent: the token does not expire. */
  readonly expiresIn?: unknown;
}

/** A request for another secret of a token. Callers can pass any JavaScript value, so every member is checked. */
export interface RotationRequest {
  /** How long the old secret stays valid: `7d`, as for `expiresIn`, or `0`. */
  readonly overlap?: unknown;
  /** Absent: as long as the token was to live at first. Null: the token does not expire. */
  readonly expiresIn?: unknown;
}

const accesses: readonly TokenAccess[] = ['full-access', 'read-only', 'custom'];

/** Returns the record of a token created at `now`, without its hash. */
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

/** The name of the token that had this secret before it got another one: both are one client. */
export const lastingName = (name: string): string =>
  name.replace(/ \(until \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\)$/, '');

/** Validates the name, the access and the grants of a token. */
export function checkTokenDefinition(
  reading: GrantReading,
  request: Pick<TokenRequest, 'name' | 'access' | 'grants'>,
): Result<Pick<TokenRecord, 'name' | 'access' | 'grants'>> {
  const { name } = request;
  if (typeof name !== 'string' || !/^(?! )[^\p{C}\p{Zl}\p{Zp}]{1,100}(?<! )$/u.test(lastingName(name))) {
    return refuse(reason('token.name'));
  }
  const access = accesses.find((one) => one === request.access);
  if (access === undefined) return refuse(reason('token.access', { names: accesses }));
  if (access !== 'custom' && isGiven(request.grants)) {
    return refuse(reason('token.grants', { access }));
  }
  const grants = access === 'custom' ? checkGrants(reading, request.grants) : ok([]);
  return grants.ok ? ok({ name, access, grants: grants.value }) : grants;
}

const isGiven = (grants: unknown): boolean =>
  Array.isArray(grants) ? grants.length > 0 : grants !== undefined && grants !== null;

const refuse = (why: Reason): Result<never> => err(failure('INPUT.INVALID', why));

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A century, so that every resulting date can be represented. */
const longest = 36_525 * 86_400_000;

/** Returns the milliseconds of `30d`, `12h`, `15m` or `90s`. */
export function readLength(given: unknown): Result<number> {
  const match = typeof given === 'string' ? /^([1-9]\d{0,11})([smhd])$/.exec(given) : null;
  const length = Number(match?.[1]) * (units[match?.[2] ?? ''] ?? 0);
  if (match !== null && length <= longest) return ok(length);
  const said = JSON.stringify(given) ?? typeof given;
  return err(failure('INPUT.INVALID', reason('token.expiry', { value: said })));
}

/**
 * Returns when a token created at `now` (ISO 8601) expires; null: never. `expiresIn` is `30d`, `12h`, `15m` or `90s`.
 */
export function readExpiry(expiresIn: unknown, now: string): Result<string | null> {
  if (expiresIn === undefined || expiresIn === null) return ok(null);
  const length = readLength(expiresIn);
  return length.ok ? ok(later(now, length.value)) : length;
}
