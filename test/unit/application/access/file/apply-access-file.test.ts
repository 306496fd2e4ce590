import { expect } from 'chai';
import { createClock } from '../../../../../src/adapters/host/create-clock.js';
import { createIds } from '../../../../../src/adapters/host/create-ids.js';
import { createTokenSecrets } from '../../../../../src/adapters/identity/create-token-secrets.js';
import { createMemoryStore } from '../../../../../src/adapters/store/memory/create-memory-store.js';
import type { AccessFiles } from '../../../../../src/application/access/file/access-file.js';
import { createAccessFiles } from '../../../../../src/application/access/file/create-access-files.js';
import { createAccess } from '../../../../../src/application/access/access.js';
import { createDocuments, type Documents } from '../../../../../src/application/documents/documents.js';
import type { AccessStore } from '../../../../../src/application/ports/access-store.js';
import type { Store } from '../../../../../src/application/ports/store.js';
import { createRoles } from '../../../../../src/application/access/roles/create-roles.js';
import { failure } from '../../../../../src/domain/failure.js';
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

const file = {
  version: 1,
  roles: [
    { type: 'cook', name: 'Cook', grants: [{ uid: user, actions: ['find'] }] },
    { type: 'public', name: 'Everybody', grants: [] },
  ],
  tokens: [{ name: 'ci', access: 'read-only' }],
};
const whole = { prune: false, dryRun: false };

