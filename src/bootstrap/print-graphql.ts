import { printSchema } from 'graphql';
import { readAppCode } from '../adapters/app-directory/read-app-code.js';
import { readAppParts } from '../adapters/app-directory/read-app-parts.js';
import type { Environment } from '../adapters/app-directory/create-env.js';
import { readEnvironment } from '../adapters/app-directory/read-environment.js';
import { createLog } from '../adapters/host/create-log.js';
import { createMemoryStore } from '../adapters/store/memory/create-memory-store.js';
import { ok, type Result } from '../domain/result.js';
import { createContainer } from './create-container.js';
import { graphqlSchema } from './load-graphql.js';
import { logOptions } from './log-options.js';
import type { Problem } from './problem.js';
import { readApp } from './read-app.js';
import { runStep } from './run-step.js';
import { tokens } from './tokens.js';

/** The schema that a server of the app would serve, after the app's `register`, over an empty store of no database. */
export async function printGraphql(
  directory: string,
  processEnvironment: Environment,
): Promise<Result<string, Problem>> {
  const environment = readEnvironment(directory, processEnvironment);
  const [app, code, parts] = await Promise.all([
    readApp(directory, environment),
    readAppCode(directory),
    readAppParts(directory),
  ]);
  if (!app.ok) return app;
  if (!code.ok) return code;
  if (!parts.ok) return parts;
  const log = createLog({ ...logOptions(environment), level: 'warn' });
  const container = createContainer(app.value, log);
  container.bind(tokens.store).toConstantValue(createMemoryStore({ schema: app.value.schema }));
  const registered = await runStep('register', code.value, container.get(tokens.appObject), log);
  if (!registered.ok) return registered;
  const schema = await graphqlSchema(container, parts.value);
  return schema.ok ? ok(printSchema(schema.value)) : schema;
}
