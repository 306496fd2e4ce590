import type { Environment } from '../adapters/app-directory/create-env.js';
import { readEnvironment } from '../adapters/app-directory/read-environment.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import { createMemoryStore } from '../adapters/store/memory/create-memory-store.js';
import { ok, type Result } from '../domain/result.js';
import { appBaseOf } from './app-base.js';
import { createContainer } from './create-container.js';
import { extendPlugins } from './extend-plugins.js';
import { deliveryModules } from './modules/delivery-module.js';
import { readCodeOn } from './open-app.js';
import type { Parts } from './parts.js';
import { registerApp } from './prepare-app.js';
import { logFor, readApp, type Code } from './read-app.js';

/** An app whose `register` has run, without a database. */
export interface RegisteredApp {
  readonly parts: Parts;
  readonly code: Code;
}

/** Reads an app and runs its `register`, for commands that print what a server would serve. Opens no database. */
export async function openRegistered(
  directory: string,
  processEnvironment: Environment,
): Promise<Result<RegisteredApp, Problem>> {
  const environment = readEnvironment(directory, processEnvironment);
  const read = await readApp(directory, environment);
  if (!read.ok) return read;
  const app = read.value;
  const log = logFor(environment, 'warn');
  const code = await readCodeOn(appBaseOf(app, log), app);
  if (!code.ok) return code;
  const parts = createContainer(
    { app, store: createMemoryStore({ schema: app.schema }), log },
    ...deliveryModules(code.value.base),
  );
  const extended = await extendPlugins(parts, code.value);
  if (!extended.ok) return extended;
  const registered = await registerApp(parts, extended.value);
  return registered.ok ? ok({ parts, code: extended.value }) : registered;
}
