import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import type { Observation, ObservedRequest, Observer } from '../../../application/ports/observations.js';
import { describePlan } from '../../../domain/plan/describe-plan.js';
import { countedContext, isSampled, type TraceLimit } from './trace-limit.js';
import { untraced } from './untraced.js';

interface TraceOptions {
  readonly tracer?: Tracer;
  /** The limit of the SDK's sampler, if it has one. Asked before a span is prepared, as most requests have none then. */
  readonly limit?: TraceLimit | null;
}

/**
 * Makes spans for requests, with their plans as events, and for their statements. Continues the trace that a client names.
 */
export function createTraces({
  tracer = trace.getTracer('quire'),
  limit = null,
}: TraceOptions = {}): Observer {
  return {
    kinds: ['request-began', 'request-ended', 'plan', 'statement'],
    observe(observation) {
      switch (observation.kind) {
        case 'request-began':
          observation.request.context = beginTrace(tracer, limit, observation.request);
          return;
        case 'request-ended':
          return endSpan(spanOf(observation.request), observation.request);
        case 'plan':
          return addPlan(spanOf(observation.request), observation);
        case 'statement':
          return addStatement(tracer, observation);
      }
    },
    within: (request, work) => context.with(contextOf(request) ?? context.active(), work),
  };
}

const contextOf = (request: ObservedRequest): Context | undefined => request.context as Context | undefined;

const spanOf = (request: ObservedRequest): Span | undefined => {
  const kept = contextOf(request);
  return kept && trace.getSpan(kept);
};

/** Milliseconds since 1970, of a time of `performance.now()`. */
const timeOf = (at: number): number => performance.timeOrigin + at;

function beginTrace(tracer: Tracer, limit: TraceLimit | null, request: ObservedRequest): Context {
  const { traceparent, tracestate } = request;
  const parent =
    traceparent === undefined
      ? ROOT_CONTEXT
      : propagation.extract(ROOT_CONTEXT, { traceparent, ...(tracestate && { tracestate }) });
  if (limit === null) return beginSpan(tracer, parent, request);
  if (trace.getSpan(parent) !== undefined)
    return isSampled(parent) ? beginSpan(tracer, parent, request) : parent;
  return limit.mayBegin() ? beginSpan(tracer, countedContext, request) : untraced();
}

function beginSpan(tracer: Tracer, parent: Context, { method, path, id, beganAt }: ObservedRequest): Context {
  const attributes = { 'http.request.method': method, 'url.path': path, 'quire.request_id': id };
  const options = { kind: SpanKind.SERVER, startTime: timeOf(beganAt), attributes };
  return trace.setSpan(parent, tracer.startSpan(method, options, parent));
}

function endSpan(span: Span | undefined, request: ObservedRequest): void {
  if (span === undefined) return;
  if (span.isRecording()) describe(span, request);
  span.end(timeOf(request.endedAt));
}

function describe(span: Span, { method, api, type, action, caller, cost, status, refusal }: ObservedRequest) {
  const served = [type === '' ? api : type, action].filter((part) => part !== '').join('.');
  span.updateName(`${method} ${served}`);
  span.setAttribute('http.response.status_code', status);
  span.setAttribute('quire.caller', caller ?? 'unknown');
  span.setAttribute('quire.cost', cost);
  if (refusal !== undefined) span.setAttribute('error.type', refusal);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

/** An event, because a plan takes some microseconds, of which a span of its own would take as many again. */
function addPlan(
  span: Span | undefined,
  { plan, beganAt, endedAt }: Extract<Observation, { kind: 'plan' }>,
): void {
  if (span?.isRecording() !== true) return;
  const attributes = {
    'quire.plan': describePlan(plan),
    'quire.cost': plan.cost ?? 0,
    'quire.plan_ms': endedAt - beganAt,
  };
  span.addEvent('plan', attributes, timeOf(endedAt));
}

/** Of a statement; the text of one that populates a lot is longer. */
const maxTextLength = 4_000;

/** Statements of the server's own work, which belong to no request, have no spans. */
function addStatement(
  tracer: Tracer,
  { system, text, beganAt, endedAt, error }: Extract<Observation, { kind: 'statement' }>,
): void {
  const parent = context.active();
  if (trace.getSpan(parent)?.isRecording() !== true) return;
  const attributes = {
    'db.system.name': system,
    'db.query.text': text.slice(0, maxTextLength),
    ...(error !== undefined && { 'db.response.status_code': error }),
  };
  const options = { kind: SpanKind.CLIENT, startTime: timeOf(beganAt), attributes };
  const span = tracer.startSpan(`${system} statement`, options, parent);
  if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(timeOf(endedAt));
}
