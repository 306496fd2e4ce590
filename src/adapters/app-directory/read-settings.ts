import * as t from 'io-ts';
import type { AppFault } from './app-failure.js';
import { decode, section, type InvalidSetting } from './config-codec.js';
import type { Environment } from './create-env.js';
import type { ConfigFiles } from './read-config.js';
import { isSetting, settingsIn, type Setting, type SettingTable, type Values } from './setting.js';

/** The values in the environment and the config files. Invalid settings count as unset. */
export interface ReadSettings<T> {
  readonly values: Values<T>;
  readonly faults: readonly AppFault[];
}

type Codecs = Readonly<Record<string, t.Mixed>>;

/** Reads a table of settings: from the environment, else the config files, else the default. */
export function createSettingsReader<T extends SettingTable>(table: T, others: Codecs) {
  const settings = settingsIn(table);
  const variables = variablesOf(settings);
  const fileCodecs = fileCodecsOf(settings, others);
  return (environment: Environment, files: ConfigFiles): ReadSettings<T> => {
    const faults: AppFault[] = [];
    const read = (file: string, codec: t.Mixed, raw: unknown): unknown => {
      const { value, refusals } = decode(codec, raw);
      faults.push(...refusals.map((refusal) => ({ file, ...refusal })));
      return value;
    };
    const set = read('environment', section(variables), setVariables(environment, Object.keys(variables)));
    const said = Object.entries(fileCodecs).map(([name, codec]) => {
      const found = files.sections.get(name);
      return [name, found && read(found.file, codec, found.value)] as const;
    });
    const file = Object.fromEntries(said);
    const valueOf = ({ variable, key, alias, otherwise }: Setting): unknown =>
      [
        variable && at(set, [variable]),
        key && at(file, key.split('.')),
        alias && at(file, alias.split('.')),
      ].find((value) => value !== undefined) ?? otherwise;
    return { values: valuesOf(table, valueOf) as Values<T>, faults };
  };
}

/** An empty variable counts as unset, because compose files leave unset variables empty. */
const setVariables = (environment: Environment, names: readonly string[]): Environment =>
  Object.fromEntries(names.map((name) => [name, environment[name] || undefined]));

const variablesOf = (settings: readonly Setting[]): Codecs =>
  Object.fromEntries(
    settings.flatMap(({ variable, codec }) => (variable === undefined ? [] : [[variable, codec]])),
  );

/** Files to which existing projects add settings of their own. */
export const openSections: ReadonlySet<string> = new Set(['server', 'api', 'admin']);

/** Returns a codec for each config file, with a section for each dot in the keys. */
function fileCodecsOf(settings: readonly Setting[], others: Codecs): Codecs {
  const own = Object.fromEntries(
    settings.flatMap(({ key, alias, codec }) =>
      [key, alias].flatMap((name) => (name === undefined ? [] : [[name, codec]])),
    ),
  );
  const all = { ...others, ...own };
  const codecAt = (path: string): t.Mixed =>
    all[path] ??
    section(codecsOf(below(path, own)), codecsOf(below(path, others)), { open: openSections.has(path) });
  const codecsOf = (paths: readonly string[]): Codecs =>
    Object.fromEntries(paths.map((path) => [path.split('.').at(-1) ?? '', codecAt(path)]));
  return codecsOf(below('', own));
}

/** Returns the paths one step below a path. */
function below(path: string, codecs: Codecs): readonly string[] {
  const prefix = path === '' ? '' : `${path}.`;
  const depth = prefix.split('.').length;
  const found = Object.keys(codecs).filter((key) => key.startsWith(prefix));
  return [...new Set(found.map((key) => key.split('.').slice(0, depth).join('.')))];
}

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((holder, name) => (t.UnknownRecord.is(holder) ? holder[name] : undefined), value);

const valuesOf = (table: SettingTable, valueOf: (setting: Setting) => unknown): object =>
  Object.fromEntries(
    Object.entries(table)
      .map(([name, entry]) => [name, isSetting(entry) ? valueOf(entry) : valuesOf(entry, valueOf)] as const)
      .filter(([, value]) => value !== undefined),
  );

/** Returns the faults of a config file that depend on several settings. */
export const faultsIn = (file: string, refusals: readonly InvalidSetting[]): readonly AppFault[] =>
  refusals.map((refusal) => ({ file, ...refusal }));
