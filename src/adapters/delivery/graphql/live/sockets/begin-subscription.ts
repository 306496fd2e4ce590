import { type ExecutionArgs, type GraphQLError, OperationTypeNode } from 'graphql';
import { CloseCode, type SubscribePayload } from 'graphql-ws';
import type { WebSocket } from 'ws';
import { failure, type Failure } from '../../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../../domain/result.js';
import { hasRoom } from '../../../codec/unread.js';
import { failureError, requestError } from '../../client-error.js';
import type { GraphqlRequest } from '../../limits/check-request.js';
import { noSubscriptions, notServed } from '../../server/refusals.js';
import type { Outlet, Subscription } from '../create-subscriptions.js';
import {
  tryAgainLater,
  write,
  type Extra,
  type SocketClient,
  type SocketContext,
  type SocketDependencies,
} from './client-socket.js';
import { Feed } from './feed.js';

/** Every message of a subscription repeats its id. */
const maxIdLength = 100;

const longId = requestError('BAD_REQUEST', `An id has more than ${maxIdLength} characters`);

type Errors = readonly GraphQLError[];

/** Begins what a client subscribes to: `contextValue` is its feed. Returns the errors for the client if it does not begin. */
export async function beginSubscription(
  context: SocketContext,
  id: string,
  payload: SubscribePayload,
  dependencies: SocketDependencies,
): Promise<ExecutionArgs | Errors> {
  const { subscriptions, extra } = context;
  const { client, socket } = extra;
  const most = dependencies.live.limits.maxListenersPerCaller;
  if (id.length > maxIdLength) {
    socket.close(CloseCode.BadRequest, longId.message);
    return [longId];
  }
  if (Object.keys(subscriptions).length > most || client.beginning.size >= most)
    return [failureError(tooMany)];
  for (const earlier of client.beginning) if (earlier.id === id) earlier.replace();
  const feed = new Feed(id);
  client.beginning.add(feed);
  const begun = await begin(extra, feed, payload, dependencies).finally(() => client.beginning.delete(feed));
  // The library knows subscriptions by their ids: it would send the errors of this one for the other, and forget the other.
  return feed.isReplaced ? new Promise<never>(() => {}) : begun;
}

async function begin(
  { client, socket }: Extra,
  feed: Feed,
  payload: SubscribePayload,
  dependencies: SocketDependencies,
): Promise<ExecutionArgs | Errors> {
  const subscription = await compile(client, payload, dependencies);
  if (!subscription.ok) return subscription.failure;
  const { asked, receiver, refused, run } = subscription.value;
  const listening = await dependencies.live.changes.listen(asked, () => receiver(outletOf(socket, feed)));
  if (listening.ok) {
    feed.begin(listening.value);
    return { ...run, contextValue: feed };
  }
  await refused(listening.failure);
  closeIfUnauthenticated(socket, listening.failure);
  return [failureError(listening.failure)];
}

/** Reads, measures and validates what a client sends, as for requests over HTTP. */
async function compile(
  client: SocketClient,
  { query, variables, operationName }: SubscribePayload,
  { check }: SocketDependencies,
): Promise<Result<Subscription<string> & { readonly run: ExecutionArgs }, Errors>> {
  const served = await client.schemas.of(client.format);
  if (served === null) return err([notServed(client.format)]);
  const request: GraphqlRequest = {
    query,
    ...(variables && { variables }),
    ...(operationName && { operationName }),
  };
  const checked = check(request);
  if (!checked.ok) return err([checked.failure]);
  const { document, operation } = checked.value;
  if (operation !== OperationTypeNode.SUBSCRIPTION) return err([onlySubscriptions]);
  if (served.subscriptions === null) return err([noSubscriptions]);
  const faults = served.validate(document);
  if (faults.length > 0) return err(faults);
  const compiled = served.subscriptions.socket({ ...request, document }, client);
  if (!compiled.ok) return compiled;
  return ok({
    ...compiled.value,
    run: { schema: served.schema, document, operationName: request.operationName ?? null },
  });
}

const onlySubscriptions = requestError(
  'BAD_REQUEST',
  'Only subscriptions run over WebSockets: send queries and mutations by POST',
);

const tooMany = failure('POLICY.TOO_MANY', 'Too many subscriptions of one WebSocket: end some first', {
  retryAfterMs: 10_000,
});

const outletOf = (socket: WebSocket, feed: Feed): Outlet<string> => {
  const head = `{"id":${JSON.stringify(feed.id)},"type":"next","payload":`;
  return {
    hasRoom: () => hasRoom(socket.bufferedAmount),
    send: (json) => !feed.isOver && write(socket, `${head}${json}}`),
    // The socket has a heartbeat of its own.
    beat: () => socket.readyState === socket.OPEN,
    end(failed) {
      // A `complete` would say that nothing follows: clients go on when they have connected again.
      if (failed === null) socket.close(tryAgainLater, 'Try again later');
      else if (!closeIfUnauthenticated(socket, failed)) feed.fail(failureError(failed));
    },
  };
};

/** Makes a client whose credential is no longer valid connect anew, with another. */
function closeIfUnauthenticated(socket: WebSocket, { code }: Failure): boolean {
  if (code !== 'POLICY.UNAUTHENTICATED') return false;
  socket.close(CloseCode.Forbidden, 'Forbidden');
  return true;
}
