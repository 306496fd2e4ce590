import * as t from 'io-ts';
import type { MiddlewareList } from './middleware-list.js';
import { didYouMean } from '../../domain/nearest-name.js';
import type { ConfigFiles } from './read-config.js';
import { openSections } from './read-settings.js';
import { otherKeys, settings } from './settings.js';

/** The keys that are read of each file, and those of the admin panel, which every project of Strapi has. */
const read: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({ api: ['responses'], server: ['app'] }).map(([file, others]) => {
    const keys = settings.flatMap(({ key }) =>
      key?.startsWith(`${file}.`) ? [key.split('.')[1] ?? ''] : [],
    );
    return [file, new Set([...keys, ...others])];
  }),
);

/** What to use instead. */
const instead: Readonly<Record<string, string>> = {};

/** Returns the keys of config files that are ignored, for a warning, because somebody may rely on them. */
export const unreadSettings = (
  { sections }: ConfigFiles,
  { warnings }: MiddlewareList,
): readonly string[] => [
  ...warnings.map((warning) => `${sections.get('middlewares')?.file ?? 'config/middlewares'}: ${warning}`),
  ...unusedTasks(sections),
  ...[...sections].flatMap(([name, { file, value }]) => {
    const known = read.get(name);
    if (known === undefined || !t.UnknownRecord.is(value)) return [];
    const unread = Object.keys(value).filter(
      (key) => !known.has(key) && value[key] !== undefined && value[key] !== null,
    );
    const keys = unread.filter((key) => !isOwn(name, key) || didYouMean(key, known) !== '');
    return keys.length === 0 ? [] : [`${file}: ${keys.map((key) => described(name, key)).join(', ')}`];
  }),
];

/** Tasks run nothing by themselves: `config/server` has to list them, and to enable cron. */
function unusedTasks(sections: ConfigFiles['sections']): readonly string[] {
  const file = (sections.get('cron-tasks') ?? sections.get('cron'))?.file;
  const server = sections.get('server');
  const cron = t.UnknownRecord.is(server?.value) ? server.value['cron'] : undefined;
  if (!t.UnknownRecord.is(cron))
    return file === undefined
      ? []
      : [`${file}: its tasks are run only if config/server has them in cron.tasks`];
  const hasTasks = t.UnknownRecord.is(cron['tasks']) && Object.keys(cron['tasks']).length > 0;
  return hasTasks && (cron['enabled'] ?? null) === null
    ? [`${server?.file}: cron.tasks are run only with cron.enabled: true`]
    : [];
}

/** Whether a key is a setting that the app has for itself. */
const isOwn = (name: string, key: string): boolean =>
  openSections.has(name) && !Object.hasOwn(otherKeys, `${name}.${key}`);

function described(name: string, key: string): string {
  const why = instead[`${name}.${key}`];
  if (isOwn(name, key)) return `${key}${didYouMean(key, read.get(name) ?? [])}`;
  return why === undefined ? key : `${key} (${why})`;
}
