import type { AppCode } from '../adapters/app-directory/read-app-code.js';
import type { LoadedParts } from '../adapters/app-directory/read-app-parts.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import { lostActions, mediaLeftOut } from '../application/access/missing-grants.js';
import { watchParts, type Instance } from '../application/app-code/app-parts.js';
import type { Log } from '../application/ports/log.js';
import type { SchemaChange } from '../application/ports/schema-store.js';
import { checkFinished } from '../application/transfer/check-finished.js';
import type { Cancellation } from '../domain/cancellation.js';
import { err, ok, type Result } from '../domain/result.js';
import { loadGraphql } from './load-graphql.js';
import { loadMiddlewares } from './load-middlewares.js';
import type { Parts } from './parts.js';
import type { Code } from './read-app.js';

/** A step of the start. It may use what the ones before it have made. */
interface StartStep {
  /** What the step is about, for the reader of this list. */
  readonly name: string;
  run(parts: Parts, code: Code, stopping?: Cancellation): Promise<Result<unknown, Problem>>;
}

/**
 * The steps between loading the app's code and listening, in the order on which existing projects rely. Whatever needs
 * a place in the start gets a step here.
 */
const startSteps: readonly StartStep[] = [
  { name: 'the providers of mails and files', run: loadProviders },
  { name: 'hooks of files', run: loadHooks },
  { name: 'register of apis and the app', run: registerApp },
  {
    name: 'the database follows the schema',
    run: (parts, _code, stopping) => prepareStore(parts, stopping),
  },
  { name: 'middlewares, routes and resolvers', run: loadCode },
  { name: 'bootstrap of apis', run: (parts, code) => runApis('bootstrap', parts, code) },
  { name: 'scheduled tasks', run: schedule },
  { name: 'bootstrap of the app', run: (parts, code) => runStep('bootstrap', code, parts) },
];

/**
 * Runs the steps between opening the store and listening: the app's code, the tables, and the caches. Aborting `stopping` ends
 * the wait for another server that changes the tables.
 */
export async function prepareApp(
  parts: Parts,
  code: Code,
  stopping?: Cancellation,
): Promise<Result<void, Problem>> {
  for (const { run } of startSteps) {
    const done = await run(parts, code, stopping);
    if (!done.ok) return done;
  }
  const grants = parts.access.grants();
  const { schema, declaredActions, log } = parts;
  for (const sentence of [...mediaLeftOut(schema, grants), ...lostActions(schema, declaredActions, grants)])
    log.warn(sentence);
  return ok(undefined);
}

/** Runs `register` of the apis, then of the app. */
export async function registerApp(parts: Parts, code: Code): Promise<Result<void, Problem>> {
  const { appHttp, appObject } = parts;
  appHttp.load(code.parts, { strapi: appObject, quire: appObject }, hasCode(code));
  const done = await runApis('register', parts, code);
  return done.ok ? runStep('register', code, parts) : done;
}

/** Runs `destroy` of the app and of its apis. What fails is logged, because nothing can be done about it. */
export async function destroyApp(parts: Parts, code: Code): Promise<void> {
  for (const holder of [code, ...code.parts.apis]) {
    const ended = await runStep('destroy', holder, parts);
    if (!ended.ok) parts.log.error(ended.failure.message);
  }
}

/** Reads the store, and keeps what was read up to date. From here on app code may use documents. */
async function prepareStore(parts: Parts, stopping?: Cancellation): Promise<Result<void, Problem>> {
  const { access, locales, statistics, totals, writeWatch, readiness } = parts;
  const read = await readStore(parts, stopping);
  if (!read.ok) return read;
  for (const cache of [access, locales, statistics, totals, writeWatch]) cache?.watch();
  readiness.ready = true;
  return ok(undefined);
}

/** Loads the providers of mails and files, so that a missing package stops the start. */
async function loadProviders({ mails, files }: Parts): Promise<Result<void, Problem>> {
  const loads = { email: () => mails.open(), upload: () => files.load() };
  for (const [plugin, load] of Object.entries(loads))
    try {
      await load();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return err({ message: `config/plugins, ${plugin}: ${why}` });
    }
  return ok(undefined);
}

async function loadHooks({ appHooks }: Parts, { parts }: Code): Promise<Result<void, Problem>> {
  try {
    return ok(appHooks.load(parts.lifecycles));
  } catch (error) {
    return err({ message: (error as Error).message });
  }
}

