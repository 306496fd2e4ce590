import { createLog } from '../adapters/host/create-log.js';
import { readAppCode, type AppCode } from '../adapters/app-directory/read-app-code.js';
import { readAppParts, type LoadedParts } from '../adapters/app-directory/read-app-parts.js';
import type { Environment } from '../adapters/app-directory/create-env.js';
import { readEnvironment } from '../adapters/app-directory/read-environment.js';
import { mediaLeftOut, missingDraftGrants } from '../application/access/missing-grants.js';
import type { AppObject } from '../adapters/app-code/create-app-object.js';
import { watchParts } from '../application/app-code/app-parts.js';
import type { Log } from '../application/ports/log.js';
import type { SchemaChange } from '../application/ports/schema-store.js';
import type { Store } from '../application/ports/store.js';
import { checkFinished } from '../application/transfer/check-finished.js';
import { err, ok, type Result } from '../domain/result.js';
import { lateRenames } from '../domain/schema/late-renames.js';
import type { Schema } from '../domain/schema/schema.js';
import { listen } from './listen.js';
import { loadGraphql } from './load-graphql.js';
import { loadRules } from './load-rules.js';
import { logOptions } from './log-options.js';
import { openApp, type OpenApp } from './open-app.js';
import { joinProblems, type Problem } from './problem.js';
import { readApp, type App } from './read-app.js';
import { runStep } from './run-step.js';
import { startPruning } from './start-pruning.js';
import { checkSessionSecret } from './session-secret.js';
import { startSweeping } from './start-sweeping.js';
import { tokens } from './tokens.js';

export interface ServerOptions {
  readonly directory: string;
  readonly environment: Environment;
  /** In place of standard error. */
  readonly log?: Log;
}

export interface RunningServer {
  /** `http://127.0.0.1:1337`, with the port that was taken. */
  readonly url: string;
  readonly app: AppObject;
  /** Refuses new requests, lets running ones and mails finish, then closes the database. */
  stop(): Promise<void>;
}

/** Reads the app, brings the tables in step, runs the app's code, and listens. A failure leaves nothing open. */
export async function startServer(given: ServerOptions): Promise<Result<RunningServer, Problem>> {
  const options = { ...given, environment: readEnvironment(given.directory, given.environment) };
  const began = performance.now();
  const log = options.log ?? createLog(logOptions(options.environment));
  const read = await readAll(options);
  if (!read.ok) return read;
  const { app, code, parts } = read.value;
  for (const file of app.ignored) log.warn(`${file} is not read: compile it to ${file.replace(/ts$/, 'js')}`);
  for (const settings of app.unread) log.warn(`of no effect here: ${settings}`);
  for (const { file, path, message } of app.notes) log.warn(`${file}: ${path} ${message}`);
  for (const sentence of app.unrun) log.warn(sentence);
  if (code.ignored !== undefined) log.warn(`${code.ignored} is not run: compile it to src/index.js`);
  const signable = checkSessionSecret(app);
  if (!signable.ok) return signable;
  const opened = await openApp(app, log);
  if (!opened.ok) return opened;
  const started = await startOpened(app, { ...code, parts }, opened.value);
  if (started.ok) {
    const milliseconds = Math.round(performance.now() - began);
    log.info(`Serving ${started.value.url}${app.config.rest.prefix}`, { milliseconds });
    tellDraftGrants(opened.value.container, log);
    tellLeftovers(opened.value.store, app.schema, log).catch((error: unknown) =>
      log.warn('what is left over cannot be told', { error }),
    );
  }
  return started;
}

async function readAll({
  directory,
  environment,
}: ServerOptions): Promise<Result<{ app: App; code: AppCode; parts: LoadedParts }, Problem>> {
  const [app, code, parts] = await Promise.all([
    readApp(directory, environment),
    readAppCode(directory),
    readAppParts(directory),
  ]);
  if (app.ok && code.ok && parts.ok) return ok({ app: app.value, code: code.value, parts: parts.value });
  return err(joinProblems([app, code, parts].flatMap((read) => (read.ok ? [] : [read.failure]))));
}

