import { metrics, type Attributes, type Meter } from '@opentelemetry/api';
import type {
  DatabaseSystem,
  Observation,
  Observer,
  State,
} from '../../../application/ports/observations.js';

const ofSystem: Readonly<Record<DatabaseSystem, Attributes>> = {
  postgresql: { 'db.system.name': 'postgresql' },
  mongodb: { 'db.system.name': 'mongodb' },
};

/** Records observations as metrics of OpenTelemetry. `readState` is called when they are exported. */
export function createMeters(
  readState: () => readonly State[],
  meter: Meter = metrics.getMeter('quire'),
): Observer {
  const requests = meter.createHistogram('http.server.request.duration', { unit: 's' });
  const statements = meter.createHistogram('db.client.operation.duration', { unit: 's' });
  const refusals = meter.createCounter('quire.refusals');
  const retries = meter.createCounter('quire.write.retries');
  observeState(meter, readState);
  const record = (observation: Observation): void => {
    switch (observation.kind) {
      case 'request-ended': {
        const { api, type, action, method, status, beganAt, endedAt } = observation.request;
        return requests.record((endedAt - beganAt) / 1000, {
          'http.request.method': method,
          'http.response.status_code': status,
          'quire.api': api,
          'quire.type': type,
          'quire.action': action,
        });
      }
      case 'statement': {
        const { system, beganAt, endedAt } = observation;
        return statements.record((endedAt - beganAt) / 1000, ofSystem[system]);
      }
      case 'refusal':
        return refusals.add(1, { 'error.type': observation.code, 'quire.by': observation.by });
      case 'retry':
        return retries.add(1, ofSystem[observation.system]);
    }
  };
  return { kinds: ['request-ended', 'statement', 'refusal', 'retry'], observe: record };
}

function observeState(meter: Meter, readState: () => readonly State[]): void {
  const connections = meter.createObservableGauge('db.client.connection.count');
  const queries = meter.createObservableGauge('quire.queries');
  meter.addBatchObservableCallback(
    (result) => {
      for (const state of readState()) {
        if (state.kind === 'admission') {
          result.observe(queries, state.running, { 'quire.state': 'running' });
          result.observe(queries, state.waiting, { 'quire.state': 'waiting' });
        } else if (state.kind === 'pool') {
          const { system, used, idle } = state;
          result.observe(connections, used, { 'db.system.name': system, state: 'used' });
          result.observe(connections, idle, { 'db.system.name': system, state: 'idle' });
        }
      }
    },
    [connections, queries],
  );
}
