import type { AppObject } from '../adapters/app-code/create-app-object.js';
import type { AppCode } from '../adapters/app-directory/read-app-code.js';
import type { LoadedParts } from '../adapters/app-directory/read-app-parts.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import { mediaLeftOut } from '../application/access/missing-grants.js';
import { watchParts } from '../application/app-code/app-parts.js';
import type { Log } from '../application/ports/log.js';
import type { SchemaChange } from '../application/ports/schema-store.js';
import { checkFinished } from '../application/transfer/check-finished.js';
import { err, ok, type Result } from '../domain/result.js';
import { loadGraphql } from './load-graphql.js';
import type { Parts } from './parts.js';
import type { Code } from './read-app.js';

/** Runs the steps between opening the store and listening: the app's code, the tables, and the caches. */
export async function prepareApp(parts: Parts, code: Code): Promise<Result<void, Problem>> {
  const { appObject, access, locales, statistics, readiness, log } = parts;
  const mailed = await openMails(parts);
  if (!mailed.ok) return mailed;
  const registered = await runStep('register', code, appObject, log);
  if (!registered.ok) return registered;
  const loaded = await loadCode(parts, code.parts);
  if (!loaded.ok) return loaded;
  const read = await readStore(parts);
  if (!read.ok) return read;
  for (const cache of [access, locales, statistics]) cache.watch();
  readiness.ready = true;
  const scheduled = schedule(parts);
  if (!scheduled.ok) return scheduled;
  const booted = await runStep('bootstrap', code, appObject, log);
  if (booted.ok) for (const sentence of mediaLeftOut(parts.schema, access.grants())) log.warn(sentence);
  return booted;
}

/** Loads the provider of mails, so that a missing package stops the start. */
async function openMails({ mails }: Parts): Promise<Result<void, Problem>> {
  try {
    await mails.open();
    return ok(undefined);
  } catch (error) {
    return err({
      message: `config/plugins, email: ${error instanceof Error ? error.message : String(error)}`,
    });
  }
}

/** Adds the tasks of `config/server`; they run once the server listens. */
function schedule({ app: { config }, cron }: Parts): Result<void, Problem> {
  const { enabled, tasks } = config.cron;
  if (!enabled) return ok(undefined);
  try {
    cron.service.add(tasks);
    return ok(undefined);
  } catch (error) {
    return err({ message: `config/server, cron.tasks: ${(error as Error).message}` });
  }
}

/** Registers the app's policies, middlewares and resolvers. */
async function loadCode(parts: Parts, found: LoadedParts): Promise<Result<void, Problem>> {
  const { parts: code, unused } = watchParts(found);
  const ruled = loadRules(parts, code);
  if (!ruled.ok) return ruled;
  const served = await loadGraphql(parts, code);
  if (served.ok && unused().length > 0)
    parts.log.warn(`named by no route and no resolver, so never run: ${unused().join(', ')}`);
  return served;
}

function loadRules({ routeRules, appObject, log }: Parts, code: LoadedParts): Result<void, Problem> {
  if (code.ignored.length > 0) log.warn(`not read, compile them to JavaScript: ${code.ignored.join(', ')}`);
  try {
    const unserved = routeRules.load(code, { strapi: appObject, quire: appObject });
    if (unserved.length > 0) log.warn(`not served, as there are no controllers: ${unserved.join(', ')}`);
    return ok(undefined);
  } catch (error) {
    log.error('the routes of the app are faulty', { error });
    return err({ message: error instanceof Error ? error.message : String(error) });
  }
}

/** Applies schema changes, and loads what every request needs. */
async function readStore({ store, roles, locales, log }: Parts): Promise<Result<unknown, Problem>> {
  const finished = await checkFinished(store.archive);
  if (!finished.ok) return finished;
  const applied = await store.schema.apply();
  if (!applied.ok) return applied;
  logChanges(applied.value, log);
  const loaded = await roles.load();
  return loaded.ok ? locales.load() : loaded;
}

/** Logs each change where a person would read it; the first start makes about a hundred. */
function logChanges(changes: readonly SchemaChange[], log: Log): void {
  if (changes.length > 10) return log.info(`The database fits the schema now: ${changes.length} changes`);
  for (const { message } of changes) log.info(`schema: ${message}`);
}

/** Runs a lifecycle step of the app's code, with the app object under two names. */
export async function runStep(
  step: 'register' | 'bootstrap' | 'destroy',
  code: AppCode,
  app: AppObject,
  log: Log,
): Promise<Result<void, Problem>> {
  try {
    await code[step]?.({ strapi: app, quire: app });
    return ok(undefined);
  } catch (error) {
    // The log gets the stack, for the author of that code; the caller gets one sentence.
    log.error(`the app's ${step} failed`, { error });
    return err({
      message: `${step} of the app's code failed: ${error instanceof Error ? error.message : String(error)}`,
    });
  }
}
