import { ROOT_CONTEXT, SamplingDecision, trace, TraceFlags } from '@opentelemetry/api';
import { expect } from 'chai';
import {
  countedContext,
  createTraceLimit,
  limitedSampler,
} from '../../../../src/adapters/observe/traces/trace-limit.js';

describe('sampling a limited number of traces', () => {
  let time: number;
  beforeEach(() => (time = 0));

  const sampled = (sampler: ReturnType<typeof limitedSampler>, of = 100): number => {
    const decisions = Array.from({ length: of }, () => sampler.shouldSample(ROOT_CONTEXT).decision);
    return decisions.filter((decision) => decision === SamplingDecision.RECORD_AND_SAMPLED).length;
  };

  it('takes each trace while they are few, and some of many', () => {
    const sampler = limitedSampler(createTraceLimit(10, () => time));
    expect(sampled(sampler, 10)).to.equal(10);
    expect(sampled(sampler)).to.equal(0);
    time = 500;
    expect(sampled(sampler)).to.equal(5);
    time = 60_000;
    expect(sampled(sampler)).to.equal(10);
  });

  it('follows the trace that a request or a statement belongs to, however many there are', () => {
    const sampler = limitedSampler(createTraceLimit(1, () => time));
    const within = (traceFlags: TraceFlags) =>
      trace.setSpanContext(ROOT_CONTEXT, { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags });
    for (let n = 0; n < 3; n++) {
      expect(sampler.shouldSample(within(TraceFlags.SAMPLED)).decision).to.equal(
        SamplingDecision.RECORD_AND_SAMPLED,
      );
      expect(sampler.shouldSample(within(TraceFlags.NONE)).decision).to.equal(SamplingDecision.NOT_RECORD);
    }
    expect(sampled(sampler)).to.equal(1);
  });

  it('does not count a trace again that is counted already', () => {
    const limit = createTraceLimit(2, () => time);
    const sampler = limitedSampler(limit);
    expect(limit.mayBegin()).to.equal(true);
    expect(sampler.shouldSample(countedContext).decision).to.equal(SamplingDecision.RECORD_AND_SAMPLED);
    expect(sampled(sampler)).to.equal(1);
  });
});
