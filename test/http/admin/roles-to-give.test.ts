import { expect } from 'chai';
import { openAdmin, type AdminWorld, type Browser } from './admin-world.js';

const people = 'plugin::admin.administrator';

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
});
