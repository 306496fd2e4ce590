import { extname, basename, relative, sep } from 'node:path';
import { err, ok, type Result } from '../../domain/result.js';
import { appFailure, thrownMessage, type AppFailure, type AppFault } from './app-failure.js';
import { createEnv, type Environment } from './create-env.js';
import { filesIn } from './list-folder.js';
import { loadModule } from './load-module.js';
import { readJson } from './read-json.js';

/** The config files of an app directory by name: `server`, `api`, `database` … */
export interface ConfigFiles {
  readonly sections: ReadonlyMap<string, ConfigSection>;
  /** TypeScript files, which are ignored with a warning. */
  readonly ignored: readonly string[];
}

export interface ConfigSection {
  /** Relative to the app directory. */
  readonly file: string;
  readonly value: unknown;
}

type Loaded = Result<unknown, string>;

const extensions: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs', '.json']);

/**
 * Reads `config/*.js`, `.mjs`, `.cjs` and `.json`. A module exports a value or a function of `{ env }`, which may be
 * async. Members in files of `config/env/<NODE_ENV>/` replace those in the file of the same name.
 */
export async function readConfig(
  appDir: string,
  environment: Environment,
): Promise<Result<ConfigFiles, AppFailure>> {
  const faults: AppFault[] = [];
  const sections = await readFolder(appDir, 'config', environment, faults);
  const special = await readFolder(appDir, `config/env/${environmentName(environment)}`, environment, faults);
  for (const [name, { file, value }] of special) {
    const base = sections.get(name);
    sections.set(
      name,
      base === undefined
        ? { file, value }
        : { file: `${base.file} and ${file}`, value: merged(base.value, value) },
    );
  }
  const folders = ['config', `config/env/${environmentName(environment)}`];
  const ignored = (await Promise.all(folders.map((folder) => typescriptIn(appDir, folder)))).flat();
  return faults.length === 0
    ? ok({ sections, ignored })
    : err(appFailure('the configuration cannot be read', faults));
}

export const environmentName = (environment: Environment): string => environment['NODE_ENV'] || 'development';

/** Returns the TypeScript files without a compiled file beside them. */
async function typescriptIn(appDir: string, folder: string): Promise<readonly string[]> {
  const names = (await filesIn(`${appDir}/${folder}`)).map(({ name }) => name);
  return names
    .filter((name) => /(?<!\.d)\.[cm]?ts$/.test(name) && !names.includes(name.replace(/ts$/, 'js')))
    .map((name) => `${folder}/${name}`);
}

async function readFolder(
  appDir: string,
  folder: string,
  environment: Environment,
  faults: AppFault[],
): Promise<Map<string, ConfigSection>> {
  const sections = new Map<string, ConfigSection>();
  const files = (await filesIn(`${appDir}/${folder}`)).filter(({ name }) => extensions.has(extname(name)));
  // One after another, so that side effects of app code happen in a known order.
  for (const { name, path } of files) {
    const file = relative(appDir, path).split(sep).join('/');
    const section = basename(name, extname(name));
    const other = sections.get(section);
    const value: Loaded =
      other === undefined
        ? await load(path, environment)
        : err(`${other.file} has the same settings: remove one of the two`);
    if (value.ok) sections.set(section, { file, value: value.value });
    else faults.push({ file, path: '', message: value.failure });
  }
  return sections;
}

async function load(path: string, environment: Environment): Promise<Loaded> {
  if (extname(path) === '.json') {
    const read = await readJson(path);
    return read.ok ? ok(read.value) : err(read.message);
  }
  const loaded = await loadModule(path);
  return loaded.ok ? valueOf(loaded.value.main, environment) : loaded;
}

async function valueOf(main: unknown, environment: Environment): Promise<Loaded> {
  try {
    const value: unknown = typeof main === 'function' ? await main({ env: createEnv(environment) }) : main;
    if (value !== undefined && value !== null) return ok(value);
    return err('exports nothing: export an object, or a function ({ env }) => object');
  } catch (thrown) {
    return err(`threw ${thrownMessage(thrown)}`);
  }
}

/** Returns `base` with the values of `over`: plain objects are merged member by member, other values replaced. */
function merged(base: unknown, over: unknown): unknown {
  if (!isPlain(base) || !isPlain(over)) return over;
  const names = new Set([...Object.keys(base), ...Object.keys(over)]);
  return Object.fromEntries(
    [...names].map((name) => [name, Object.hasOwn(over, name) ? merged(base[name], over[name]) : base[name]]),
  );
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value));
