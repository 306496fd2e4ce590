import { failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A century: far enough, and every date within it can be written down. */
const longest = 36_525 * 86_400_000;

/** When a token made at `now` (ISO 8601) ends, from `30d`, `12h`, `15m` or `90s`; null where nothing was said: never. */
export function readExpiry(expiresIn: unknown, now: string): Result<string | null> {
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
