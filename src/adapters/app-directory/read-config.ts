import { extname, parse } from 'node:path';
import { nearestName } from '../../domain/nearest-name.js';
import { err, ok, type Result } from '../../domain/result.js';
import { appFailure, thrownMessage, type AppFailure, type AppFault } from './app-failure.js';
import { createEnv, type Environment } from './create-env.js';
import { nameIn } from './code-directory.js';
import { filesIn, foldersIn } from './list-folder.js';
import { loadModule } from './load-module.js';
import { moduleFiles, shadowedNotes, type ModuleFile } from './module-files.js';
import { readJson } from './read-json.js';

/** The config files of an app directory by name: `server`, `api`, `database` … */
export interface ConfigFiles {
  readonly sections: ReadonlyMap<string, ConfigSection>;
  /** Sentences for the log: files that have no effect. */
  readonly notes: readonly string[];
}

export interface ReadConfig extends ConfigFiles {
  /** The names of the variables that the files read with `env`. */
  readonly variables: ReadonlySet<string>;
}

export interface ConfigSection {
  /** Relative to the app directory. */
  readonly file: string;
  readonly value: unknown;
}

type Loaded = Result<unknown, string>;

interface Reading {
  readonly codeDir: string;
  readonly appDir: string;
  readonly environment: Environment;
  readonly faults: AppFault[];
  readonly notes: string[];
  readonly variables: Set<string>;
}

/**
 * Reads `config/*.ts`, `.js`, `.mjs`, `.cjs` and `.json` of the folder where code is read. A module exports a value or
 * a function of `{ env }`, which may be async. Members in files of `config/env/<NODE_ENV>/` replace those in the file of
 * the same name. Messages name files relative to `appDir`.
 */
export async function readConfig(
  codeDir: string,
  environment: Environment,
  appDir = codeDir,
): Promise<Result<ReadConfig, AppFailure>> {
  const variables = new Set<string>();
  const reading: Reading = { codeDir, appDir, environment, faults: [], notes: [], variables };
  const sections = await readFolder(reading, 'config');
  const special = await readFolder(reading, `config/env/${environmentName(environment)}`);
  for (const [name, { file, value }] of special) {
    const base = sections.get(name);
    sections.set(
      name,
      base === undefined
        ? { file, value }
        : { file: `${base.file} and ${file}`, value: merged(base.value, value) },
    );
  }
  await noteMisspelt(reading, sections.values());
  const { faults, notes } = reading;
  return faults.length === 0
    ? ok({ sections, notes, variables })
    : err(appFailure('the configuration cannot be read', faults));
}

/** The files that the server reads. An app may have others for its own code. */
const filesRead = ['server', 'api', 'database', 'plugins', 'middlewares', 'admin', 'cron-tasks'];
const foldersRead = ['config', 'src', 'database', 'public'];
const usualEnvironments = ['development', 'production', 'test', 'staging'];

/** Notes folders, files and environments whose names are nearly those that are read: what is in them would have no effect. */
async function noteMisspelt(
  { codeDir, appDir, environment, notes }: Reading,
  sections: Iterable<ConfigSection>,
): Promise<void> {
  for (const { name, path } of await foldersIn(codeDir)) {
    const meant = nearlyNamed(name, foldersRead);
    if (meant !== undefined) notes.push(`${nameIn(appDir, path)}/ is not read (did you mean "${meant}"?)`);
  }
  for (const { file } of sections) {
    const meant = nearlyNamed(parse(file).name, filesRead);
    if (meant !== undefined) notes.push(`${file} has no settings of the server (did you mean "${meant}"?)`);
  }
  const environments = [environmentName(environment), ...usualEnvironments];
  for (const { name, path } of await foldersIn(`${codeDir}/config/env`)) {
    const meant = nearlyNamed(name, environments);
    if (meant !== undefined)
      notes.push(`${nameIn(appDir, path)} is read with NODE_ENV=${name} only (did you mean "${meant}"?)`);
  }
}

/** At most a fifth of the letters may differ. */
const nearlyNamed = (name: string, names: readonly string[]): string | undefined =>
  names.includes(name) ? undefined : nearestName(name, names, Math.max(1, Math.floor(name.length / 5)));

export const environmentName = (environment: Environment): string => environment['NODE_ENV'] || 'development';

async function readFolder(reading: Reading, folder: string): Promise<Map<string, ConfigSection>> {
  const { appDir, faults, notes } = reading;
  const sections = new Map<string, ConfigSection>();
  /** By the name of the section: the first file, also one that is faulty. */
  const first = new Map<string, string>();
  // One after another, so that side effects of app code happen in a known order.
  for (const { name, path } of await configFiles(reading, folder)) {
    const file = nameIn(appDir, path);
    // It makes transports of Strapi's logger, which need its package and may write files.
    if (name === 'logger') {
      notes.push(`${file} is not loaded, as the log has a form of its own`);
      continue;
    }
    const other = first.get(name);
    first.set(name, other ?? file);
    const value: Loaded =
      other === undefined
        ? await load(path, reading)
        : err(`${other} has the same settings: remove one of the two`);
    if (value.ok) sections.set(name, { file, value: value.value });
    // Most of its settings are for Strapi's admin panel, whose packages it may need.
    else if (name === 'admin')
      notes.push(`${file} is left out, and with it the previews that it configures: it ${value.failure}`);
    else faults.push({ file, path: '', message: value.failure });
  }
  return sections;
}

async function configFiles(
  { codeDir, appDir, notes }: Reading,
  folder: string,
): Promise<readonly ModuleFile[]> {
  const path = `${codeDir}/${folder}`;
  const entries = await filesIn(path);
  const { files, shadowed } = moduleFiles(entries);
  notes.push(...shadowedNotes(shadowed, nameIn(appDir, path)));
  const json = entries.filter(({ name }) => extname(name) === '.json');
  return [
    ...files,
    ...json.map(({ name, path }) => ({ name: name.slice(0, -'.json'.length), file: name, path })),
  ].sort((one, other) => (one.file < other.file ? -1 : 1));
}

async function load(path: string, reading: Reading): Promise<Loaded> {
  if (extname(path) === '.json') {
    const read = await readJson(path);
    return read.ok ? ok(read.value) : err(read.message);
  }
  const loaded = await loadModule(path);
  return loaded.ok ? valueOf(loaded.value.main, reading) : loaded;
}

async function valueOf(main: unknown, { environment, variables }: Reading): Promise<Loaded> {
  const env = createEnv(environment, (name) => variables.add(name));
  try {
    const value: unknown = typeof main === 'function' ? await main({ env }) : main;
    if (value !== undefined && value !== null) return ok(value);
    return err('exports nothing: export an object, or a function ({ env }) => object');
  } catch (thrown) {
    return err(`threw ${thrownMessage(thrown)}`);
  }
}

/** Returns `base` with the values of `over`: plain objects and lists are merged member by member, others replaced. */
function merged(base: unknown, over: unknown): unknown {
  if (Array.isArray(base) && Array.isArray(over))
    return Array.from({ length: Math.max(base.length, over.length) }, (_, at) =>
      at in over ? merged(base[at], over[at]) : (base[at] as unknown),
    );
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
