/** What Strapi has and Quire does not, with what to use instead. All of it is in this file. */

/** Members of `strapi`, of `strapi.db` and of `strapi.server`. */
const members = {
  strapi: {
    add: 'put members of your own on strapi itself',
    admin:
      "it is a part of Strapi's admin panel: manage roles and tokens with strapi.access, or the command line",
    ai: 'there is nothing like it',
    auth: 'use config.auth of routes, and policies',
    ee: 'there are no editions',
    EE: 'there are no editions',
    entityValidator: 'strapi.documents checks what it writes',
    features: 'there are no feature flags',
    fetch: 'use the fetch of Node',
    fs: 'use node:fs, and strapi.dirs for the paths of the app',
    get: 'use the members of strapi: db, documents, plugin, service, config, store',
    hook: 'use strapi.documents.use, strapi.db.lifecycles or strapi.eventHub',
    hooks: 'use strapi.documents.use, strapi.db.lifecycles or strapi.eventHub',
    reload: 'restart the process',
    sanitizers: 'use strapi.contentAPI.sanitize',
    sessionManager: "use strapi.plugin('users-permissions').service('jwt')",
    startupLogger: 'use strapi.log',
    stopWithError: 'throw an error, which stops the start',
    telemetry: 'nothing is reported',
    validators: 'use strapi.contentAPI.validate',
    webhookRunner: 'make webhooks with quire webhook or over REST, or listen to strapi.eventHub',
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

const byDocuments = "use strapi.documents('plugin::users-permissions.role')";

/** Methods of services by the UID of the service. */
const methods: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'plugin::upload.upload': {
    add: 'use upload',
    enhanceAndValidateFile: 'upload checks files itself',
    formatFileInfo: 'use upload with data.fileInfo',
    getSettings: 'see config/plugins',
    setSettings: 'change config/plugins',
    uploadFileAndPersist: 'use upload',
    uploadImage: 'use upload',
    uploadToEntity: 'use upload with data.ref, data.refId and data.field',
  },
  'plugin::users-permissions.role': {
    deleteRole: byDocuments,
    getRole: 'use findOne',
    getRoles: 'use find',
  },
};

/** Content-types, services, policies and middlewares by the beginning of their UIDs. */
const uids: readonly (readonly [RegExp, string])[] = [
  [
    /^admin::/,
    'administrators are not for code: use users and roles of users-permissions, and strapi.access',
  ],
  [/^strapi::core-store$/, 'use strapi.store'],
  [/^strapi::/, "it is Strapi's own"],
  [/^plugin::(content-manager|content-releases|review-workflows|documentation)\./, 'there is no such plugin'],
];

/** Returns why nothing has this UID, and what to use; undefined if that is unknown. */
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
      if (!(name in target)) define(target, name, notOffered(`${path}.${name}`, instead));
    }
  }
}

/** The names of methods that are not offered of the service of a plugin. */
export const methodsNotOffered = (plugin: string, service: string): readonly string[] =>
  Object.keys(methods[`plugin::${plugin}.${service}`] ?? {});

/** Adds the methods that are not offered to the service of a plugin, unless it has them, or an extension has frozen it. */
export function addNotOfferedMethods(plugin: string, service: string, target: object): void {
  if (!Object.isExtensible(target)) return;
  for (const [name, instead] of Object.entries(methods[`plugin::${plugin}.${service}`] ?? {}))
    if (!(name in target))
      define(target, name, notOffered(`strapi.plugin('${plugin}').service('${service}').${name}`, instead));
}

const define = (target: object, name: string, value: unknown): void =>
  void Object.defineProperty(target, name, { value, configurable: true, writable: true, enumerable: false });

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
    throw new Error(`${path} is not offered: ${instead}`);
  };
  return new Proxy(function () {}, {
    get: (_, key) => (typeof key === 'symbol' || inPassing.has(key) ? undefined : refuse()),
    set: refuse,
    apply: refuse,
    construct: refuse,
  });
}
