import { pruneTrail } from '../application/audit/prune-trail.js';
import { removeOldJobs } from '../application/bulk-jobs/remove-old-jobs.js';
import { pruneLog } from '../application/change-log/prune-log.js';
import { removeOldDeliveries } from '../application/webhooks/remove-old-deliveries.js';
import { pruneHistory } from '../application/history/prune-history.js';
import type { Log } from '../application/ports/log.js';
import { repeatedWork } from '../application/repeated-work.js';
import type { Parts } from './parts.js';

const intervalMs = 60 * 60 * 1000;

/** Ended rate limit windows that one statement removes. */
const batch = 1000;

type Cleaned = Pick<Parts, 'schema' | 'media' | 'store' | 'rowDocuments' | 'clock' | 'log'>;

/** How many days entries are kept. */
interface Kept {
  readonly audit: { readonly days: number };
  readonly changeLog: { readonly days: number };
  readonly webhooks: { readonly days: number };
  readonly cache: { readonly enabled: boolean };
}

/**
 * Removes files without a record, old entries of the audit trail and the change log, old deliveries of webhooks, bulk jobs that
 * have ended, old entries of the history, rate limit windows that have ended, and notes of writes that no cache needs any more:
 * now and every hour. Returns a function that stops it.
 */
export function startCleaning(cleaned: Cleaned, kept: Kept): () => Promise<void> {
  const { schema, media, store, rowDocuments: documents, clock, log } = cleaned;
  let goesOn = true;
  const stops = [
    hourly('looking for files without a record failed', log, () => sweepFiles({ media, log })),
    hourly('the audit trail could not be shortened', log, () =>
      prune({ store, clock, log }, kept.audit.days, () => goesOn),
    ),
    hourly('rate limits that have ended could not be removed', log, () => sweepRates(store, () => goesOn)),
    hourly('the change log could not be shortened', log, () =>
      pruneChanges({ store, clock, log }, kept.changeLog.days, () => goesOn),
    ),
    hourly('old deliveries of webhooks could not be removed', log, () =>
      removeOldDeliveries({ documents, clock, log }, kept.webhooks.days, () => goesOn),
    ),
    hourly('jobs that have ended could not be removed', log, () =>
      removeOldJobs({ documents, clock, log }, () => goesOn),
    ),
    hourly('old entries of the history could not be removed', log, () =>
      pruneHistory({ schema, documents, clock, log }, () => goesOn),
    ),
    hourly('writes are still noted', log, async () => {
      const left = kept.cache.enabled ? undefined : await store.freshness?.unwatch();
      if (left?.ok === false) log.warn(`writes are still noted: ${left.failure.message}`);
    }),
  ];
  return async () => {
    goesOn = false;
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Does the work now and every hour. Returns what stops it. */
function hourly(failed: string, log: Log, step: () => Promise<void>): () => Promise<void> {
  const work = repeatedWork({
    step,
    pauseMs: () => intervalMs,
    failed: (error) => log.error(failed, { error }),
  });
  work.watch();
  return () => work.stop();
}

async function sweepFiles({ media, log }: Pick<Cleaned, 'media' | 'log'>): Promise<void> {
  const swept = await media.sweep();
  if (!swept.ok) log.warn(`files without a record were not looked for: ${swept.failure.message}`);
  else if (swept.value > 0) log.info(`Removed ${swept.value} files without a record`);
}

async function prune(
  { store, clock, log }: Pick<Cleaned, 'store' | 'clock' | 'log'>,
  days: number,
  goOn: () => boolean,
): Promise<void> {
  const pruned = await pruneTrail(store.audit, clock, days, goOn);
  if (!pruned.ok) return log.warn(`the audit trail could not be shortened: ${pruned.failure.message}`);
  if (pruned.value > 0) log.info(`Removed ${pruned.value} entries of the audit trail, ${days} days old`);
}

async function sweepRates({ rates }: Cleaned['store'], goOn: () => boolean): Promise<void> {
  while (goOn()) {
    const swept = await rates.sweep(batch);
    if (!swept.ok || swept.value < batch) return;
  }
}

async function pruneChanges(
  { store, clock, log }: Pick<Cleaned, 'store' | 'clock' | 'log'>,
  days: number,
  goOn: () => boolean,
): Promise<void> {
  const { changes, followers } = store;
  const pruned = await pruneLog({ changes, followers, clock, log }, days, goOn);
  if (!pruned.ok) log.warn(`the change log could not be shortened: ${pruned.failure.message}`);
  else if (pruned.value > 0) log.info(`Removed ${pruned.value} entries of the change log, ${days} days old`);
}