/** Adds the tasks of `config/server`; they run once the server listens. */
async function schedule({ app: { config }, cron }: Parts): Promise<Result<void, Problem>> {
  const { enabled, tasks } = config.cron;
  if (!enabled) return ok(undefined);
  try {
    cron.service.add(tasks);
    return ok(undefined);
  } catch (error) {
    return err({ message: `config/server, cron.tasks: ${(error as Error).message}` });
  }
}

/** Whether the app has code that runs for requests. */
const hasCode = ({ register, bootstrap, parts }: Code): boolean =>
  register !== undefined ||
  bootstrap !== undefined ||
  [parts.controllers, parts.services, parts.lifecycles, parts.extensions].some(({ size }) => size > 0);

/** Registers the app's policies, middlewares and resolvers. */
async function loadCode(parts: Parts, { parts: found }: Code): Promise<Result<void, Problem>> {
  const { parts: code, unused } = watchParts(found);
  const instance = { strapi: parts.appObject, quire: parts.appObject };
  const around = await loadMiddlewares(parts, code, instance);
  if (!around.ok) return err({ message: around.failure });
  parts.appHttp.global.configure(around.value);
  const ruled = loadRoutes(parts, code, instance);
  if (!ruled.ok) return ruled;
  const served = await loadGraphql(parts, code);
  if (served.ok && unused().length > 0)
    parts.log.warn(`named by no route and no resolver, so never run: ${unused().join(', ')}`);
  return served;
}

/** Reads the routes of files, of extensions and of code. */
export function loadRoutes(parts: Parts, code: LoadedParts, instance: Instance): Result<void, Problem> {
  const { routeRules, appHttp, plugins, declaredActions, log } = parts;
  try {
    const routes = [...code.routes, ...plugins.extensions.routes(), ...appHttp.routes()];
    const warnings = routeRules.load({ ...code, routes }, instance, appHttp.controllers);
    for (const warning of warnings) log.warn(warning);
    declaredActions.replace(routeRules.scopes());
    appHttp.onRoutes((file) => {
      routeRules.add(file);
      declaredActions.replace(routeRules.scopes());
    });
    return ok(undefined);
  } catch (error) {
    // A refusal says it all in its message; what code of the app has thrown leads to its line by the stack.
    const { message, cause } = error as Error;
    if (cause !== undefined) log.error('code of the app failed', { error: cause });
    return err({ message });
  }
}

/** Applies schema changes, and loads what every request needs. */
async function readStore(
  { store, roles, locales, log }: Parts,
  stopping?: Cancellation,
): Promise<Result<unknown, Problem>> {
  const finished = await checkFinished(store.archive);
  if (!finished.ok) return finished;
  const applied = await store.schema.apply(stopping);
  if (!applied.ok) return applied;
  logChanges(applied.value, log);
  const loaded = await roles.load();
  return loaded.ok ? locales.load() : loaded;
}

/** Logs each change where a person would read it; the first start makes about a hundred. */
function logChanges(changes: readonly SchemaChange[], log: Log): void {
  const isMany = changes.length > 10;
  if (isMany) log.info(`The database fits the schema now: ${changes.length} changes`);
  for (const { message, isDoubtful } of changes) {
    if (isDoubtful) log.warn(`schema: ${message}`);
    else if (!isMany) log.info(`schema: ${message}`);
  }
}

type Step = 'register' | 'bootstrap' | 'destroy';

async function runApis(step: Step, parts: Parts, code: Code): Promise<Result<void, Problem>> {
  for (const api of code.parts.apis) {
    const done = await runStep(step, api, parts);
    if (!done.ok) return done;
  }
  return ok(undefined);
}

/** Runs a lifecycle step of the app's code, with the app object under two names. */
async function runStep(step: Step, code: AppCode, { appObject, log }: Parts): Promise<Result<void, Problem>> {
  try {
    await code[step]?.({ strapi: appObject, quire: appObject });
    return ok(undefined);
  } catch (error) {
    // The log gets the stack, for the author of that code; the caller gets one sentence.
    log.error(`the app's ${step} failed`, { error });
    return err({
      message: `${step} of the app's code failed: ${error instanceof Error ? error.message : String(error)}`,
    });
  }
}
