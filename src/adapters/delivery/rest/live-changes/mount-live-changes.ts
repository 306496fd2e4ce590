import type { Express, Request, RequestHandler, Response } from 'express';
import type { RefusalReports } from '../../../../application/audit/refusals.js';
import type { LiveChanges, LiveInterest } from '../../../../application/live-changes/live-changes.js';
import { recordOf } from '../../../../application/observations/request-record.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import type { Query } from '../../../../domain/query/query.js';
import { eventReceiver } from '../../codec/event-receiver.js';
import { streamChanges } from '../../codec/event-stream.js';
import { queryTextOf } from '../../codec/parse-query-text.js';
import { besideDocuments } from '../routes/beside-documents.js';
import { callerOfFind, findsWithoutCode, reportDeniedFinds, type FindAccess } from '../routes/find-access.js';
import type { RestOptions } from '../options.js';
import { failureResponse } from '../failure-response.js';
import { sendFailure } from '../send.js';
import { decodeLiveType, decodeLiveTypes } from './decode-live-request.js';

export interface LiveDelivery extends FindAccess, RefusalReports {
  /** By the names in their paths. */
  readonly types: ReadonlyMap<string, ContentType>;
  readonly options: Pick<RestOptions, 'prefix'>;
}

/** Adds `/changes` and `/:type/changes` (docs/live-changes.md). A content-type of the app may have the first path. */
export function mountLiveChanges(app: Express, live: LiveChanges, delivery: LiveDelivery): void {
  const { types } = delivery;
  const { prefix } = delivery.options;
  if (!types.has('changes')) app.get(`${prefix}/changes`, changesOfTypes(live, delivery));
  app.get(`${prefix}/:type/${besideDocuments.changes}`, changesOfType(live, delivery));
}

function changesOfType(live: LiveChanges, delivery: LiveDelivery): RequestHandler {
  return (req, res, next) => {
    const type = delivery.types.get((req.params['type'] ?? '').toLowerCase());
    if (req.method !== 'GET' || type === undefined || !findsWithoutCode(type, delivery.routes)) return next();
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
    const offered = (type: ContentType): boolean =>
      served.has(type) && findsWithoutCode(type, delivery.routes);
    const decoded = decodeLiveTypes(delivery.schema, offered, queryTextOf(req.url));
    if (!decoded.ok) return sendFailure(res, decoded.failure);
    serve(live, delivery, { req, res, ...decoded.value }).catch(next);
  };
}

const receive = eventReceiver(failureResponse);

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
    judge: () => callerOfFind(delivery, req, query.type),
  }));
  const listening = await streamChanges(live, res, { interests, after }, receive);
  if (listening.ok) return;
  const types = queries.map(({ type }) => type);
  if (listening.failure.code === 'POLICY.DENIED') await reportDeniedFinds(delivery, req, types);
  sendFailure(res, listening.failure);
}
