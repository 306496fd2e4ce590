import type { Request, Response } from 'express';
import { getOperationAST, type GraphQLError, type GraphQLSchema } from 'graphql';
import type { ReportDenied } from '../../../../application/access/report-denied.js';
import { admit } from '../../../../application/access/rules/access-rule.js';
import type { ActionRules } from '../../../../application/access/rules/action-rules.js';
import type {
  LiveChanges,
  LiveEvent,
  LiveReceiver,
} from '../../../../application/live-changes/live-changes.js';
import { recordOf } from '../../../../application/observations/request-record.js';
import { denied, type Failure } from '../../../../domain/failure.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { Schema, Uid } from '../../../../domain/schema/schema.js';
import { withCaller } from '../../codec/client-address.js';
import { streamChanges, type EventStream } from '../../codec/event-stream.js';
import { failureError, requestError } from '../client-error.js';
import { keyOf, type ValidRequest } from '../read/create-direct-reads.js';
import { variablesBelow } from '../read/direct-operation.js';
import { presentError, type ErrorPresentation } from '../server/present-error.js';
import { compileSubscription, type Subscription } from './compile-subscription.js';
import { completeEvent, nextEvent } from './stream-events.js';

export interface LiveDelivery {
  readonly changes: LiveChanges;
  readonly schema: Schema;
  /** The access that REST routes configure also applies here. */
  readonly rules: Pick<ActionRules, 'ruleOf'>;
  readonly reportDenied?: ReportDenied | undefined;
}

export type Authenticate = (
  authorization: string | undefined,
) => Promise<Result<Principal>> | Result<Principal>;

/** The answer to a subscription that does not begin. */
export interface Refused {
  readonly status: number;
  readonly errors: readonly GraphQLError[];
}

/** Answers a subscription with a stream. Returns null, or why it does not begin. */
export type Subscribe = (req: Request, res: Response, request: ValidRequest) => Promise<Refused | null>;

/** Serves the subscriptions of a schema as GraphQL over Server-Sent Events, with one connection for each. */
export function createSubscriptions(
  graphql: GraphQLSchema,
  live: LiveDelivery,
  authenticate: Authenticate,
  presentation: ErrorPresentation,
): Subscribe {
  // A change has the same bytes for all listeners of a group who select the same.
  const known = new WeakMap<LiveEvent, Map<string, Buffer>>();
  const bytesOf = (subscription: Subscription, key: string, event: LiveEvent): Buffer => {
    const made = known.get(event) ?? new Map<string, Buffer>();
    known.set(event, made);
    const bytes = made.get(key) ?? Buffer.from(nextEvent(subscription.answer(event)));
    made.set(key, bytes);
    return bytes;
  };
  const endOf = (failure: Failure): string =>
    nextEvent(JSON.stringify({ errors: [presentError(failureError(failure), presentation)] })) +
    completeEvent;
  return async (req, res, request) => {
    if (req.accepts('text/event-stream') === false) return notAccepted;
    const compiled = compileSubscription(graphql, request, presentation);
    if (!compiled.ok) return { status: 400, errors: compiled.failure };
    const { query, after } = compiled.value;
    const key = keyOf(request, namesBelow(request));
    const { authorization } = req.headers;
    const judge = (): Promise<Result<Principal>> => judged(live, authenticate, req, query.type);
    const interests = [{ query, credential: authorization ?? '', judge }];
    const listening = await streamChanges(live.changes, res, { interests, after }, (stream) =>
      receiverOf(stream, after === undefined, (event) => bytesOf(compiled.value, key, event), endOf),
    );
    if (listening.ok) return null;
    if (listening.failure.code === 'POLICY.DENIED') await report(live, authenticate, req, query.type);
    return refusalOf(res, listening.failure);
  };
}

const notAccepted: Refused = {
  status: 406,
  errors: [requestError('BAD_REQUEST', 'Subscriptions are answered as text/event-stream: accept it')],
};

function namesBelow({ document, operationName }: ValidRequest): readonly string[] {
  const operation = getOperationAST(document, operationName);
  return operation ? variablesBelow(document, operation) : [];
}

/** Returns who listens, if they may read the type. */
async function judged(
  { rules, schema }: LiveDelivery,
  authenticate: Authenticate,
  req: Request,
  type: Uid,
): Promise<Result<Principal>> {
  const principal = await authenticate(req.headers.authorization);
  if (!principal.ok) return principal;
  const rule = rules.ruleOf(type, 'find')?.access;
  const admitted = admit(rule, principal.value, { type, action: 'find' }, schema);
  return admitted === null ? err(denied) : ok(withCaller(admitted, req));
}

async function report(
  { reportDenied }: LiveDelivery,
  authenticate: Authenticate,
  req: Request,
  type: Uid,
): Promise<void> {
  const principal = await authenticate(req.headers.authorization);
  if (principal.ok) reportDenied?.(principal.value, 'find', type);
}

/** Proxies and clients act on the status of an overload: they try again later. */
function refusalOf(res: Response, failure: Failure): Refused {
  recordOf(res.req)?.refused(failure.code);
  const errors = [failureError(failure)];
  const isBusy = failure.code.startsWith('STORE.');
  if (isBusy) res.setHeader('Retry-After', '1');
  return { status: isBusy ? 503 : failure.code === 'POLICY.TOO_MANY' ? 429 : 200, errors };
}

const ping = ':\n\n';

/** `isNew`: the client goes on from nowhere, so it gets a reset, whose position it can go on from. */
function receiverOf(
  stream: EventStream,
  isNew: boolean,
  bytesOf: (event: LiveEvent) => Buffer,
  endOf: (failure: Failure) => string,
): LiveReceiver {
  let isReset = !isNew;
  return {
    hasRoom: () => stream.hasRoom(),
    send: (event) => stream.write(bytesOf(event)),
    beat(position) {
      if (isReset) return stream.write(ping);
      isReset = true;
      return stream.write(bytesOf({ kind: 'reset', position }));
    },
    end(failure) {
      // Without a `complete` the client comes again.
      if (failure !== null) stream.write(endOf(failure));
      stream.end();
    },
  };
}
