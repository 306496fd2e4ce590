import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AppObject } from '../adapters/app-code/create-app-object.js';
import type { Config } from '../adapters/app-directory/config.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import type { HttpServer } from '../adapters/delivery/rest/create-http-server.js';
import { createMetricsServer } from '../adapters/delivery/rest/server/serve-metrics.js';
import { missingDraftGrants } from '../application/access/missing-grants.js';
import { err, ok, type Result } from '../domain/result.js';
import { lateRenames } from '../domain/schema/late-renames.js';
import { openApp, type AppOptions, type OpenApp } from './open-app.js';
import type { Parts } from './parts.js';
import { startCleaning } from './start-cleaning.js';

export interface RunningServer {
  /** `http://127.0.0.1:1337`, with the actual port. */
  readonly url: string;
  readonly app: AppObject;
  /** Refuses new requests, waits for running ones and for mails, then closes the database. */
  stop(): Promise<void>;
}

/** Opens the app, and listens. After a failure nothing is left open. */
export async function startServer(options: AppOptions): Promise<Result<RunningServer, Problem>> {
  const began = performance.now();
  const opened = await openApp(options);
  if (!opened.ok) return opened;
  const started = await serve(opened.value);
  if (started.ok) {
    const { parts } = opened.value;
    const milliseconds = Math.round(performance.now() - began);
    parts.log.info(`Serving ${started.value.url}${parts.app.config.rest.prefix}`, { milliseconds });
    logDraftGrants(parts);
    logLeftovers(parts).catch((error: unknown) => parts.log.warn('leftovers cannot be listed', { error }));
  }
  return started;
}

/** Listens for an open app. */
export async function serve({ parts, destroy, close }: OpenApp): Promise<Result<RunningServer, Problem>> {
  const { app, httpServer, graphqlGate, accounts, images, appObject, cron } = parts;
  const listening = await listen(httpServer, app.config);
  if (!listening.ok) {
    await close();
    return listening;
  }
  const metrics = await listenForMetrics(parts);
  if (!metrics.ok) {
    await httpServer.close();
    await close();
    return metrics;
  }
  cron.start({ strapi: appObject, quire: appObject });
  const stopCleaning = startCleaning(parts, app.config.audit.days);
  const stop = async (): Promise<void> => {
    parts.readiness.stopping = true;
    await httpServer.close();
    metrics.value?.close();
    await graphqlGate.close();
    await cron.stop();
    await destroy();
    images.close();
    await Promise.all([accounts.settled(), stopCleaning()]);
    await close();
  };
  return ok({ url: listening.value, app: appObject, stop });
}

/** Listens on the configured address. Returns it as a URL. */
async function listen(server: HttpServer, { host, port }: Config): Promise<Result<string, Problem>> {
  try {
    const address = await server.listen(port, host);
    return ok(`http://${hostInUrl(host)}:${address.port}`);
  } catch (error) {
    return err({ message: explain(error as NodeJS.ErrnoException, host, port) });
  }
}

/** Listens on the port for metrics, if there is one. */
async function listenForMetrics({ app, observing, log }: Parts): Promise<Result<Server | null, Problem>> {
  const { metricsHost: host, metricsPort: port } = app.config.observe;
  if (port === undefined || observing.metrics === null) return ok(null);
  const server = createMetricsServer(observing.metrics);
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    return err({ message: explain(error as NodeJS.ErrnoException, host, port, 'METRICS_PORT') });
  }
  const { port: actual } = server.address() as AddressInfo;
  log.info(`Metrics at http://${hostInUrl(host)}:${actual}/_metrics`);
  return ok(server);
}

/** A server that listens on all addresses is reachable by the name of this machine. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function explain(
  { code, message }: NodeJS.ErrnoException,
  host: string,
  port: number,
  by = '--port or PORT',
): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken: end what uses it, or choose another with ${by}`;
    case 'EACCES':
      return `Port ${port} on ${host} may not be used by this user: choose one from 1024 on with ${by}`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine: choose another with --host or HOST`;
    default:
      return `Cannot listen on ${host}, port ${port}: ${message}`;
  }
}

/** Grants from before `findDrafts` cover published versions only. */
function logDraftGrants({ schema, access, log }: Parts): void {
  const notice = missingDraftGrants(schema, access.grants());
  if (notice !== null) log.info(notice);
}

/** Leftover data is invisible to clients, so the log lists it. The start does not wait for this. */
async function logLeftovers({ store, schema, log }: Parts): Promise<void> {
  const status = await store.schema.status();
  const changes = status.ok ? status.value : [];
  const names = changes.filter(({ kind }) => kind === 'leftover').map(({ name }) => name);
  for (const sentence of lateRenames(schema, names)) log.warn(sentence);
  if (names.length > 0)
    log.info(`Kept, though no content-type has it: ${names.join(', ')} (see: quire schema status)`);
}
