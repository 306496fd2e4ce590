import { expect } from 'chai';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import {
  messageOf,
  openAccounts,
  password,
  userType,
  type AccountsWorld,
  type User,
} from './accounts-world.js';

describe('users over REST', () => {
  let world: AccountsWorld;
  let manager: string;
  let worker: string;
  let users: readonly User[];
  beforeEach(async () => {
    world = await openAccounts();
    const made = [await world.register('ada'), await world.register('bob'), await world.register('eve')];
    users = made.map(({ user }) => user);
    worker = made[1]?.jwt ?? '';
    const token = await world.access.createToken({ name: 'manager', access: 'full-access' });
    manager = token.ok ? token.value.token : '';
  });
  afterEach(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const as = (token: string | undefined) => ({
    get: (path: string) => world.request('get', `/users${path}`, undefined, token),
    post: (body: object) => world.request('post', '/users', body, token),
    put: (path: string, body: object) => world.request('put', `/users${path}`, body, token),
    delete: (path: string) => world.request('delete', `/users${path}`, undefined, token),
  });
  const namesIn = ({ body }: { readonly body: unknown }): readonly string[] =>
    (body as readonly User[]).map(({ username }) => username);

  it('are accessible to nobody by default', async () => {
    for (const token of [undefined, worker]) {
      const client = as(token);
      const answers = [
        await client.get(''),
        await client.get('/count'),
        await client.get(`/${users[0]?.id}`),
        await client.get('/999'),
        await client.post({ username: 'dan', email: 'dan@example.com', password }),
        await client.put(`/${users[0]?.documentId}`, { blocked: true }),
        await client.delete(`/${users[0]?.documentId}`),
      ];
      expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 403));
    }
    expect((await as(undefined).get('/me')).status).to.equal(403);
    expect((await as(manager).get('/me')).status).to.equal(401);
    expect((await as(manager).put('/me', { username: 'x' })).status).to.equal(401);
  });

  it('are answered with their role after a write, to those who may find roles', async () => {
    const client = as(manager);
    const made = await client.post({ username: 'dan', email: 'dan@example.com', password });
    expect(made.status).to.equal(201);
    expect(made.body).to.have.nested.property('role.type', 'authenticated');
    const { id } = made.body as User;
    const changed = await client.put(`/${id}`, { username: 'dana' });
    expect(changed.body)
      .to.include({ username: 'dana' })
      .and.have.nested.property('role.type', 'authenticated');
    await world.access.grant('public', userType, ['create', 'update']);
    const other = await as(undefined).post({ username: 'fay', email: 'fay@example.com', password });
    expect(other.body).to.include({ username: 'fay' }).and.not.have.property('role');
  });

  it('are listed, counted, filtered, sorted and paged, without a data envelope', async () => {
    const client = as(manager);
    expect(namesIn(await client.get(''))).to.deep.equal(['ada', 'bob', 'eve']);
    expect(namesIn(await client.get('?sort=username:desc&start=1&limit=1'))).to.deep.equal(['bob']);
    expect(namesIn(await client.get('?filters[email][$startsWith]=eve'))).to.deep.equal(['eve']);
    expect((await client.get('/count')).body).to.equal(3);
    expect((await client.get('/count?filters[username]=ada')).body).to.equal(1);
    expect((await client.get('?fields=username')).body).to.have.deep.nested.property('[0]', {
      id: users[0]?.id,
      documentId: users[0]?.documentId,
      username: 'ada',
    });
    expect((await client.get('?populate=role')).body).to.have.nested.property(
      '[0].role.type',
      'authenticated',
    );
  });

  it('are found by numeric id and by documentId', async () => {
    const client = as(manager);
    for (const address of [users[1]?.id, users[1]?.documentId]) {
      const found = await client.get(`/${address}`);
      expect([found.status, found.body]).to.deep.equal([200, users[1]]);
    }
    for (const address of ['999', '99999999999999999999', 'nope', '%00', '%E0%A4%A'])
      expect((await client.get(`/${address}`)).status, address).to.equal(404);
  });

  it('are created with the default role and a name in lower case, and can log in', async () => {
    const made = await as(manager).post({ username: 'dan', email: 'Dan@Example.com', password });
    expect([made.status, (made.body as User).email]).to.deep.equal([201, 'dan@example.com']);
    expect(made.body).to.include({ provider: 'local' }).and.not.to.have.property('password');
    expect((await world.login('dan', password)).status).to.equal(200);
    const { documentId } = made.body as User;
    expect((await as(manager).get(`/${documentId}?populate=role`)).body).to.have.nested.property(
      'role.type',
      'authenticated',
    );
  });

  it('are changed and deleted by either id', async () => {
    const client = as(manager);
    const changed = await client.put(`/${users[0]?.id}`, { nickname: 'Countess' });
    expect([changed.status, (changed.body as User)['nickname']]).to.deep.equal([200, 'Countess']);
    expect(
      (await client.put(`/${users[0]?.documentId}`, { email: 'ADA@Elsewhere.example' })).body,
    ).to.include({
      email: 'ada@elsewhere.example',
    });
    const deleted = await client.delete(`/${users[0]?.id}`);
    expect([deleted.status, (deleted.body as User).username]).to.deep.equal([200, 'ada']);
    expect((await client.delete(`/${users[0]?.id}`)).status).to.equal(404);
    expect((await client.put('/999', { nickname: 'x' })).status).to.equal(404);
    expect(namesIn(await client.get(''))).to.deep.equal(['bob', 'eve']);
  });

  for (const key of ['sessionEpoch', 'subject', 'resetPasswordToken', 'confirmationToken', 'signInToken'])
    it(`cannot be given ${key}`, async () => {
      const made = await as(manager).post({ username: 'dan', email: 'd@example.com', password, [key]: 'x' });
      expect([made.status, messageOf(made)]).to.deep.equal([400, `Invalid key ${key}`]);
      const changed = await as(manager).put(`/${users[0]?.id}`, { [key]: 'x' });
      expect([changed.status, messageOf(changed)]).to.deep.equal([400, `Invalid key ${key}`]);
    });

  for (const key of ['id', 'documentId', 'createdBy', 'nope'])
    it(`are refused with ${key} in the body`, async () => {
      const changed = await as(manager).put(`/${users[0]?.id}`, { [key]: 1 });
      expect([changed.status, messageOf(changed)]).to.deep.equal([400, `Invalid key ${key}`]);
    });

  for (const text of [
    'filters[password][$startsWith]=x',
    'filters[note]=x',
    'filters[resetPasswordToken][$notNull]=true',
    'sort=password',
    'fields=sessionEpoch',
    'filters[role][users][password][$null]=false',
    'filters[email][$where]=1',
  ])
    it(`cannot be searched by ?${text}`, async () => {
      for (const path of ['', '/count'])
        expect((await as(manager).get(`${path}?${text}`)).status).to.equal(400);
    });

  it('are changed only within the grant, which need not name every attribute for a block', async () => {
    await world.access.grant('authenticated', userType, ['update'], { fields: ['blocked'] });
    const { id } = users[2] ?? {};
    const eve = ((await world.login('eve', password)).body as { readonly jwt: string }).jwt;
    expect(messageOf(await as(worker).put(`/${id}`, { password: 'another horse' }))).to.equal(
      'Invalid key password',
    );
    const blocked = await as(worker).put(`/${id}`, { blocked: true });
    expect(blocked.status).to.equal(200);
    await world.update(users[2]?.documentId ?? '', { blocked: false });
    expect((await as(eve).get('/me')).status).to.equal(401);
  });

  it('can write their private attributes only where a grant names them', async () => {
    const { id, documentId } = users[1] ?? { id: 0, documentId: '' };
    const own = { filters: { documentId: '$me' } };
    await world.access.grant('authenticated', userType, ['update'], own);
    const change = (body: object) => as(worker).put(`/${id}`, body);
    const noteOf = async () => {
      const query = { type: userType, action: 'findOne', documentId, layer: 'published' } as const;
      const range = { offset: 0, limit: 1 };
      const found = await world.documents.findOne(systemPrincipal, { ...query, range, count: false });
      return found.ok ? found.value.answer.documents()[0]?.['note'] : undefined;
    };
    expect((await change({ nickname: 'b' })).status).to.equal(200);
    const unknown = await change({ nothing: 'x' });
    const refused = await change({ note: 'x' });
    expect(refused.status).to.equal(400);
    expect(refused.text).to.equal(unknown.text.replaceAll('nothing', 'note'));
    expect(await noteOf()).to.equal(null);
    expect((await change({ email: 'other@example.com', currentPassword: password })).status).to.equal(200);
    await world.access.grant('authenticated', userType, ['update'], { ...own, fields: ['note'] });
    expect((await change({ note: 'mine' })).status).to.equal(200);
    expect(await noteOf()).to.equal('mine');
    await world.access.grant('authenticated', userType, ['update']);
    expect((await change({ note: 'as an administrator' })).status).to.equal(200);
    expect((await as(manager).put(`/${id}`, { note: 'by token' })).status).to.equal(200);
    expect(await noteOf()).to.equal('by token');
  });
});
