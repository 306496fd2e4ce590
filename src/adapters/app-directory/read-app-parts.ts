import { extname, relative, sep } from 'node:path';
import {
  noParts,
  type AppPart,
  type AppParts,
  type RouteFile,
} from '../../application/app-code/app-parts.js';
import { err, ok, type Result } from '../../domain/result.js';
import { appFailure, type AppFailure, type AppFault } from './app-failure.js';
import { kebab } from './kebab.js';
import { filesIn, foldersIn } from './list-folder.js';
import { loadModule } from './load-module.js';

/** The parts of an app directory. `ignored` are TypeScript files, which are ignored with a warning. */
export type LoadedParts = AppParts & { readonly ignored: readonly string[] };

interface Loading {
  readonly appDir: string;
  readonly faults: AppFault[];
  readonly ignored: string[];
}

interface LoadedFile extends AppPart {
  /** The name of the file, without its extension. */
  readonly name: string;
}

const extensions: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs']);

/**
 * Loads `src/policies`, `src/middlewares`, `src/api/<api>/policies`, `…/middlewares` and `…/routes`: `.js`, `.mjs` and
 * `.cjs`. Fails with every file that cannot be loaded or exports nothing.
 */
export async function readAppParts(appDir: string): Promise<Result<LoadedParts, AppFailure>> {
  const loading: Loading = { appDir, faults: [], ignored: [] };
  const policies = await readNamed(loading, 'policies');
  const middlewares = await readNamed(loading, 'middlewares');
  const routes: RouteFile[] = [];
  for (const api of await foldersIn(`${appDir}/src/api`)) {
    const files = await loadFolder(loading, `${api.path}/routes`);
    routes.push(...files.map(({ file, value }) => ({ file, value, api: kebab(api.name) })));
  }
  const { faults, ignored } = loading;
  return faults.length === 0
    ? ok({ ...noParts, policies, middlewares, routes, ignored })
    : err(appFailure('the code of the app cannot be loaded', faults));
}

async function readNamed(
  loading: Loading,
  kind: 'policies' | 'middlewares',
): Promise<ReadonlyMap<string, AppPart>> {
  const named = new Map<string, AppPart>();
  const add = (name: string, { file, value }: AppPart): void => {
    const other = named.get(name);
    if (other === undefined) named.set(name, { file, value });
    else
      loading.faults.push({
        file,
        path: '',
        message: `${other.file} is ${name} already: remove one of the two`,
      });
  };
  for (const part of await loadFolder(loading, `${loading.appDir}/src/${kind}`))
    add(`global::${part.name}`, part);
  for (const api of await foldersIn(`${loading.appDir}/src/api`)) {
    for (const part of await loadFolder(loading, `${api.path}/${kind}`))
      add(`api::${kebab(api.name)}.${kebab(part.name)}`, part);
  }
  return named;
}

/** Loads one file after another, so that side effects of app code happen in a known order. */
async function loadFolder(
  { appDir, faults, ignored }: Loading,
  folder: string,
): Promise<readonly LoadedFile[]> {
  const loaded: LoadedFile[] = [];
  const files = await filesIn(folder);
  const names = new Set(files.map(({ name }) => name));
  for (const { name, path } of files) {
    const file = relative(appDir, path).split(sep).join('/');
    if (/(?<!\.d)\.[cm]?ts$/.test(name) && !names.has(name.replace(/ts$/, 'js'))) ignored.push(file);
    if (!extensions.has(extname(name))) continue;
    const module = await loadModule(path);
    const message = module.ok ? nothing(module.value.main) : explain(module.failure);
    if (module.ok && message === undefined)
      loaded.push({ file, value: module.value.main, name: name.slice(0, -extname(name).length) });
    else faults.push({ file, path: '', message: message ?? '' });
  }
  return loaded;
}

const nothing = (main: unknown): string | undefined =>
  main === undefined || main === null || isEmpty(main) ? 'exports nothing' : undefined;

/** `module.exports` of a file that does not assign it. */
const isEmpty = (main: unknown): boolean =>
  typeof main === 'object' && main !== null && Object.keys(main).length === 0;

const foreign = /Cannot find (?:module|package) '(@strapi\/[\w-]+)/;

/** Files of existing projects import packages that this one replaces. */
function explain(message: string): string {
  const name = foreign.exec(message)?.[1];
  return name === undefined ? message : `needs ${name}: take factories and errors from "quire-cms" instead`;
}
