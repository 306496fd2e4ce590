import { join } from 'node:path';
import { findCodeDirectory, type CodeDirectory } from '../adapters/app-directory/code-directory.js';
import {
  hookApp,
  hookModules,
  insideStrapi,
  NotOffered,
  providePackages,
  type ProvidedPackages,
} from '../adapters/app-directory/module-hooks.js';
import { createTranspiler } from '../adapters/app-directory/transpile.js';

/** Packages that apps import, by the module here that stands for each. */
const packages = {
  '@strapi/strapi': './packages/strapi.js',
  '@strapi/utils': './packages/utils.js',
  '@strapi/types': './packages/types.js',
  '@strapi/database': './packages/database.js',
  'quire-cms': './index.js',
};

/** Lets all code of this process import the packages above from the running program. */
export function hookPackages(): Promise<void> {
  providePackages(loadPackages);
  return hookModules();
}

async function loadPackages(): Promise<ProvidedPackages> {
  const provided = await Promise.all(
    Object.entries(packages).map(async ([name, path]) => {
      const { href: url } = new URL(path, import.meta.url);
      const exports = { ...((await import(url)) as object) };
      return [
        name,
        { url, exports: name === '@strapi/database' ? refusingOthers(name, exports) : exports },
      ] as const;
    }),
  );
  return Object.fromEntries(provided);
}

/** What else code takes of a package is refused by name. Compilers look for `default` and `__esModule`. */
const refusingOthers = (name: string, exports: object): object =>
  new Proxy(exports, {
    get: (target, key, receiver) => {
      if (
        Reflect.has(target, key) ||
        typeof key === 'symbol' ||
        ['default', '__esModule', 'then'].includes(key)
      )
        return Reflect.get(target, key, receiver) as unknown;
      throw new NotOffered(`${key} of ${name} ${insideStrapi}`);
    },
  });

/** Finds the code of an app, and lets it be loaded. Throws if its tsconfig.json is faulty. */
export async function hookAppCode(directory: string, isProduction: boolean): Promise<CodeDirectory> {
  const code = await findCodeDirectory(directory, isProduction);
  providePackages(loadPackages);
  const { decorators = false, decoratorMetadata = false, paths = [] } = code.tsconfig ?? {};
  hookApp({
    directory,
    paths,
    transpile: createTranspiler(join(directory, '.quire', 'cache'), { decorators, decoratorMetadata }),
  });
  return code;
}
