import type { MetricsDelivery } from '../adapters/delivery/rest/server/serve-metrics.js';
import { createRequestLog } from '../adapters/observe/log-requests.js';
import { createMetrics } from '../adapters/observe/metrics/create-metrics.js';
import { createObservations, unobserved } from '../application/observations/create-observations.js';
import type { Log } from '../application/ports/log.js';
import type { Observations } from '../application/ports/observations.js';
import type { App } from './read-app.js';

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

/** Creates the observers that the settings ask for. */
export function openObserving({ config }: App, log: Log): Observing {
  const { requests, slowMs, metricsPort, metricsToken } = config.observe;
  const requestLog = createRequestLog(log, { all: requests, slowMs });
  const metrics = metricsPort === undefined && metricsToken === undefined ? null : createMetrics();
  const observations = createObservations([requestLog, metrics].filter((one) => one !== null));
  return {
    observations,
    metrics: metrics && { read: () => metrics.text(observations.state()), token: metricsToken },
    close: async () => metrics?.close(),
  };
}
