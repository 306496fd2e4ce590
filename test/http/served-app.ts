import { createQuire, type AppObject, type Quire } from '../../src/bootstrap/index.js';
import { textOf } from '../../src/domain/document/text-of.js';
import type { Log } from '../../src/application/ports/log.js';
import { makeApp } from '../cli/program.js';
import { appFiles, contentType, type Attributes, type Definition } from '../schema-builders.js';
import { openDatabaseUrl } from './chosen-store.js';

const userType = 'plugin::users-permissions.user';

/** A complete server over an app directory, with REST and GraphQL. */
export interface ServedApp {
  readonly app: AppObject;
  readonly url: string;
  /** Messages logged as warnings. */
  readonly warnings: readonly string[];
  /** Messages logged as errors: bugs. */
  readonly errors: readonly string[];
  /** A signed-in user whose role has no grants yet. */
  signUp(username: string): Promise<Person>;
  rest(who: Credentials, method: string, path: string, body?: unknown): Promise<RestAnswer>;
  /** In the format of the app, unless one is named. */
  graphql(who: Credentials, query: string, variables?: object, format?: 'v4' | 'v5'): Promise<GraphqlAnswer>;
  /** Starts a second server on the same database, which ends with the first. Not with the store in memory. */
  startAnother(): Promise<void>;
  stop(): Promise<void>;
}

/** A bearer token; undefined: the public. */
export type Credentials = { readonly token: string } | undefined;

export interface Person {
  readonly token: string;
  readonly documentId: string;
  /** The type of their role. */
  readonly role: string;
}

// Tests read answers without types.
/* oxlint-disable no-explicit-any */
export interface RestAnswer {
  readonly status: number;
  readonly body: any;
}

export interface GraphqlAnswer {
  readonly data: any;
  readonly errors?: readonly { readonly message: string; readonly extensions: any }[];
}
/* oxlint-enable no-explicit-any */

/** `files` of the app directory by path; values other than text are written as JSON. */
export async function serveApp(files: Readonly<Record<string, unknown>>): Promise<ServedApp> {
  const directory = await makeApp(files);
  const [warnings, errors] = [[] as string[], [] as string[]];
  const log: Log = {
    debug: () => {},
    info: () => {},
    warn: (message) => void warnings.push(message),
    error: (message, fields) => void errors.push(`${message} ${JSON.stringify(fields)}`),
  };
  const env = {
    DATABASE_URL: await openDatabaseUrl(),
    JWT_SECRET: 'a secret of these tests',
    PORT: '0',
    NODE_ENV: 'test',
  };
  const quire = createQuire({ app: directory.directory, env, log });
  const { url } = await quire.start().catch(async (error: unknown) => {
    await directory.remove();
    throw error;
  });
  const { app } = quire;
  const others: Quire[] = [];

  const rest: ServedApp['rest'] = async (who, method, path, body) => {
    const form = body instanceof FormData;
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { ...bearer(who), ...(body !== undefined && !form && json) },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
  };

  return {
    app,
    url,
    warnings,
    errors,
    rest,
    graphql: async (who, query, variables, format) => {
      const answer = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { ...bearer(who), ...json, ...(format && { 'Strapi-Response-Format': format }) },
        body: JSON.stringify({ query, ...(variables && { variables }) }),
      });
      return (await answer.json()) as GraphqlAnswer;
    },
    signUp: async (username) => {
      const { type } = await app.access.createRole({ name: `role of ${username}` });
      const roles = await app.documents('plugin::users-permissions.role').findMany({ filters: { type } });
      const data = { username, email: `${username}@example.com`, password: `password of ${username}` };
      const user = await app.documents(userType).create({
        data: { ...data, confirmed: true, provider: 'local', role: roles[0]?.['documentId'] },
      });
      const login = { identifier: username, password: data.password };
      const { status, body } = await rest(undefined, 'POST', '/auth/local', login);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return { token: body.jwt as string, documentId: textOf(user['documentId']), role: type };
    },
    startAnother: async () => {
      const other = createQuire({ app: directory.directory, env, log });
      others.push(other);
      await other.start();
    },
    stop: async () => {
      await Promise.all([quire, ...others].map((one) => one.stop()));
      await directory.remove();
    },
  };
}

const json = { 'Content-Type': 'application/json' };

const bearer = (who: Credentials) => (who === undefined ? {} : { Authorization: `Bearer ${who.token}` });

/** The file of a content-type of the app, by its path; `dish` has the plural `dishs`. */
export const typeFile = (
  name: string,
  attributes: Attributes,
  rest: Definition = {},
): Readonly<Record<string, unknown>> =>
  appFiles({ contentTypes: [contentType(name, `${name}s`, attributes, rest)] });

/** The attributes that the app adds to users. */
export const userFile = (attributes: object): Readonly<Record<string, unknown>> => ({
  'src/extensions/users-permissions/content-types/user/schema.json': {
    kind: 'collectionType',
    collectionName: 'up_users',
    info: { singularName: 'user', pluralName: 'users', displayName: 'User' },
    attributes,
  },
});

export const toUser = (relation: string, more: object = {}) => ({
  type: 'relation',
  relation,
  target: userType,
  ...more,
});
