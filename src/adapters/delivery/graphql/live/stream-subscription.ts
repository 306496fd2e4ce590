import type { Request, Response } from 'express';
import type { GraphQLError } from 'graphql';
import type { LiveChanges } from '../../../../application/live-changes/live-changes.js';
import type { Failure } from '../../../../domain/failure.js';
import { streamChanges, type EventStream } from '../../codec/event-stream.js';
import { retryAfter } from '../../codec/retry-after.js';
import { failureError, requestError } from '../client-error.js';
import type { ValidRequest } from '../read/create-direct-reads.js';
import { presentError, type ErrorPresentation } from '../server/present-error.js';
import type { Outlet, Subscribe } from './create-subscriptions.js';
import { completeEvent, nextEvent } from './stream-events.js';

/** The answer to a subscription that does not begin. */
export interface Refused {
  readonly status: number;
  readonly errors: readonly GraphQLError[];
}

/** Answers a subscription with a stream. Returns null, or why it does not begin. */
export type StreamSubscription = (
  req: Request,
  res: Response,
  request: ValidRequest,
) => Promise<Refused | null>;

export const eventFrame = (json: string): Buffer => Buffer.from(nextEvent(json));

/** Serves subscriptions as GraphQL over Server-Sent Events, with one connection for each. */
export const createStreamSubscription =
  (changes: LiveChanges, subscribe: Subscribe<Buffer>, presentation: ErrorPresentation): StreamSubscription =>
  async (req, res, request) => {
    if (req.accepts('text/event-stream') === false) return notAccepted;
    const subscription = subscribe(request, { sender: req, authorization: req.headers.authorization });
    if (!subscription.ok) return { status: 400, errors: subscription.failure };
    const { asked, receiver, refused } = subscription.value;
    const listening = await streamChanges(changes, res, asked, (stream) =>
      receiver(outletOf(stream, presentation)),
    );
    if (listening.ok) return null;
    await refused(listening.failure);
    return refusalOf(res, listening.failure);
  };

const notAccepted: Refused = {
  status: 406,
  errors: [requestError('BAD_REQUEST', 'Subscriptions are answered as text/event-stream: accept it')],
};

/** Proxies and clients act on the status of an overload: they try again later. */
function refusalOf(res: Response, failure: Failure): Refused {
  const isBusy = failure.code.startsWith('STORE.');
  if (isBusy) res.setHeader('Retry-After', retryAfter(failure.code));
  const status = isBusy ? 503 : failure.code === 'POLICY.TOO_MANY' ? 429 : 200;
  return { status, errors: [failureError(failure)] };
}

const outletOf = (stream: EventStream, presentation: ErrorPresentation): Outlet<Buffer> => ({
  hasRoom: () => stream.hasRoom(),
  send: (bytes) => stream.write(bytes),
  beat: () => stream.write(':\n\n'),
  end(failure) {
    // Without a `complete` the client comes again.
    if (failure !== null) {
      const errors = [presentError(failureError(failure), presentation)];
      stream.write(nextEvent(JSON.stringify({ errors })) + completeEvent);
    }
    stream.end();
  },
});
