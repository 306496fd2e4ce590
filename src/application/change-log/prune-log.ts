import { ok, type Result } from '../../domain/result.js';
import { daysAgo } from '../days-ago.js';
import type { ChangeLog } from '../ports/change-log.js';
import type { Clock } from '../ports/clock.js';
import type { FollowerRecord, FollowerStore } from '../ports/follower-store.js';
import type { Log } from '../ports/log.js';

/** Entries removed in one step, so that writers do not wait long. */
const batch = 1000;

interface Pruning {
  readonly changes: ChangeLog;
  readonly followers: FollowerStore;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Removes entries older than `days` in small steps, until none is left or `goOn` returns false. Entries that a follower has
 * not handled are kept as long as a server has worked for it within `days`. Returns the number removed.
 */
export async function pruneLog(pruning: Pruning, days: number, goOn: () => boolean): Promise<Result<number>> {
  const { changes, followers, clock, log } = pruning;
  const before = daysAgo(clock, days);
  const listed = await followers.list();
  if (!listed.ok) return listed;
  const isLiving = ({ seenAt }: FollowerRecord): boolean => seenAt !== null && seenAt >= before;
  const living = listed.value.filter(isLiving);
  const upTo = Math.min(Number.MAX_SAFE_INTEGER, ...living.map(({ cursor }) => cursor));
  let removed = 0;
  let last = 0;
  while (goOn()) {
    const gone = await changes.prune(before, upTo, batch);
    if (!gone.ok) return gone;
    removed += gone.value.removed;
    last = Math.max(last, gone.value.last);
    if (gone.value.removed < batch) break;
  }
  const oldest = living.find(({ cursor }) => cursor === upTo);
  const next = oldest === undefined ? ok([]) : await changes.read(upTo, 1);
  if (oldest !== undefined && next.ok && next.value.some(({ at }) => at < before))
    log.warn(`the change log keeps entries older than ${days} days: "${oldest.name}" has not handled them`);
  const passed = listed.value.filter((record) => !isLiving(record) && record.cursor < last);
  for (const record of passed) await passBy(pruning, record, last, days);
  return ok(removed);
}

/** Says that entries are gone which a follower without a server has not handled. */
async function passBy(
  { followers, log }: Pruning,
  record: FollowerRecord,
  last: number,
  days: number,
): Promise<void> {
  const error = `entries ${record.cursor + 1} to ${last} were removed from the log: no server had worked for it for ${days} days`;
  log.warn(`the follower "${record.name}" missed changes: ${error}`);
  await followers.save(record, { ...record, cursor: last, error }, null);
}
