import type { Container } from 'inversify';
import type { LoadedParts } from '../adapters/app-directory/read-app-parts.js';
import { err, ok, type Result } from '../domain/result.js';
import type { Problem } from './problem.js';
import { tokens } from './tokens.js';

/** Puts the app's own policies and middlewares before its routes. */
export function loadRules(container: Container, parts: LoadedParts): Result<void, Problem> {
  const log = container.get(tokens.log);
  const app = container.get(tokens.appObject);
  if (parts.ignored.length > 0) log.warn(`not read, compile them to JavaScript: ${parts.ignored.join(', ')}`);
  try {
    const unserved = container.get(tokens.routeRules).load(parts, { strapi: app, quire: app });
    if (unserved.length > 0) log.warn(`not served, as there are no controllers: ${unserved.join(', ')}`);
    return ok(undefined);
  } catch (error) {
    log.error('the routes of the app are faulty', { error });
    return err({ message: error instanceof Error ? error.message : String(error) });
  }
}
