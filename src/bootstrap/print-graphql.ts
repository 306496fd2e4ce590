import { printSchema } from 'graphql';
import type { Environment } from '../adapters/app-directory/create-env.js';
import { readEnvironment } from '../adapters/app-directory/read-environment.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import type { ResponseFormat } from '../adapters/delivery/graphql/shape/shape.js';
import { createMemoryStore } from '../adapters/store/memory/create-memory-store.js';
import { ok, type Result } from '../domain/result.js';
import { appBaseOf } from './app-base.js';
import { createContainer } from './create-container.js';
import { deliveryModules } from './modules/delivery-module.js';
import { extendPlugins } from './extend-plugins.js';
import { graphqlSchema } from './load-graphql.js';
import { readCodeOn } from './open-app.js';
import { registerApp } from './prepare-app.js';
import { logFor, readApp } from './read-app.js';

/**
 * Prints the GraphQL schema that a server of the app would serve, including what the app's `register` adds. Opens no
 * database.
 */
export async function printGraphql(
  directory: string,
  processEnvironment: Environment,
  format?: ResponseFormat,
): Promise<Result<string, Problem>> {
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
  if (!registered.ok) return registered;
  const schema = await graphqlSchema(parts, extended.value.parts, format);
  return schema.ok ? ok(printSchema(schema.value)) : schema;
}
