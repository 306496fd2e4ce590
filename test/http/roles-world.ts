import type supertest from 'supertest';
import { createGrantFilters } from '../../src/adapters/delivery/codec/create-grant-filters.js';
import { createRestApp } from '../../src/adapters/delivery/rest/create-rest-app.js';
import { createClock } from '../../src/adapters/host/create-clock.js';
import { createIds } from '../../src/adapters/host/create-ids.js';
import { createTokenSecrets } from '../../src/adapters/identity/create-token-secrets.js';
import { createMemoryAccessStore } from '../../src/adapters/store/memory/create-memory-access-store.js';
import { createAccess, type Access } from '../../src/application/access/access.js';
import { createDocuments, type Documents } from '../../src/application/documents/documents.js';
import { createRoles } from '../../src/application/access/roles/create-roles.js';
import type { RoleService } from '../../src/application/access/roles/role-service.js';
import { failure } from '../../src/domain/failure.js';
import { grantsOf, systemPrincipal, type Principal } from '../../src/domain/permission/permission.js';
import { err, ok, type Result } from '../../src/domain/result.js';
import { openDocuments } from './chosen-store.js';
import { fixtureSchema } from './fixture.js';
import { requestTo } from './request-to.js';

export const roleType = 'plugin::users-permissions.role';
export const userType = 'plugin::users-permissions.user';

/** The role API of the fixture. */
export interface RolesWorld {
  readonly access: Access;
  readonly roles: RoleService;
  readonly documents: Documents;
  /** Messages logged as errors: bugs. */
  readonly errors: string[];
  /** `admin` and `reader` are tokens; `user` has the permissions of its role; undefined is the public. */
  request(who: string | undefined, method: Method, path: string, body?: object): supertest.Test;
  /** Makes a user with a role of this type; returns its documentId. */
  createUser(username: string, role: string): Promise<string>;
  /** The types of the roles of all users, by username. */
  rolesOfUsers(): Promise<Readonly<Record<string, string | undefined>>>;
}

type Method = 'get' | 'head' | 'post' | 'put' | 'delete' | 'patch';

const holding = (name: string, grants: Principal['grants']): Principal => ({ kind: 'token', name, grants });

export async function openRolesWorld(): Promise<RolesWorld> {
  const schema = fixtureSchema();
  const errors: string[] = [];
  const ignore = (): void => {};
  const log = { debug: ignore, info: ignore, warn: ignore, error: (text: string) => void errors.push(text) };
  const clock = createClock();
  const documents = createDocuments({
    schema,
    store: openDocuments(schema),
    clock,
    ids: createIds(),
    passwords: { hash: (password) => Promise.resolve(`hash of ${password.length}`) },
  });
  const secrets = createTokenSecrets();
  const filters = createGrantFilters();
  const access = createAccess({ store: createMemoryAccessStore(), schema, clock, secrets, filters, log });
  const roles = createRoles({ documents, access });
  const loaded = await roles.load();
  if (!loaded.ok) throw new Error(loaded.failure.message);
  const principals: Readonly<Record<string, Principal>> = {
    admin: holding('admin', { kind: 'all' }),
    reader: holding('reader', { kind: 'read' }),
    writer: holding('writer', grantsOf([[roleType, ['create', 'update', 'delete']]])),
  };
  const authenticate = (header: string | undefined): Result<Principal> => {
    if (header === undefined) return ok(access.publicPrincipal());
    const name = header.replace('Bearer ', '');
    const role = /^user-(.*)$/.exec(name)?.[1];
    if (role !== undefined)
      return ok(access.userPrincipal({ id: 1, documentId: 'u1', username: name, role }));
    const principal = principals[name];
    return principal === undefined ? err(failure('POLICY.UNAUTHENTICATED', 'Missing')) : ok(principal);
  };
  const app = createRestApp({ schema, documents, roles, authenticate, log });
  return {
    access,
    roles,
    documents,
    errors,
    request(who, method, path, body) {
      const asked = requestTo(app)[method](`/api/users-permissions${path}`);
      if (who !== undefined) void asked.set('Authorization', `Bearer ${who}`);
      return body === undefined ? asked : asked.send(body);
    },
    createUser: (username, role) => createUser(documents, username, role),
    rolesOfUsers: () => rolesOfUsers(documents),
  };
}

const everything = (type: string) =>
  ({ type, action: 'find', range: { offset: 0, limit: null }, count: false, layer: 'published' }) as const;

async function createUser(documents: Documents, username: string, role: string): Promise<string> {
  const found = await documents.find(systemPrincipal, everything(roleType));
  if (!found.ok) throw new Error(found.failure.message);
  const document = found.value.answer.documents().find(({ type }) => type === role);
  const data = { username, email: `${username}@example.com`, role: document?.['documentId'] };
  const asked = { kind: 'create', type: userType, layer: 'published', data, answer: {} } as const;
  const created = await documents.create(systemPrincipal, asked);
  if (!created.ok) throw new Error(created.failure.message);
  return created.value.answer.documents()[0]?.['documentId'] as string;
}

async function rolesOfUsers(documents: Documents): Promise<Readonly<Record<string, string | undefined>>> {
  const populate = { all: false, members: [{ name: 'role' }] };
  const found = await documents.find(systemPrincipal, { ...everything(userType), populate });
  if (!found.ok) throw new Error(found.failure.message);
  return Object.fromEntries(
    found.value.answer
      .documents()
      .map(({ username, role }) => [username, (role as { readonly type?: string } | null)?.type]),
  );
}
