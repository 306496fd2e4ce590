import { createSecretKey } from 'node:crypto';
import type supertest from 'supertest';
import { createRestApp } from '../../src/adapters/delivery/rest/create-rest-app.js';
import type { RestOptions } from '../../src/adapters/delivery/rest/options.js';
import { createClock } from '../../src/adapters/host/create-clock.js';
import { createIds } from '../../src/adapters/host/create-ids.js';
import { createCursorCodec } from '../../src/adapters/identity/create-cursor-codec.js';
import { createDocuments, type Documents } from '../../src/application/documents/documents.js';
import { defaultBudget } from '../../src/application/documents/limits.js';
import type { DocumentStore } from '../../src/application/ports/document-store.js';
import type { Log } from '../../src/application/ports/log.js';
import { failure } from '../../src/domain/failure.js';
import {
  systemPrincipal,
  type Action,
  grantsOf,
  type Principal,
} from '../../src/domain/permission/permission.js';
import { nothingMeasured, type Statistics } from '../../src/domain/plan/statistics.js';
import { err, ok, type Result } from '../../src/domain/result.js';
import type { Schema } from '../../src/domain/schema/schema.js';
import { openDocuments } from './chosen-store.js';
import { fixtureSources } from './fixture-schema.js';
import { requestTo } from './request-to.js';
import { schemaFrom } from '../schema-builders.js';

/** The fixture served from memory. */
export interface World {
  readonly app: ReturnType<typeof createRestApp>;
  readonly documents: Documents;
  /** Messages logged as errors: bugs. */
  readonly errors: string[];
  /** As a principal with every permission. */
  readonly full: Client;
  /** Without a token: may find restaurants, dishes and categories, but no chefs. */
  readonly anybody: Client;
  /** With a token of that name: `full`, `read`, `editor` (of places), `publisher` (of places). */
  as(token: string): Client;
  /** Creates a document with every permission, including private attributes; returns its documentId. */
  create(name: string, data: Readonly<Record<string, unknown>>): Promise<string>;
}

export type Client = (
  method: 'get' | 'head' | 'post' | 'put' | 'delete' | 'options' | 'patch',
  path: string,
) => supertest.Test;

const read: readonly Action[] = ['find', 'findOne'];

const publicGrants = grantsOf([
  ['api::restaurant.restaurant', read],
  ['api::dish.dish', read],
  ['api::category.category', ['find']],
  ['api::place.place', read],
  ['api::article.article', read],
  ['api::homepage.homepage', ['find']],
]);

/** May write places, but not publish those of others. */
const editorGrants = grantsOf([['api::place.place', [...read, 'create', 'update']]]);
const publisherGrants = grantsOf([['api::place.place', ['publish', 'unpublish', 'discardDraft']]]);

const principals: Readonly<Record<string, Principal>> = {
  full: { kind: 'token', name: 'full', grants: { kind: 'all' } },
  read: { kind: 'token', name: 'read', grants: { kind: 'read' } },
  editor: { kind: 'token', name: 'editor', grants: editorGrants },
  publisher: { kind: 'token', name: 'publisher', grants: publisherGrants },
};
const codes: ReadonlySet<string> = new Set(['en', 'fr', 'de']);
const passwords = { hash: (password: string) => Promise.resolve(`hash of ${password.length}`) };
const locales = { default: 'en', has: (code: string) => Promise.resolve(codes.has(code)) };

const everybody: Principal = { kind: 'public', name: 'public', grants: publicGrants };

/** Returns the principal of an Authorization header. */
export const authenticateAmong =
  (everybody: Principal, holders: Readonly<Record<string, Principal>>) =>
  (header: string | undefined): Result<Principal> => {
    const token = /^bearer\s+(\S+)$/i.exec(header ?? '')?.[1];
    if (token === undefined) return ok(everybody);
    const holder = Object.hasOwn(holders, token) ? holders[token] : undefined;
    return holder === undefined
      ? err(failure('POLICY.UNAUTHENTICATED', 'Missing or invalid credentials'))
      : ok(holder);
  };

const authenticate = authenticateAmong(everybody, principals);

export const fixtureSchema = (): Schema => schemaFrom(fixtureSources);

export function createWorld(
  options: Partial<RestOptions> = {},
  wrap: (documents: Documents) => Documents = (documents) => documents,
  store = openDocuments(fixtureSchema()),
  statistics?: Statistics,
): World {
  const schema = fixtureSchema();
  const errors: string[] = [];
  const documents = wrap(fixtureDocuments(schema, store, statistics));
  const app = createRestApp({ documents, schema, authenticate, log: recordingLog(errors), options });
  return {
    app,
    documents,
    errors,
    full: clientOf(app, 'full'),
    anybody: clientOf(app),
    as: (token) => clientOf(app, token),
    create: (name, data) => createDocument(documents, name, data),
  };
}

/** With the default budget; without statistics unless `statistics` has some. */
export const fixtureDocuments = (
  schema: Schema,
  store: DocumentStore,
  statistics: Statistics = nothingMeasured,
): Documents =>
  createDocuments({
    schema,
    store,
    clock: createClock(),
    ids: createIds(),
    passwords,
    cursors: createCursorCodec(() => createSecretKey(Buffer.alloc(32, 7))),
    locales,
    budget: () => ({ ...defaultBudget, statistics }),
  });

const clientOf =
  (app: World['app'], token?: string): Client =>
  (method, path) => {
    const request = requestTo(app)[method](path);
    return token === undefined ? request : request.set('Authorization', `Bearer ${token}`);
  };

const ignore = (): void => {};

/** Collects the messages that are logged as errors. */
export function recordingLog(errors: string[]): Log {
  return {
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: (message, fields) => void errors.push(`${message} ${JSON.stringify(fields)}`),
  };
}

/** With every permission; returns the documentId. */
export async function createDocument(
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
