import { daysAgo, millisecondsOfDay } from '../days-ago.js';
import type { Documents } from '../documents/use-cases.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import { removeOld } from './delivery-records.js';
import { tryForMs } from './retry-time.js';

interface Cleaning {
  readonly documents: Documents;
  readonly clock: Clock;
  readonly log: Log;
}

const batch = 100;

/** Removes deliveries older than `days`, but none that may still be tried, until `goOn` returns false. */
export async function removeOldDeliveries(
  { documents, clock, log }: Cleaning,
  days: number,
  goOn: () => boolean,
): Promise<void> {
  const before = daysAgo(clock, Math.max(days, (2 * tryForMs) / millisecondsOfDay));
  while (goOn()) {
    const removed = await removeOld(documents, before, batch);
    if (!removed.ok) return log.warn(`old deliveries of webhooks stay: ${removed.failure.message}`);
    if (removed.value < batch) return;
  }
}
