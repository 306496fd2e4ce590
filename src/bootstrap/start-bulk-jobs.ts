import type { BulkJobsDependencies } from '../application/bulk-jobs/create-bulk-jobs.js';
import { doDueJobs } from '../application/bulk-jobs/run-jobs.js';
import { repeatedWork } from '../application/repeated-work.js';
import type { Parts } from './parts.js';
import { principalOfPlanner } from './principal-of-planner.js';
import { runsCode } from './runs-code.js';

/** A job begins so much later than it is asked for, at most. */
const intervalMs = 1000;

/** Makes the batches of bulk jobs. Returns a function that stops it after the one that is being made. */
export function startBulkJobs(parts: Parts): () => Promise<void> {
  const { log } = parts;
  const dependencies = { ...bulkJobDependencies(parts), principalOf: principalOfPlanner(parts) };
  let [goesOn, isTold, made] = [true, false, 0];
  const work = repeatedWork({
    async step() {
      made = 0;
      const done = await doDueJobs(dependencies, () => goesOn);
      if (done.ok) made = done.value;
      else if (!isTold) log.warn(`bulk jobs wait: ${done.failure.message}`);
      isTold = !done.ok;
    },
    pauseMs: () => (made > 0 ? 0 : intervalMs),
    failed: (error) => log.error('bulk jobs could not go on', { error }),
  });
  work.watch();
  return () => {
    goesOn = false;
    return work.stop();
  };
}

export function bulkJobDependencies(parts: Parts): BulkJobsDependencies {
  const { schema, documents, rowDocuments, bulk, ids, clock, secrets, audit, log } = parts;
  const code = { log, runsCode: runsCode(parts) };
  return { schema, documents, rowDocuments, bulk, ids, clock, secrets, audit, ...code };
}
