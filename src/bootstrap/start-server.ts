import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AppObject } from '../adapters/app-code/create-app-object.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import type { HttpServer } from '../adapters/delivery/rest/create-http-server.js';
import { createMetricsServer } from '../adapters/delivery/rest/server/serve-metrics.js';
import { missingDraftGrants } from '../application/access/missing-grants.js';
import { historyFollower } from '../application/history/history-follower.js';
import { createIndexKeeper } from '../application/indexes/create-index-keeper.js';
import { ok, type Result } from '../domain/result.js';
import { lateRenames } from '../domain/schema/late-renames.js';
import { indexLimits } from './app-settings.js';
import { listen, type Listener, type WantedAddress } from './listen.js';
import { openApp, type AppOptions, type OpenApp } from './open-app.js';
import type { Parts } from './parts.js';
import { logWayIn } from './log-way-in.js';
import { startBulkJobs } from './start-bulk-jobs.js';
import { startCleaning } from './start-cleaning.js';
import { startReleases } from './start-releases.js';
import { startWebhooks } from './start-webhooks.js';

export interface RunningServer {
  /** `http://127.0.0.1:1337`, with the actual port. */
  readonly url: string;
  readonly app: AppObject;
  /** Ends streams and WebSockets: clients come again, and reach another process. */
  endStreams(): void;
  /** Refuses new requests, waits for running ones and for mails, then closes the database (`lingerMs`: see `HttpServer`). */
  stop(lingerMs?: number): Promise<void>;
}

/** Lets a server get connections on an address. Returns the address as a URL. */
export type Accept = (server: HttpServer, wanted: WantedAddress) => Promise<Result<string, Problem>>;

export interface StartOptions extends AppOptions {
  /** Whether the app was served just before, from earlier files: what the log advises then is not repeated. */
  readonly isFollowing?: boolean;
  /** Whether another process serves the same app: what concerns the app as a whole is told there. */
  readonly isBeside?: boolean;
}

/** Opens the app, and listens unless connections come another way. After a failure nothing is left open. */
export async function startServer(
  options: StartOptions,
  accept: Accept = listen,
): Promise<Result<RunningServer, Problem>> {
  const began = performance.now();
  const opened = await openApp(options);
  if (!opened.ok) return opened;
  const started = await serve(opened.value, accept);
  if (started.ok) {
    const { parts } = opened.value;
    const milliseconds = Math.round(performance.now() - began);
    parts.log.info(`Serving ${started.value.url}${parts.app.config.rest.prefix}`, { milliseconds });
    if (options.isBeside === true) return started;
    if (options.isFollowing !== true) logDraftGrants(parts);
    logWayIn(parts, started.value.url).catch((error: unknown) =>
      parts.log.warn('whether an administrator can sign in cannot be seen', { error }),
    );
    logLeftovers(parts).catch((error: unknown) => parts.log.warn('leftovers cannot be listed', { error }));
  }
  return started;
}

/** Listens for an open app. */
export async function serve(
  { parts, destroy, close }: OpenApp,
  accept: Accept = listen,
): Promise<Result<RunningServer, Problem>> {
  const { app, httpServer, graphqlGate, accounts, images, appObject, cron, followers } = parts;
  followForHistory(parts);
  await followers.register();
  const listening = await accept(httpServer, app.config);
  if (!listening.ok) {
    await close();
    return listening;
  }
  // Where connections come another way, an earlier version of the app may still have the port.
  const metrics = accept === listen ? await listenForMetrics(parts) : ok(null);
  if (!metrics.ok) {
    await httpServer.close();
    await close();
    return metrics;
  }
  // A first request of GraphQL need not wait for this.
  const loading = setTimeout(() => void loadGraphqlSchema(parts), loadAfterMs).unref();
  cron.start({ strapi: appObject, quire: appObject });
  followers.start();
  parts.liveChanges?.start();
  const stopCleaning = startCleaning(parts, app.config);
  const stopIndexes = startIndexes(parts);
  const stopReleases = startReleases(parts);
  const stopBulkJobs = startBulkJobs(parts);
  const stopWebhooks = startWebhooks(parts);
  const endStreams = (): void => {
    graphqlGate.endSockets();
    parts.liveChanges?.stop();
  };
  const stop = async (lingerMs?: number): Promise<void> => {
    parts.readiness.stopping = true;
    clearTimeout(loading);
    endStreams();
    await httpServer.close(lingerMs);
    metrics.value?.close();
    await graphqlGate.close();
    await Promise.all([cron.stop(), followers.stop(), stopWebhooks(), stopBulkJobs()]);
    await parts.presence.stop();
    await destroy();
    images.close();
    await Promise.all([accounts.settled(), stopCleaning(), stopIndexes(), stopReleases()]);
    await close();
  };
  return ok({ url: listening.value, app: appObject, endStreams, stop });
}

/** Follows writes for the history, unless it is turned off or no content-type has one. */
function followForHistory(parts: Parts): void {
  const { app, schema, rowDocuments: documents, store, clock, ids, followers } = parts;
  const { captured, units } = store;
  const rows = { schema, store: store.documents, clock, ids };
  const follower = app.config.history.enabled
    ? historyFollower({ schema, documents, captured, units, rows })
    : null;
  if (follower !== null) followers.add(follower);
}

/** Joins the counts of questions, and makes and removes indexes, unless it is turned off. Returns a function that stops it. */
function startIndexes(parts: Parts): () => Promise<void> {
  const { app, schema, store, questions: counts, clock, log } = parts;
  if (counts === null || store.indexes === null) return async () => {};
  const isAutomatic = app.config.indexes.mode === 'auto';
  const limits = indexLimits(app);
  const keeper = createIndexKeeper({ schema, store: store.indexes, counts, clock, log, limits, isAutomatic });
  keeper.start();
  return () => keeper.stop();
}

/** So long after it listens, a server has answered whoever waited for it. */
const loadAfterMs = 100;

const loadGraphqlSchema = ({ graphqlGate, log }: Parts): Promise<void> =>
  graphqlGate.load().catch((error: unknown) => log.error('the GraphQL schema cannot be built', { error }));

/** Listens on the port for metrics, if there is one. */
async function listenForMetrics({ app, observing, log }: Parts): Promise<Result<Server | null, Problem>> {
  const { metricsHost: host, metricsPort: port } = app.config.observe;
  if (port === undefined || observing.metrics === null) return ok(null);
  const server = createMetricsServer(observing.metrics);
  const listening = await listen(listenerOf(server), { host, port }, 'METRICS_PORT');
  if (!listening.ok) return listening;
  log.info(`Metrics at ${listening.value}/_metrics`);
  return ok(server);
}

const listenerOf = (server: Server): Listener => ({
  async listen(port, host) {
    server.listen(port, host);
    await once(server, 'listening');
    return server.address() as AddressInfo;
  },
});

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
