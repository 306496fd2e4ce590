import type { Schemas } from './openapi.js';

/** Returns the schemas that `roots` refer to, directly or indirectly. */
export function reachedSchemas(all: Schemas, roots: unknown): Schemas {
  const reached = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      // A route of the app may refer to what is not there.
      if (reached.has(name) || !Object.hasOwn(all, name)) continue;
      reached.add(name);
      visit(all[name]);
    }
  };
  visit(roots);
  return Object.fromEntries(Object.entries(all).filter(([name]) => reached.has(name)));
}
