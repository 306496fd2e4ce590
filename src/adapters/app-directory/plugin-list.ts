import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isPlainObject, type PlainObject } from '../../domain/document/plain-object.js';
import type { AppFault } from './app-failure.js';
import type { ConfigFiles } from './read-config.js';

/** What the plugins of a project mean here. */
export interface PluginList {
  /** Plugins without which clients would get other answers. */
  readonly faults: readonly AppFault[];
  /** One sentence for each plugin that the project goes without. */
  readonly warnings: readonly string[];
}

/** Plugins whose settings the server reads. */
const own: ReadonlySet<string> = new Set(['email', 'graphql', 'i18n', 'upload', 'users-permissions']);

const panel = 'it serves the admin panel only';

/** Plugins that change no answer, by their names in `config/plugins`. */
const dispensable: Readonly<Record<string, string>> = {
  ckeditor: panel,
  ckeditor5: panel,
  cloud: panel,
  'color-picker': panel,
  'config-sync': 'use quire access and quire transfer',
  'content-manager': panel,
  'content-type-builder': panel,
  documentation: 'the server describes its API itself (docs/rest.md)',
  'entity-notes': panel,
  'import-export-entries': 'use quire import and quire transfer',
  'preview-button': panel,
  'rest-cache': 'answers are the same without it',
  sentry: 'errors are in the log',
  seo: panel,
  tinymce: panel,
  'todo-panel': panel,
};

/**
 * Checks the plugins that `config/plugins` and the dependencies of a project name. A plugin that is switched off is
 * no fault.
 */
export async function checkPlugins(directory: string, { sections }: ConfigFiles): Promise<PluginList> {
  const section = sections.get('plugins');
  const configured = isPlainObject(section?.value) ? section.value : {};
  const file = section?.file ?? 'config/plugins';
  const [faults, warnings]: [AppFault[], string[]] = [[], []];
  for (const [name, value] of Object.entries(configured)) {
    if (own.has(name) || isOff(value)) continue;
    const why = dispensable[name];
    if (why !== undefined && !isLocal(value)) warnings.push(`${file}: ${name} is left out: ${why}`);
    else faults.push({ file, path: name, message: refusal(value) });
  }
  for (const { name, package: source } of await installedPlugins(directory)) {
    if (Object.hasOwn(configured, name) || own.has(name)) continue;
    const why = dispensable[name];
    if (why !== undefined) warnings.push(`package.json: ${source} is left out: ${why}`);
    else faults.push({ file: 'package.json', path: source, message: installed(name) });
  }
  return { faults, warnings };
}

const isOff = (value: unknown): boolean =>
  value === false ||
  value === undefined ||
  value === null ||
  (isPlainObject(value) && value['enabled'] === false);

const isLocal = (value: unknown): boolean => isPlainObject(value) && value['resolve'] !== undefined;

const what =
  'is a plugin, which the server does not run, so that clients would get other answers: set enabled: false to go without it';

const refusal = (value: unknown): string =>
  isLocal(value) ? `${what}, and move what its server part does to src/index or src/api` : what;

const installed = (name: string): string =>
  `${what} ("${name}": { enabled: false } in config/plugins), or remove the dependency`;

interface InstalledPlugin {
  readonly name: string;
  readonly package: string;
}

/** Returns the dependencies that say they are plugins with a server part, as Strapi would load them unasked. */
async function installedPlugins(directory: string): Promise<readonly InstalledPlugin[]> {
  const project = await readPackage(join(directory, 'package.json'));
  const dependencies = isPlainObject(project?.['dependencies']) ? Object.keys(project['dependencies']) : [];
  const require = createRequire(join(directory, 'package.json'));
  const found: InstalledPlugin[] = [];
  for (const name of dependencies) {
    const manifest = await manifestOf(require, name);
    const plugin = manifest === undefined ? nameOf(name) : declaredName(manifest);
    if (plugin !== undefined) found.push({ name: plugin, package: name });
  }
  return found;
}

/** The name that a plugin's package.json declares. Providers declare another kind. */
function declaredName({ strapi }: PlainObject): string | undefined {
  const name = isPlainObject(strapi) && strapi['kind'] === 'plugin' ? strapi['name'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** Of a package that is not installed: `strapi-plugin-seo` and `@strapi/plugin-seo` are `seo`. */
const nameOf = (name: string): string | undefined =>
  /^@strapi\/plugin-(.+)$/.exec(name)?.[1] ?? /^(?:@[^/]+\/)?strapi-(?:v\d+-)?plugin-(.+)$/.exec(name)?.[1];

/** Packages may hide their package.json, so it is looked for in the folders that Node searches. */
async function manifestOf(require: NodeJS.Require, name: string): Promise<PlainObject | undefined> {
  for (const folder of require.resolve.paths(name) ?? []) {
    const manifest = await readPackage(join(folder, name, 'package.json'));
    if (manifest !== undefined) return manifest;
  }
  return undefined;
}

async function readPackage(path: string): Promise<PlainObject | undefined> {
  try {
    const parsed: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isPlainObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
