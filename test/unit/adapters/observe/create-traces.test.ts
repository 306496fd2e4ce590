import { context, propagation, trace, type SpanContext } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { expect } from 'chai';
import { createTraces } from '../../../../src/adapters/observe/traces/create-traces.js';
import { createTraceLimit, limitedSampler } from '../../../../src/adapters/observe/traces/trace-limit.js';
import { createObservations } from '../../../../src/application/observations/create-observations.js';
import { RequestRecord } from '../../../../src/application/observations/request-record.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('traces within a limit', () => {
  const spans = new InMemorySpanExporter();
  const limit = createTraceLimit(2, () => 0);
  const provider = new BasicTracerProvider({
    sampler: limitedSampler(limit),
    spanProcessors: [new SimpleSpanProcessor(spans)],
  });
  const tracer = provider.getTracer('test');
  const observations = createObservations([createTraces({ tracer, limit })]);

  before(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  });

  after(() => {
    context.disable();
    propagation.disable();
  });

  /** A request in which code of the app makes a span. Returns the context that it sends on. */
  function serve(traceparent?: string): SpanContext | undefined {
    const head = { id: 'one', method: 'GET', path: '/', traceparent, tracestate: undefined };
    const record = new RequestRecord(observations, head);
    let sent: SpanContext | undefined;
    observations.within(record, () => {
      sent = trace.getSpanContext(context.active());
      tracer.startSpan('of the app').end();
    });
    record.end(200);
    return sent;
  }

  it('has as many traces as it allows, and other requests have a trace that is not sampled', () => {
    const sent = Array.from({ length: 4 }, () => serve());
    expect(spans.getFinishedSpans().map(({ name }) => name)).to.deep.equal([
      'of the app',
      'GET other',
      'of the app',
      'GET other',
    ]);
    expect(sent.map((one) => one?.traceFlags)).to.deep.equal([1, 1, 0, 0]);
    expect(new Set(sent.map((one) => one?.traceId)).size).to.equal(4);
    const carrier: { traceparent?: string } = {};
    propagation.inject(trace.setSpanContext(context.active(), sent[3]!), carrier);
    expect(carrier.traceparent).to.match(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  });

  it('follows the decision of the client beyond it', () => {
    spans.reset();
    const sampled = serve(`00-${traceId}-00f067aa0ba902b7-01`);
    expect(sampled).to.include({ traceId, traceFlags: 1 });
    expect(serve(`00-${traceId}-00f067aa0ba902b7-00`)).to.include({ traceId, traceFlags: 0 });
    expect(spans.getFinishedSpans().map(({ name }) => name)).to.deep.equal(['of the app', 'GET other']);
  });
});
