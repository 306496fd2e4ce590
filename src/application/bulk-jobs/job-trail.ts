import { isPlainObject } from '../../domain/document/plain-object.js';
import { nobody, type Principal } from '../../domain/permission/permission.js';
import type { Planner } from '../access/planner.js';
import type { AuditTrail } from '../audit/audit-trail.js';
import type { BulkJob } from './bulk-job.js';

interface Trailed {
  readonly audit: Pick<AuditTrail, 'record'> | undefined;
}

/** The trail has a line when a job is asked for and one when it ends, beside those of the documents that it changes. */
export const recordStart = ({ audit }: Trailed, principal: Principal, job: BulkJob): Promise<void> =>
  record(audit, principal, job, 'startBulkJob', `${job.total} documents`);

export const recordEnd = ({ audit }: Trailed, principal: Principal, job: BulkJob): Promise<void> =>
  record(
    audit,
    principal,
    job,
    'endBulkJob',
    `${job.state}, ${job.done} changed, ${job.refused} refused of ${job.total}`,
  );

async function record(
  audit: Trailed['audit'],
  principal: Principal,
  { documentId, change }: BulkJob,
  action: 'startBulkJob' | 'endBulkJob',
  about: string,
): Promise<void> {
  const names = change.kind === 'update' && isPlainObject(change.data) ? Object.keys(change.data) : [];
  const subject = `${change.kind} ${documentId}: ${about}`;
  await audit?.record(principal, { action, type: change.type, subject, names });
}

/** For the trail: somebody who may be gone. */
export const namedOnly = ({ kind, name }: Planner): Principal => ({ ...nobody, kind, name });
