import { printSchema } from 'graphql';
import type { Environment } from '../adapters/app-directory/create-env.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import type { ResponseFormat } from '../adapters/delivery/graphql/shape/shape.js';
import { ok, type Result } from '../domain/result.js';
import { graphqlSchema } from './load-graphql.js';
import { openRegistered } from './open-registered.js';

/**
 * Prints the GraphQL schema that a server of the app would serve, including what the app's `register` adds. Opens no
 * database.
 */
export async function printGraphql(
  directory: string,
  environment: Environment,
  format?: ResponseFormat,
): Promise<Result<string, Problem>> {
  const opened = await openRegistered(directory, environment);
  if (!opened.ok) return opened;
  const { parts, code } = opened.value;
  const schema = await graphqlSchema(parts, code.parts, format);
  return schema.ok ? ok(printSchema(schema.value)) : schema;
}
