import type { BulkJob } from '../../../application/bulk-jobs/bulk-job.js';
import type { Failure } from '../../../domain/failure.js';

/** An answer to a failure, without headers. */
interface Refused {
  readonly status: number;
  readonly name: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A job as clients see it. */
export function presentBulkJob(job: BulkJob, responseTo: (failure: Failure) => Refused) {
  const { documentId, change, state, total, done, refused, createdAt, endedAt, planner } = job;
  const error = (failure: Failure): Refused => {
    const { status, name, message, details } = responseTo(failure);
    return { status, name, message, ...(details && { details }) };
  };
  return {
    documentId,
    type: change.type,
    action: change.kind,
    locale: job.match.locale ?? null,
    state,
    total,
    done,
    refused,
    refusals: job.refusals.map(({ failure, ...named }) => ({ ...named, error: error(failure) })),
    problem: job.problem && error(job.problem),
    startedBy: { kind: planner.kind, name: planner.name },
    createdAt,
    endedAt,
  };
}
