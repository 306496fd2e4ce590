import { createMeters } from '../src/adapters/observe/traces/create-meters.js';
import { createTraces } from '../src/adapters/observe/traces/create-traces.js';
import { startTelemetry } from '../src/adapters/observe/traces/start-telemetry.js';
import { defaultLimits } from '../src/application/documents/limits.js';
import { createObservations } from '../src/application/observations/create-observations.js';
import { RequestRecord } from '../src/application/observations/request-record.js';
import { systemPrincipal } from '../src/domain/permission/permission.js';
import { planRead } from '../src/domain/plan/plan-read.js';

import { contentType, schemaFrom } from '../test/schema-builders.js';

/**
 * Prints the microseconds of processor time that a request takes which does nothing but be observed: it has one plan and
 * one statement, and waits as often as find one does. `bench/tracing.ts` starts it in each way. The argument is the folder
 * with the SDK.
 */
const [folder = ''] = process.argv.slice(2);
const rounds = 12;
const warmUps = 4;
const requests = 4_000;
const atOnce = 4;

const nothing = (): void => {};
const log = { debug: nothing, info: nothing, warn: console.error, error: console.error };
const telemetry = await startTelemetry(process.env, folder, log);
const observations = createObservations([
  ...(telemetry?.signals.traces === true ? [createTraces({ limit: telemetry.limit })] : []),
  ...(telemetry?.signals.metrics === true ? [createMeters(() => [])] : []),
]);
const isObserved = observations.has('request-ended');

const schema = schemaFrom({ contentTypes: [contentType('place', 'places', { Name: { type: 'string' } })] });
const query = { type: 'api::place.place', action: 'findOne', documentId: 'a', layer: 'published' } as const;
const planned = planRead(
  schema,
  { ...query, range: { offset: 0, limit: 1 }, count: false },
  systemPrincipal,
  defaultLimits,
);
if (!planned.ok) throw new Error(planned.failure.message);
const plan = planned.value;
const text = `SELECT ${'a column, '.repeat(40)} FROM places`;

async function handle(request: RequestRecord | undefined): Promise<void> {
  for (let n = 0; n < 4; n++) await Promise.resolve();
  request?.queued(performance.now());
  request?.planned(plan, performance.now());
  const beganAt = performance.now();
  await new Promise<void>((resolve) => setImmediate(resolve));
  if (observations.has('statement'))
    observations.observe({
      kind: 'statement',
      system: 'postgresql',
      text,
      beganAt,
      endedAt: performance.now(),
    });
  for (let n = 0; n < 4; n++) await Promise.resolve();
  request?.stored(beganAt);
  request?.end(200);
}

function serve(id: number): Promise<void> {
  if (!isObserved) return handle(undefined);
  const head = { method: 'GET', path: '/api/places/a', traceparent: undefined, tracestate: undefined };
  const request = new RequestRecord(observations, { id: String(id), ...head });
  request.routed('rest', query.type, query.action);
  return new Promise((resolve) => observations.within(request, () => void handle(request).then(resolve)));
}

const times: number[] = [];
for (let round = -warmUps; round < rounds; round++) {
  const before = process.cpuUsage();
  for (let id = 0; id < requests; id += atOnce)
    await Promise.all(Array.from({ length: atOnce }, (_, n) => serve(id + n)));
  const { user, system } = process.cpuUsage(before);
  if (round >= 0) times.push((user + system) / requests);
}
console.log(times.sort((a, b) => a - b)[rounds >> 1]);
process.exit();
