import { expect } from 'chai';
import { openAdmin, type AdminWorld, type Browser } from './admin-world.js';

const people = 'plugin::admin.administrator';
const [userType, roleType] = ['plugin::users-permissions.user', 'plugin::users-permissions.role'];

interface Role {
  readonly name: string;
  readonly grants: readonly { readonly type: string; readonly actions: readonly string[] }[] | null;
}

describe('roles that an administrator gives', () => {
  let world: AdminWorld;
  let owner: Browser;
  let roles: readonly Role[];

  before(async () => {
    world = await openAdmin();
    owner = await world.signedIn('owner');
    roles = (await owner.api('GET', 'administrator-roles')).body.data as readonly Role[];
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const grantsOf = (role: string) => roles.find(({ name }) => name === role)?.grants ?? [];

  it('built-in roles have only grants that a role can be made of', async () => {
    for (const name of ['editor', 'author'])
      expect(
        (await owner.api('POST', 'administrator-roles', { name: `like ${name}`, grants: grantsOf(name) }))
          .status,
        name,
      ).to.equal(201);
  });

  it('who may do all that editors may gives the role', async () => {
    const grants = [...grantsOf('editor'), { type: people, actions: ['find', 'create', 'update', 'delete'] }];
    expect((await owner.api('POST', 'administrator-roles', { name: 'chief', grants })).status).to.equal(201);
    const chief = await world.signedIn('chief');
    expect((await chief.api('POST', 'administrators', { role: 'editor' })).status).to.equal(201);
  });

  it('only owners give rights over the API with which somebody gives themselves any', async () => {
    const everything = ['find', 'findOne', 'create', 'update', 'delete'];
    const held = [userType, roleType].map((type) => ({ type, actions: everything }));
    await owner.api('POST', 'administrator-roles', { name: 'manager', grants: held });
    const manager = await world.signedIn('manager');
    const all = { actions: ['update'] };
    for (const [name, grant] of Object.entries({
      'Gives rights': { type: roleType, ...all },
      'Takes rights': { type: roleType, actions: ['delete'] },
      'Makes users': { type: userType, actions: ['create'] },
      'Takes over': { type: userType, ...all },
      'Takes over some': { type: userType, ...all, filters: { username: 'ana' } },
      'Chooses roles': { type: userType, ...all, fields: ['role'] },
    })) {
      const given = { name, grants: [grant] };
      expect((await manager.api('POST', 'roles', given)).status, name).to.equal(403);
      expect((await owner.api('POST', 'roles', given)).status, name).to.equal(201);
      const made = (await owner.api('GET', 'roles')).body.data as { name: string; documentId: string }[];
      const { documentId: role } = made.find((one) => one.name === name) ?? { documentId: '' };
      const person = { username: name, email: `${role}@example.com`, password: 'Sup3r-secret', role };
      expect((await manager.api('POST', 'users', person)).status, name).to.equal(403);
    }
    const harmless = [
      { type: roleType, actions: ['find'] },
      { type: userType, actions: ['find', 'findOne', 'delete'] },
      { type: userType, ...all, fields: ['username'], filters: { documentId: '$me' } },
    ];
    expect((await manager.api('POST', 'roles', { name: 'Harmless', grants: harmless })).status).to.equal(201);
    const { ownerGrants } = (await manager.api('GET', 'roles')).body.meta;
    expect(ownerGrants).to.deep.equal([
      { type: roleType, action: 'create', fields: null },
      { type: roleType, action: 'update', fields: null },
      { type: roleType, action: 'delete', fields: null },
      { type: userType, action: 'create', fields: ['role'] },
      { type: userType, action: 'update', fields: ['role', 'email', 'password'] },
    ]);
    expect((await owner.api('GET', 'roles')).body.meta.ownerGrants).to.deep.equal([]);
  });
});
