import type { Express, Request, Response } from 'express';
import type { BulkJobService } from '../../../../application/bulk-jobs/bulk-job-service.js';
import type { Bulk, BulkDone } from '../../../../application/bulk/run-bulk.js';
import { reportRefusal, type RefusalReports } from '../../../../application/audit/refusals.js';
import { mayUse } from '../../../../application/access/rules/access-rule.js';
import { recordOf } from '../../../../application/observations/request-record.js';
import { isPlainObject, own } from '../../../../domain/document/plain-object.js';
import { denied, notFound } from '../../../../domain/failure.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import { withOrigin } from '../../codec/client-address.js';
import { expectedOfSeveral } from '../../codec/decode-expected.js';
import type { Authenticate } from '../authenticate.js';
import type { RestOptions } from '../options.js';
import { createReadBody } from '../read-body.js';
import type { AppRoutes } from '../routes/app-routes.js';
import { runsWithoutCode } from '../routes/find-access.js';
import { sendError, sendFailure, sendText } from '../send.js';
import { linesType } from './lines.js';
import { decodeBulk, type TypeNamed, type Use } from './decode-bulk.js';
import { jobsPath, mountBulkJobs, startJob } from './mount-bulk-jobs.js';
import { presentedOne, serveLines, type Sender } from './serve-lines.js';

export interface BulkDelivery extends RefusalReports {
  readonly authenticate: Authenticate;
  readonly options: RestOptions;
  /** By the names in their paths. */
  readonly types: ReadonlyMap<string, ContentType>;
  readonly routes?: AppRoutes | undefined;
  /** Absent: each change ends with its request. */
  readonly bulkJobs?: BulkJobService | undefined;
}

/**
 * Adds `<prefix>/batch`, `<prefix>/:type/bulk` and `<prefix>/bulk-jobs` (docs/bulk.md). A content-type may have the path of one
 * without a type.
 */
export function mountBulk(app: Express, bulk: Bulk, delivery: BulkDelivery): void {
  const { types, options, bulkJobs } = delivery;
  const readBody = createReadBody(options);
  const byUid = new Map<string, ContentType>([...types.values()].map((type) => [type.uid, type]));
  const served = (name: unknown): ContentType | undefined =>
    typeof name === 'string' ? (types.get(name.toLowerCase()) ?? byUid.get(name)) : undefined;
  const serve = async (req: Request, res: Response, uid: string, typeNamed: TypeNamed): Promise<void> => {
    recordOf(req)?.routed('rest', uid, 'bulk');
    res.setHeader('Vary', 'Origin, Authorization');
    const judge = (): Promise<Result<Sender>> => senderOf(delivery, req);
    const sender = await judge();
    if (!sender.ok) return sendFailure(res, sender.failure);
    const { caller, admit } = sender.value;
    if (req.headers['if-match'] !== undefined || req.headers['if-none-match'] !== undefined)
      return sendFailure(res, expectedOfSeveral);
    if (req.is(linesType))
      return serveLines(bulk, { req, res, sender: sender.value, judge, typeNamed, options });
    const body = await readBody(req, res);
    if (!body.ok) return sendError(res, body.failure);
    const job = isPlainObject(body.value) ? own(body.value, 'job') : undefined;
    if (job !== undefined && bulkJobs !== undefined)
      return startJob(bulkJobs, { res, body: body.value, sender: sender.value, typeNamed, options });
    const request = await decodeBulk(body.value, typeNamed);
    if (!request.ok) return sendFailure(res, request.failure);
    const admitted = await admit(request.value.uses);
    if (!admitted.ok) return sendFailure(res, admitted.failure);
    const { operations, isAtomic } = request.value;
    const results = await bulk.run(caller, operations, isAtomic);
    return results.ok ? sendText(res, 200, presented(results.value)) : sendFailure(res, results.failure);
  };
  if (bulkJobs !== undefined && !types.has(jobsPath)) mountBulkJobs(app, bulkJobs, delivery);
  if (!types.has('batch'))
    app.post(`${options.prefix}/batch`, (req, res, next) => void serve(req, res, '', served).catch(next));
  app.post(`${options.prefix}/:type/bulk`, (req, res, next) => {
    const type = types.get((req.params['type'] ?? '').toLowerCase());
    if (type === undefined || type.kind === 'singleType') return next();
    serve(req, res, type.uid, (name) => (name === undefined ? type : undefined)).catch(next);
  });
}

async function senderOf(delivery: BulkDelivery, req: Request): Promise<Result<Sender>> {
  const principal = await delivery.authenticate(req.headers.authorization);
  if (!principal.ok) return principal;
  const caller = withOrigin(principal.value, req);
  // Nobody who is not known may write as much at once.
  return caller.kind === 'public' ? err(denied) : ok({ caller, admit: admission(delivery, caller) });
}

/** Refuses what may not be done at all; which documents and attributes may be changed is decided for each operation. */
function admission({ routes, audit, reportDenied }: BulkDelivery, principal: Principal): Sender['admit'] {
  const known = new Map<string, Result<null>>();
  const decide = async ({ type, action }: Use): Promise<Result<null>> => {
    if (!runsWithoutCode(type, action, routes)) return err(notFound);
    if (mayUse(principal, { type: type.uid, action })) return ok(null);
    const use = { action, type: type.uid, documentId: undefined };
    await reportRefusal({ audit, reportDenied }, principal, use);
    return err(denied);
  };
  return async (uses) => {
    for (const use of uses) {
      const key = `${use.type.uid} ${use.action}`;
      const decided = known.get(key) ?? (await decide(use));
      known.set(key, decided);
      if (!decided.ok) return decided;
    }
    return ok(null);
  };
}

function presented(results: readonly Result<BulkDone>[]): string {
  const data = results.map(presentedOne);
  const failed = results.filter(({ ok: isDone }) => !isDone).length;
  return JSON.stringify({ data, meta: { succeeded: results.length - failed, failed } });
}
