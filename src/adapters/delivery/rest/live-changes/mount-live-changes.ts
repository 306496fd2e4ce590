import type { Express, Request, RequestHandler, Response } from 'express';
import { admit } from '../../../../application/access/rules/access-rule.js';
import { reportRefusal, type RefusalReports } from '../../../../application/audit/refusals.js';
import type { LiveChanges, LiveInterest } from '../../../../application/live-changes/live-changes.js';
import { recordOf } from '../../../../application/observations/request-record.js';
import { denied } from '../../../../domain/failure.js';
import { nobody, type Principal } from '../../../../domain/permission/permission.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { ContentType, Schema } from '../../../../domain/schema/schema.js';
import type { Query } from '../../../../domain/query/query.js';
import { withCaller } from '../../codec/client-address.js';
import { queryTextOf } from '../../codec/parse-query-text.js';
import type { Authenticate } from '../authenticate.js';
import type { AppRoutes } from '../routes/app-routes.js';
import type { RestOptions } from '../options.js';
import { sendFailure } from '../send.js';
import { decodeLiveType, decodeLiveTypes } from './decode-live-request.js';
import { beginEventStream } from './event-stream.js';

export interface LiveDelivery extends RefusalReports {
  readonly schema: Schema;
  /** By the names in their paths. */
  readonly types: ReadonlyMap<string, ContentType>;
  readonly authenticate: Authenticate;
  readonly routes?: AppRoutes | undefined;
  readonly options: Pick<RestOptions, 'prefix'>;
}

/** Adds `/changes` and `/:type/changes` (docs/live-changes.md). A content-type of the app may have the first path. */
export function mountLiveChanges(app: Express, live: LiveChanges, delivery: LiveDelivery): void {
  const { types } = delivery;
  const { prefix } = delivery.options;
  if (!types.has('changes')) app.get(`${prefix}/changes`, changesOfTypes(live, delivery));
  app.get(`${prefix}/:type/changes`, changesOfType(live, delivery));
}

function changesOfType(live: LiveChanges, delivery: LiveDelivery): RequestHandler {
  return (req, res, next) => {
    const type = delivery.types.get((req.params['type'] ?? '').toLowerCase());
    if (req.method !== 'GET' || type === undefined || !hasLiveChanges(type, delivery.routes)) return next();
    recordOf(req)?.routed('rest', type.uid, 'changes');
    const decoded = decodeLiveType(type.uid, queryTextOf(req.url));
    if (!decoded.ok) return sendFailure(res, decoded.failure);
    serve(live, delivery, { req, res, ...decoded.value }).catch(next);
  };
}

function changesOfTypes(live: LiveChanges, delivery: LiveDelivery): RequestHandler {
  const served = new Set(delivery.types.values());
  return (req, res, next) => {
    if (req.method !== 'GET') return next();
    recordOf(req)?.routed('rest', '', 'changes');
    const offered = (type: ContentType): boolean => served.has(type) && hasLiveChanges(type, delivery.routes);
    const decoded = decodeLiveTypes(delivery.schema, offered, queryTextOf(req.url));
    if (!decoded.ok) return sendFailure(res, decoded.failure);
    serve(live, delivery, { req, res, ...decoded.value }).catch(next);
  };
}

/** Code of the app around or instead of `find` may hide what the grants show, and it cannot run for each event. */
export function hasLiveChanges({ uid }: ContentType, routes: AppRoutes | undefined): boolean {
  if (routes === undefined) return true;
  const rule = routes.ruleOf(uid, 'find');
  const isPlain = routes.controllers().isPlain(uid, 'find');
  const hasCode = rule !== undefined && rule.policies.length + rule.middlewares.length > 0;
  return isPlain && !hasCode && !routes.isHidden(uid, 'find');
}

interface LiveCall {
  readonly req: Request;
  readonly res: Response;
  readonly queries: readonly Query[];
  readonly after: string | undefined;
}

async function serve(live: LiveChanges, delivery: LiveDelivery, call: LiveCall): Promise<void> {
  const { req, res, queries } = call;
  res.setHeader('Vary', 'Origin, Authorization');
  const { authorization = '', 'last-event-id': lastId } = req.headers;
  const after = typeof lastId === 'string' && lastId !== '' ? lastId : call.after;
  const interests = queries.map((query): LiveInterest => ({
    query,
    credential: authorization,
    judge: () => judge(delivery, req, query),
  }));
  let close = (): void => {};
  let isGone = false;
  res.once('close', () => {
    isGone = true;
    close();
  });
  const listening = await live.listen({ interests, after }, () => beginEventStream(res));
  if (!listening.ok) {
    if (listening.failure.code === 'POLICY.DENIED') await report(delivery, req, queries);
    return sendFailure(res, listening.failure);
  }
  close = listening.value;
  if (isGone) close();
}

/** Returns who listens, if they may read the type. */
async function judge(
  { authenticate, routes, schema }: LiveDelivery,
  req: Request,
  { type }: Query,
): Promise<Result<Principal>> {
  const access = routes?.ruleOf(type, 'find')?.access;
  const principal = access?.kind === 'everybody' ? ok(nobody) : await authenticate(req.headers.authorization);
  if (!principal.ok) return principal;
  const admitted = admit(access, principal.value, { type, action: 'find' }, schema);
  return admitted === null ? err(denied) : ok(withCaller(admitted, req));
}

/** Reports what was refused, for the log of development. */
async function report(delivery: LiveDelivery, req: Request, queries: readonly Query[]): Promise<void> {
  const principal = await delivery.authenticate(req.headers.authorization);
  if (!principal.ok) return;
  for (const { type } of queries)
    await reportRefusal(delivery, withCaller(principal.value, req), { action: 'find', type });
}
