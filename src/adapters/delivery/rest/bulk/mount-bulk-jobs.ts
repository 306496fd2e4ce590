import type { Express } from 'express';
import type { BulkJobService } from '../../../../application/bulk-jobs/bulk-job-service.js';
import { jobStates, type BulkJob } from '../../../../application/bulk-jobs/bulk-job.js';
import { failure } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { bulkJobType } from '../../../../domain/schema/built-in-uids.js';
import { parseQueryText } from '../../codec/parse-query-text.js';
import { presentBulkJob } from '../../codec/present-bulk-job.js';
import { failureResponse } from '../failure-response.js';
import { answeringWith, decodeList } from '../routes/answer-data.js';
import { mountRoutes } from '../routes/serve-route.js';
import type { BulkDelivery } from './mount-bulk.js';

/** The name of the routes below the prefix. */
export const jobsPath = 'bulk-jobs';

/** Adds the routes `<prefix>/bulk-jobs[/:id]`, which show and cancel jobs (docs/bulk.md). */
export function mountBulkJobs(app: Express, jobs: BulkJobService, delivery: BulkDelivery): void {
  const { authenticate, options } = delivery;
  const answering = answeringWith(delivery, bulkJobType);
  const list = answering('find', async ({ principal, text }) => {
    const query = parseQueryText(text);
    if (!query.ok) return query;
    const { type, ...rest } = query.value;
    if (type !== undefined && typeof type !== 'string')
      return err(failure('QUERY.INVALID', 'type must be the uid of a content-type', { key: 'type' }));
    const asked = decodeList(rest, jobStates);
    if (!asked.ok) return asked;
    const found = await jobs.list(principal, { ...asked.value, ...(type !== undefined && { type }) });
    return found.ok ? ok(found.value.map(presented)) : found;
  });
  const find = answering('findOne', ({ principal, params }) => one(jobs.find(principal, params['id'] ?? '')));
  const cancel = answering('delete', ({ principal, params }) =>
    one(jobs.cancel(principal, params['id'] ?? '')),
  );
  const routes = {
    '': { HEAD: list, GET: list },
    '/:id': { HEAD: find, GET: find },
    '/:id/actions/cancel': { POST: cancel },
  };
  mountRoutes(app, `${options.prefix}/${jobsPath}`, routes, authenticate);
}

export const presented = (job: BulkJob) => presentBulkJob(job, failureResponse);

async function one(found: Promise<Result<BulkJob>>): Promise<Result<unknown>> {
  const result = await found;
  return result.ok ? ok(presented(result.value)) : result;
}
