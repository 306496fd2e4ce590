import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppPart, AppParts, RouteFile } from '../../application/app-code/app-parts.js';
import { didYouMean } from '../../domain/nearest-name.js';
import { err, ok, type Result } from '../../domain/result.js';
import { appFailure, type AppFailure, type AppFault } from './app-failure.js';
import { nameIn } from './code-directory.js';
import { kebab } from './kebab.js';
import { filesIn, foldersIn, type FolderEntry } from './list-folder.js';
import { loadModule } from './load-module.js';
import { moduleFiles, shadowedNotes, type ModuleFile } from './module-files.js';
import { projectFiles } from './project-files.js';
import { readAppCode, type AppCode } from './read-app-code.js';

/** The parts of an app directory, and the steps of its apis. */
export interface LoadedParts extends AppParts {
  /** The `index` of each folder of `src/api`. */
  readonly apis: readonly AppCode[];
  /** Sentences for the log: files that have no effect. */
  readonly notes: readonly string[];
}

interface Loading {
  readonly appDir: string;
  readonly faults: AppFault[];
  readonly notes: string[];
}

interface LoadedFile extends AppPart {
  /** The name of the file, without its extension. */
  readonly name: string;
}

type Named = Map<string, AppPart>;

/**
 * Loads all code of an app but `src/index`, one file after another, so that side effects happen in a known order.
 * `codeDir` is where code is read; messages name files relative to `appDir`. Fails with every file that cannot be
 * loaded.
 */
export async function readAppParts(
  codeDir: string,
  appDir = codeDir,
): Promise<Result<LoadedParts, AppFailure>> {
  const loading: Loading = { appDir, faults: [], notes: [] };
  const found = {
    policies: new Map() as Named,
    middlewares: new Map() as Named,
    controllers: new Map() as Named,
    services: new Map() as Named,
    lifecycles: new Map() as Named,
    extensions: new Map() as Named,
    routes: [] as RouteFile[],
    apis: [] as AppCode[],
  };
  await noteMisspelt(loading, `${codeDir}/src`, [
    'policies',
    'middlewares',
    'components',
    'extensions',
    'api',
    'plugins',
    'admin',
  ]);
  for (const kind of ['policies', 'middlewares'] as const)
    for (const part of await loadFolder(loading, `${codeDir}/src/${kind}`))
      add(loading, found[kind], `global::${part.name}`, part);
  for (const api of await foldersIn(`${codeDir}/src/api`)) await readApi(loading, api, found);
  for (const category of await foldersIn(`${codeDir}/src/components`))
    for (const part of await loadFolder(loading, category.path))
      addHooks(loading, found.lifecycles, `${category.name}.${part.name}`, part);
  for (const plugin of await foldersIn(`${codeDir}/src/extensions`))
    await addExtension(loading, plugin, found.extensions);
  const { faults, notes } = loading;
  if (faults.length > 0) return err(appFailure('the code of the app cannot be loaded', faults));
  return ok({ ...found, notes });
}

/**
 * Loads `strapi-server` of the extensions whose code names content-types, to which it may add attributes. One that cannot be
 * loaded throws when it is called; `readAppParts` reports it.
 */
export async function readTypeExtensions(codeDir: string, appDir: string): Promise<AppParts['extensions']> {
  const found: Named = new Map();
  const faults: AppFault[] = [];
  for (const plugin of await foldersIn(`${codeDir}/src/extensions`)) {
    const files = await projectFiles(plugin.path, '');
    const texts = await Promise.all(
      files
        .filter((file) => /\.[cm]?[jt]s$/.test(file))
        .map((file) => readFile(join(plugin.path, file), 'utf8').catch(() => '')),
    );
    if (texts.some((text) => text.includes('contentTypes')))
      await addExtension({ appDir, faults, notes: [] }, plugin, found);
  }
  for (const { file, message } of faults) found.set(file, { file, value: () => fail(message) });
  return found;
}

function fail(message: string): never {
  throw new Error(message);
}

async function addExtension(loading: Loading, plugin: FolderEntry, found: Named): Promise<void> {
  const [server] = await loadFolder(loading, plugin.path, ({ name }) => name === 'strapi-server');
  if (server !== undefined) found.set(plugin.name, partOf(server));
}

type Kind = 'policies' | 'middlewares' | 'controllers' | 'services' | 'lifecycles';

interface Found extends Readonly<Record<Kind, Named>> {
  readonly routes: RouteFile[];
  readonly apis: AppCode[];
}

const folders = ['services', 'policies', 'middlewares', 'controllers'] as const;

/** A folder whose name is nearly one that is read would be left out without a word, and the policies in it. */
async function noteMisspelt(
  { appDir, notes }: Loading,
  folder: string,
  names: readonly string[],
): Promise<void> {
  for (const { name, path } of await foldersIn(folder)) {
    const guess = names.includes(name) ? '' : didYouMean(name, names);
    if (guess !== '') notes.push(`${nameIn(appDir, path)} is not read${guess}`);
  }
}

