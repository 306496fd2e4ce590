import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { nameIn } from '../adapters/app-directory/code-directory.js';
import { loadModule } from '../adapters/app-directory/load-module.js';
import type { AppParts, Instance } from '../application/app-code/app-parts.js';
import type { AppAction } from '../application/app-code/controllers.js';
import { err, ok, type Result } from '../domain/result.js';
import type { Parts } from './parts.js';

const where = 'config/middlewares';

type Folders = Pick<Parts['app'], 'directory' | 'codeDirectory'>;
type Factory = (config: unknown, instance: Instance) => unknown;

/**
 * Makes the app's middlewares of `config/middlewares`, in their order. One whose factory returns nothing is left out, as
 * its author has turned it off. Fails with a message for a name that leads to no middleware.
 */
export async function loadMiddlewares(
  { app }: Pick<Parts, 'app'>,
  parts: AppParts,
  instance: Instance,
): Promise<Result<readonly AppAction[], string>> {
  const made: AppAction[] = [];
  for (const { name, config: options } of app.config.middlewares.custom ?? []) {
    const found = await findFactory(app, parts, name);
    if (!found.ok) return found;
    const middleware = make(found.value, name, options, instance);
    if (!middleware.ok) return middleware;
    if (middleware.value !== null) made.push(middleware.value);
  }
  return ok(made);
}

async function findFactory(
  folders: Folders,
  parts: AppParts,
  name: string,
): Promise<Result<Factory, string>> {
  const registered = parts.middlewares.get(name)?.value;
  if (typeof registered === 'function') return ok(registered as Factory);
  if (/^(global|api|plugin)::/.test(name)) {
    const known = [...parts.middlewares.keys()].sort().join(', ') || 'none';
    return err(`${where} names an unknown middleware ${JSON.stringify(name)}; there are: ${known}`);
  }
  const path = resolveModule(folders, name);
  if (path !== null) noteUse(parts, folders, path);
  const loaded = path === null ? err('cannot be found') : await loadModule(path);
  if (!loaded.ok) return err(`${where}: the module ${JSON.stringify(name)} ${loaded.failure}`);
  const { main } = loaded.value;
  return typeof main === 'function'
    ? ok(main as Factory)
    : err(`${where}: the module ${JSON.stringify(name)} must export a function`);
}

/** Looks a registered middleware up by its name, so that it counts as used (`watchParts`). */
function noteUse({ middlewares }: AppParts, { directory }: Folders, path: string): void {
  const resolved = nameIn(realpathSync(directory), path);
  for (const [name, { file }] of middlewares) if (file === resolved) middlewares.get(name);
}

/** `resolve` names a file beside the code that runs, a file of the app directory, or a package. */
function resolveModule({ directory, codeDirectory }: Folders, name: string): string | null {
  const isFile = /^\.\.?\//.test(name);
  for (const folder of isFile ? [codeDirectory, directory] : [directory])
    try {
      return createRequire(join(folder, 'package.json')).resolve(name);
    } catch {
      // Then it is in the next one.
    }
  return null;
}

function make(
  factory: Factory,
  name: string,
  config: unknown,
  instance: Instance,
): Result<AppAction | null, string> {
  try {
    const made = factory(config, instance);
    if (made === undefined || made === null) return ok(null);
    return typeof made === 'function'
      ? ok(made as AppAction)
      : err(`${where}: ${name} must return a middleware: (ctx, next) => …`);
  } catch (thrown) {
    return err(`${where}: ${name} threw: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
}
