import type { GraphQLSchema } from 'graphql';
import { createGraphqlGate } from '../../src/adapters/delivery/graphql/server/create-graphql-gate.js';
import { buildGraphqlSchema } from '../../src/adapters/delivery/graphql/build-graphql-schema.js';
import { createGraphqlExtensions } from '../../src/adapters/delivery/graphql/extension/create-extension-service.js';
import type { Extension } from '../../src/adapters/delivery/graphql/extension/extension.js';
import {
  createShadowCrud,
  type ChangingShadowCrud,
} from '../../src/adapters/delivery/graphql/extension/shadow-crud.js';
import type { ResponseFormat } from '../../src/adapters/delivery/graphql/shape/shape.js';
import type { GraphqlOptions } from '../../src/adapters/delivery/graphql/server/options.js';
import { createRestApp } from '../../src/adapters/delivery/rest/create-rest-app.js';
import { createAppRoutes } from '../../src/adapters/delivery/rest/routes/app-routes.js';
import { findsWithoutCode } from '../../src/adapters/delivery/rest/routes/find-access.js';
import { noParts } from '../../src/application/app-code/app-parts.js';
import type { Documents } from '../../src/application/documents/documents.js';
import type { Log } from '../../src/application/ports/log.js';
import type { DocumentStore } from '../../src/application/ports/document-store.js';
import { grantsOf, type Grants } from '../../src/domain/permission/permission.js';
import type { Schema } from '../../src/domain/schema/schema.js';
import type { Statistics } from '../../src/domain/plan/statistics.js';
import { openDocuments } from '../http/chosen-store.js';
import {
  authenticateAmong,
  createDocument,
  fixtureDocuments,
  fixtureSchema,
  recordingLog,
} from '../http/fixture.js';
import { requestTo } from '../http/request-to.js';

export interface GraphqlAnswer {
  readonly status: number;
  readonly body: {
    // Tests look into answers by name.
    // oxlint-disable-next-line no-explicit-any
    readonly data?: any;
    readonly errors?: readonly {
      readonly message: string;
      readonly path?: readonly (string | number)[];
      // oxlint-disable-next-line no-explicit-any
      readonly extensions: any;
    }[];
  };
  readonly text: string;
}

/** Asks as the holder of a token: `full`, `read`, `limited`, or nobody. */
export type Ask = (
  query: string,
  variables?: Readonly<Record<string, unknown>>,
  token?: string,
  format?: ResponseFormat,
) => Promise<GraphqlAnswer>;

export interface GraphqlWorld {
  readonly app: ReturnType<typeof createRestApp>;
  readonly documents: Documents;
  /** Messages logged as errors: bugs. */
  readonly errors: string[];
  /** Reasons for which graphql-js answered a query. */
  readonly notDirect: unknown[];
  /** With every right, unless a token is named; `''` is nobody. */
  readonly ask: Ask;
  /** Creates a document with every right; answers its documentId. */
  create(name: string, data: Readonly<Record<string, unknown>>): Promise<string>;
}

export interface WorldOptions {
  readonly options?: Partial<GraphqlOptions>;
  readonly extensions?: readonly Extension[];
  readonly store?: DocumentStore;
  /** What plans are estimated from. */
  readonly statistics?: Statistics;
  readonly wrap?: (documents: Documents) => Documents;
  /** Of who has no token. */
  readonly grants?: Grants;
  disable?(shadow: ChangingShadowCrud): void;
  /** What the app's files of routes say: routers, by the files of restaurants. */
  readonly routers?: readonly unknown[];
  /** Where the start warns. */
  readonly warnings?: string[];
}

const limited: Grants = {
  kind: 'listed',
  listed: new Map([
    [
      'api::restaurant.restaurant',
      new Map([
        ['find', { fields: new Set(['Name', 'Rating', 'dishes', 'owner', 'categories']), filter: null }],
      ]),
    ],
    ['api::dish.dish', new Map([['find', { fields: new Set(['Name']), filter: null }]])],
  ]),
};

const tokens: readonly (readonly [string, Grants])[] = [
  ['full', { kind: 'all' }],
  ['read', { kind: 'read' }],
  ['limited', limited],
];
const holders = Object.fromEntries(
  tokens.map(([name, grants]) => [name, { kind: 'token', name, grants } as const]),
);

/** The fixture served from memory, or the store of `HTTP_STORE`, under /graphql and /api. */
export async function createGraphqlWorld(given: WorldOptions = {}): Promise<GraphqlWorld> {
  const schema = fixtureSchema();
  const errors: string[] = [];
  const notDirect: unknown[] = [];
  const log: Log = {
    ...recordingLog(errors),
    debug: (message, fields) => {
      if (message === 'graphql-js answers a query') notDirect.push(fields?.['reason']);
    },
  };
  const made = fixtureDocuments(schema, given.store ?? openDocuments(schema), given.statistics);
  const documents = given.wrap?.(made) ?? made;
  const everybody = { kind: 'public', name: 'public', grants: given.grants ?? grantsOf([]) } as const;
  const authenticate = authenticateAmong(everybody, holders);
  const shadow = createShadowCrud(schema);
  given.disable?.(shadow);
  const options = given.options ?? {};
  const rules = createAppRoutes(schema);
  const routes = (given.routers ?? []).map((value, at) => ({ file: `r${at}.js`, value, api: 'restaurant' }));
  rules.load({ ...noParts, routes }, { strapi: {}, quire: {} });
  const gate = createGraphqlGate({ authenticate, log, options });
  await gate.open((format) =>
    buildGraphqlSchema({
      format,
      schema,
      documents,
      limits: { defaultLimit: options.defaultLimit ?? 10, maxLimit: options.maxLimit ?? 100 },
      shadow,
      extensions: given.extensions ?? [],
      parts: noParts,
      instance: { strapi: {}, quire: {} },
      isAggregated: (type) => findsWithoutCode(type, rules),
      routes: { rules, prefix: '/api', warn: (message) => given.warnings?.push(message) },
    }),
  );
  const app = createRestApp({ documents, schema, authenticate, log, routes: rules, beside: gate.handler });
  return {
    app,
    documents,
    errors,
    notDirect,
    ask: async (query, variables, token = 'full', format) => {
      const request = requestTo(app)
        .post(options.endpoint ?? '/graphql')
        .send({ query, variables });
      if (format !== undefined) request.set('Strapi-Response-Format', format);
      if (token !== '') request.set('Authorization', `Bearer ${token}`);
      const { status, body, text } = await request;
      return { status, body: body as GraphqlAnswer['body'], text };
    },
    create: (name, data) => createDocument(documents, name, data),
  };
}

/** The extension that an app would register with `use`, on the schema of the restaurants. */
export async function restaurantExtensions(extension: object): Promise<readonly Extension[]> {
  const extensions = createGraphqlExtensions(fixtureSchema());
  extensions.service.use(extension);
  return extensions.close({ strapi: {}, quire: {} });
}

/** The GraphQL schema of an app without code. */
export const plainGraphqlSchema = (
  schema: Schema,
  documents: Documents,
  format: ResponseFormat,
): Promise<GraphQLSchema> =>
  buildGraphqlSchema({
    format,
    schema,
    documents,
    limits: { defaultLimit: 100, maxLimit: 100 },
    shadow: createShadowCrud(schema),
    extensions: [],
    parts: noParts,
    instance: { strapi: {}, quire: {} },
  });
