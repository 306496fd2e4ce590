import { fileType } from '../../domain/schema/built-in-uids.js';
import type { Access } from '../../application/access/access.js';
import type { RequestedLimits } from '../../application/access/role-grants.js';
import type { TokenRequest } from '../../application/access/check-token-request.js';
import type { Documents } from '../../application/documents/documents.js';
import type { LocaleService } from '../../application/locales/locale-service.js';
import type { Media } from '../../application/media/media.js';
import type { Log } from '../../application/ports/log.js';
import type { RoleRequest, RoleService } from '../../application/access/roles/role-service.js';
import { failure } from '../../domain/failure.js';
import { systemPrincipal } from '../../domain/permission/permission.js';
import type { Schema, Attribute, ContentType } from '../../domain/schema/schema.js';
import { AppError, valueOf } from './app-error.js';
import type { AppServices } from './app-services.js';
import type { AppPlugin } from './plugins/create-plugins.js';
import { createAppLocales, type AppLocales } from './create-app-locales.js';
import { createDocumentService, type DocumentService } from './create-document-service.js';
import { createUploads, deletingFiles, type Uploads } from './create-uploads.js';
import { inspect } from 'node:util';

/** The object that app code gets, under the names `strapi` and `quire`. */
export interface AppObject extends AppServices {
  /**
   * Returns the documents of a content-type. Available from `bootstrap` on: during `register` the tables may not fit
   * yet.
   */
  documents(uid: string): DocumentService;
  readonly access: {
    /** Replaces the role's grants for these actions. `fields` and `filters` limit what they cover. */
    grant(role: string, uid: string, actions: readonly string[], limits?: RequestedLimits): Promise<void>;
    revoke(role: string, uid: string, actions: readonly string[]): Promise<void>;
    /**
     * Returns the role's type, which grants use: the given `type`, or one made from the name. Available from
     * `bootstrap` on.
     */
    createRole(role: Pick<RoleRequest, 'name' | 'description' | 'type'>): Promise<{ readonly type: string }>;
    /** The token is returned only here. */
    createToken(request: TokenRequest): Promise<{ readonly token: string }>;
  };
  readonly locales: AppLocales;
  readonly uploads: Uploads;
  /** `get('server.port')`: the settings in effect, from the environment and `config/*.js`. */
  readonly config: { get(path: string, fallback?: unknown): unknown };
  readonly log: AppLog;
  readonly contentTypes: Readonly<Record<string, ContentTypeView>>;
  contentType(uid: string): ContentTypeView | undefined;
  /** Returns undefined for an unknown plugin. */
  plugin(name: string): AppPlugin | undefined;
  readonly plugins: Readonly<Record<string, AppPlugin>>;
}

export interface AppObjectDependencies {
  readonly schema: Schema;
  readonly documents: Documents;
  readonly access: Access;
  readonly roles: RoleService;
  readonly locales: LocaleService;
  readonly media: Media;
  readonly config: AppObject['config'];
  readonly log: Log;
  readonly services: AppServices;
  readonly plugins?: Readonly<Record<string, AppPlugin>>;
  /** Whether the tables fit the schema. */
  readonly isReady: () => boolean;
}

