import { expect } from 'chai';
import { actions } from '../../src/domain/permission/permission.js';
import { openRolesWorld, roleType, type RolesWorld } from './roles-world.js';

interface Role {
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
  readonly description: string | null;
  readonly type: string;
  readonly nb_users: number;
}

interface Leaf {
  readonly enabled: boolean;
  readonly policy: string;
}

type Tree = Record<string, { readonly controllers: Record<string, Record<string, Leaf>> }>;

const place = 'api::place.place';

const treeWith = (action: string, leaf: object): object => ({
  'api::place': { controllers: { place: { [action]: leaf } } },
});
const enabled = { enabled: true, policy: '' };

describe('the access API', () => {
  let world: RolesWorld;
  beforeEach(async () => {
    world = await openRolesWorld();
  });
  afterEach(async () => {
    await world.access.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const list = async (): Promise<readonly Role[]> =>
    ((await world.request('reader', 'get', '/roles')).body as { readonly roles: readonly Role[] }).roles;

  const roleOf = async (type: string): Promise<Role> => {
    const role = (await list()).find((one) => one.type === type);
    if (role === undefined) throw new Error(`there is no role ${type}`);
    return role;
  };

  const treeOf = async (type: string): Promise<Tree> => {
    const { id } = await roleOf(type);
    const { body } = await world.request('reader', 'get', `/roles/${id}`);
    return (body as { readonly role: { readonly permissions: Tree } }).role.permissions;
  };

  const leafOf = async (type: string, action: string) =>
    (await treeOf(type))['api::place']?.controllers['place']?.[action];

  const create = (body: object) => world.request('admin', 'post', '/roles', body);

  it('lists the roles by name, with their number of users', async () => {
    await world.createUser('ada', 'authenticated');
    const roles = await list();
    expect(roles.map(({ name, type, nb_users }) => [name, type, nb_users])).to.deep.equal([
      ['Authenticated', 'authenticated', 1],
      ['Public', 'public', 0],
    ]);
    expect(roles[0]).to.include({ description: 'Default role given to authenticated user.' });
    expect(roles[0]?.documentId).to.match(/^[a-z][a-z0-9]{23}$/);
  });

  it('creates a role whose type is derived from its name', async () => {
    const made = await create({ name: 'Crème Brûlée 2nd’s cook', description: 'Cooks' });
    expect([made.status, made.body]).to.deep.equal([200, { ok: true }]);
    expect(await roleOf('creme_brulee_2_nds_cook')).to.include({ description: 'Cooks', nb_users: 0 });
    const again = await create({ name: 'Creme brulee 2 nds COOK' });
    expect([again.status, again.body]).to.have.nested.property(
      '[1].error.message',
      'This attribute must be unique',
    );
    expect(await list()).to.have.length(3);
  });

  it('returns one role by its id or documentId, with every permission that can be granted', async () => {
    const { id, documentId } = await roleOf('public');
    const byId = await world.request('reader', 'get', `/roles/${id}`);
    const byDocumentId = await world.request('reader', 'get', `/roles/${documentId}`);
    expect(byId.body).to.deep.equal(byDocumentId.body);
    const { permissions } = (byId.body as { readonly role: { readonly permissions: Tree } }).role;
    expect(permissions['api::place']).to.deep.equal({
      controllers: {
        place: Object.fromEntries(actions.map((action) => [action, { enabled: false, policy: '' }])),
      },
    });
    expect(Object.keys(permissions['api::homepage']?.controllers['homepage'] ?? {})).not.to.include('create');
    expect(Object.keys(permissions['plugin::users-permissions']?.controllers ?? {})).to.include('role');
    const { body } = await world.request('reader', 'get', '/permissions');
    expect(body).to.deep.equal({ permissions });
  });

  for (const unknown of ['999', '999999999999999999', 'nope', '%00', 'public'])
    it(`answers 404 for the role ${unknown}`, async () => {
      for (const [method, body] of [['get'], ['put', { name: 'Other' }], ['delete']] as const) {
        const answered = await world.request('admin', method, `/roles/${unknown}`, body);
        expect([method, answered.status]).to.deep.equal([method, 404]);
        expect(answered.body).to.have.nested.property('error.message', 'Role not found');
      }
    });

  it('refuses a path that cannot be decoded', async () => {
    expect((await world.request('admin', 'get', '/roles/%E0%A4%A')).status).to.equal(400);
  });

  it('grants a role what the tree enables, with its limits, and nothing else', async () => {
    const filters = { owner: { documentId: '$me' } };
    const permissions = {
      'api::place': {
        controllers: {
          place: {
            find: enabled,
            findOne: { enabled: false, policy: '' },
            update: { ...enabled, fields: ['Name'] },
          },
        },
      },
      'plugin::other': { controllers: { gone: { anything: { enabled: false } } } },
    };
    expect((await create({ name: 'Editor', permissions, users: [] })).body).to.deep.equal({ ok: true });
    const held = () => world.access.grants().find(({ name }) => name === 'editor')?.grants;
    expect(held()).to.deep.equal([
      { type: place, actions: ['find'] },
      { type: place, actions: ['update'], fields: ['Name'] },
    ]);
    expect(await leafOf('editor', 'update')).to.deep.equal({ ...enabled, fields: ['Name'] });
    const { id } = await roleOf('editor');
    const update = (body: object) => world.request('admin', 'put', `/roles/${id}`, body);
    expect((await update({ name: 'Editors' })).body).to.deep.equal({ ok: true });
    expect(held()).to.have.length(2);
    expect((await update({ permissions: treeWith('delete', enabled) })).body).to.deep.equal({ ok: true });
    expect(held()).to.deep.equal([{ type: place, actions: ['delete'] }]);
    expect(await roleOf('editor')).to.include({ name: 'Editors' });
    const sent = { ...(await roleOf('editor')), description: 'Back' };
    expect((await update(sent)).body).to.deep.equal({ ok: true });
    const other = await update({ name: 'Others', type: 'public' });
    expect([other.status, other.body]).to.have.nested.property('[1].error.details.key', 'type');
    expect(await roleOf('editor')).to.include({ name: 'Editors', description: 'Back' });
    const refused = await update({ permissions: treeWith('find', { ...enabled, filters }) });
    expect(refused.status).to.equal(400);
    expect(refused.body).to.have.nested.property('error.details.key', 'owner');
    expect(held()).to.deep.equal([{ type: place, actions: ['delete'] }]);
  });

  const refused: readonly (readonly [string, object, RegExp])[] = [
    ['an empty body', {}, /^Request body cannot be empty$/],
    ['a list', [], /^Request body cannot be empty$/],
    ['an unknown key', { name: 'Editor', admin: true }, /^Invalid key admin$/],
    ['no name', { description: 'x' }, /needs a name/],
    ['a name that is no text', { name: { $ne: null } }, /needs a name/],
    ['a name without letters', { name: '!!!' }, /letters or digits/],
    ['a short name', { name: 'ab' }, /at least 3 characters/],
    ['a type that is none', { name: 'Editor', type: '../x' }, /^The type of a role/],
    ['the type of another', { name: 'Editor', type: 'public' }, /must be unique/],
    ['permissions that are a list', { name: 'Editor', permissions: [] }, /^permissions must be an object/],
    ['a leaf that is none', { name: 'Editor', permissions: treeWith('find', [true]) }, /place\.find must be/],
    [
      'enabled as text',
      { name: 'Editor', permissions: treeWith('find', { enabled: 'true' }) },
      /true or false/,
    ],
    [
      'an unknown key in a leaf',
      { name: 'Editor', permissions: treeWith('find', { ...enabled, where: {} }) },
      /^Invalid key where at permissions\.api::place\.controllers\.place\.find$/,
    ],
    ['an unknown action', { name: 'Editor', permissions: treeWith('fly', enabled) }, /^Unknown action "fly"/],
    [
      'an unknown content-type',
      { name: 'Editor', permissions: { 'api::x': { controllers: { y: { find: enabled } } } } },
      /^Unknown content-type "api::x.y"/,
    ],
    [
      'an unknown attribute',
      { name: 'Editor', permissions: treeWith('find', { ...enabled, fields: ['nope'] }) },
      /has no attribute "nope"/,
    ],
  ];
  for (const [what, body, message] of refused)
    it(`refuses ${what}, and creates nothing`, async () => {
      const answered = await create(body);
      expect(answered.status).to.equal(400);
      expect((answered.body as { readonly error: { readonly message: string } }).error.message).to.match(
        message,
      );
      expect(await list()).to.have.length(2);
      expect(world.access.grants()).to.have.length(2);
    });

  it('deletes a role with its grants, and gives its users the role authenticated', async () => {
    await create({ name: 'Editor', permissions: treeWith('find', enabled) });
    for (let user = 0; user < 205; user++) await world.createUser(`user${user}`, 'editor');
    await world.createUser('other', 'public');
    const { documentId, nb_users } = await roleOf('editor');
    expect(nb_users).to.equal(205);
    const removed = await world.request('admin', 'delete', `/roles/${documentId}`);
    expect([removed.status, removed.body]).to.deep.equal([200, { ok: true }]);
    const { other, ...rest } = await world.rolesOfUsers();
    expect(other).to.equal('public');
    expect(new Set(Object.values(rest))).to.deep.equal(new Set(['authenticated']));
    expect(world.access.grants().map(({ name }) => name)).to.have.members(['authenticated', 'public']);
    await create({ name: 'Editor' });
    expect(await leafOf('editor', 'find')).to.deep.equal({ enabled: false, policy: '' });
  });

  it('does not delete public and authenticated', async () => {
    for (const type of ['public', 'authenticated']) {
      const { id } = await roleOf(type);
      const answered = await world.request('admin', 'delete', `/roles/${id}`);
      expect([answered.status, answered.body]).to.have.nested.property(
        '[1].error.message',
        `Cannot delete ${type} role`,
      );
    }
  });

  it('is granted to no role at the start', async () => {
    const { id } = await roleOf('public');
    for (const who of [undefined, 'user-authenticated'])
      for (const [method, path] of [
        ['get', '/roles'],
        ['get', `/roles/${id}`],
        ['post', '/roles'],
        ['put', `/roles/${id}`],
        ['delete', `/roles/${id}`],
        ['get', '/permissions'],
      ] as const) {
        const body = method === 'get' ? undefined : { name: 'Mine' };
        expect([who, method, path, (await world.request(who, method, path, body)).status]).to.deep.equal([
          who,
          method,
          path,
          403,
        ]);
      }
    expect((await world.request('unknown', 'get', '/roles')).status).to.equal(401);
  });

  it('requires the grant for each action', async () => {
    const { id } = await roleOf('public');
    expect((await world.request('writer', 'get', '/roles')).status).to.equal(403);
    expect((await world.request('writer', 'post', '/roles', { name: 'Editor' })).status).to.equal(200);
    expect((await world.request('reader', 'post', '/roles', { name: 'Other' })).status).to.equal(403);
    expect((await world.request('reader', 'put', `/roles/${id}`, { name: 'Other' })).status).to.equal(403);
    expect((await world.request('reader', 'delete', `/roles/${id}`)).status).to.equal(403);
  });

  it('shows what a limited grant covers, and a limited grant does not allow writing roles', async () => {
    const limits = { fields: ['name'], filters: { type: { $ne: 'public' } } };
    await world.access.grant('authenticated', roleType, ['find', 'findOne', 'update'], limits);
    const me = 'user-authenticated';
    const { body } = await world.request(me, 'get', '/roles');
    const shown = (body as { readonly roles: readonly Role[] }).roles;
    expect(shown.map(({ name, type }) => [name, type])).to.deep.equal([['Authenticated', undefined]]);
    const hidden = await roleOf('public');
    expect((await world.request(me, 'get', `/roles/${hidden.id}`)).status).to.equal(404);
    const { id } = await roleOf('authenticated');
    expect((await world.request(me, 'put', `/roles/${id}`, { name: 'Everyone' })).status).to.equal(403);
  });

  it('answers HEAD, and lists the allowed methods', async () => {
    expect((await world.request('reader', 'head', '/roles')).status).to.equal(200);
    const answered = await world.request('admin', 'patch', '/roles/1', { name: 'x' });
    expect([answered.status, answered.headers['allow']]).to.deep.equal([405, 'HEAD, GET, PUT, DELETE']);
    expect((await world.request('admin', 'get', '/roles/1/2')).status).to.equal(404);
  });
});
