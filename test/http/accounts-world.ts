import { createHash, randomBytes } from 'node:crypto';
import type supertest from 'supertest';
import { createGrantFilters } from '../../src/adapters/delivery/codec/create-grant-filters.js';
import { createRestApp } from '../../src/adapters/delivery/rest/create-rest-app.js';
import { createIds } from '../../src/adapters/host/create-ids.js';
import { createAuthenticate } from '../../src/adapters/identity/create-authenticate.js';
import { createCommonPasswords } from '../../src/adapters/identity/create-common-passwords.js';
import { createSessionTokens, sessionKey } from '../../src/adapters/identity/create-session-tokens.js';
import { createTokenSecrets } from '../../src/adapters/identity/create-token-secrets.js';
import { createMemoryAccessStore } from '../../src/adapters/store/memory/create-memory-access-store.js';
import { createAccess, type Access } from '../../src/application/access/access.js';
import {
  createAccounts,
  type Accounts,
  type AccountSettings,
} from '../../src/application/accounts/accounts.js';
import { createAttempts } from '../../src/application/accounts/attempts.js';
import { createCodeSender } from '../../src/application/accounts/code-sender.js';
import { createPasswordPolicy } from '../../src/application/accounts/password-policy.js';
import { createUserDocuments } from '../../src/application/accounts/user-documents.js';
import { createDocuments, type Documents } from '../../src/application/documents/documents.js';
import type { DocumentStore } from '../../src/application/ports/document-store.js';
import type { RateCounts } from '../../src/application/ports/rate-counts.js';
import type { Mail } from '../../src/application/ports/mailer.js';
import { createRoles } from '../../src/application/access/roles/create-roles.js';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import type { Schema } from '../../src/domain/schema/schema.js';
import { openStore } from './chosen-store.js';
import { contentType, schemaFrom } from '../schema-builders.js';
import { requestTo } from './request-to.js';

export const userType = 'plugin::users-permissions.user';
export const secret = 'a secret of these tests, long enough';

export interface User {
  readonly id: number;
  readonly documentId: string;
  readonly username: string;
  readonly email: string;
  readonly [name: string]: unknown;
}

export interface SignedIn {
  readonly jwt: string;
  readonly refreshToken?: string;
  readonly user: User;
}

export type Method = 'get' | 'head' | 'post' | 'put' | 'delete';

/** Accounts over HTTP, with stored mails and a clock that a test can set. */
export interface AccountsWorld {
  readonly access: Access;
  readonly accounts: Accounts;
  readonly documents: Documents;
  readonly mails: Mail[];
  /** Messages logged as errors. */
  readonly errors: string[];
  /** The number of password comparisons. */
  readonly verified: { times: number };
  /** Sets the clock forward. */
  pass(seconds: number): void;
  /** Work that runs after its answer is sent. */
  nextMail(): Promise<Mail>;
  /** `token` is a JWT or an API token; undefined: the public. */
  request(method: Method, path: string, body?: object, token?: string): supertest.Test;
  register(username: string): Promise<SignedIn>;
  /** `from` is the address that the proxy reports. */
  login(identifier: string, password: string, from?: string): supertest.Test;
  /** Changes a user as the command line does. */
  update(documentId: string, data: object): Promise<void>;
  /** Changes a user as an import does, without the rules for users. */
  import(documentId: string, data: object): Promise<void>;
  /** Another server over the same database. */
  sibling(): Promise<AccountsWorld>;
  /** Resolves when nothing is running. */
  stop(): Promise<void>;
}

export const password = 'correct horse';

const schemaOfTests = (): Schema => {
  const extension = {
    uid: userType,
    file: 'user.json',
    definition: {
      collectionName: 'up_users',
      info: {},
      attributes: { nickname: { type: 'string' }, note: { type: 'string', private: true } },
    },
  };
  const author = { type: 'relation', relation: 'manyToOne', target: userType };
  const article = contentType('article', 'articles', { title: { type: 'string' }, author });
  return schemaFrom({ contentTypes: [extension, article] });
};

const defaults: AccountSettings = {
  allowRegister: true,
  defaultRole: 'authenticated',
  allowedFields: ['nickname'],
  emailConfirmation: false,
  resetPasswordUrl: 'https://shop.example/reset',
  confirmationUrl: 'https://content.example/api/auth/email-confirmation',
  sessionLifetimeSeconds: 600,
  refresh: null,
};

/** A fast hash with a salt, like the real one. */
const digest = (salt: string, text: string): string =>
  `${salt} ${createHash('sha256').update(salt).update(text).digest('hex')}`;

interface Shared {
  readonly schema: Schema;
  readonly store: DocumentStore;
  readonly offset: { seconds: number };
  readonly around: Around;
  readonly counts: RateCounts;
  /** Keeps the counts of each world apart: a database may hold those of earlier ones. */
  readonly salt: string;
}

const commonPasswords = createCommonPasswords();

