import type { Documents } from '../documents/use-cases.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import { removeEndedJobs } from './job-records.js';
import { later } from '../later.js';

/** How long a job stays after its end. */
const keptMs = 7 * 24 * 60 * 60 * 1000;

const batch = 100;

/** Removes jobs that ended a week ago, until `goOn` returns false. */
export async function removeOldJobs(
  { documents, clock, log }: { readonly documents: Documents; readonly clock: Clock; readonly log: Log },
  goOn: () => boolean,
): Promise<void> {
  const before = later(clock.now(), -keptMs);
  while (goOn()) {
    const removed = await removeEndedJobs(documents, before, batch);
    if (!removed.ok) return log.warn(`jobs that have ended stay: ${removed.failure.message}`);
    if (removed.value < batch) return;
  }
}
