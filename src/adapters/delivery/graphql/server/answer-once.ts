import type { NextFunction, Request, Response } from 'express';
import { OperationTypeNode, type DocumentNode } from 'graphql';
import type { Principal } from '../../../../domain/permission/permission.js';
import { readingReplicas, withOrigin } from '../../codec/client-address.js';
import { soon } from '../../codec/retry-after.js';
import { noteRefusals, retryAfterOf } from '../client-error.js';
import { createResolverContext } from '../extension/resolver-context.js';
import type { GraphqlRequest } from '../limits/check-request.js';
import type { Direct } from '../read/create-direct-reads.js';
import { isAtomic } from '../write/atomic-directive.js';
import { presentError } from './present-error.js';
import { sendJson, sendText } from './send-answer.js';
import type { Served } from './served-schemas.js';

/** A request that may be answered: who asks, in which format, and for what. */
export interface Admitted {
  readonly principal: Principal;
  readonly served: Served;
  readonly request: GraphqlRequest & { readonly document: DocumentNode };
  readonly operation: OperationTypeNode;
}

/** Returns the row of a user for code of the app. */
export type LoadUser = (user: { readonly documentId: string }) => Promise<unknown>;

/**
 * Answers a query or a mutation: a query of generated fields directly, mutations with `@atomic` together, and everything
 * else through Apollo, which calls `next` with a failure.
 */
export async function answerOnce(
  { principal: identified, served, request, operation }: Admitted,
  loadUser: LoadUser | undefined,
  req: Request,
  res: Response,
  next: NextFunction,
): Promise<void> {
  const asking = withOrigin(identified, req);
  if (operation === OperationTypeNode.QUERY) readingReplicas(asking);
  // Each root field has a plan of its own; all plans of a request share one budget.
  const principal = { ...asking, spending: { cost: 0 } };
  const direct = await served.answer(request, principal);
  if (direct !== null && 'text' in direct) return sendText(res, 200, direct.text);
  if (direct !== null && 'refused' in direct) return sendRefused(res, asking, served, direct);
  const row = principal.user && (await loadUser?.(principal.user));
  const { document, ...given } = request;
  const context = { ...createResolverContext(principal, req, res, row), ...direct, document };
  if (!isAtomic(document, given.operationName))
    return (await served.apollo()).run(req, res, given, context, next);
  const { status, ...answer } = await served.together(request, context);
  if (status === 503) res.setHeader('Retry-After', soon);
  sendJson(res, status, answer);
}

/** Sends what a direct query has, and why the rest of it was refused. */
function sendRefused(
  res: Response,
  asking: Principal,
  { presentation }: Served,
  { refused, data }: Extract<Direct, { readonly refused: unknown }>,
): void {
  noteRefusals(asking, [refused]);
  const after = retryAfterOf(refused);
  if (after !== undefined) res.setHeader('Retry-After', after);
  const errors = [presentError(refused, presentation)];
  const answer = { errors, data: presentation.shape.nullsFailedData ? null : data };
  sendJson(res, after === undefined ? 200 : 503, answer);
}