async function startOpened(
  app: App,
  code: AllCode,
  { container, store }: OpenApp,
): Promise<Result<RunningServer, Problem>> {
  const access = container.get(tokens.access);
  const appObject = container.get(tokens.appObject);
  const server = container.get(tokens.httpServer);
  const log = container.get(tokens.log);
  const locales = container.get(tokens.locales);
  const statistics = container.get(tokens.statistics);
  let stopSweeping = (): Promise<void> => Promise.resolve();
  let stopPruning = stopSweeping;
  const stop = async (): Promise<void> => {
    await server.close();
    await container.get(tokens.graphqlGate).close();
    const ended = await runStep('destroy', code, appObject, log);
    if (!ended.ok) log.error(ended.failure.message);
    access.stop();
    locales.stop();
    container.get(tokens.images).close();
    await Promise.all([
      container.get(tokens.accounts).settled(),
      statistics.stop(),
      stopSweeping(),
      stopPruning(),
    ]);
    await store.close();
  };
  const ready = await prepare(code, { container, store });
  const listening = ready.ok ? await listen(server, app.config) : ready;
  if (listening.ok) {
    stopSweeping = startSweeping(container.get(tokens.media), log);
    stopPruning = startPruning({
      store,
      clock: container.get(tokens.clock),
      log,
      days: app.config.audit.days,
    });
    return ok({ url: listening.value, app: appObject, stop });
  }
  access.stop();
  locales.stop();
  await statistics.stop();
  await store.close();
  return listening;
}

/** All that the app directory has of code. */
type AllCode = AppCode & { readonly parts: LoadedParts };

async function prepare(code: AllCode, { container, store }: OpenApp): Promise<Result<void, Problem>> {
  const access = container.get(tokens.access);
  const appObject = container.get(tokens.appObject);
  const log = container.get(tokens.log);
  const registered = await runStep('register', code, appObject, log);
  if (!registered.ok) return registered;
  const { parts, unused } = watchParts(code.parts);
  const ruled = loadRules(container, parts);
  if (!ruled.ok) return ruled;
  const served = await loadGraphql(container, parts);
  if (!served.ok) return served;
  if (unused().length > 0)
    log.warn(`named by no route and no resolver, so never run: ${unused().join(', ')}`);
  const finished = await checkFinished(store.archive);
  if (!finished.ok) return finished;
  const applied = await store.schema.apply();
  if (!applied.ok) return applied;
  tellChanges(applied.value, log);
  const loaded = await container.get(tokens.roles).load();
  if (!loaded.ok) return loaded;
  const locales = container.get(tokens.locales);
  const read = await locales.load();
  if (!read.ok) return read;
  access.watch();
  locales.watch();
  container.get(tokens.statistics).watch();
  container.get(tokens.readiness).ready = true;
  const booted = await runStep('bootstrap', code, appObject, log);
  if (booted.ok)
    for (const sentence of mediaLeftOut(container.get(tokens.schema), access.grants())) log.warn(sentence);
  return booted;
}

/** Each change where a person would read them; a first start makes a hundred. */
function tellChanges(changes: readonly SchemaChange[], log: Log): void {
  if (changes.length > 10) return log.info(`The database fits the schema now: ${changes.length} changes`);
  for (const { message } of changes) log.info(`schema: ${message}`);
}

/** Grants from before `findDrafts` cover published versions only. */
function tellDraftGrants(container: OpenApp['container'], log: Log): void {
  const notice = missingDraftGrants(container.get(tokens.schema), container.get(tokens.access).grants());
  if (notice !== null) log.info(notice);
}

/** What the files no longer name is out of sight, so it is said where it is. After the start, which need not wait. */
async function tellLeftovers(store: Store, schema: Schema, log: Log): Promise<void> {
  const status = await store.schema.status();
  const names = status.ok
    ? status.value.filter(({ kind }) => kind === 'leftover').map(({ name }) => name)
    : [];
  for (const sentence of lateRenames(schema, names)) log.warn(sentence);
  if (names.length > 0)
    log.info(`Kept, though no content-type has it: ${names.join(', ')} (see: quire schema status)`);
}
