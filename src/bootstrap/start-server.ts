import type { AppObject } from '../adapters/app-code/create-app-object.js';
import type { Environment } from '../adapters/app-directory/create-env.js';
import { readEnvironment } from '../adapters/app-directory/read-environment.js';
import type { Config } from '../adapters/app-directory/config.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import type { HttpServer } from '../adapters/delivery/rest/create-http-server.js';
import { missingDraftGrants } from '../application/access/missing-grants.js';
import type { Log } from '../application/ports/log.js';
import { err, ok, type Result } from '../domain/result.js';
import { lateRenames } from '../domain/schema/late-renames.js';
import { createContainer } from './create-container.js';
import { openStore } from './open-store.js';
import type { Parts } from './parts.js';
import { prepareApp, runStep } from './prepare-app.js';
import { logFor, readAppAndCode, type App, type Code } from './read-app.js';
import { checkPackages } from './check-packages.js';
import { checkSessionSecret } from './session-secret.js';
import { startCleaning } from './start-cleaning.js';

export interface ServerOptions {
  readonly directory: string;
  readonly environment: Environment;
  /** Replaces the log on standard error. */
  readonly log?: Log;
}

export interface RunningServer {
  /** `http://127.0.0.1:1337`, with the actual port. */
  readonly url: string;
  readonly app: AppObject;
  /** Refuses new requests, waits for running ones and for mails, then closes the database. */
  stop(): Promise<void>;
}

/** Reads the app, applies schema changes, runs the app's code, and listens. After a failure nothing is left open. */
export async function startServer(options: ServerOptions): Promise<Result<RunningServer, Problem>> {
  const began = performance.now();
  const environment = readEnvironment(options.directory, options.environment);
  const log = options.log ?? logFor(environment, 'info');
  const read = await readAppAndCode(options.directory, environment);
  if (!read.ok) return read;
  const { app, code } = read.value;
  warnOfIgnored(app, code, log);
  const signable = checkSessionSecret(app);
  if (!signable.ok) return signable;
  const installed = checkPackages(app);
  if (!installed.ok) return installed;
  const store = await openStore(app, log);
  if (!store.ok) return store;
  const parts = createContainer(app, store.value, log);
  const started = await serve(parts, code);
  if (started.ok) {
    const milliseconds = Math.round(performance.now() - began);
    log.info(`Serving ${started.value.url}${app.config.rest.prefix}`, { milliseconds });
    logDraftGrants(parts);
    logLeftovers(parts).catch((error: unknown) => log.warn('leftovers cannot be listed', { error }));
  }
  return started;
}

/** Warns of everything in the app directory that has no effect. */
function warnOfIgnored(app: App, code: Code, log: Log): void {
  for (const file of app.ignored) log.warn(`${file} is not read: compile it to ${file.replace(/ts$/, 'js')}`);
  for (const settings of app.unread) log.warn(`of no effect here: ${settings}`);
  for (const { file, path, message } of app.notes) log.warn(`${file}: ${path} ${message}`);
  for (const sentence of app.unrun) log.warn(sentence);
  if (code.ignored !== undefined) log.warn(`${code.ignored} is not run: compile it to src/index.js`);
}

async function serve(parts: Parts, code: Code): Promise<Result<RunningServer, Problem>> {
  const { app, httpServer, graphqlGate, accounts, images, appObject, cron, log } = parts;
  const prepared = await prepareApp(parts, code);
  const listening = prepared.ok ? await listen(httpServer, app.config) : prepared;
  if (!listening.ok) {
    await closeStore(parts);
    return listening;
  }
  cron.start({ strapi: appObject, quire: appObject });
  const stopCleaning = startCleaning(parts, app.config.audit.days);
  const stop = async (): Promise<void> => {
    await httpServer.close();
    await graphqlGate.close();
    await cron.stop();
    const ended = await runStep('destroy', code, appObject, log);
    if (!ended.ok) log.error(ended.failure.message);
    images.close();
    await Promise.all([accounts.settled(), stopCleaning()]);
    await closeStore(parts);
  };
  return ok({ url: listening.value, app: appObject, stop });
}

async function closeStore({ access, locales, statistics, store }: Parts): Promise<void> {
  access.stop();
  locales.stop();
  await statistics.stop();
  await store.close();
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

/** A server that listens on all addresses is reachable by the name of this machine. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function explain({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken: end what uses it, or choose another with --port or PORT`;
    case 'EACCES':
      return `Port ${port} on ${host} may not be used by this user: choose one from 1024 on with --port or PORT`;
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
