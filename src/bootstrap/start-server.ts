import type { AppObject } from '../adapters/app-code/create-app-object.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import type { HttpServer } from '../adapters/delivery/rest/create-http-server.js';
import { missingDraftGrants } from '../application/access/missing-grants.js';
import { ok, type Result } from '../domain/result.js';
import { lateRenames } from '../domain/schema/late-renames.js';
import { listen, type WantedAddress } from './listen.js';
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

/** Lets a server get connections on an address. Returns the address as a URL. */
export type Accept = (server: HttpServer, wanted: WantedAddress) => Promise<Result<string, Problem>>;

/** Opens the app, and listens unless connections come another way. After a failure nothing is left open. */
export async function startServer(
  options: AppOptions,
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
    logDraftGrants(parts);
    logLeftovers(parts).catch((error: unknown) => parts.log.warn('leftovers cannot be listed', { error }));
  }
  return started;
}

/** Listens for an open app. */
export async function serve(
  { parts, destroy, close }: OpenApp,
  accept: Accept = listen,
): Promise<Result<RunningServer, Problem>> {
  const { app, httpServer, graphqlGate, accounts, images, appObject, cron } = parts;
  const listening = await accept(httpServer, app.config);
  if (!listening.ok) {
    await close();
    return listening;
  }
  cron.start({ strapi: appObject, quire: appObject });
  const stopCleaning = startCleaning(parts, app.config.audit.days);
  const stop = async (): Promise<void> => {
    await httpServer.close();
    await graphqlGate.close();
    await cron.stop();
    await destroy();
    images.close();
    await Promise.all([accounts.settled(), stopCleaning()]);
    await close();
  };
  return ok({ url: listening.value, app: appObject, stop });
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
