import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { expect } from 'chai';
import { Client } from 'pg';
import { openTestDatabase, type TestDatabase } from '../../database.js';
import { startMonitored, type MonitoredServer } from '../../bootstrap/monitored-server.js';

const secret = 'do-not-trace-me';
const metricsToken = 'metrics-token-0123456789';
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const clientSpan = '00f067aa0ba902b7';

describe('monitoring on PostgreSQL', () => {
  const spans = new InMemorySpanExporter();
  const exported = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: exported, exportIntervalMillis: 3_600_000 });
  let database: TestDatabase;
  let server: MonitoredServer;
  let headers: Readonly<Record<string, string>>;

  before(async () => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    trace.setGlobalTracerProvider(
      new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
    );
    metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
    database = await openTestDatabase();
    server = await startMonitored({ DATABASE_URL: database.url, METRICS_TOKEN: metricsToken });
    const { token } = await server.quire.app.access.createToken({ name: 'writer', access: 'full-access' });
    headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  });

  after(async () => {
    await server.stop();
    await database.close();
    await reader.shutdown();
    for (const global of [context, propagation, trace, metrics]) global.disable();
  });

  const find = (traceparent: string): Promise<Response> =>
    server.get(`/api/chefs?filters[Name]=${secret}`, { ...headers, traceparent });

  it('traces a request with its plan and its statement, in the trace of the client', async () => {
    spans.reset();
    await find(`00-${traceId}-${clientSpan}-01`);
    const found = spans.getFinishedSpans();
    const request = found.find(({ name }) => name === 'GET api::chef.chef.find');
    expect(request?.parentSpanContext?.spanId).to.equal(clientSpan);
    expect(request?.attributes).to.include({ 'http.response.status_code': 200, 'quire.caller': 'token' });
    const children = found.filter(
      ({ parentSpanContext: of }) => of?.spanId === request?.spanContext().spanId,
    );
    expect(children.map(({ name }) => name)).to.include('postgresql statement');
    for (const span of found) expect(span.spanContext().traceId).to.equal(traceId);
    const plan = request?.events.find(({ name }) => name === 'plan');
    expect(plan?.attributes?.['quire.plan']).to.match(
      /^api::chef\.chef where Name eq sort id asc limit 25 count$/,
    );
  });

  it('traces writes, and no values', async () => {
    spans.reset();
    const body = JSON.stringify({ data: { Name: secret } });
    const written = await fetch(`${server.url}/api/chefs`, { method: 'POST', headers, body });
    expect(written.status).to.equal(201);
    await find('');
    const found = spans.getFinishedSpans();
    const request = found.find(({ name }) => name === 'POST api::chef.chef.create');
    const ofWrite = found.filter(({ parentSpanContext: of }) => of?.spanId === request?.spanContext().spanId);
    expect(ofWrite.map(({ name }) => name)).to.include('postgresql statement');
    expect(JSON.stringify(found.map(({ name, attributes }) => ({ name, attributes })))).not.to.include(
      secret,
    );
  });

  it('begins a trace where the header of a client is wrong', async () => {
    for (const wrong of ['', 'x', `00-${'0'.repeat(32)}-${clientSpan}-01`, `00-${traceId}-${clientSpan}`]) {
      spans.reset();
      expect((await find(wrong)).status).to.equal(200);
      const request = spans.getFinishedSpans().find(({ name }) => name.startsWith('GET'));
      expect(request?.parentSpanContext).to.equal(undefined);
    }
  });

  it('exports metrics over OpenTelemetry', async () => {
    await find('');
    await reader.forceFlush();
    const names = exported
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics)
      .flatMap(({ metrics: listed }) => listed.map(({ descriptor }) => descriptor.name));
    expect(names).to.include.members([
      'http.server.request.duration',
      'db.client.operation.duration',
      'db.client.connection.count',
      'quire.queries',
    ]);
  });

  it('counts statements, errors and connections for Prometheus', async () => {
    const text = await (await server.get('/_metrics', { Authorization: `Bearer ${metricsToken}` })).text();
    expect(text).to.match(/^quire_statement_duration_seconds_count\{system="postgresql"\} [1-9]/m);
    expect(text).to.match(/^quire_database_connections\{system="postgresql",state="idle"\} [1-9]/m);
  });

  it('is ready for reads while the database takes no writes, and says so', async () => {
    const name = new URL(database.url).pathname.slice(1);
    const asked = async (setting: string) => {
      const options = '-c default_transaction_read_only=off';
      const client = new Client({ connectionString: database.url, options });
      await client.connect();
      await client.query(`ALTER DATABASE ${name} ${setting}`);
      await client.query(
        'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      await client.end();
      let state: { readonly ready: boolean; readonly readOnly?: true };
      do state = (await (await server.get('/_ready')).json()) as typeof state;
      while (!state.ready || state.readOnly !== (setting.startsWith('SET') ? true : undefined));
      return state;
    };
    expect(await asked('SET default_transaction_read_only = on')).to.include({ ready: true, readOnly: true });
    expect((await find('')).status).to.equal(200);
    expect(await asked('RESET default_transaction_read_only')).to.include({ ready: true });
  });

  it('is ready until the database is gone', async () => {
    expect((await server.get('/_ready')).status).to.equal(200);
    await database.close();
    let answer = await server.get('/_ready');
    while (answer.status !== 503) {
      await new Promise((resolve) => void setTimeout(resolve, 50));
      answer = await server.get('/_ready');
    }
    expect(await answer.json()).to.deep.equal({ ready: false, failed: ['database'] });
    expect((await server.get('/_health')).status).to.equal(204);
  });
});