export function createAppObject({
  schema,
  documents,
  access,
  roles,
  locales,
  media,
  config,
  log,
  isReady,
  services: sections,
  plugins = {},
}: AppObjectDependencies): AppObject {
  const services = new Map(
    [...schema.contentTypes.values()].map((type) => [type.uid, createDocumentService(documents, type)]),
  );
  const files = services.get(fileType);
  if (files !== undefined) services.set(fileType, deletingFiles(files, media));
  const contentTypes = Object.freeze(
    Object.fromEntries(
      [...schema.contentTypes.values()].map((type) => [type.uid, describeContentType(type)]),
    ),
  );
  return {
    documents: (uid) => {
      const service = services.get(uid);
      if (service === undefined) throw new AppError(failure('QUERY.INVALID', unknownType(schema, uid)));
      if (isReady()) return service;
      throw new AppError(
        failure('QUERY.INVALID', 'Documents are there from bootstrap on, not yet in register'),
      );
    },
    access: {
      grant: async (role, uid, actions, limits) =>
        valueOf(await access.grant(role, uid, actions, limits ?? undefined)),
      revoke: async (role, uid, actions) => valueOf(await access.revoke(role, uid, actions)),
      createRole: async (role) => {
        if (!isReady()) throw new AppError(failure('QUERY.INVALID', 'Roles are there from bootstrap on'));
        const { name, description, type } = role ?? {};
        return { type: valueOf(await roles.create(systemPrincipal, { name, description, type })) };
      },
      createToken: async (request) => valueOf(await access.createToken(request ?? {})),
    },
    locales: createAppLocales(locales, isReady),
    uploads: createUploads(media, isReady),
    config,
    log: createAppLog(log),
    contentTypes,
    contentType: (uid) => (Object.hasOwn(contentTypes, uid) ? contentTypes[uid] : undefined),
    ...sections,
    plugin: (name) => (Object.hasOwn(plugins, name) ? plugins[name] : undefined),
    plugins,
  };
}

const unknownType = (schema: Schema, uid: unknown): string =>
  `Unknown content-type ${JSON.stringify(uid)}; there are: ${[...schema.contentTypes.keys()].sort().join(', ')}`;

/** A content-type for app code: a frozen copy under the names of `schema.json`. */
interface ContentTypeView {
  readonly uid: string;
  readonly kind: ContentType['kind'];
  readonly collectionName: string;
  readonly info: { readonly singularName: string; readonly pluralName: string; readonly displayName: string };
  readonly options: { readonly draftAndPublish: boolean };
  readonly attributes: Readonly<Record<string, AttributeView>>;
}

type AttributeView = Readonly<Record<string, unknown>> & { readonly type: string };

function describeContentType(type: ContentType): ContentTypeView {
  const { uid, kind, collectionName, singularName, pluralName, displayName, draftAndPublish } = type;
  const own = [...type.attributes.values()].filter((one) => one.kind !== 'scalar' || !one.system);
  return Object.freeze({
    uid,
    kind,
    collectionName,
    info: Object.freeze({ singularName, pluralName, displayName }),
    options: Object.freeze({ draftAndPublish }),
    attributes: Object.freeze(Object.fromEntries(own.map((one) => [one.name, Object.freeze(describe(one))]))),
  });
}

function describe(attribute: Attribute): AttributeView {
  const { required, private: isPrivate } = attribute;
  const both = { required, private: isPrivate };
  switch (attribute.kind) {
    case 'scalar':
      return { type: attribute.type, unique: attribute.unique, ...both };
    case 'relation':
      return attribute.media === undefined
        ? { type: 'relation', relation: attribute.relation, target: attribute.target, ...both }
        : { type: 'media', multiple: attribute.many, ...both };
    case 'component':
      return { type: 'component', component: attribute.component, repeatable: attribute.repeatable, ...both };
    case 'zone':
      return { type: 'dynamiczone', components: attribute.components, ...both };
  }
}

/** The log for app code. It accepts texts, errors and objects. */
interface AppLog {
  debug(...said: unknown[]): void;
  info(...said: unknown[]): void;
  warn(...said: unknown[]): void;
  error(...said: unknown[]): void;
}

const createAppLog = (log: Log): AppLog => ({
  debug: (...said) => log.debug(text(said)),
  info: (...said) => log.info(text(said)),
  warn: (...said) => log.warn(text(said)),
  error: (...said) => {
    const error = said.find((one) => one instanceof Error);
    if (error === undefined) log.error(text(said));
    else log.error(text(said.map((one) => (one === error ? error.message : one))), { error });
  },
});

const text = (said: readonly unknown[]): string =>
  said
    .map((one) => (typeof one === 'string' ? one : inspect(one, { depth: 4, breakLength: Infinity })))
    .join(' ');