/** The default settings. */
const limit = { max: 10, windowMs: 15 * 60_000 };

/** `around` wraps the documents that the rules of users use. */
export const openAccounts = (
  settings: Partial<AccountSettings> = {},
  around: Around = (documents) => documents,
): Promise<AccountsWorld> => {
  const schema = schemaOfTests();
  const { documents: store, rates: counts } = openStore(schema);
  const salt = randomBytes(8).toString('hex');
  return openOver({ schema, store, offset: { seconds: 0 }, around, counts, salt }, settings);
};

type Around = (documents: Documents) => Documents;

async function openOver(shared: Shared, settings: Partial<AccountSettings>): Promise<AccountsWorld> {
  const { schema, store, offset, around, counts, salt } = shared;
  const [mails, errors, verified] = [[] as Mail[], [] as string[], { times: 0 }];
  const ignore = (): void => {};
  const log = { debug: ignore, info: ignore, warn: ignore, error: (text: string) => void errors.push(text) };
  const clock = { now: () => new Date(Date.now() + offset.seconds * 1000).toISOString() };
  const passwords = {
    hash: async (text: string) => digest(randomBytes(8).toString('hex'), text),
    isForeign: () => false,
    async verify(hash: string | null, text: string) {
      verified.times += 1;
      return hash !== null && digest(hash.split(' ')[0] ?? '', text) === hash;
    },
  };
  const secrets = createTokenSecrets();
  const unruled = around(createDocuments({ schema, store, clock, ids: createIds(), passwords }));
  const combined = { ...defaults, ...settings };
  const mailer = { send: async (mail: Mail) => mails.push(mail) > 0 };
  const policy = createPasswordPolicy({ minLength: 8, refuseCommon: true }, commonPasswords);
  const keyedHash = (text: string): string => secrets.hash(`${salt} ${text}`);
  const attempts = createAttempts({ counts, keyedHash, limit, log });
  const codes = createCodeSender({ documents: unruled, secrets, mailer, attempts, clock, log });
  const rules = {
    documents: unruled,
    schema,
    secrets,
    passwords,
    codes,
    attempts,
    settings: combined,
    policy,
  };
  const documents = createUserDocuments(rules);
  const filters = createGrantFilters();
  const access = createAccess({ store: createMemoryAccessStore(), schema, clock, secrets, filters, log });
  const roles = createRoles({ documents, access });
  const loaded = await roles.load();
  if (!loaded.ok) throw new Error(loaded.failure.message);
  const key = sessionKey(secret);
  const tokens = createSessionTokens(key);
  const accounts = createAccounts({
    documents,
    access,
    passwords,
    tokens,
    secrets,
    codes,
    attempts,
    clock,
    log,
    settings: combined,
  });
  const authenticate = createAuthenticate(access, { key, accounts });
  const delivery = { accounts, confirmedUrl: 'https://shop.example/welcome' };
  const app = createRestApp({
    schema,
    documents,
    authenticate,
    accounts: delivery,
    log,
    options: { trustProxy: 1 },
  });
  const request: AccountsWorld['request'] = (method, path, body, token) => {
    const asked = requestTo(app)[method](`/api${path}`);
    if (token !== undefined) void asked.set('Authorization', `Bearer ${token}`);
    return body === undefined ? asked : asked.send(body);
  };
  return {
    access,
    accounts,
    documents,
    mails,
    errors,
    verified,
    pass: (seconds) => void (offset.seconds += seconds),
    nextMail: () => eventually(() => mails.shift()),
    request,
    register: async (username) => {
      const account = { username, email: `${username}@example.com`, password };
      const { status, body } = await request('post', '/auth/local/register', account);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body as SignedIn;
    },
    login: (identifier, given, from) => {
      const asked = request('post', '/auth/local', { identifier, password: given });
      return from === undefined ? asked : asked.set('X-Forwarded-For', from);
    },
    update: (documentId, data) => change(documents, documentId, data),
    import: (documentId, data) => change(unruled, documentId, data),
    sibling: () => openOver(shared, settings),
    async stop() {
      await access.stop();
      return accounts.settled();
    },
  };
}

async function change(documents: Documents, documentId: string, data: object): Promise<void> {
  const asked = { kind: 'update', type: userType, documentId, layer: 'published', data } as const;
  const updated = await documents.update(systemPrincipal, { ...asked, answer: {} });
  if (!updated.ok) throw new Error(updated.failure.message);
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until `look` finds something; the timeout of the test ends it. */
export async function eventually<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(20);
  }
}

/** Returns the code in the link of a mail. */
export function codeIn({ text }: Mail): string {
  const address = new URL(/https?:\S+/.exec(text)?.[0] ?? '');
  const [code] = address.searchParams.values();
  if (code === undefined) throw new Error('no code in the mail');
  return code;
}

export const messageOf = (response: { readonly body: unknown }): unknown =>
  (response.body as { readonly error?: { readonly message: string } }).error?.message;
