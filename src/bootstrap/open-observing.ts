import type { Environment } from '../adapters/app-directory/create-env.js';
import type { MetricsDelivery } from '../adapters/delivery/rest/server/serve-metrics.js';
import { createRequestLog } from '../adapters/observe/log-requests.js';
import { createMetrics } from '../adapters/observe/metrics/create-metrics.js';
import { createObservations, unobserved } from '../application/observations/create-observations.js';
import type { Log } from '../application/ports/log.js';
import type { Observations, Observer } from '../application/ports/observations.js';
import type { App } from './read-app.js';
import { shareMetrics, thisWorker } from './workers/this-worker.js';

/** Who observes a server. */
export interface Observing {
  readonly observations: Observations;
  /** Null if there are no metrics for Prometheus. */
  readonly metrics: MetricsDelivery | null;
  /** Sends what is left. */
  close(): Promise<void>;
}

export const nobodyObserving: Observing = {
  observations: unobserved,
  metrics: null,
  close: async () => {},
};

/** Creates the observers that the settings and the standard variables of OpenTelemetry ask for. */
export async function openObserving(
  { config, directory }: App,
  environment: Environment,
  log: Log,
): Promise<Observing> {
  const { requests, slowMs, metricsPort, metricsToken } = config.observe;
  const requestLog = createRequestLog(log, { all: requests, slowMs });
  const metrics = metricsPort === undefined && metricsToken === undefined ? null : createMetrics();
  let observations: Observations = unobserved;
  const telemetry = await openTelemetry(environment, directory, log, () => observations);
  const chosen = [requestLog, metrics].filter((one) => one !== null);
  observations = createObservations([...chosen, ...telemetry.observers]);
  return {
    observations,
    metrics: metrics && { read: readAll(() => metrics.text(observations.state())), token: metricsToken },
    async close() {
      metrics?.close();
      await telemetry.close();
    },
  };
}

/** Reads the metrics of all processes that serve the app together. */
const readAll = (own: () => string): MetricsDelivery['read'] =>
  thisWorker() === undefined ? async () => own() : shareMetrics(own);

/** Imports OpenTelemetry only where a variable asks for it, or where an SDK runs already. */
async function openTelemetry(
  environment: Environment,
  directory: string,
  log: Log,
  observations: () => Observations,
): Promise<{ readonly observers: readonly Observer[]; close(): Promise<void> }> {
  const nothing = { observers: [], close: async () => {} };
  const { startTelemetry } = await import('../adapters/observe/traces/start-telemetry.js');
  const telemetry = await startTelemetry(environment, directory, log);
  if (telemetry === null) return nothing;
  const { signals, limit, close } = telemetry;
  const observers: Observer[] = [];
  if (signals.traces)
    observers.push((await import('../adapters/observe/traces/create-traces.js')).createTraces({ limit }));
  if (signals.metrics) {
    const { createMeters } = await import('../adapters/observe/traces/create-meters.js');
    observers.push(createMeters(() => observations().state()));
  }
  return { observers, close };
}
