import { SamplingDecision, trace, TraceFlags, type Context, type SamplingResult } from '@opentelemetry/api';

/** A sampler of the SDK of OpenTelemetry. */
export interface Sampler {
  shouldSample(parent: Context): SamplingResult;
  toString(): string;
}

/**
 * Samples at most `perSecond` new traces a second, so that what traces cost does not grow with the load. A span in a trace
 * follows the decision that was made for it, by this server or by the client that named it.
 */
export function limitedSampler(perSecond: number, now: () => number = () => performance.now()): Sampler {
  let left = perSecond;
  let countedAt = now();
  const mayBegin = (): boolean => {
    const at = now();
    left = Math.min(perSecond, left + ((at - countedAt) / 1000) * perSecond);
    countedAt = at;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
  return {
    shouldSample(parent) {
      const traced = trace.getSpanContext(parent);
      const isSampled = traced === undefined ? mayBegin() : (traced.traceFlags & TraceFlags.SAMPLED) !== 0;
      return { decision: isSampled ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD };
    },
    toString: () => `LimitedSampler{${perSecond} new traces a second}`,
  };
}
