import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { unobserved } from '../../../../application/observations/create-observations.js';
import {
  record,
  recordOf,
  RequestRecord,
  type Recorded,
} from '../../../../application/observations/request-record.js';
import type { ObservedRequest, Observations } from '../../../../application/ports/observations.js';

/** Who may see how long the stages of a request took: nobody, API tokens, or everybody. */
type TimingReaders = 'off' | 'tokens' | 'public';

export interface Observing {
  readonly observations: Observations;
  /** Whose answers have `Server-Timing` if they ask for it. */
  readonly timingFor: TimingReaders;
  /** Paths that monitors ask. They are answered also in overload, so each has to be cheap. */
  readonly probes: ReadonlySet<string>;
}

export const notObserving: Observing = {
  observations: unobserved,
  timingFor: 'off',
  probes: new Set(['/_health']),
};

export const isProbe = ({ probes }: Observing, { url = '' }: IncomingMessage): boolean => probes.has(url);

/** Gives each request an id, and a record if somebody observes requests. Probes have neither. */
export function recordRequests(listener: RequestListener, observing: Observing): RequestListener {
  const { observations, timingFor } = observing;
  const isObserved = observations.has('request-ended') || observations.has('request-began');
  return (req, res) => {
    if (isProbe(observing, req)) return listener(req, res);
    const id = idOf(req);
    res.setHeader('X-Request-Id', id);
    const timed = timingFor !== 'off' && asksForTiming(req);
    if (isObserved || timed) begin(req, res, id, observations, timed ? timingFor : 'off');
    listener(req, res);
  };
}

/** Runs the handler of a request in its context. */
export const withinRequest =
  (listener: RequestListener, observations: Observations): RequestListener =>
  (req, res) => {
    const recorded = recordOf(req);
    if (recorded === undefined) return listener(req, res);
    observations.within(recorded, () => listener(req, res));
  };

function begin(
  req: IncomingMessage & Recorded,
  res: ServerResponse,
  id: string,
  observations: Observations,
  timingFor: TimingReaders,
): void {
  const { method = '', headers } = req;
  const recorded = new RequestRecord(observations, {
    id,
    method: methods.has(method) ? method : 'OTHER',
    path: pathOf(req),
    traceparent: headers['traceparent'] as string | undefined,
    tracestate: headers['tracestate'] as string | undefined,
  });
  req[record] = recorded;
  res.once('answered', () => {
    recorded.end(res.statusCode);
    if (timingFor !== 'off') sendTiming(res, recorded, timingFor);
  });
  res.once('close', () => recorded.end(res.headersSent ? res.statusCode : clientGone));
}

/** The status that nginx logs if the client has closed the connection before there was an answer. */
const clientGone = 499;

/** Methods that are names of their own in logs and metrics; clients can send any. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const maxPathLength = 200;

/** Query strings may hold secrets. */
function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?');
  return (end === -1 ? url : url.slice(0, end)).slice(0, maxPathLength);
}

/** `Prefer: server-timing`, alone or in a list. */
function asksForTiming({ headers: { prefer } }: IncomingMessage): boolean {
  if (prefer === undefined) return false;
  const listed = Array.isArray(prefer) ? prefer.join(',') : prefer;
  return listed.split(',').some((preference) => preference.trim().toLowerCase() === 'server-timing');
}

/** Adds `Server-Timing` to an answer whose headers are not sent yet. */
function sendTiming(res: ServerResponse, request: ObservedRequest, readers: TimingReaders): void {
  if (res.headersSent || (readers === 'tokens' && request.caller !== 'token')) return;
  const { beganAt, endedAt, planMs, queueMs, storeMs } = request;
  const stages = { plan: planMs, queue: queueMs, store: storeMs, total: endedAt - beganAt };
  const texts = Object.entries(stages).map(([name, ms]) => `${name};dur=${ms.toFixed(2)}`);
  res.setHeader('Server-Timing', texts.join(', '));
}

const ofProcess = randomBytes(6).toString('base64url');
let count = 0;

/** Takes the id of a client or proxy only if it is short and safe in logs. */
function idOf({ headers }: IncomingMessage): string {
  const sent = headers['x-request-id'];
  if (typeof sent === 'string' && /^[A-Za-z0-9._:-]{1,64}$/.test(sent)) return sent;
  return `${ofProcess}-${(++count).toString(36)}`;
}
