import { printSchema } from 'graphql';
import type { Environment } from '../adapters/app-directory/create-env.js';
import { readEnvironment } from '../adapters/app-directory/read-environment.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import type { ResponseFormat } from '../adapters/delivery/graphql/shape/shape.js';
import { createMemoryStore } from '../adapters/store/memory/create-memory-store.js';
import { ok, type Result } from '../domain/result.js';
import { createContainer } from './create-container.js';
import { graphqlSchema } from './load-graphql.js';
import { runStep } from './prepare-app.js';
import { logFor, readAppAndCode } from './read-app.js';

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
  const read = await readAppAndCode(directory, environment);
  if (!read.ok) return read;
  const { app, code } = read.value;
  const log = logFor(environment, 'warn');
  const parts = createContainer(app, createMemoryStore({ schema: app.schema }), log);
  const registered = await runStep('register', code, parts.appObject, log);
  if (!registered.ok) return registered;
  const schema = await graphqlSchema(parts, code.parts, format);
  return schema.ok ? ok(printSchema(schema.value)) : schema;
}
