import { readFileSync, realpathSync } from 'node:fs';
import Module, * as nodeModule from 'node:module';
import { dirname, extname, join, relative, sep } from 'node:path';
import { setSourceMapsEnabled } from 'node:process';
import { fileURLToPath } from 'node:url';
import { packageType } from './package-type.js';
import { matchPaths } from './match-paths.js';
import type { TsConfig } from './read-tsconfig.js';
import type { Transpile } from './transpile.js';

/** An app whose code runs in this process. */
export interface HookedApp {
  /** Absolute. */
  readonly directory: string;
  readonly transpile: Transpile;
  readonly paths: TsConfig['paths'];
}

/** A package that this program provides itself: the URL of its ES module, and what `require` of it returns. */
export interface ProvidedPackage {
  readonly url: string;
  readonly exports: object;
}

/** By name. */
export type ProvidedPackages = Readonly<Record<string, ProvidedPackage>>;

/**
 * Everything that this program changes in how Node finds and loads modules:
 *
 * - the provided packages, for `require`, `import` and `import()` from anywhere, so that all code gets one instance,
 *   whether or not a package of that name is installed;
 * - for files of the apps outside `node_modules`: TypeScript, JavaScript with `import` and `export` where package.json
 *   does not say "type": "module", and the `paths` of tsconfig.json.
 *
 * `require` goes through `Module` itself, which every supported version of Node lets programs change; `import` goes
 * through `registerHooks`, or `register` where Node has no such function.
 */
function installModuleHooks(packages: ProvidedPackages): void {
  for (const [name, { exports }] of Object.entries(packages)) provide(name, exports);
  // Stack traces name the lines of the app's sources. Node reads a map with each module from then on.
  setSourceMapsEnabled(true);
  hookResolution();
  hookExtensions();
  hookImports(Object.fromEntries(Object.entries(packages).map(([name, { url }]) => [name, url])));
}

/** Says how to load the provided packages. The first that is said counts. */
export function providePackages(load: () => Promise<ProvidedPackages>): void {
  loadPackages ??= load;
}

/** Installs the hooks, once. A server whose app has no code never needs them, and Node 20 starts a thread for them. */
export function hookModules(): Promise<void> {
  hooked ??= loadPackages === undefined ? undefined : loadPackages().then(installModuleHooks);
  return hooked ?? Promise.resolve();
}

/** Lets files of an app be loaded. The last one for a directory counts. Node names files by their real paths. */
export function hookApp(app: HookedApp): void {
  for (const directory of [app.directory, realpathSync(app.directory)]) apps.set(`${directory}${sep}`, app);
}

let loadPackages: (() => Promise<ProvidedPackages>) | undefined;
let hooked: Promise<void> | undefined;
const apps = new Map<string, HookedApp>();

/** Returns the app of a file, unless the file belongs to an installed package. */
export function appOf(file: string): HookedApp | undefined {
  let found: readonly [prefix: string, app: HookedApp] | undefined;
  for (const entry of apps) {
    if (file.startsWith(entry[0]) && entry[0].length > (found?.[0].length ?? 0)) found = entry;
  }
  if (found === undefined) return undefined;
  return file.slice(found[0].length).split(sep).includes('node_modules') ? undefined : found[1];
}

interface CommonModule {
  readonly filename?: string | null;
  exports: unknown;
  loaded: boolean;
  _compile(code: string, filename: string, format?: string): unknown;
}

/** The parts of `Module` that are no public types, though Node keeps them for programs like this one. */
interface ModuleInternals {
  new (id: string): CommonModule;
  _cache: Record<string, CommonModule>;
  _extensions: Record<string, ((module: CommonModule, filename: string) => void) | undefined>;
  _resolveFilename(request: string, parent?: CommonModule | null, ...rest: readonly unknown[]): string;
}

const internals = Module as unknown as ModuleInternals;

/** The file names under which `require` finds the provided packages in its cache. No such files exist. */
const provided = new Map<string, string>();

function provide(name: string, exports: object): void {
  const file = join(dirname(fileURLToPath(import.meta.url)), 'provided', `${name.replace('/', '-')}.cjs`);
  const module = new internals(file);
  Object.assign(module, { filename: file, exports, loaded: true });
  internals._cache[file] = module;
  provided.set(name, file);
}

