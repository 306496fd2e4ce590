import { failure } from '../../domain/failure.js';
import { AppError } from './app-error.js';

/** What Strapi has and Quire does not, with what to use instead. All of it is in this file. */

/** Members of `strapi`, of `strapi.db` and of `strapi.server`. */
const members = {
  strapi: {
    admin:
      "it is a part of Strapi's admin panel: manage roles and tokens with strapi.access, or the command line",
    ai: 'there is nothing like it',
    ee: 'there are no editions',
    EE: 'there are no editions',
    features: 'there are no feature flags',
    fs: 'use node:fs, and strapi.dirs for the paths of the app',
    get: 'use the members of strapi: db, documents, plugin, service, config, store',
    hook: 'use strapi.documents.use, strapi.db.lifecycles or strapi.eventHub',
    reload: 'restart the process',
    sessionManager: "use strapi.plugin('users-permissions').service('jwt')",
    telemetry: 'nothing is reported',
    webhookStore: 'make webhooks with quire webhook or over REST, or listen to strapi.eventHub',
  },
  'strapi.db': {
    connection:
      'use strapi.db.query, strapi.documents or strapi.db.transaction; GET /_health tells whether the server runs',
    connector: 'use strapi.db.query or strapi.documents',
    dialect: 'use strapi.db.query or strapi.documents',
    entityManager: 'use strapi.db.query',
    getConnection: 'use strapi.db.query or strapi.documents',
    getSchemaConnection: 'tables follow the schema files (quire schema status)',
    metadata: 'use strapi.contentTypes, or strapi.getModel(uid)',
    migrations: 'tables follow the schema files (quire schema status)',
    queryBuilder: 'use strapi.db.query',
    schema: 'tables follow the schema files (quire schema status)',
    trx: 'calls inside strapi.db.transaction join it by themselves',
  },
  'strapi.server': {
    app: 'use strapi.server.use for middlewares',
    router: 'use strapi.server.routes',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Content-types and services by the beginning of their UIDs. */
const uids: readonly (readonly [RegExp, string])[] = [
  [
    /^admin::/,
    'administrators are not for code: use users and roles of users-permissions, and strapi.access',
  ],
  [/^strapi::core-store$/, 'use strapi.store'],
  [/^strapi::/, 'it is a table of Strapi itself'],
  [/^plugin::(content-manager|content-releases|review-workflows|documentation)\./, 'there is no such plugin'],
];

/** Returns why there is no content-type or service with this UID, and what to use; undefined if that is unknown. */
export function notOfferedUid(uid: unknown): string | undefined {
  if (typeof uid !== 'string') return undefined;
  const why = uids.find(([pattern]) => pattern.test(uid))?.[1];
  return why === undefined ? undefined : `${uid} is not offered: ${why}`;
}

/**
 * Adds the members that are not offered to `strapi` and its parts, unless they have them. Reading one is harmless, as in
 * `strapi.db?.connection`; using it throws an error that names it.
 */
export function addNotOffered(strapi: object): void {
  for (const [path, names] of Object.entries(members)) {
    const part = path.split('.')[1];
    const target =
      part === undefined ? strapi : (Object.getOwnPropertyDescriptor(strapi, part)?.value as unknown);
    if (typeof target !== 'object' || target === null) continue;
    for (const [name, instead] of Object.entries(names)) {
      if (name in target) continue;
      const value = notOffered(`${path}.${name}`, instead);
      Object.defineProperty(target, name, { value, configurable: true, writable: true, enumerable: false });
    }
  }
}

/** Names that are read of every object in passing: when it is awaited, compared, printed or copied. */
const inPassing: ReadonlySet<string | symbol> = new Set([
  'then',
  'toJSON',
  'prototype',
  'length',
  'name',
  'constructor',
]);

function notOffered(path: string, instead: string): unknown {
  const refuse = (): never => {
    throw new AppError(failure('QUERY.INVALID', `${path} is not offered: ${instead}`));
  };
  return new Proxy(function () {}, {
    get: (_, key) => (typeof key === 'symbol' || inPassing.has(key) ? undefined : refuse()),
    set: refuse,
    apply: refuse,
    construct: refuse,
  });
}
