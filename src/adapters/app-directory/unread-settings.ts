import * as t from 'io-ts';
import { loadSettings } from './load-config.js';
import type { MiddlewareList } from './middleware-list.js';
import type { ConfigFiles } from './read-config.js';

/** What is read of each file, and what every project of Strapi has though it is about its admin panel. */
const known: Readonly<Record<string, ReadonlySet<string>>> = {
  api: new Set(['rest', 'limits', 'responses']),
  plugins: new Set(['graphql', 'i18n', 'upload', 'users-permissions']),
  server: new Set(['app', 'audit', 'cors', 'host', 'port', 'proxy', 'url', ...Object.keys(loadSettings)]),
};

/** Where something else does what is asked for there. */
const instead: Readonly<Record<string, string>> = {
  'plugins.email': 'mails go by MAIL_URL',
};

/** Settings that are let be, though nothing here reads them: worth a warning, as somebody may rely on them. */
export const unreadSettings = (
  { sections }: ConfigFiles,
  { warnings }: MiddlewareList,
): readonly string[] => [
  ...warnings.map((warning) => `${sections.get('middlewares')?.file ?? 'config/middlewares'}: ${warning}`),
  ...[...sections].flatMap(([name, { file, value }]) => {
    const read = known[name];
    if (read === undefined || !t.UnknownRecord.is(value)) return [];
    const keys = Object.keys(value).filter(
      (key) => !read.has(key) && value[key] !== undefined && value[key] !== null,
    );
    return keys.length === 0 ? [] : [`${file}: ${keys.map((key) => told(name, key)).join(', ')}`];
  }),
];

function told(name: string, key: string): string {
  const why = instead[`${name}.${key}`];
  return why === undefined ? key : `${key} (${why})`;
}
