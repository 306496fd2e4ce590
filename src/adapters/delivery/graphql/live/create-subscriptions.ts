import { getOperationAST, type GraphQLError, type GraphQLSchema } from 'graphql';
import type { ReportDenied } from '../../../../application/access/report-denied.js';
import { admit } from '../../../../application/access/rules/access-rule.js';
import type { ActionRules } from '../../../../application/access/rules/action-rules.js';
import type {
  LiveChanges,
  LiveEvent,
  LiveLimits,
  LiveReceiver,
  LiveRequest,
} from '../../../../application/live-changes/live-changes.js';
import { recordOf } from '../../../../application/observations/request-record.js';
import type { Observations } from '../../../../application/ports/observations.js';
import { denied, type Failure } from '../../../../domain/failure.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { Schema, Uid } from '../../../../domain/schema/schema.js';
import { withCaller, type Sender } from '../../codec/client-address.js';
import { keyOf, type ValidRequest } from '../read/create-direct-reads.js';
import { variablesBelow } from '../read/direct-operation.js';
import type { ErrorPresentation } from '../server/present-error.js';
import { compileSubscription } from './compile-subscription.js';

export interface LiveDelivery {
  readonly changes: LiveChanges;
  readonly limits: LiveLimits;
  readonly schema: Schema;
  /** The access that REST routes configure also applies here. */
  readonly rules: Pick<ActionRules, 'ruleOf'>;
  readonly reportDenied?: ReportDenied | undefined;
  readonly observations: Pick<Observations, 'addSource'>;
}

export type Authenticate = (
  authorization: string | undefined,
) => Promise<Result<Principal>> | Result<Principal>;

/** Who subscribes. */
export interface Subscriber {
  readonly sender: Sender;
  readonly authorization: string | undefined;
}

/** Where the answers of one subscription go. `Frame` is a result in the form of the transport. */
export interface Outlet<Frame> {
  /** Returns false if the client takes nothing more. */
  send(frame: Frame): boolean;
  /** Whether the client has read nearly all that was sent. */
  hasRoom(): boolean;
  /** Called now and then when there is nothing to send. */
  beat(): boolean;
  /** Called once, unless the outlet has ended by itself; null: the server stops, or is too busy. */
  end(failure: Failure | null): void;
}

/** A subscription that may be asked for. Whether its subscriber may read is judged when they listen. */
export interface Subscription<Frame> {
  readonly asked: LiveRequest;
  receiver(outlet: Outlet<Frame>): LiveReceiver;
  /** Notes that listening has failed. */
  refused(failure: Failure): Promise<void>;
}

/** Compiles a subscription. Fails with the errors for the client. */
export type Subscribe<Frame> = (
  request: ValidRequest,
  subscriber: Subscriber,
) => Result<Subscription<Frame>, readonly GraphQLError[]>;

/** Serves the subscriptions of a schema. `frame` puts a result, as JSON, into the form of a transport. */
export function createSubscriptions<Frame>(
  graphql: GraphQLSchema,
  live: LiveDelivery,
  authenticate: Authenticate,
  presentation: ErrorPresentation,
  frame: (json: string) => Frame,
): Subscribe<Frame> {
  // A change has the same frame for all listeners of a group who select the same.
  const known = new WeakMap<LiveEvent, Map<string, Frame>>();
  return (request, subscriber) => {
    const compiled = compileSubscription(graphql, request, presentation);
    if (!compiled.ok) return compiled;
    const { query, after, answer } = compiled.value;
    const key = keyOf(request, namesBelow(request));
    const frameOf = (event: LiveEvent): Frame => {
      const made = known.get(event) ?? new Map<string, Frame>();
      known.set(event, made);
      const framed = made.get(key) ?? frame(answer(event));
      made.set(key, framed);
      return framed;
    };
    const { authorization, sender } = subscriber;
    const judge = (): Promise<Result<Principal>> => judged(live, authenticate, subscriber, query.type);
    return ok({
      asked: { interests: [{ query, credential: authorization ?? '', judge }], after },
      receiver: (outlet) => receiverOf(outlet, after === undefined, frameOf),
      async refused({ code }) {
        recordOf(sender)?.refused(code);
        if (code === 'POLICY.DENIED') await report(live, authenticate, subscriber, query.type);
      },
    });
  };
}

function namesBelow({ document, operationName }: ValidRequest): readonly string[] {
  const operation = getOperationAST(document, operationName);
  return operation ? variablesBelow(document, operation) : [];
}

/** Returns who listens, if they may read the type. */
async function judged(
  { rules, schema }: LiveDelivery,
  authenticate: Authenticate,
  { sender, authorization }: Subscriber,
  type: Uid,
): Promise<Result<Principal>> {
  const principal = await authenticate(authorization);
  if (!principal.ok) return principal;
  const rule = rules.ruleOf(type, 'find')?.access;
  const admitted = admit(rule, principal.value, { type, action: 'find' }, schema);
  return admitted === null ? err(denied) : ok(withCaller(admitted, sender));
}

async function report(
  { reportDenied }: LiveDelivery,
  authenticate: Authenticate,
  { authorization }: Subscriber,
  type: Uid,
): Promise<void> {
  const principal = await authenticate(authorization);
  if (principal.ok) reportDenied?.(principal.value, 'find', type);
}

/** `isNew`: the client goes on from nowhere, so it gets a reset, whose position it can go on from. */
function receiverOf<Frame>(
  outlet: Outlet<Frame>,
  isNew: boolean,
  frameOf: (event: LiveEvent) => Frame,
): LiveReceiver {
  let isReset = !isNew;
  return {
    hasRoom: () => outlet.hasRoom(),
    send: (event) => outlet.send(frameOf(event)),
    beat(position) {
      if (isReset) return outlet.beat();
      isReset = true;
      return outlet.send(frameOf({ kind: 'reset', position }));
    },
    end: (failure) => outlet.end(failure),
  };
}