function hookResolution(): void {
  const original = internals._resolveFilename.bind(internals);
  internals._resolveFilename = (request, parent, ...rest) => {
    const own = provided.get(request);
    if (own !== undefined) return own;
    const from = parent?.filename ?? undefined;
    const app = from === undefined ? undefined : appOf(from);
    if (app === undefined || from === undefined) return original(request, parent, ...rest);
    const refusal = refusalOf(request);
    if (refusal !== undefined) throw new NotOffered(`${relative(app.directory, from)} needs ${refusal}`);
    try {
      return original(request, parent, ...rest);
    } catch (error) {
      for (const candidate of candidates(request, app)) {
        try {
          return original(candidate, parent, ...rest);
        } catch {
          // The next one; the first error is the one to tell.
        }
      }
      throw error;
    }
  };
}

/** What an import can mean that Node does not find: a TypeScript file under its name in JavaScript, a path of tsconfig.json. */
const candidates = (request: string, { paths }: HookedApp): readonly string[] =>
  /^\.\.?\//.test(request)
    ? [request.replace(/\.([cm]?)js$/, '.$1ts')].filter((one) => one !== request)
    : matchPaths(paths, request);

/** An import of a package of Strapi that has no counterpart here. */
export class NotOffered extends Error {}

export const insideStrapi = 'is a part of Strapi itself, and not offered: use the strapi object';

/** Returns the name of a package that is not offered, and why. */
export function refusalOf(request: string): string | undefined {
  if (/^@strapi\/(strapi|utils|types|database)\/(?!package\.json$)/.test(request))
    return `${request}, which is a file inside a package: import from ${request.split('/', 2).join('/')}`;
  return /^@strapi\/(core|admin|content-manager|content-type-builder|plugin-[\w-]+)(\/|$)/.test(request)
    ? `${request}, which ${insideStrapi}`
    : undefined;
}

function hookExtensions(): void {
  const { '.js': plain, '.ts': typed } = internals._extensions;
  internals._extensions['.ts'] = (module, filename) => {
    const app = appOf(filename);
    if (app === undefined) return (typed ?? plain)?.(module, filename);
    module._compile(app.transpile(filename, readFileSync(filename, 'utf8')), filename, 'commonjs');
  };
  internals._extensions['.js'] = (module, filename) => {
    const app = appOf(filename);
    if (app === undefined || packageType(filename) === 'module') return plain?.(module, filename);
    const text = readFileSync(filename, 'utf8');
    if (!hasModuleSyntax(text)) return plain?.(module, filename);
    module._compile(app.transpile(filename, text), filename, 'commonjs');
  };
}

const hasModuleSyntax = (text: string): boolean =>
  /^\s*(?:import\s*[\w{*'"]|export\s+[\w{*]|export\{)/m.test(text);

type Resolve = (specifier: string, context: Context, next: Next) => unknown;
type Next = (specifier: string, context: Context) => unknown;
interface Context {
  readonly parentURL?: string | undefined;
  readonly conditions: readonly string[];
}

function hookImports(urls: Readonly<Record<string, string>>): void {
  const { registerHooks } = nodeModule as { readonly registerHooks?: (hooks: { resolve: Resolve }) => void };
  if (registerHooks !== undefined) registerHooks({ resolve: resolveIn(urls) });
  else nodeModule.register(`data:text/javascript,${encodeURIComponent(hooksThread(urls))}`);
}

const resolveIn =
  (urls: Readonly<Record<string, string>>): Resolve =>
  (specifier, context, next) => {
    const url = context.conditions.includes('import') ? urls[specifier] : undefined;
    if (url !== undefined) return next(url, context);
    const from = context.parentURL?.startsWith('file:') ? fileURLToPath(context.parentURL) : undefined;
    const app = from === undefined ? undefined : appOf(from);
    const refusal = app === undefined ? undefined : refusalOf(specifier);
    if (refusal === undefined) return next(specifier, context);
    throw new NotOffered(`${relative(app?.directory ?? '', from ?? '')} needs ${refusal}`);
  };

/** The hooks of a Node that runs them in a thread of their own: they cannot see the apps. */
const hooksThread = (urls: Readonly<Record<string, string>>): string => `
const urls = ${JSON.stringify(urls)};
export const resolve = (specifier, context, next) => next(urls[specifier] ?? specifier, context);`;

/** Whether `require` loads a file; otherwise only `import` does. */
export const isRequired = (file: string): boolean =>
  ['.ts', '.cjs'].includes(extname(file)) || (extname(file) === '.js' && packageType(file) !== 'module');
