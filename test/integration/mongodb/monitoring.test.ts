import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { expect } from 'chai';
import { startMonitored, type MonitoredServer } from '../../bootstrap/monitored-server.js';
import { openTestMongo, skipWithoutMongo, type TestMongo } from '../../mongo.js';

const secret = 'do-not-trace-me';
const metricsToken = 'metrics-token-0123456789';

describe('monitoring on MongoDB', () => {
  const spans = new InMemorySpanExporter();
  let database: TestMongo;
  let server: MonitoredServer;

  before(async function () {
    await skipWithoutMongo(this);
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider(
      new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
    );
    database = await openTestMongo();
    const env = {
      DATABASE_URL: database.url,
      METRICS_TOKEN: metricsToken,
      MONGO_ALLOW_NO_TRANSACTIONS: 'true',
    };
    server = await startMonitored(env);
  });

  after(async () => {
    await server?.stop();
    await database?.close();
    for (const global of [context, trace]) global.disable();
  });

  it('traces the commands of a request, without values, and counts them and the connections', async () => {
    const { token } = await server.quire.app.access.createToken({ name: 'reader', access: 'read-only' });
    spans.reset();
    const headers = { Authorization: `Bearer ${token}` };
    expect((await server.get(`/api/chefs?filters[Name]=${secret}`, headers)).status).to.equal(200);
    const found = spans.getFinishedSpans();
    const request = found.find(({ name }) => name === 'GET api::chef.chef.find');
    const commands = found.filter(
      ({ parentSpanContext: of }) => of?.spanId === request?.spanContext().spanId,
    );
    const texts = commands.map(({ attributes }) => attributes['db.query.text']);
    expect(texts).to.satisfy((all: unknown[]) =>
      all.some((text) => /^(find|aggregate) chefs/.test(String(text))),
    );
    expect(JSON.stringify(found.map(({ name, attributes }) => ({ name, attributes })))).not.to.include(
      secret,
    );
    const text = await (await server.get('/_metrics', { Authorization: `Bearer ${metricsToken}` })).text();
    expect(text).to.match(/^quire_statement_duration_seconds_count\{system="mongodb"\} [1-9]/m);
    expect(text).to.match(/^quire_database_connections\{system="mongodb",state="used"\} \d/m);
    expect(text).to.match(/^quire_database_connections_awaited\{system="mongodb"\} 0/m);
  });
});
