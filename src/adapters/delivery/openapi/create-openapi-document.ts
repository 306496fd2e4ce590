import type { Action } from '../../../domain/permission/permission.js';
import type { ContentType, Schema, Uid } from '../../../domain/schema/schema.js';
import { withAppPaths, type AppRouteEntry } from './app-paths.js';
import { accountPaths } from './account-paths.js';
import { contentSchemas } from './content-schemas.js';
import { documentPaths } from './document-paths.js';
import { aggregatePath } from './aggregate-paths.js';
import { batchPath, bulkPath, jobPaths } from './bulk-paths.js';
import { livePath, livePaths } from './live-paths.js';
import { historyPaths } from './history-paths.js';
import type { OpenApiDocument, Paths, Schemas } from './openapi.js';
import { pluginPaths } from './plugin-paths.js';
import { reachedSchemas } from './reached-schemas.js';
import { releasePaths, webhookPaths } from './work-paths.js';
import { parameters, responses, sharedSchemas } from './shared-parts.js';
import { filterSchemas } from './value-schemas.js';

/** What the server itself serves. */
export interface ServerPathOptions {
  /** The path before the names of content-types, `/api`. */
  readonly prefix: string;
  /** Whether a content-type has no route at the action's own path. */
  readonly replaces?: (type: Uid, action: Action) => boolean;
  /** Whether clients can listen to the changes of a content-type; absent: to none. */
  readonly isLive?: (type: ContentType) => boolean;
  /** Whether clients can aggregate the documents of a content-type; absent: of all collections. */
  readonly isAggregated?: (type: ContentType) => boolean;
}

export interface OpenApiOptions extends ServerPathOptions {
  readonly title: string;
  readonly version: string;
  /** The routes of the app's own, in the order in which they are tried. */
  readonly routes?: readonly AppRouteEntry[];
  /** The address of the server without a final slash; `/` by default. */
  readonly url?: string;
}

/** Returns the paths of the server's own routes. */
export function serverPaths(schema: Schema, options: ServerPathOptions): Paths {
  const { prefix, replaces = () => false, isLive, isAggregated = () => true } = options;
  const exposed = exposedIn(schema);
  return Object.assign(
    {},
    ...exposed.map((type) => documentPaths(type, prefix, (action) => !replaces(type.uid, action))),
    ...(isLive === undefined ? [] : exposed.filter(isLive).map((type) => livePath(type, prefix))),
    isLive === undefined || exposed.some(({ pluralName }) => pluralName === 'changes')
      ? {}
      : livePaths(prefix),
    ...exposed
      .filter((type) => type.kind === 'collectionType' && isAggregated(type))
      .map((type) => aggregatePath(type, prefix)),
    ...exposed.map((type) => historyPaths(type, prefix)),
    ...exposed
      .filter(({ kind, uid }) => kind === 'collectionType' && writes.some((action) => !replaces(uid, action)))
      .map((type) => bulkPath(type, prefix)),
    exposed.some(({ pluralName }) => pluralName === 'batch') ? {} : batchPath(prefix),
    exposed.some(({ pluralName }) => pluralName === 'bulk-jobs') ? {} : jobPaths(`${prefix}/bulk-jobs`),
    accountPaths(schema, prefix),
    pluginPaths(schema, prefix),
    // A content-type of the app may have one of these paths.
    exposed.some(({ pluralName }) => pluralName === 'webhooks') ? {} : webhookPaths(`${prefix}/webhooks`),
    exposed.some(({ pluralName }) => pluralName === 'releases') ? {} : releasePaths(`${prefix}/releases`),
  );
}

/** Any of them can be asked for many times at once. */
const writes: readonly Action[] = ['create', 'update', 'delete'];

const exposedIn = ({ contentTypes }: Schema): readonly ContentType[] =>
  [...contentTypes.values()].filter(({ exposed }) => exposed);

/**
 * Describes the REST API as OpenAPI 3.1. The result depends only on the schema and on the app's routes. Permissions depend on
 * grants, so a described operation may still answer 403.
 */
export function createOpenApiDocument(schema: Schema, options: OpenApiOptions): OpenApiDocument {
  const { title, version, routes = [], url = '/' } = options;
  const paths = withAppPaths(serverPaths(schema, options), routes);
  return {
    openapi: '3.1.1',
    info: { title, version },
    servers: [{ url }],
    // A request without a token has the grants of the public role.
    security: [{}, { bearer: [] }],
    tags: tagsOf(exposedIn(schema), paths),
    paths,
    components: {
      schemas: schemasOf(schema, { paths, parameters, responses }),
      parameters,
      responses,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API token, or the `jwt` of a sign-in.' },
      },
    },
  };
}

/** Returns the schemas that the paths refer to, directly or indirectly. */
function schemasOf(schema: Schema, roots: unknown): Schemas {
  const content = [...schema.contentTypes.values(), ...schema.components.values()].map((shaped) =>
    contentSchemas(schema, shaped),
  );
  return reachedSchemas(Object.assign({}, ...content, filterSchemas, sharedSchemas), roots);
}

function tagsOf(types: readonly ContentType[], paths: Paths): OpenApiDocument['tags'] {
  const described = types.map(({ displayName, description }) => [displayName, description] as const);
  const others = ['Accounts', 'Users', 'Files', 'Locales', 'Roles'].map((name) => [name, ''] as const);
  const used = Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ tags }) => tags));
  const named = used.map((name) => [name, ''] as const);
  return [...new Map([...others, ...named, ...described])].map(([name, description]) => ({
    name,
    ...(description !== '' && { description }),
  }));
}
