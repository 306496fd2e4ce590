import type { BulkJob } from '../../../application/bulk-jobs/bulk-job.js';
import type { Failure } from '../../../domain/failure.js';

/** A job as clients see it. */
export function presentBulkJob<Refused>(job: BulkJob, errorOf: (failure: Failure) => Refused) {
  const { documentId, change, state, total, done, refused, createdAt, endedAt, planner } = job;
  return {
    documentId,
    type: change.type,
    action: change.kind,
    locale: job.match.locale ?? null,
    state,
    total,
    done,
    refused,
    refusals: job.refusals.map(({ failure, ...named }) => ({ ...named, error: errorOf(failure) })),
    problem: job.problem && errorOf(job.problem),
    startedBy: { kind: planner.kind, name: planner.name },
    createdAt,
    endedAt,
  };
}
