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
  /** Path before the names of content-types, `/api`. */
  readonly prefix: string;
  /** Address of the server, without a slash at its end; `/` where it is not known. */
  readonly url?: string;
}

/**
 * Describes all that the REST API answers, as OpenAPI 3.1. A pure function of the schema: what a caller may do follows
 * from grants, so an operation that is described may still be answered with 403.
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
    // Without a token a caller has the grants of the public.
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

/** Only those that a route leads to: what the server keeps for itself is left out. */
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
