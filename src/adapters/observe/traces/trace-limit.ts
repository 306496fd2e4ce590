import {
  createContextKey,
  ROOT_CONTEXT,
  SamplingDecision,
  trace,
  TraceFlags,
  type Context,
  type SamplingResult,
} from '@opentelemetry/api';

/** Bounds the new traces, so that what they cost does not grow with the load. */
export interface TraceLimit {
  readonly perSecond: number;
  /** Counts one more new trace. False if it is one too many. */
  mayBegin(): boolean;
}

/** A sampler of the SDK of OpenTelemetry. */
export interface Sampler {
  shouldSample(parent: Context): SamplingResult;
  toString(): string;
}

const counted = createContextKey('a new trace that the limit has counted');

/** The parent of a new trace that `mayBegin` has allowed, so that the sampler does not count it again. */
export const countedContext = ROOT_CONTEXT.setValue(counted, true);

export const isSampled = (parent: Context): boolean =>
  ((trace.getSpanContext(parent)?.traceFlags ?? 0) & TraceFlags.SAMPLED) !== 0;

/** Allows `perSecond` new traces a second at most, and as many at once after a pause. */
export function createTraceLimit(perSecond: number, now: () => number = () => performance.now()): TraceLimit {
  let left = perSecond;
  let countedAt = now();
  return {
    perSecond,
    mayBegin() {
      const at = now();
      left = Math.min(perSecond, left + ((at - countedAt) / 1000) * perSecond);
      countedAt = at;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}

/**
 * Samples the new traces that the limit allows. A span in a trace follows the decision that was made for it, by this server
 * or by the client that named it.
 */
export function limitedSampler(limit: TraceLimit): Sampler {
  const isTaken = (parent: Context): boolean =>
    trace.getSpanContext(parent) === undefined
      ? parent.getValue(counted) === true || limit.mayBegin()
      : isSampled(parent);
  return {
    shouldSample: (parent) => ({
      decision: isTaken(parent) ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
    }),
    toString: () => `LimitedSampler{${limit.perSecond} new traces a second}`,
  };
}
