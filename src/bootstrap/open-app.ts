import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import type { AppBase } from '../adapters/app-code/create-app-base.js';
import type { Environment } from '../adapters/app-directory/create-env.js';
import { readEnvironment } from '../adapters/app-directory/read-environment.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import type { SchemaReload } from '../application/ports/schema-reload.js';
import type { Log } from '../application/ports/log.js';
import type { Store } from '../application/ports/store.js';
import { CallerPositions, type RequestPosition } from '../application/replicas/caller-positions.js';
import { notingWrites } from '../application/replicas/noting-writes.js';
import type { Cancellation } from '../domain/cancellation.js';
import { err, ok, type Result } from '../domain/result.js';
import { appBaseOf } from './app-base.js';
import { appGlobals } from './ask-code.js';
import { createContainer, type Given } from './create-container.js';
import { deliveryModules } from './modules/delivery-module.js';
import { unlinkedScripts } from './link-app.js';
import { extendPlugins } from './extend-plugins.js';
import { openReadCache } from './open-read-cache.js';
import { openStore } from './open-store.js';
import type { Parts } from './parts.js';
import { openObserving, type Observing } from './open-observing.js';
import { destroyApp, prepareApp } from './prepare-app.js';
import { logFor, readApp, readCode, type App, type Code } from './read-app.js';
import { checkSessionSecret } from './session-secret.js';

export interface AppOptions {
  readonly directory: string;
  readonly environment: Environment;
  /** Replaces the log on standard error. */
  readonly log?: Log;
  /** Becomes the app object. */
  readonly target?: object;
  /** The app as it was read just now; otherwise it is read here. */
  readonly read?: App;
  /** Serves schema files that the admin page has changed; absent: the next start does. */
  readonly reload?: SchemaReload;
  /** Aborted when the app need not be opened any more: ends waiting for other servers. */
  readonly stopping?: Cancellation;
}

/** An app whose code has run `bootstrap`, and whose database fits its content-types. Nothing listens yet. */
export interface OpenApp {
  readonly parts: Parts;
  /** Runs `destroy` of the app's code. */
  destroy(): Promise<void>;
  /** Closes the database. */
  close(): Promise<void>;
}

/** Reads the app and its code, opens the database, and runs the steps of a start. After a failure nothing is left open. */
export async function openApp(options: AppOptions): Promise<Result<OpenApp, Problem>> {
  const environment = readEnvironment(options.directory, options.environment);
  const log = options.log ?? logFor(environment, 'info');
  const read = options.read
    ? ok(options.read)
    : await readApp(options.directory, environment, options.target);
  if (!read.ok) return read;
  const app = read.value;
  const signable = checkSessionSecret(app);
  if (!signable.ok) return signable;
  const installed = checkPackages(app);
  if (!installed.ok) return installed;
  const code = await readCodeOn(appBaseOf(app, log), app);
  if (!code.ok) return code;
  const observing = await openObserving(app, environment, log);
  const given = { app, log, observing, ...(options.reload && { reload: options.reload }) };
  return openWith(given, code.value, options.stopping);
}

/** Packages that are installed only by those who need them. */
const forBuckets = ['@aws-sdk/client-s3', '@aws-sdk/lib-storage'];

/** Fails if the settings need a package that is not installed. */
function checkPackages({ config: { upload } }: App): Result<void, Problem> {
  const missing = upload.place.kind === 's3' ? forBuckets.filter((name) => !isInstalled(name)) : [];
  if (missing.length === 0) return ok(undefined);
  const names = missing.join(' ');
  return err({ message: `Files in a bucket need packages that are not installed: npm install ${names}` });
}

const packages = createRequire(import.meta.url);

function isInstalled(name: string): boolean {
  try {
    packages.resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** Code on the object that it finds as `global.strapi`. */
export interface CodeOnBase extends Code {
  readonly base: AppBase;
}

/** Loads the code of an app, which finds `base` as `global.strapi`. `createAppObject` completes that object later. */
export async function readCodeOn(base: AppBase, app: App): Promise<Result<CodeOnBase, Problem>> {
  appGlobals.strapi = base;
  const code = await readCode(app);
  if (code.ok) return ok({ ...code.value, base });
  forget(base);
  return code;
}

const forget = (base: AppBase): void => {
  if (appGlobals.strapi === base) delete appGlobals.strapi;
};

async function openWith(
  given: Omit<Given, 'store'> & { readonly observing: Observing },
  code: CodeOnBase,
  stopping: Cancellation | undefined,
): Promise<Result<OpenApp, Problem>> {
  const { app, log, observing } = given;
  warnOfIgnored(app, code, log);
  const store = await openStore(app, log, { observations: observing.observations, usesReplicas: true });
  if (!store.ok) {
    forget(code.base);
    await observing.close();
    return store;
  }
  const cached = await openReadCache(app, store.value, { observations: observing.observations, log });
  if (!cached.ok) {
    forget(code.base);
    await store.value.close();
    await observing.close();
    return cached;
  }
  const positioned = openPositions(cached.value.store);
  const parts = createContainer({ ...given, ...cached.value, ...positioned }, ...deliveryModules(code.base));
  const close = async (): Promise<void> => {
    forget(code.base);
    await closeStore(parts);
  };
  const closed = async (failure: Problem): Promise<Result<never, Problem>> => {
    await close();
    return err(failure);
  };
  const extended = await extendPlugins(parts, code);
  if (!extended.ok) return closed(extended.failure);
  const prepared = await prepareApp(parts, extended.value, stopping);
  if (!prepared.ok) return closed(prepared.failure);
  return ok({ parts, destroy: () => destroyApp(parts, extended.value), close });
}

/** Warns of everything in the app directory that has no effect. */
function warnOfIgnored(app: App, code: Code, log: Log): void {
  for (const sentence of [...app.said, ...app.unasked, ...code.parts.notes]) log.warn(sentence);
  for (const settings of app.unread) log.warn(`of no effect here: ${settings}`);
  for (const { file, path, message } of app.notes) log.warn(`${file}: ${path} ${message}`);
  for (const sentence of code.unrun) log.warn(sentence);
  const scripts = unlinkedScripts(app.directory);
  if (scripts !== undefined) log.info(scripts);
}

/** Notes how far callers have written on the store, if replicas answer reads; otherwise nothing is wrapped. */
function openPositions(store: Store): Pick<Given, 'store'> & { readonly positions: CallerPositions | null } {
  if (store.replicas === null) return { store, positions: null };
  const positions = new CallerPositions(store.replicas, new AsyncLocalStorage<RequestPosition>());
  return { store: notingWrites(store, positions), positions };
}

async function closeStore(parts: Parts): Promise<void> {
  const { access, locales, statistics, totals, writeWatch, store, observing } = parts;
  await access.stop();
  locales.stop();
  await statistics.stop();
  await totals.stop();
  await writeWatch?.stop();
  await store.close();
  await observing.close();
}
