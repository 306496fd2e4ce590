import type { Express, Response } from 'express';
import type { BulkJobRequest, BulkJobService } from '../../../../application/bulk-jobs/bulk-job-service.js';
import { actionOf, jobStates, type BulkJob } from '../../../../application/bulk-jobs/bulk-job.js';
import type { RefusalReports } from '../../../../application/audit/refusals.js';
import { isPlainObject } from '../../../../domain/document/plain-object.js';
import { failure } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { bulkJobType } from '../../../../domain/schema/built-in-uids.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import { decodeBulkJob } from '../../codec/decode-bulk-job.js';
import { parseQueryText } from '../../codec/parse-query-text.js';
import { presentBulkJob } from '../../codec/present-bulk-job.js';
import type { Authenticate } from '../authenticate.js';
import { failureResponse } from '../failure-response.js';
import type { RestOptions } from '../options.js';
import { answeringWith, decodeList } from '../routes/answer-data.js';
import { mountRoutes } from '../routes/serve-route.js';
import { sendFailure, sendText } from '../send.js';
import type { TypeNamed } from './decode-bulk.js';
import type { Sender } from './serve-lines.js';

interface JobDelivery extends RefusalReports {
  readonly authenticate: Authenticate;
  readonly options: Pick<RestOptions, 'prefix'>;
}

/** The name of the routes below the prefix. */
export const jobsPath = 'bulk-jobs';

/** Adds the routes `<prefix>/bulk-jobs[/:id]`, which show and cancel jobs (docs/bulk.md). */
export function mountBulkJobs(app: Express, jobs: BulkJobService, delivery: JobDelivery): void {
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

const presented = (job: BulkJob) =>
  presentBulkJob(job, (failed) => {
    const { status, name, message, details } = failureResponse(failed);
    return { status, name, message, ...(details && { details }) };
  });

async function one(found: Promise<Result<BulkJob>>): Promise<Result<unknown>> {
  const result = await found;
  return result.ok ? ok(presented(result.value)) : result;
}

interface JobCall {
  readonly res: Response;
  readonly body: unknown;
  readonly sender: Sender;
  readonly typeNamed: TypeNamed;
  readonly options: Pick<RestOptions, 'prefix'>;
}

/** Begins what goes on after the answer, which says where to watch it. */
export async function startJob(
  jobs: BulkJobService,
  { res, body, sender: { caller, admit }, typeNamed, options }: JobCall,
): Promise<void> {
  const decoded = decodeJob(body, typeNamed);
  if (!decoded.ok) return sendFailure(res, decoded.failure);
  const { type, request } = decoded.value;
  const admitted = await admit([
    { type, action: actionOf(request.change) },
    { type, action: 'find' },
  ]);
  if (!admitted.ok) return sendFailure(res, admitted.failure);
  const started = await jobs.start(caller, request);
  if (!started.ok) return sendFailure(res, started.failure);
  res.setHeader('Location', `${options.prefix}/${jobsPath}/${started.value.documentId}`);
  sendText(res, 202, JSON.stringify({ data: presented(started.value) }));
}

function decodeJob(
  body: unknown,
  typeNamed: TypeNamed,
): Result<{ type: ContentType; request: BulkJobRequest }> {
  const { job, ...others } = isPlainObject(body) ? body : {};
  const [stranger] = Object.keys(others);
  if (stranger !== undefined) return invalid(`Unknown key ${stranger} beside job`, stranger);
  if (!isPlainObject(job)) return invalid('job must be an object', 'job');
  const { type: name, ...rest } = job;
  const type = typeNamed(name);
  if (type === undefined) return invalid('Unknown content-type', 'type');
  const request = decodeBulkJob(type.uid, rest);
  return request.ok ? ok({ type, request: request.value }) : request;
}

const invalid = (message: string, key: string): Result<never> =>
  err(failure('INPUT.INVALID', message, { key }));
