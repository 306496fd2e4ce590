const second = 1000;
const hour = 60 * 60 * second;

/** How long a delivery is tried. */
export const tryForMs = 24 * hour;

const firstDelayMs = 5 * second;
const longestDelayMs = 6 * hour;

/**
 * Returns when a delivery that has failed `attempts` times, the first time at `firstAt`, is tried again: after 5 s, then
 * three times longer each time, at most 6 h, and the last time 24 h after the first. Null: no more. `jitter` is from 0 to 1,
 * and changes the delay by up to a fifth, so that what failed together is not tried again together. Times are
 * milliseconds since 1970.
 */
export function retryTime(
  { attempts, firstAt }: { readonly attempts: number; readonly firstAt: number },
  now: number,
  jitter: number,
): number | null {
  const end = firstAt + tryForMs;
  if (now >= end) return null;
  const delay = Math.min(longestDelayMs, firstDelayMs * 3 ** (attempts - 1));
  return Math.min(end, Math.round(now + delay * (0.8 + 0.4 * jitter)));
}
