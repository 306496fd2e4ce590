import type { Express, Request, Response } from 'express';
import type { RefusalReports } from '../../../application/audit/refusals.js';
import type { Documents } from '../../../application/documents/documents.js';
import { recordOf } from '../../../application/observations/request-record.js';
import { notFound } from '../../../domain/failure.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import { decodeAggregate } from '../codec/decode-aggregate.js';
import { readingReplicas } from '../codec/client-address.js';
import { pagingText } from '../codec/pagination.js';
import { queryTextOf } from '../codec/parse-query-text.js';
import type { RestOptions } from './options.js';
import { besideDocuments } from './routes/beside-documents.js';
import { callerOfFind, findsWithoutCode, reportDeniedFinds, type FindAccess } from './routes/find-access.js';
import { sendFailure, sendText } from './send.js';

export interface AggregateDelivery extends FindAccess, RefusalReports {
  readonly documents: Pick<Documents, 'aggregate'>;
  readonly options: RestOptions;
  /** By the names in their paths. */
  readonly types: ReadonlyMap<string, ContentType>;
}

/** Adds `<prefix>/:type/aggregate` (docs/aggregates.md). */
export function mountAggregates(app: Express, delivery: AggregateDelivery): void {
  const { types, options, routes } = delivery;
  app.get(`${options.prefix}/:type/${besideDocuments.aggregate}`, (req, res, next) => {
    const type = types.get((req.params['type'] ?? '').toLowerCase());
    if (type === undefined || type.kind === 'singleType') return next();
    recordOf(req)?.routed('rest', type.uid, 'aggregate');
    if (!findsWithoutCode(type, routes)) return sendFailure(res, notFound);
    serve(delivery, req, res, type).catch(next);
  });
}

async function serve(
  delivery: AggregateDelivery,
  req: Request,
  res: Response,
  { uid }: ContentType,
): Promise<void> {
  res.setHeader('Vary', 'Origin, Authorization');
  const caller = await callerOfFind(delivery, req, uid);
  if (!caller.ok) {
    if (caller.failure.code === 'POLICY.DENIED') await reportDeniedFinds(delivery, req, [uid]);
    return sendFailure(res, caller.failure);
  }
  const decoded = decodeAggregate(uid, queryTextOf(req.url), delivery.options);
  if (!decoded.ok) return sendFailure(res, decoded.failure);
  const { query, paging } = decoded.value;
  const found = await delivery.documents.aggregate(readingReplicas(caller.value), query);
  if (!found.ok) return sendFailure(res, found.failure);
  const { groups, total } = found.value;
  const pagination = pagingText(paging, { total: paging.count ? total : null });
  sendText(res, 200, `{"data":${JSON.stringify(groups)},"meta":{"pagination":${pagination}}}`);
}