describe('applying an access file', () => {
  let store: Store;
  let open: (access: AccessStore, around?: (documents: Documents) => Documents) => AccessFiles;
  let files: AccessFiles;

  beforeEach(async () => {
    store = createMemoryStore({ schema });
    const own = { schema, clock: createClock(), secrets: createTokenSecrets(), filters: undefined };
    const passwords = { hash: (password: string) => Promise.resolve(password) };
    const documents = createDocuments({ ...own, store: store.documents, ids: createIds(), passwords });
    const { filters: _, ...rest } = own;
    const access = createAccess({ ...rest, store: store.access, log });
    valueOf(await createRoles({ documents, access }).load());
    open = (accessStore, around = (plain) => plain) =>
      createAccessFiles({ ...own, documents: around(documents), store: accessStore });
    files = open(store.access);
  });

  it('removes the new roles if access is changed concurrently', async () => {
    const before = valueOf(await files.export());
    const contended: AccessStore = {
      ...store.access,
      change: async (change) => {
        const grant = [{ role: 'authenticated', type: user, actions: ['find'] as const }];
        valueOf(await store.access.change({ grant }));
        return store.access.change(change);
      },
    };
    const applied = await open(contended).apply(file, whole);
    expect(applied.ok ? '' : applied.failure.code).to.equal('STORE.CONFLICT');
    const after = valueOf(await files.export());
    expect(after.roles.map(({ type, name }) => [type, name])).to.deep.equal(
      before.roles.map(({ type, name }) => [type, name]),
    );
    expect(after.tokens).to.deep.equal([]);
    expect(valueOf(await files.apply(file, whole)).changes).to.have.length(4);
  });

  /**
   * Two concurrent applies: the first is refused when the second has read its documents and has not changed access yet.
   */
  it('does not remove a role that a concurrent apply uses', async () => {
    let [readBySecond, refusedFirst] = [(): void => {}, (): void => {}];
    const read = new Promise<void>((resolve) => (readBySecond = resolve));
    const refused = new Promise<void>((resolve) => (refusedFirst = resolve));
    const late = open({
      ...store.access,
      change: async (change) => {
        readBySecond();
        await refused;
        return store.access.change(change);
      },
    });
    const second: { applied?: Promise<Result<unknown>> } = {};
    const early = open({
      ...store.access,
      change: async (change) => {
        if (second.applied === undefined) {
          valueOf(await store.access.change({}));
          second.applied = late.apply(file, whole);
          await read;
        }
        return store.access.change(change);
      },
    });
    expect((await early.apply(file, whole)).ok).to.equal(false);
    refusedFirst();
    const isApplied = (await second.applied)?.ok === true;
    const { roles } = valueOf(await files.export());
    expect(roles.some(({ type }) => type === 'cook')).to.equal(isApplied);
    expect(roles.find(({ type }) => type === 'public')?.name).to.equal(isApplied ? 'Everybody' : 'Public');
    valueOf(await files.apply(file, whole));
    expect(valueOf(await files.apply(file, whole)).changes).to.deep.equal([]);
  });

  it('keeps a role that a concurrent apply has granted to', async () => {
    const contended: AccessStore = {
      ...store.access,
      change: async (change) => {
        if (change.grant !== undefined) valueOf(await files.apply(file, whole));
        return store.access.change(change);
      },
    };
    expect((await open(contended).apply(file, whole)).ok).to.equal(false);
    expect(valueOf(await files.apply(file, whole)).changes).to.deep.equal([]);
  });

  it('restores a role that was granted to during its removal', async () => {
    const contended: AccessStore = {
      ...store.access,
      change: async (change) => {
        if (change.grant !== undefined) valueOf(await store.access.change({}));
        return store.access.change(change);
      },
    };
    const meanwhile = (documents: Documents): Documents => ({
      ...documents,
      delete: async (principal, mutation) => {
        valueOf(await files.apply(file, whole));
        return documents.delete(principal, mutation);
      },
    });
    expect((await open(contended, meanwhile).apply(file, whole)).ok).to.equal(false);
    expect(valueOf(await files.apply(file, whole)).changes).to.deep.equal([]);
  });

  it('does not prune a role that a concurrent apply adds during its removal', async () => {
    valueOf(await files.apply(file, whole));
    let others = 0;
    const meanwhile = (documents: Documents): Documents => ({
      ...documents,
      delete: async (principal, mutation) => {
        if (others++ === 0) valueOf(await files.apply(file, whole));
        return documents.delete(principal, mutation);
      },
    });
    const without = { ...file, roles: file.roles.slice(1) };
    const pruning = open(store.access, meanwhile);
    const { unfinished } = valueOf(await pruning.apply(without, { ...whole, prune: true }));
    expect([others, unfinished]).to.deep.equal([1, 'these roles are there still: cook']);
    expect(valueOf(await files.apply(file, whole)).changes).to.deep.equal([]);
    expect(valueOf(await files.apply(without, { ...whole, prune: true })).unfinished).to.equal(null);
    expect(valueOf(await files.export()).roles.map(({ type }) => type)).to.not.include('cook');
  });

  it('returns the secrets of tokens even if names cannot be changed', async () => {
    const failing = (documents: Documents): Documents => ({
      ...documents,
      update: async () => err(failure('STORE.UNAVAILABLE', 'The database is gone')),
    });
    const { made, unfinished } = valueOf(await open(store.access, failing).apply(file, whole));
    expect([made.map(({ name }) => name), unfinished]).to.deep.equal([['ci'], 'The database is gone']);
    const again = valueOf(await files.apply(file, whole));
    expect([again.changes.length, again.made, again.unfinished]).to.deep.equal([1, [], null]);
  });

  it('does not give a role the leftover grants of a lost role of the same type', async () => {
    const stale = [{ role: 'cook', type: user, actions: ['delete', 'find'] as const }];
    valueOf(await store.access.change({ addRoles: ['cook'], grant: stale }));
    valueOf(await files.apply(file, whole));
    const cook = valueOf(await files.export()).roles.find(({ type }) => type === 'cook');
    expect(cook?.grants).to.deep.equal([{ uid: user, actions: ['find'] }]);
  });

  it('omits grants that no longer fit the schema', async () => {
    const gone = [
      { role: 'public', type: 'api::gone.gone', actions: ['find'] as const },
      { role: 'public', type: user, actions: ['find'] as const, fields: ['gone'] },
      { role: 'public', type: user, actions: ['findOne'] as const, filters: { gone: 1 } },
      { role: 'public', type: user, actions: ['update'] as const },
    ];
    valueOf(await store.access.change({ grant: gone }));
    const exported = valueOf(await files.export());
    expect(exported.roles.find(({ type }) => type === 'public')?.grants).to.deep.equal([
      { uid: user, actions: ['update'] },
    ]);
    expect(valueOf(await files.apply(exported, { ...whole, prune: true })).changes).to.have.length(3);
    expect(valueOf(await files.apply(exported, { ...whole, prune: true })).changes).to.deep.equal([]);
  });
});
