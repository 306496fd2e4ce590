import { expect } from 'chai';
import {
  codeIn,
  eventually,
  messageOf,
  openAccounts,
  password,
  type AccountsWorld,
  type SignedIn,
} from './accounts-world.js';
import type { Mail } from '../../src/application/ports/mailer.js';

const shown = [
  'id',
  'documentId',
  'username',
  'email',
  'provider',
  'confirmed',
  'blocked',
  'nickname',
  'createdAt',
  'updatedAt',
  'publishedAt',
];

describe('accounts', () => {
  let world: AccountsWorld;
  const open = async (...settings: Parameters<typeof openAccounts>): Promise<AccountsWorld> => {
    await world?.stop();
    return (world = await openAccounts(...settings));
  };
  beforeEach(() => open());
  afterEach(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const post = (path: string, body: object, token?: string) => world.request('post', path, body, token);
  const me = (token?: string) => world.request('get', '/users/me', undefined, token);

  it('registers a user, signs them in and shows no private attributes', async () => {
    const account = { username: 'Ada', email: 'Ada@Example.COM', password, nickname: 'Countess' };
    const { status, body, headers } = await post('/auth/local/register', account);
    expect(status).to.equal(200);
    const { jwt, user, ...rest } = body as SignedIn;
    expect(rest).to.deep.equal({});
    expect(Object.keys(user)).to.deep.equal(shown);
    expect(user).to.include({
      username: 'Ada',
      email: 'ada@example.com',
      provider: 'local',
      confirmed: true,
      blocked: false,
      nickname: 'Countess',
    });
    expect(headers['cache-control']).to.equal('no-store');
    expect((await me(jwt)).body).to.deep.equal(user);
  });

  it('gives the role that the settings name', async () => {
    const { jwt, user } = await world.register('ada');
    await world.access.grant('authenticated', 'plugin::users-permissions.role', ['find']);
    const found = await world.request('get', '/users/me?populate=role', undefined, jwt);
    expect(found.body).to.have.nested.property('role.type', 'authenticated');
    expect(found.body).to.include({ documentId: user.documentId });
  });

  for (const identifier of ['ada', 'ada@example.com', 'ADA@example.COM'])
    it(`lets ${identifier} in`, async () => {
      const { user } = await world.register('ada');
      const { status, body } = await world.login(identifier, password);
      expect([status, (body as SignedIn).user]).to.deep.equal([200, user]);
      expect((await me((body as SignedIn).jwt)).status).to.equal(200);
    });

  it('refuses a wrong password, an unknown name and a name in another case with the same message', async () => {
    await world.register('ada');
    for (const [identifier, given] of [
      ['ada', 'wrong horse'],
      ['nobody', password],
      ['ADA', password],
    ] as const) {
      const answered = await world.login(identifier, given);
      expect(answered.status).to.equal(400);
      expect(answered.body).to.deep.equal({
        data: null,
        error: {
          status: 400,
          name: 'ValidationError',
          message: 'Invalid identifier or password',
          details: {},
        },
      });
    }
  });

  it('reports that a user is blocked only after the right password', async () => {
    const { user } = await world.register('ada');
    await world.update(user.documentId, { blocked: true });
    expect(messageOf(await world.login('ada', 'wrong'))).to.equal('Invalid identifier or password');
    const answered = await world.login('ada', password);
    expect([answered.status, messageOf(answered)]).to.deep.equal([
      400,
      'Your account has been blocked by an administrator',
    ]);
  });

  const taken: readonly (readonly [string, object])[] = [
    ['a username', { username: 'ada' }],
    ['an address', { email: 'ada@example.com' }],
    ['an address in another case', { email: 'ADA@example.com' }],
    ['a username that is the address of another', { username: 'ada@example.com' }],
  ];
  for (const [what, change] of taken)
    it(`refuses ${what} that is in use`, async () => {
      await world.register('ada');
      const account = { username: 'eve', email: 'eve@example.com', password, ...change };
      const answered = await post('/auth/local/register', account);
      expect(answered.status).to.equal(400);
      expect(answered.body).to.have.nested.property('error.name', 'ApplicationError');
      expect(messageOf(answered)).to.equal('Email or Username are already taken');
    });

  it('creates one account for two registrations at the same time', async () => {
    const account = { username: 'ada', email: 'ada@example.com', password };
    const both = await Promise.all([
      post('/auth/local/register', account),
      post('/auth/local/register', account),
    ]);
    expect(both.map(({ status }) => status)).to.have.members([200, 400]);
    const refused = both.find(({ status }) => status === 400);
    expect(refused && messageOf(refused)).to.equal('Email or Username are already taken');
  });

  const refused: readonly (readonly [string, object, RegExp])[] = [
    ['no username', { username: undefined }, /^username is a required field$/],
    ['an empty password', { password: '' }, /^password is a required field$/],
    ['a short password', { password: 'abcdefg' }, /^password must be at least 8 characters$/],
    [
      'a password that repeats itself',
      { password: 'abcdabcd' },
      /^password must not be one of the most common$/,
    ],
    ['a common password', { password: 'Passw0rd1' }, /^password must not be one of the most common$/],
    [
      'a common password with common digits behind it',
      { password: 'Password123456' },
      /^password must not be one of the most common$/,
    ],
    [
      'the username as password',
      { username: 'ada lovelace', password: 'Ada Lovelace' },
      /^password must not be the/,
    ],
    ['the address as password', { password: 'ADA@example.com' }, /^password must not be the/],
    ['a long password', { password: 'x'.repeat(257) }, /^password must be at most 256 characters$/],
    ['a short username', { username: 'ad' }, /^username must be at least 3 characters$/],
    ['an address that is none', { email: 'no address' }, /^email must be a valid email$/],
  ];
  for (const [what, change, message] of refused)
    it(`refuses ${what}`, async () => {
      const account = { username: 'ada', email: 'ada@example.com', password, ...change };
      const answered = await post('/auth/local/register', account);
      expect(answered.status).to.equal(400);
      expect(messageOf(answered)).to.match(message);
      expect(JSON.stringify(answered.body)).not.to.include(password);
    });

  it('compares every character of a password', async () => {
    const long = `${'x'.repeat(255)}y`;
    const account = { username: 'ada', email: 'ada@example.com', password: long };
    expect((await post('/auth/local/register', account)).status).to.equal(200);
    expect((await world.login('ada', `${'x'.repeat(255)}z`)).status).to.equal(400);
    expect((await world.login('ada', long)).status).to.equal(200);
  });

  it('refuses registration when it is turned off', async () => {
    await open({ allowRegister: false });
    const answered = await post('/auth/local/register', {
      username: 'ada',
      email: 'ada@example.com',
      password,
    });
    expect([answered.status, messageOf(answered)]).to.deep.equal([
      400,
      'Register action is currently disabled',
    ]);
  });

  it('requires POST', async () => {
    const answered = await world.request('get', '/auth/local');
    expect([answered.status, answered.headers['allow']]).to.deep.equal([405, 'POST']);
    expect((await post('/auth/elsewhere', {})).status).to.equal(404);
  });

  describe('passwords', () => {
    it('change with the current password, which ends earlier sessions', async () => {
      const { jwt } = await world.register('ada');
      const change = (currentPassword: string, next: string, passwordConfirmation = next) =>
        post('/auth/change-password', { currentPassword, password: next, passwordConfirmation }, jwt);
      const messages = [
        messageOf(await change('wrong', 'another horse')),
        messageOf(await change(password, password)),
        messageOf(await change(password, 'another horse', 'other')),
        messageOf(await change(password, 'abc')),
      ];
      expect(messages).to.deep.equal([
        'The provided current password is invalid',
        'Your new password must be different than your current password',
        'Passwords do not match',
        'password must be at least 8 characters',
      ]);
      const { status, body } = await change(password, 'another horse');
      expect(status).to.equal(200);
      expect((await me((body as SignedIn).jwt)).status).to.equal(200);
      expect((await me(jwt)).status).to.equal(401);
      expect((await world.login('ada', password)).status).to.equal(400);
      expect((await world.login('ada', 'another horse')).status).to.equal(200);
      const passwords = {
        currentPassword: 'x',
        password: 'a third horse',
        passwordConfirmation: 'a third horse',
      };
      expect((await post('/auth/change-password', passwords)).status).to.equal(403);
    });

    it('can be reset with the code of a mail', async () => {
      await world.register('ada');
      const asked = await post('/auth/forgot-password', { email: 'ADA@example.com' });
      expect([asked.status, asked.body]).to.deep.equal([200, { ok: true }]);
      const mail = await world.nextMail();
      expect(mail).to.include({ to: 'ada@example.com', subject: 'Reset your password' });
      expect(mail.text).to.include('https://shop.example/reset?code=');
      const reset = { code: codeIn(mail), password: 'another horse', passwordConfirmation: 'another horse' };
      expect(messageOf(await post('/auth/reset-password', { ...reset, passwordConfirmation: 'x' }))).to.equal(
        'Passwords do not match',
      );
      const { status, body } = await post('/auth/reset-password', reset);
      expect(status).to.equal(200);
      expect((await me((body as SignedIn).jwt)).status).to.equal(200);
      expect((await world.login('ada', 'another horse')).status).to.equal(200);
    });
  });

  describe('addresses that have to be confirmed', () => {
    beforeEach(() => open({ emailConfirmation: true }));

    const register = async (): Promise<void> => {
      const account = { username: 'ada', email: 'ada@example.com', password };
      const { status, body } = await post('/auth/local/register', account);
      expect([status, Object.keys(body as object)]).to.deep.equal([200, ['user']]);
    };
    const confirm = (code: string) =>
      world.request('get', `/auth/email-confirmation?confirmation=${encodeURIComponent(code)}`);

    /** Returns the next mail to this address. */
    const mailTo = (address: string): Promise<Mail> =>
      eventually(() => {
        const index = world.mails.findIndex(({ to }) => to === address);
        return index === -1 ? undefined : world.mails.splice(index, 1)[0];
      });

    it('allow sign-in only after they are confirmed', async () => {
      await register();
      expect(messageOf(await world.login('ada', password))).to.equal('Your account email is not confirmed');
      const mail = await world.nextMail();
      expect(mail.to).to.equal('ada@example.com');
      expect(messageOf(await confirm('wrong'))).to.equal('Invalid token');
      const confirmed = await confirm(codeIn(mail));
      expect([confirmed.status, confirmed.headers['location']]).to.deep.equal([
        302,
        'https://shop.example/welcome',
      ]);
      expect((await world.login('ada', password)).status).to.equal(200);
      expect((await confirm(codeIn(mail))).status).to.equal(400);
    });

    it('can get another code, which makes the former one invalid', async () => {
      await register();
      const first = await world.nextMail();
      const asked = await post('/auth/send-email-confirmation', { email: 'Ada@example.com' });
      expect([asked.status, asked.body]).to.deep.equal([200, { email: 'ada@example.com', sent: true }]);
      const second = await world.nextMail();
      expect((await confirm(codeIn(first))).status).to.equal(400);
      expect((await confirm(codeIn(second))).status).to.equal(302);
    });

    it('are confirmed by a reset of the password, whose mail goes to them', async () => {
      await register();
      const first = codeIn(await world.nextMail());
      await post('/auth/forgot-password', { email: 'ada@example.com' });
      const reset = { password: 'another horse', passwordConfirmation: 'another horse' };
      const code = codeIn(await world.nextMail());
      const { status, body } = await post('/auth/reset-password', { ...reset, code });
      const { user, jwt } = body as SignedIn;
      expect(status).to.equal(200);
      expect(user).to.include({ username: 'ada', confirmed: true });
      expect((await me(jwt)).body).to.include({ confirmed: true });
      expect((await world.login('ada', 'another horse')).status).to.equal(200);
      expect((await confirm(first)).status).to.equal(400);
    });

    it('are not confirmed by the code for another address', async () => {
      await register();
      const first = codeIn(await world.nextMail());
      await confirm(first);
      const { jwt } = (await world.login('ada', password)).body as SignedIn;
      const change = { email: 'ada@elsewhere.example', currentPassword: password };
      const changed = await world.request('put', '/users/me', change, jwt);
      expect(changed.body).to.include({ email: 'ada@example.com', confirmed: true });
      const second = await mailTo('ada@elsewhere.example');
      await world.request('put', '/users/me', { ...change, email: 'third@elsewhere.example' }, jwt);
      const third = await mailTo('third@elsewhere.example');
      expect((await confirm(codeIn(second))).status).to.equal(400);
      expect((await confirm(codeIn(third))).status).to.equal(302);
      expect((await world.login('third@elsewhere.example', password)).status).to.equal(200);
    });
  });
});
