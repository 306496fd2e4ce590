import type { Environment } from '../adapters/app-directory/create-env.js';
import type { OpenApiDocument } from '../adapters/delivery/openapi/openapi.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import { ok, type Result } from '../domain/result.js';
import { publicAddress } from './app-settings.js';
import { describeApi } from './describe-api.js';
import { openRegistered } from './open-registered.js';
import { loadRoutes } from './prepare-app.js';

/**
 * Prints the REST API that a server of the app would serve, with the routes of its code, or the API of its admin page, as an
 * OpenAPI document in JSON. Opens no database.
 */
export async function printOpenApi(
  directory: string,
  environment: Environment,
  of: 'content' | 'admin' = 'content',
): Promise<Result<string, Problem>> {
  const opened = await openRegistered(directory, environment);
  if (!opened.ok) return opened;
  const { parts, code } = opened.value;
  if (of === 'admin') {
    const { describeAdminApi } = await import('./describe-admin-api.js');
    return printedAs(describeAdminApi(parts));
  }
  const instance = { strapi: parts.appObject, quire: parts.appObject };
  const loaded = loadRoutes(parts, code.parts, instance);
  if (!loaded.ok) return loaded;
  return printedAs(describeApi(parts, publicAddress(parts.app)));
}

const printedAs = (document: OpenApiDocument): Result<string, never> => ok(JSON.stringify(document, null, 2));
