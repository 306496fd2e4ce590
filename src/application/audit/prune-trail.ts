import { ok, type Result } from '../../domain/result.js';
import { daysAgo } from '../days-ago.js';
import type { AuditLog } from '../ports/audit-log.js';
import type { Clock } from '../ports/clock.js';

/** Entries removed in one step, so that writers do not wait long. */
const batch = 1000;

/**
 * Removes entries older than `days` in small steps, until none is left or `goOn` returns false. Returns the number
 * removed.
 */
export async function pruneTrail(
  store: Pick<AuditLog, 'prune'>,
  clock: Clock,
  days: number,
  goOn: () => boolean,
): Promise<Result<number>> {
  const before = daysAgo(clock, days);
  let removed = 0;
  while (goOn()) {
    const gone = await store.prune(before, batch);
    if (!gone.ok) return gone;
    removed += gone.value;
    if (gone.value < batch) break;
  }
  return ok(removed);
}
