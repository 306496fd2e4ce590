import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { err, ok, type Result } from '../../domain/result.js';

/** A package that stands for a module of this program. */
export interface LinkedPackage {
  /** `@strapi/strapi`. */
  readonly name: string;
  readonly version: string;
  /** Absolute: the module. */
  readonly file: string;
  /** The name under which this program's own package exports the module: `quire-cms/strapi`. */
  readonly specifier: string;
  /** Other modules of the package from which projects import types: `dist/lifecycles`. */
  readonly typesIn?: readonly string[];
}

interface Manifest {
  readonly quire?: unknown;
}

/**
 * Writes packages into the `node_modules` of an app, so that Node finds them without this program's hooks. A package
 * that is installed is left alone, and refused if it is Strapi or the app asks for it. Returns the folders that were written.
 */
export function linkPackages(
  appDir: string,
  packages: readonly LinkedPackage[],
): Result<readonly string[], string> {
  const folders = packages.map((one) => ({ ...one, folder: join(appDir, 'node_modules', one.name) }));
  const isInstalled = ({ folder }: { readonly folder: string }): boolean =>
    existsSync(folder) && !isOwn(folder);
  // Others have come along with a package that the app asks for, such as a provider of mails.
  const asked = new Set(['@strapi/strapi', ...namesIn(appDir)]);
  const installed = folders.filter((one) => isInstalled(one) && asked.has(one.name)).map(({ name }) => name);
  if (installed.length > 0)
    return err(
      `${installed.join(', ')}: installed packages are not replaced. Remove them from package.json (npm uninstall ${installed.join(' ')}), or leave them and run scripts with node --import quire-cms/register`,
    );
  const free = folders.filter((one) => !isInstalled(one));
  for (const { folder, ...linked } of free) write(folder, linked, sourceOf(appDir, linked));
  return ok(free.map(({ folder }) => relative(appDir, folder)));
}

/** The packages that the app asks for. */
function namesIn(appDir: string): readonly string[] {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(appDir, 'package.json'), 'utf8'),
  ) as Readonly<Record<string, object | undefined>>;
  return Object.keys({ ...dependencies, ...devDependencies });
}

/** Whether a folder has a package that `linkPackages` has written. */
export function isOwn(folder: string): boolean {
  try {
    return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest).quire === true;
  } catch {
    return false;
  }
}

/** A name still fits when the app is moved or copied; an absolute path does not need this program to be installed there. */
function sourceOf(
  appDir: string,
  { file, specifier }: LinkedPackage,
): { readonly cjs: string; readonly esm: string } {
  try {
    if (createRequire(join(appDir, 'package.json')).resolve(specifier) === file)
      return { cjs: specifier, esm: specifier };
  } catch {
    // It is not installed in the app.
  }
  return { cjs: file, esm: pathToFileURL(file).href };
}

function write(
  folder: string,
  { name, version, specifier, typesIn = [] }: LinkedPackage,
  { cjs, esm }: { readonly cjs: string; readonly esm: string },
): void {
  const manifest = {
    name,
    version,
    private: true,
    description: `Stands for ${specifier}. Written by quire link.`,
    quire: true,
    main: './index.cjs',
    types: './index.d.ts',
    exports: {
      '.': { types: './index.d.ts', import: './index.mjs', require: './index.cjs' },
      ...Object.fromEntries(typesIn.map((module) => [`./${module}`, { types: `./${module}.d.ts` }])),
      './package.json': './package.json',
    },
  };
  mkdirSync(folder, { recursive: true });
  for (const module of typesIn) {
    mkdirSync(dirname(join(folder, module)), { recursive: true });
    writeFileSync(join(folder, `${module}.d.ts`), `export * from ${JSON.stringify(cjs)};\n`);
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, 'index.cjs'), `module.exports = require(${JSON.stringify(cjs)});\n`);
  writeFileSync(join(folder, 'index.mjs'), `export * from ${JSON.stringify(esm)};\n`);
  writeFileSync(join(folder, 'index.d.ts'), `export * from ${JSON.stringify(cjs)};\n`);
}
