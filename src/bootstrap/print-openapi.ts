import type { Environment } from '../adapters/app-directory/create-env.js';
import { readEnvironment } from '../adapters/app-directory/read-environment.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import { createOpenApiDocument } from '../adapters/delivery/openapi/create-openapi-document.js';
import { ok, type Result } from '../domain/result.js';
import { openApiOptions, publicAddress } from './app-settings.js';
import { readApp } from './read-app.js';

/** Prints the REST API that a server of the app would serve, as an OpenAPI document in JSON. Opens no database. */
export async function printOpenApi(
  directory: string,
  processEnvironment: Environment,
): Promise<Result<string, Problem>> {
  const read = await readApp(directory, readEnvironment(directory, processEnvironment));
  if (!read.ok) return read;
  const app = read.value;
  const document = createOpenApiDocument(app.schema, { ...openApiOptions(app), url: publicAddress(app) });
  return ok(JSON.stringify(document, null, 2));
}
