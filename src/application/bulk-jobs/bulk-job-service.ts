import type { Principal } from '../../domain/permission/permission.js';
import type { Result } from '../../domain/result.js';
import type { Uid } from '../../domain/schema/schema.js';
import type { BulkJob, JobChange, JobMatch, JobRefusal, JobState } from './bulk-job.js';

export interface BulkJobRequest {
  readonly change: JobChange;
  readonly match: JobMatch;
  /** Instead of all that match. */
  readonly documentIds?: readonly string[];
  /** Of all that match, no more than these. */
  readonly most?: number;
}

export interface ListBulkJobs {
  readonly type?: Uid;
  readonly state?: JobState | readonly JobState[];
  readonly limit: number;
  /** Whether those of others are left out although the principal may find them. */
  readonly isOwn?: boolean;
}

/** What became of some documents. */
export interface ChangedSome {
  readonly done: number;
  readonly refusals: readonly JobRefusal[];
}

/**
 * Changes of many documents, each by itself and under the grants of a single write, which the servers of a database make batch by
 * batch, whoever listens. Who asks for one needs the action on the content-type, and to find its drafts where there are any; both
 * are judged again for each batch. Everybody sees and cancels their own jobs; for those of others they need `find` or `delete` on
 * `plugin::bulk.job`, without fields and filters, else there is no such job: `DOCUMENT.NOT_FOUND`.
 */
export interface BulkJobService {
  /**
   * Fails with `POLICY.DENIED`, with `INPUT.INVALID` for what cannot be done with the content-type, with `INPUT.MISMATCH` for who
   * has too many open jobs, and as a list does for filters that it does not take.
   */
  start(principal: Principal, request: BulkJobRequest): Promise<Result<BulkJob>>;
  /** The latest first: their own, or all of them for who may find those of others. */
  list(principal: Principal, request: ListBulkJobs): Promise<Result<readonly BulkJob[]>>;
  find(principal: Principal, documentId: string): Promise<Result<BulkJob>>;
  /** What is being changed at this moment is changed still. Fails with `INPUT.MISMATCH` if it has ended. */
  cancel(principal: Principal, documentId: string): Promise<Result<BulkJob>>;
  /** Changes a few documents at once, as a batch of a job does. */
  changeNow(
    principal: Principal,
    request: Pick<BulkJobRequest, 'change' | 'match'> & { readonly documentIds: readonly string[] },
  ): Promise<Result<ChangedSome>>;
}
