import type { Environment } from '../adapters/app-directory/create-env.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import { ok, type Result } from '../domain/result.js';
import { publicAddress } from './app-settings.js';
import { describeApi } from './describe-api.js';
import { openRegistered } from './open-registered.js';
import { loadRoutes } from './prepare-app.js';

/**
 * Prints the REST API that a server of the app would serve, with the routes of its code, as an OpenAPI document in JSON.
 * Opens no database.
 */
export async function printOpenApi(
  directory: string,
  environment: Environment,
): Promise<Result<string, Problem>> {
  const opened = await openRegistered(directory, environment);
  if (!opened.ok) return opened;
  const { parts, code } = opened.value;
  const instance = { strapi: parts.appObject, quire: parts.appObject };
  const loaded = loadRoutes(parts, code.parts, instance);
  if (!loaded.ok) return loaded;
  return ok(JSON.stringify(describeApi(parts, publicAddress(parts.app)), null, 2));
}
