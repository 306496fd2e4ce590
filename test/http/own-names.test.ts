import { expect } from 'chai';
import {
  messageOf,
  openAccounts,
  password,
  userType,
  type AccountsWorld,
  type SignedIn,
  type User,
} from './accounts-world.js';

const refusal = 'username must not be an address other than one’s own';

describe('usernames that are email addresses', () => {
  let world: AccountsWorld;
  let ada: SignedIn;
  let manager: string;
  beforeEach(async () => {
    world = await openAccounts();
    ada = await world.register('ada');
    const token = await world.access.createToken({ name: 'manager', access: 'full-access' });
    manager = token.ok ? token.value.token : '';
  });
  afterEach(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const register = (username: string, email: string) =>
    world.request('post', '/auth/local/register', { username, email, password });
  const changeMe = (body: object, { jwt } = ada) => world.request('put', '/users/me', body, jwt);
  const manage = (body: object, { user } = ada) =>
    world.request('put', `/users/${user.documentId}`, body, manager);

  it('a user can take only their own address, whether or not it has an owner', async () => {
    for (const username of ['nobody@example.com', 'Nobody@Example.com', 'a@b']) {
      const answered = await register(username, 'eve@example.com');
      expect([answered.status, messageOf(answered)]).to.deep.equal([400, refusal]);
      expect(messageOf(await changeMe({ username }))).to.equal(refusal);
      expect(messageOf(await manage({ username }))).to.equal(refusal);
      const body = { username, email: 'eve@example.com', password };
      expect(messageOf(await world.request('post', '/users', body, manager))).to.equal(refusal);
    }
    expect((await register('Eve@example.com', 'eve@example.com')).status).to.equal(200);
    expect((await changeMe({ username: 'ada@example.com' })).status).to.equal(200);
    expect((await manage({ username: '@ada' })).status).to.equal(200);
    const both = { username: 'ada@example.org', email: 'Ada@example.org' };
    expect((await manage(both)).body).to.include({ username: 'ada@example.org', email: 'ada@example.org' });
  });

  it('a username has no invisible characters, and no spaces around it', async () => {
    for (const username of ['ada ', ' ada', 'a\u200bda', 'ada\n', '\u202eada', 'ada\ufeff']) {
      const answered = await register(username, 'eve@example.com');
      expect(answered.status, JSON.stringify(username)).to.equal(400);
      expect(messageOf(answered)).to.include('username must not have spaces around it');
      expect((await changeMe({ username })).status).to.equal(400);
    }
    for (const [at, username] of ['Ada L.', 'عَلِیْ‌رضا', '李小龍', 'Åsa'].entries())
      expect((await register(username, `other${at}@example.com`)).status, username).to.equal(200);
  });

  it('the username changes with the address', async () => {
    const dan = (await register('dan@example.com', 'dan@example.com')).body as SignedIn;
    const own = await changeMe({ email: 'Dan@example.org', currentPassword: password }, dan);
    expect(own.body).to.include({ username: 'dan@example.org', email: 'dan@example.org' });
    const managed = await manage({ email: 'dan@example.net' }, dan);
    expect(managed.body).to.include({ username: 'dan@example.net', email: 'dan@example.net' });
    expect((await register('eve', 'dan@example.com')).status).to.equal(200);
    expect((await manage({ email: 'ada@example.org' })).body).to.include({ username: 'ada' });
  });

  it('the username changes with the address if the grant covers only the address', async () => {
    const dan = (await register('dan@example.com', 'dan@example.com')).body as SignedIn;
    const granted = await world.access.grant('authenticated', userType, ['update'], {
      fields: ['email'],
      filters: { documentId: '$me' },
    });
    expect(granted.ok).to.equal(true);
    const put = (body: object) => world.request('put', `/users/${dan.user.documentId}`, body, dan.jwt);
    expect((await put({ username: 'daniel' })).status).to.equal(400);
    const change = { email: 'dan@example.org', currentPassword: password };
    expect((await put(change)).status).to.equal(200);
    expect((await world.login('dan@example.org', password)).body).to.have.nested.property(
      'user.username',
      'dan@example.org',
    );
  });

  it('a refusal reveals nothing about users that the principal may not change', async () => {
    await world.access.grant('authenticated', userType, ['update'], { filters: { documentId: '$me' } });
    const eve = (await register('eve', 'eve@example.com')).body as SignedIn;
    const answers = [];
    for (const id of [ada.user.documentId, 'a'.repeat(24)])
      for (const body of [{ username: 'x@example.com' }, { email: 'x@example.com' }]) {
        const { status, body: answer } = await world.request('put', `/users/${id}`, body, eve.jwt);
        answers.push([status, answer as unknown]);
      }
    expect(answers[0]).to.deep.equal(answers[2]);
    expect(answers[1]).to.deep.equal(answers[3]);
    expect(answers.map(([status]) => status)).not.to.include(200);
  });

  it('a username that was imported stays valid, also when other attributes change', async () => {
    await world.import(ada.user.documentId, { username: 'old@example.com' });
    const { status, body } = await world.login('old@example.com', password);
    expect([status, (body as SignedIn).user.documentId]).to.deep.equal([200, ada.user.documentId]);
    const form = { username: 'old@example.com', nickname: 'Ada' };
    expect((await changeMe(form, body as SignedIn)).body).to.include(form);
    expect((await manage({ ...form, nickname: 'A' })).status).to.equal(200);
    const moved = await manage({ email: 'ada@example.org' });
    expect((moved.body as User).username).to.equal('old@example.com');
    expect(messageOf(await manage({ username: 'other@example.com' }))).to.equal(refusal);
    expect((await manage({ username: 'ada' })).status).to.equal(200);
  });
});
