import { expect } from 'chai';
import { createClock } from '../../../../../src/adapters/host/create-clock.js';
import { createIds } from '../../../../../src/adapters/host/create-ids.js';
import { createTokenSecrets } from '../../../../../src/adapters/identity/create-token-secrets.js';
import { createMemoryStore } from '../../../../../src/adapters/store/memory/create-memory-store.js';
import { createAccess } from '../../../../../src/application/access/access.js';
import { createDocuments } from '../../../../../src/application/documents/documents.js';
import type { Store } from '../../../../../src/application/ports/store.js';
import { createRoles } from '../../../../../src/application/access/roles/create-roles.js';
import { roleKey } from '../../../../../src/application/access/roles/role-key.js';
import { failure } from '../../../../../src/domain/failure.js';
import { systemPrincipal } from '../../../../../src/domain/permission/permission.js';
import { err, type Result } from '../../../../../src/domain/result.js';
import { schemaFrom } from '../../../../schema-builders.js';

const user = 'plugin::users-permissions.user';

const schema = schemaFrom({});

const ignore = (): void => undefined;
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

/** One of several servers over the same store. */
function openServer(store: Store) {
  const clock = createClock();
  const documents = createDocuments({
    schema,
    store: store.documents,
    clock,
    ids: createIds(),
    passwords: { hash: (password) => Promise.resolve(password) },
  });
  const access = createAccess({ store: store.access, schema, clock, secrets: createTokenSecrets(), log });
  const roles = createRoles({ documents, access });
  const types = async () => valueOf(await roles.list(systemPrincipal)).map(({ type }) => type);
  return { documents, access, roles, types };
}

describe('roles', () => {
  let store: Store;
  beforeEach(() => {
    store = createMemoryStore({ schema });
  });

  it('are created once, even by servers that start at the same time', async () => {
    const servers = [openServer(store), openServer(store), openServer(store)];
    await Promise.all(servers.map(async ({ roles }) => valueOf(await roles.load())));
    for (const { types } of servers) expect(await types()).to.deep.equal(['authenticated', 'public']);
    const revision = valueOf(await store.access.revision());
    valueOf(await openServer(store).roles.load());
    expect(valueOf(await store.access.revision())).to.equal(revision);
  });

  it('keep changes that users have made', async () => {
    const { roles, types } = openServer(store);
    valueOf(await roles.load());
    const address = { key: 'type', value: 'public' } as const;
    valueOf(await roles.update(systemPrincipal, address, { name: 'Anybody', description: null }));
    valueOf(await roles.load());
    expect(valueOf(await roles.find(systemPrincipal, address)).document).to.include({
      name: 'Anybody',
      description: null,
    });
    expect(await types()).to.deep.equal(['public', 'authenticated']);
  });

  it('can have grants if the app created them, and cannot if they are deleted', async () => {
    const { roles, access, documents } = openServer(store);
    valueOf(await roles.load());
    const data = { name: 'Cook', type: 'cook' };
    const type = 'plugin::users-permissions.role';
    const asked = { kind: 'create', type, layer: 'published', data, answer: {} } as const;
    const created = valueOf(await documents.create(systemPrincipal, asked)).answer.documents()[0];
    valueOf(await roles.load());
    valueOf(await access.grant('cook', user, ['find']));
    const documentId = created?.['documentId'] as string;
    valueOf(await documents.delete(systemPrincipal, { kind: 'delete', type, documentId }));
    valueOf(await roles.load());
    expect(access.grants().map(({ name }) => name)).to.have.members(['authenticated', 'public']);
    expect((await access.grant('cook', user, ['find'])).ok).to.equal(false);
  });

  it('created by another server can have grants at once', async () => {
    const [one, other] = [openServer(store), openServer(store)];
    valueOf(await one.roles.load());
    valueOf(await other.roles.load());
    valueOf(await one.roles.create(systemPrincipal, { name: 'Cook' }));
    valueOf(await other.access.grant('cook', user, ['find']));
  });

  it('are not created if their grants cannot be stored', async () => {
    const failing = { ...store.access, change: async () => err(failure('STORE.UNAVAILABLE', 'gone')) };
    const { roles, types } = openServer(store);
    valueOf(await roles.load());
    const broken = openServer({ ...store, access: failing });
    expect((await broken.roles.create(systemPrincipal, { name: 'Cook' })).ok).to.equal(false);
    expect(await types()).to.deep.equal(['authenticated', 'public']);
  });

  for (const [name, key] of [
    ['Editor', 'editor'],
    ['Head  Chef (Lyon)', 'head_chef_lyon'],
    ['Éditeur', 'editeur'],
    ['Level2', 'level_2'],
    ["Ada's", 'adas'],
    ['Редактор сайта', 'редактор_сайта'],
    ['—!', ''],
  ] as const)
    it(`named ${name} have the type ${key === '' ? 'of none' : key}`, () => {
      expect(roleKey(name)).to.equal(key);
    });
});