const besideSchema = ['lifecycles', 'schema', 'layout'];

/** Beside a schema file, a file whose name is nearly one that is read. */
async function noteMisspeltFiles({ appDir, notes }: Loading, folder: string): Promise<void> {
  for (const { name, path } of await filesIn(folder)) {
    const [base = ''] = name.split('.');
    const guess = besideSchema.includes(base) ? '' : didYouMean(base, besideSchema);
    if (guess !== '') notes.push(`${nameIn(appDir, path)} is not read${guess}`);
  }
}

/** Hooks of a content-type that are not beside its schema file. */
async function noteMisplacedHooks({ appDir, notes }: Loading, api: FolderEntry): Promise<void> {
  for (const folder of [api.path, `${api.path}/content-types`])
    for (const { name, path } of moduleFiles(await filesIn(folder)).files)
      if (name === 'lifecycles')
        notes.push(
          `${nameIn(appDir, path)} is not read here: move it to src/api/${api.name}/content-types/<name>/lifecycles`,
        );
}

async function readApi(loading: Loading, api: FolderEntry, found: Found): Promise<void> {
  const name = kebab(api.name);
  await noteMisspelt(loading, api.path, [...folders, 'content-types', 'routes']);
  await noteMisplacedHooks(loading, api);
  for (const type of await foldersIn(`${api.path}/content-types`)) {
    await noteMisspeltFiles(loading, type.path);
    const [part] = await loadFolder(loading, type.path, (file) => file.name === 'lifecycles');
    if (part !== undefined) add(loading, found.lifecycles, `api::${name}.${kebab(type.name)}`, part);
  }
  for (const kind of folders)
    for (const part of await loadFolder(loading, `${api.path}/${kind}`))
      add(loading, found[kind], `api::${name}.${kebab(part.name)}`, part);
  const routes = await loadFolder(loading, `${api.path}/routes`);
  found.routes.push(...routes.map(({ file, value }) => ({ file, value, api: name })));
  const index = await readAppCode(api.path, nameIn(loading.appDir, api.path), false, loading.notes);
  if (index.ok) found.apis.push(index.value);
  else loading.faults.push(...index.failure.details.faults);
}

function add({ faults }: Loading, named: Named, name: string, part: AppPart): void {
  const other = named.get(name);
  if (other === undefined) named.set(name, partOf(part));
  else
    faults.push({
      file: part.file,
      path: '',
      message: `${other.file} is ${name} already: remove one of the two`,
    });
}

/** A component's code beside its `.json` has its hooks, and nothing else. */
function addHooks({ faults }: Loading, named: Named, uid: string, { file, value }: AppPart): void {
  const { lifecycles, ...others } = value as Readonly<Record<string, unknown>>;
  const [stray] = typeof value === 'object' ? Object.keys(others) : ['no object'];
  if (lifecycles !== undefined && stray === undefined) named.set(uid, { file, value: lifecycles });
  else
    faults.push({
      file,
      path: stray ?? '',
      message:
        'is not read here: the .json file of its name describes the component, and code beside it exports { lifecycles }',
    });
}

const partOf = ({ file, value }: AppPart): AppPart => ({ file, value });

async function loadFolder(
  { appDir, faults, notes }: Loading,
  folder: string,
  isWanted: (file: ModuleFile) => boolean = () => true,
): Promise<readonly LoadedFile[]> {
  const loaded: LoadedFile[] = [];
  const { files, shadowed } = moduleFiles(await filesIn(folder));
  notes.push(...shadowedNotes(shadowed, nameIn(appDir, folder)));
  for (const { name, path } of files.filter(isWanted)) {
    const file = nameIn(appDir, path);
    const module = await loadModule(path);
    if (!module.ok) faults.push({ file, path: '', message: module.failure });
    else if (isNothing(module.value.main)) notes.push(`${file} ${nothing(module.value.named)}`);
    else loaded.push({ file, value: module.value.main, name });
  }
  return loaded;
}

const nothing = (named: Readonly<Record<string, unknown>>): string => {
  const names = Object.keys(named).filter((name) => name !== 'default' && name !== 'module.exports');
  return names.length === 0
    ? 'exports nothing, so it has no effect'
    : `has no default export, so it has no effect: export { ${names.join(', ')} } as one default export`;
};

const isNothing = (main: unknown): boolean => main === undefined || main === null || isEmpty(main);

/** `module.exports` of a file that does not assign it. */
const isEmpty = (main: unknown): boolean =>
  typeof main === 'object' &&
  main !== null &&
  Object.getPrototypeOf(main) === Object.prototype &&
  Reflect.ownKeys(main).length === 0;
