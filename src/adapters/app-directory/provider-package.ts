import { createRequire } from 'node:module';
import { join } from 'node:path';

const kinds = {
  email: { what: 'e-mail provider', otherwise: 'set MAIL_URL to a mail server' },
  upload: { what: 'upload provider', otherwise: 'set FILES_URL to a folder or a bucket' },
} as const;

/** Makes a provider from the package that the project has installed. Rejects if there is none. */
export type InitProvider = (name: string, ...given: readonly unknown[]) => Promise<unknown>;

/**
 * Returns a function that loads the package of a provider from the app directory, as Strapi names it (`@strapi/provider-<kind>-<name>`
 * or `<name>`), and calls its `init`.
 */
export const initProviders =
  (appDir: string, kind: keyof typeof kinds): InitProvider =>
  async (name, ...given) => {
    const { what, otherwise } = kinds[kind];
    const require = createRequire(join(appDir, 'package.json'));
    const names = [`@strapi/provider-${kind}-${name}`, name];
    const found = names.find((one) => isThere(require, one));
    const wanted = /provider|\//.test(name) ? name : names[0];
    if (found === undefined)
      throw new Error(`The ${what} "${name}" is not installed: run npm install ${wanted}, or ${otherwise}`);
    const loaded = require(found) as {
      readonly init?: unknown;
      readonly default?: { readonly init?: unknown };
    };
    const init = loaded.init ?? loaded.default?.init;
    if (typeof init !== 'function') throw new Error(`The ${what} ${found} has no function init`);
    return (init as (...given: readonly unknown[]) => unknown)(...given);
  };

function isThere(require: NodeJS.Require, name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}
