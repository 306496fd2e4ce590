import type { ReleaseService } from '../../application/releases/release-service.js';
import type { HistoryService } from '../../application/history/history-service.js';
import { createDocumentHistory } from './history/create-document-history.js';
import { fileType, roleType } from '../../domain/schema/built-in-uids.js';
import type { Access } from '../../application/access/access.js';
import type { RequestedLimits } from '../../application/access/role-grants.js';
import type { TokenRequest } from '../../application/access/check-token-request.js';
import type { RowHooks } from '../../application/documents/row-hooks.js';
import type { Documents } from '../../application/documents/documents.js';
import type { LocaleService } from '../../application/locales/locale-service.js';
import type { Media } from '../../application/media/media.js';
import type { UnitsOfWork } from '../../application/ports/units-of-work.js';
import type { Log } from '../../application/ports/log.js';
import type { RoleRequest, RoleService } from '../../application/access/roles/role-service.js';
import { systemPrincipal } from '../../domain/permission/permission.js';
import type { Schema } from '../../domain/schema/schema.js';
import { valueOf } from './app-error.js';
import type { AppServices } from './app-services.js';
import type { AppBase } from './create-app-base.js';
import type { AppPlugin } from './plugins/create-plugins.js';
import type { DocumentMiddlewares } from './hooks/create-document-middlewares.js';
import { createAppLocales, type AppLocales } from './create-app-locales.js';
import { createAppReleases, type AppReleases } from './create-app-releases.js';
import { createDocumentService, type DocumentService } from './create-document-service.js';
import { addNotOffered, notOfferedUid } from './not-offered.js';
import { createAppQueries, type AppQueries } from './queries/create-app-queries.js';
import { createPermissionDocuments } from './queries/permission-documents.js';
import { permissionType } from './queries/permission-type.js';
import { createRoleDocuments } from './queries/role-documents.js';
import { createUploads, deletingFiles, type Uploads } from './create-uploads.js';

/** The object that app code gets, under the names `strapi` and `quire`. */
export interface AppObject extends AppBase, Omit<AppServices, 'db'>, Omit<AppQueries, 'db'> {
  readonly db: AppServices['db'] & AppQueries['db'];
  /**
   * Returns the documents of a content-type. Available from `bootstrap` on: during `register` the tables may not fit
   * yet. `use` puts a middleware around the document service of all types (docs/hooks.md).
   */
  readonly documents: ((uid: string) => DocumentService) & Pick<DocumentMiddlewares, 'use'>;
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
  readonly releases: AppReleases;
  readonly uploads: Uploads;
  /** Returns undefined for an unknown plugin. */
  plugin(name: string): AppPlugin | undefined;
  readonly plugins: Readonly<Record<string, AppPlugin>>;
}

export interface AppObjectDependencies {
  /** Becomes the app object. */
  readonly base: AppBase;
  readonly schema: Schema;
  readonly documents: Documents;
  /** Without the hooks of the app: for rows, which have hooks of their own. */
  readonly rowDocuments: Documents;
  readonly hooks?: RowHooks;
  readonly access: Access;
  readonly roles: RoleService;
  readonly locales: LocaleService;
  readonly releases: ReleaseService;
  readonly media: Media;
  readonly services: AppServices;
  readonly units: UnitsOfWork;
  readonly log: Log;
  /** Registers a document middleware; absent: none runs. */
  readonly useDocuments?: DocumentMiddlewares['use'];
  readonly plugins?: Readonly<Record<string, AppPlugin>>;
  /** Absent: documents have no history. */
  readonly history?: HistoryService;
  /** Whether the tables fit the schema. */
  readonly isReady: () => boolean;
}

export function createAppObject({
  base,
  schema,
  documents,
  rowDocuments,
  hooks,
  access,
  roles,
  locales,
  releases,
  media,
  isReady,
  services: others,
  units,
  log,
  useDocuments = () => {},
  plugins = {},
  history,
}: AppObjectDependencies): AppObject {
  const services = new Map(
    [...schema.contentTypes.values()].map((type) => [
      type.uid,
      {
        ...createDocumentService({ schema, documents, units, releases }, type),
        ...(history && type.history !== null && createDocumentHistory(history, type)),
      },
    ]),
  );
  const files = services.get(fileType);
  if (files !== undefined) services.set(fileType, deletingFiles(files, media));
  const querying = { schema, documents: rowDocuments, access, roles, locales, log, units, isReady };
  const ofRoles = services.get(roleType);
  if (ofRoles !== undefined) {
    const permissions = createPermissionDocuments(querying);
    services.set(permissionType, permissions);
    services.set(roleType, createRoleDocuments(ofRoles, roles, permissions));
  }
  const serviceOf = (uid: string): DocumentService => {
    const service = services.get(uid);
    if (service === undefined) throw new Error(unknownType(schema, uid));
    if (isReady()) return service;
    throw new Error('Documents are there from bootstrap on, not yet in register');
  };
  const queries = createAppQueries({ ...querying, services: serviceOf, ...(hooks && { hooks }) });
  const sections: Omit<AppObject, keyof AppBase | keyof Omit<AppServices, 'db'>> = {
    documents: Object.assign(serviceOf, { use: useDocuments }),
    ...queries,
    db: { ...others.db, ...queries.db },
    access: {
      grant: async (role, uid, actions, limits) =>
        valueOf(await access.grant(role, uid, actions, limits ?? undefined)),
      revoke: async (role, uid, actions) => valueOf(await access.revoke(role, uid, actions)),
      createRole: async (role) => {
        if (!isReady()) throw new Error('Roles are there from bootstrap on');
        const { name, description, type } = role ?? {};
        return { type: valueOf(await roles.create(systemPrincipal, { name, description, type })) };
      },
      createToken: async (request) => valueOf(await access.createToken(request ?? {})),
    },
    locales: createAppLocales(locales, isReady),
    releases: createAppReleases(releases, isReady),
    uploads: createUploads(media, isReady),
    plugin: (name) => (Object.hasOwn(plugins, name) ? plugins[name] : undefined),
    plugins,
  };
  for (const added of [others, sections])
    Object.defineProperties(base, Object.getOwnPropertyDescriptors(added));
  addNotOffered(base);
  return base as AppObject;
}

const unknownType = (schema: Schema, uid: unknown): string =>
  notOfferedUid(uid) ??
  `Unknown content-type ${JSON.stringify(uid)}; there are: ${[...schema.contentTypes.keys()].sort().join(', ')}`;
