import type { ContentType, Schema } from '../../../domain/schema/schema.js';
import { accountPaths } from './account-paths.js';
import { contentSchemas } from './content-schemas.js';
import { documentPaths } from './document-paths.js';
import type { OpenApiDocument, Paths, Schemas } from './openapi.js';
import { pluginPaths } from './plugin-paths.js';
import { parameters, responses, sharedSchemas } from './shared-parts.js';
import { filterSchemas } from './value-schemas.js';

export interface OpenApiOptions {
  readonly title: string;
  readonly version: string;
  /** The path before the names of content-types, `/api`. */
  readonly prefix: string;
  /** The address of the server without a final slash; `/` by default. */
  readonly url?: string;
}

/**
 * Describes the REST API as OpenAPI 3.1. The result depends only on the schema. Permissions depend on grants, so a described
 * operation may still answer 403.
 */
export function createOpenApiDocument(schema: Schema, options: OpenApiOptions): OpenApiDocument {
  const { title, version, prefix, url = '/' } = options;
  const exposed = [...schema.contentTypes.values()].filter((type) => type.exposed);
  const paths: Paths = Object.assign(
    {},
    ...exposed.map((type) => documentPaths(type, prefix)),
    accountPaths(schema, prefix),
    pluginPaths(schema, prefix),
  );
  return {
    openapi: '3.1.1',
    info: { title, version },
    servers: [{ url }],
    // A request without a token has the grants of the public role.
    security: [{}, { bearer: [] }],
    tags: tagsOf(exposed),
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
  const all: Schemas = Object.assign({}, ...content, filterSchemas, sharedSchemas);
  const reached = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (reached.has(name)) continue;
      reached.add(name);
      visit(all[name]);
    }
  };
  visit(roots);
  return Object.fromEntries(Object.entries(all).filter(([name]) => reached.has(name)));
}

function tagsOf(types: readonly ContentType[]): OpenApiDocument['tags'] {
  const described = types.map(({ displayName, description }) => [displayName, description] as const);
  const others = ['Accounts', 'Users', 'Files', 'Locales', 'Roles'].map((name) => [name, ''] as const);
  return [...new Map([...others, ...described])].map(([name, description]) => ({
    name,
    ...(description !== '' && { description }),
  }));
}
