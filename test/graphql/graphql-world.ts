import supertest from 'supertest';
import { createGraphqlGate } from '../../src/adapters/delivery/graphql/server/create-graphql-gate.js';
import { buildGraphqlSchema } from '../../src/adapters/delivery/graphql/build-graphql-schema.js';
import type { Extension } from '../../src/adapters/delivery/graphql/extension/extension.js';
import {
  createShadowCrud,
  type ChangingShadowCrud,
} from '../../src/adapters/delivery/graphql/extension/shadow-crud.js';
import type { GraphqlOptions } from '../../src/adapters/delivery/graphql/server/options.js';
import { createRestApp } from '../../src/adapters/delivery/rest/create-rest-app.js';
import { createClock } from '../../src/adapters/host/create-clock.js';
import { createIds } from '../../src/adapters/host/create-ids.js';
import { noParts } from '../../src/application/app-code/app-parts.js';
import { createDocuments, type Documents } from '../../src/application/documents/documents.js';
import type { DocumentStore } from '../../src/application/ports/document-store.js';
import type { Log } from '../../src/application/ports/log.js';
import { failure } from '../../src/domain/failure.js';
import {
  grantsOf,
  systemPrincipal,
  type Grants,
  type Principal,
} from '../../src/domain/permission/permission.js';
import { err, ok, type Result } from '../../src/domain/result.js';
import { openDocuments } from '../http/chosen-store.js';
import { fixtureSchema } from '../http/fixture.js';

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
) => Promise<GraphqlAnswer>;

export interface GraphqlWorld {
  readonly app: ReturnType<typeof createRestApp>;
  readonly documents: Documents;
  /** Messages logged as errors: bugs. */
  readonly errors: string[];
  /** With every right, unless a token is named; `''` is nobody. */
  readonly ask: Ask;
  /** Creates a document with every right; answers its documentId. */
  create(name: string, data: Readonly<Record<string, unknown>>): Promise<string>;
}

export interface WorldOptions {
  readonly options?: Partial<GraphqlOptions>;
  readonly extensions?: readonly Extension[];
  readonly store?: DocumentStore;
  readonly wrap?: (documents: Documents) => Documents;
  /** Of who has no token. */
  readonly grants?: Grants;
  disable?(shadow: ChangingShadowCrud): void;
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

const tokens: Readonly<Record<string, Grants>> = { full: { kind: 'all' }, read: { kind: 'read' }, limited };

/** The fixture served from memory, or the store of `HTTP_STORE`, under /graphql and /api. */
export async function createGraphqlWorld(given: WorldOptions = {}): Promise<GraphqlWorld> {
  const schema = fixtureSchema();
  const errors: string[] = [];
  const log = recordingLog(errors);
  const store = given.store ?? openDocuments(schema);
  const passwords = { hash: (password: string) => Promise.resolve(`hash of ${password.length}`) };
  const locales = {
    default: 'en',
    knows: (code: string) => Promise.resolve(['en', 'fr', 'de'].includes(code)),
  };
  const made = createDocuments({ schema, store, clock: createClock(), ids: createIds(), passwords, locales });
  const documents = given.wrap?.(made) ?? made;
  const authenticate = authenticator(given.grants ?? grantsOf([]));
  const shadow = createShadowCrud(schema);
  given.disable?.(shadow);
  const options = given.options ?? {};
  const gate = createGraphqlGate({ authenticate, log, options });
  await gate.open(
    await buildGraphqlSchema({
      schema,
      documents,
      limits: { defaultLimit: options.defaultLimit ?? 10, maxLimit: options.maxLimit ?? 100 },
      shadow,
      extensions: given.extensions ?? [],
      parts: noParts,
      instance: { strapi: {}, quire: {} },
    }),
  );
  const app = createRestApp({ documents, schema, authenticate, log, beside: gate.handler });
  return {
    app,
    documents,
    errors,
    ask: async (query, variables, token = 'full') => {
      const request = supertest(app)
        .post(options.endpoint ?? '/graphql')
        .send({ query, variables });
      if (token !== '') request.set('Authorization', `Bearer ${token}`);
      const { status, body, text } = await request;
      return { status, body: body as GraphqlAnswer['body'], text };
    },
    create: (name, data) => createDocument(documents, name, data),
  };
}

const authenticator =
  (grants: Grants) =>
  (header: string | undefined): Result<Principal> => {
    const token = /^bearer\s+(\S+)$/i.exec(header ?? '')?.[1];
    if (token === undefined) return ok({ kind: 'public', name: 'public', grants });
    const held = Object.hasOwn(tokens, token) ? tokens[token] : undefined;
    return held === undefined
      ? err(failure('POLICY.UNAUTHENTICATED', 'Missing or invalid credentials'))
      : ok({ kind: 'token', name: token, grants: held });
  };

const ignore = (): void => {};

const recordingLog = (errors: string[]): Log => ({
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: (message, fields) => void errors.push(`${message} ${JSON.stringify(fields)}`),
});

async function createDocument(
  documents: Documents,
  name: string,
  data: Readonly<Record<string, unknown>>,
): Promise<string> {
  const type = `api::${name}.${name}`;
  const created = await documents.create(systemPrincipal, {
    kind: 'create',
    type,
    layer: 'published',
    data,
    answer: {},
  });
  if (!created.ok) throw new Error(JSON.stringify(created.failure));
  return created.value.answer.documents()[0]?.['documentId'] as string;
}
