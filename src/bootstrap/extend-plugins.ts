import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import { err, ok, type Result } from '../domain/result.js';
import type { Parts } from './parts.js';
import type { Code } from './read-app.js';

/**
 * Runs `strapi-server` of the extensions of plugins. Returns the code of the app with what they add: their policies,
 * middlewares and hooks by the names of the plugin, and their steps before those of the apis.
 */
export async function extendPlugins<C extends Code>(
  { plugins, appObject }: Parts,
  code: C,
): Promise<Result<C, Problem>> {
  const { parts } = code;
  if (parts.extensions.size === 0) return ok(code);
  try {
    const instance = { strapi: appObject, quire: appObject };
    const made = await plugins.extensions.run(parts.extensions, instance);
    return ok({
      ...code,
      parts: {
        ...parts,
        policies: new Map([...parts.policies, ...made.flatMap(({ policies }) => [...policies])]),
        middlewares: new Map([...parts.middlewares, ...made.flatMap(({ middlewares }) => [...middlewares])]),
        lifecycles: new Map([...parts.lifecycles, ...made.flatMap(({ lifecycles }) => [...lifecycles])]),
        apis: [...made.map(({ steps }) => steps), ...parts.apis],
      },
    });
  } catch (error) {
    return err({ message: error instanceof Error ? error.message : String(error) });
  }
}
