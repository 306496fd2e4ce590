import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import { sessionKey } from '../../src/adapters/identity/create-session-tokens.js';
import {
  codeIn,
  eventually,
  messageOf,
  openAccounts,
  password,
  secret,
  type AccountsWorld,
  type SignedIn,
} from './accounts-world.js';

/** In two parts, so that a test can replace one. */
const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

describe('attacks on accounts', () => {
  let world: AccountsWorld;
  let ada: SignedIn;
  beforeEach(async () => {
    world = await openAccounts();
    ada = await world.register('ada');
  });
  afterEach(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const post = (path: string, body: object, token?: string) => world.request('post', path, body, token);
  const status = async (token: string, at = world): Promise<number> =>
    (await at.request('get', '/users/me', undefined, token)).status;
  const ends = (token: string, at = world) =>
    eventually(async () => ((await status(token, at)) === 401 ? true : undefined));

  describe('with signed tokens', () => {
    const sign = (claims: object, options: jwt.SignOptions = {}, key: jwt.Secret = sessionKey(secret)) =>
      jwt.sign(claims, key, { algorithm: 'HS256', ...options });
    const forged: readonly (readonly [string, (claims: Record<string, unknown>) => string])[] = [
      ['another key', (claims) => sign(claims, {}, sessionKey('another secret, as long as the first'))],
      ['another algorithm of the same key', (claims) => sign(claims, { algorithm: 'HS512' })],
      ['an issuer of its own', (claims) => sign({ ...claims, iss: 'elsewhere' })],
      ['an audience of its own', (claims) => sign({ ...claims, aud: 'elsewhere' })],
      ['no issuer', ({ iss: _iss, ...claims }) => sign(claims)],
      ['an end that has passed', (claims) => sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 })],
      ['no end', ({ exp: _exp, ...claims }) => sign(claims)],
      ['another epoch', (claims) => sign({ ...claims, epoch: 'other' })],
      ['no epoch', ({ epoch: _epoch, ...claims }) => sign(claims)],
      ['another user', (claims) => sign({ ...claims, sub: 'somebodyelse000000000000' })],
      ['an object in the place of the user', (claims) => sign({ ...claims, sub: undefined, id: { $ne: 0 } })],
      ['an object in the place of the epoch', (claims) => sign({ ...claims, epoch: { $ne: null } })],
      ['no algorithm', (claims) => `${unsigned({ alg: 'none', typ: 'JWT' }, claims)}.`],
      ['an algorithm called None', (claims) => `${unsigned({ alg: 'None' }, claims)}.x`],
    ];
    const unsigned = (header: object, claims: object): string =>
      [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');

    for (const [what, forge] of forged)
      it(`refuses one with ${what}`, async () => {
        expect(await status(ada.jwt)).to.equal(200);
        expect(await status(forge(claimsOf(ada.jwt)))).to.equal(401);
      });

    it('accepts a token that this server would have signed', async () => {
      expect(await status(sign(claimsOf(ada.jwt)))).to.equal(200);
    });

    it('refuses a token with changed content', async () => {
      const [header, , signature] = ada.jwt.split('.');
      const claims = { ...claimsOf(ada.jwt), id: 1, role: 'admin' };
      const content = Buffer.from(JSON.stringify(claims)).toString('base64url');
      expect(await status(`${header}.${content}.${signature}`)).to.equal(401);
    });

    for (const place of ['access_token', 'token', 'jwt'])
      it(`does not look for a token in ?${place}= or in a body`, async () => {
        const inQuery = await world.request('get', `/users/me?${place}=${ada.jwt}`);
        expect(inQuery.status).to.equal(403);
        const inBody = await world.request('put', '/users/me', { [place]: ada.jwt, username: 'eve' });
        expect(inBody.status).to.equal(403);
      });

    it('reveals nothing about the password', () => {
      expect(Object.keys(claimsOf(ada.jwt)).sort()).to.deep.equal([
        'aud',
        'epoch',
        'exp',
        'iat',
        'id',
        'iss',
        'sub',
      ]);
    });
  });

  describe('by earlier sessions', () => {
    it('which end with a logout, on this and on another server', async () => {
      const other = await world.sibling();
      expect(await status(ada.jwt, other)).to.equal(200);
      expect((await post('/auth/logout', {}, ada.jwt)).body).to.deep.equal({ ok: true });
      expect(await status(ada.jwt)).to.equal(401);
      await ends(ada.jwt, other);
      await other.stop();
      expect((await post('/auth/logout', {})).status).to.equal(403);
    });

    it('which end permanently when the user is blocked', async () => {
      await world.update(ada.user.documentId, { blocked: true });
      await ends(ada.jwt);
      await world.update(ada.user.documentId, { blocked: false });
      const { body } = await world.login('ada', password);
      expect(await status((body as SignedIn).jwt)).to.equal(200);
      expect(await status(ada.jwt)).to.equal(401);
    });

    it('which end when the password changes in any way', async () => {
      const other = await world.sibling();
      expect(await status(ada.jwt, other)).to.equal(200);
      await world.update(ada.user.documentId, { password: 'another horse' });
      await ends(ada.jwt, other);
      await other.stop();
    });

    it('which end when the account is deleted', async () => {
      await world.access.grant('authenticated', 'plugin::users-permissions.user', ['delete']);
      const eve = await world.register('eve');
      const deleted = await world.request('delete', `/users/${ada.user.id}`, undefined, eve.jwt);
      expect(deleted.status).to.equal(200);
      await ends(ada.jwt);
      expect(await status(eve.jwt)).to.equal(200);
    });
  });

  describe('with codes from mails', () => {
    const ask = async (): Promise<string> => {
      await post('/auth/forgot-password', { email: 'ada@example.com' });
      return codeIn(await world.nextMail());
    };
    const reset = (code: unknown, next = 'another horse') =>
      post('/auth/reset-password', { code, password: next, passwordConfirmation: next });

    it('can use a code once', async () => {
      const code = await ask();
      expect((await reset(code)).status).to.equal(200);
      const again = await reset(code, 'a third horse');
      expect([again.status, messageOf(again)]).to.deep.equal([400, 'Incorrect code provided']);
      expect((await world.login('ada', 'another horse')).status).to.equal(200);
    });

    it('can use a code once, also with several requests at once', async () => {
      const code = await ask();
      const all = await Promise.all(
        ['one horse', 'two horses', 'three horses'].map((next) => reset(code, next)),
      );
      expect(all.map((answered) => answered.status)).to.have.members([200, 400, 400]);
    });

    it('cannot use a code after an hour', async () => {
      const code = await ask();
      world.pass(3601);
      expect(messageOf(await reset(code))).to.equal('Incorrect code provided');
    });

    it('cannot use a code after a newer one, or a change of password, address or block', async () => {
      const { documentId } = ada.user;
      const changes: readonly (() => Promise<unknown>)[] = [
        ask,
        () => world.update(documentId, { password: 'yet another horse' }),
        () => world.update(documentId, { email: 'elsewhere@example.com' }),
        async () => {
          await world.update(documentId, { email: 'ada@example.com', blocked: true });
          await world.update(documentId, { blocked: false });
        },
      ];
      for (const change of changes) {
        await world.update(documentId, { email: 'ada@example.com' });
        const code = await ask();
        await change();
        expect(messageOf(await reset(code))).to.equal('Incorrect code provided');
      }
    });

    for (const path of ['forgot-password', 'send-email-confirmation'])
      it(`get one address ten mails at most by ${path}, and the last one holds`, async () => {
        if (path === 'send-email-confirmation') await world.update(ada.user.documentId, { confirmed: false });
        const codes: string[] = [];
        for (let asked = 0; asked < 14; asked += 1) {
          const answered = await post(`/auth/${path}`, {
            email: asked % 2 ? 'ADA@example.com' : 'ada@example.com',
          });
          expect(answered.status).to.equal(200);
          await world.accounts.settled();
          codes.push(...world.mails.splice(0).map(codeIn));
        }
        expect(codes).to.have.lengthOf(10);
        if (path === 'send-email-confirmation') return;
        expect((await reset(codes.at(-1))).status).to.equal(200);
        // The earlier links no longer hold, so there are new ones.
        expect((await reset(await ask(), 'a third horse')).status).to.equal(200);
      });

    it('cannot choose the address of the link', async () => {
      const body = {
        email: 'ada@example.com',
        to: 'eve@example.com',
        cc: 'eve@example.com',
        url: 'https://eve.example',
      };
      await post('/auth/forgot-password', body);
      const mail = await world.nextMail();
      expect(mail.to).to.equal('ada@example.com');
      expect(JSON.stringify(mail)).not.to.include('eve');
      for (const email of [
        'eve@example.com',
        'ada@example.com,eve@example.com',
        'ada@example.com\neve@example.com',
      ])
        expect((await post('/auth/forgot-password', { email })).body).to.deep.equal({ ok: true });
      await ask();
      expect(world.mails).to.deep.equal([]);
    });

    it('the database holds only hashes of codes', async () => {
      const code = await ask();
      const { systemPrincipal } = await import('../../src/domain/permission/permission.js');
      const found = await world.documents.find(systemPrincipal, {
        type: 'plugin::users-permissions.user',
        action: 'find',
        range: { offset: 0, limit: 10 },
        count: false,
        layer: 'published',
      });
      expect(found.ok && found.value.answer.text())
        .to.be.a('string')
        .that.does.not.include(code);
    });
  });

  describe('by guessing who has an account', () => {
    it('cost one password comparison, whether or not the user exists', async () => {
      for (const identifier of ['ada', 'nobody', 'ada@example.com', 'nobody@example.com']) {
        world.verified.times = 0;
        expect(messageOf(await world.login(identifier, 'wrong'))).to.equal('Invalid identifier or password');
        expect(world.verified.times).to.equal(1);
      }
    });

    for (const path of ['forgot-password', 'send-email-confirmation'])
      it(`get equal answers from ${path}`, async () => {
        const answers = [];
        for (const email of ['ada@example.com', 'nobody@example.com']) {
          const answered = await post(`/auth/${path}`, { email });
          answers.push([answered.status, JSON.stringify(answered.body).replace(email, '')]);
        }
        expect(answers[0]).to.deep.equal(answers[1]);
      });
  });

  describe('with values that are not text', () => {
    const others: readonly unknown[] = [
      { $ne: null },
      { $gt: '' },
      ['ada'],
      5,
      true,
      null,
      { toString: 'x' },
    ];
    const routes: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
      ['local', { identifier: 'ada', password }],
      ['local/register', { username: 'eve', email: 'eve@example.com', password }],
      ['forgot-password', { email: 'ada@example.com' }],
      ['reset-password', { code: 'x', password, passwordConfirmation: password }],
      ['send-email-confirmation', { email: 'ada@example.com' }],
      ['refresh', { refreshToken: 'x' }],
    ];
    for (const [path, body] of routes)
      it(`get nothing from ${path}`, async () => {
        for (const name of Object.keys(body))
          for (const other of others) {
            const answered = await post(`/auth/${path}`, { ...body, [name]: other });
            expect(answered.status, `${name} ${JSON.stringify(other)}`).to.equal(400);
            expect(messageOf(answered)).to.include(name);
          }
      });

    it('get nothing with operators in a form', async () => {
      const answered = await world
        .request('post', '/auth/local')
        .type('form')
        .send('identifier[$ne]=x&password[$ne]=x');
      expect(answered.status).to.equal(400);
    });

    it('names that databases cannot search for are refused', async () => {
      for (const identifier of ['a\u0000', '\ud800', 'x'.repeat(5000)])
        expect((await world.login(identifier, password)).status).to.equal(400);
    });
  });

  describe('with attributes that the user may not write', () => {
    const more: readonly string[] = [
      'role',
      'confirmed',
      'blocked',
      'provider',
      'id',
      'documentId',
      'createdBy',
      'createdAt',
      'note',
      'sessionEpoch',
      'subject',
      'resetPasswordToken',
      '__proto__',
      'constructor',
    ];
    for (const name of more)
      it(`are refused for ${name}`, async () => {
        const member = `${JSON.stringify(name)}:"authenticated"`;
        const body = `{"username":"eve","email":"eve@example.com","password":"${password}",${member}}`;
        const registered = await world.request('post', '/auth/local/register').type('json').send(body);
        expect([registered.status, messageOf(registered)]).to.deep.equal([
          400,
          `Invalid parameters: ${name}`,
        ]);
        const changed = await world
          .request('put', '/users/me', undefined, ada.jwt)
          .type('json')
          .send(`{${member}}`);
        expect([changed.status, messageOf(changed)]).to.deep.equal([400, `Invalid parameters: ${name}`]);
      });

    it('another address requires the password', async () => {
      const change = (body: object) => world.request('put', '/users/me', body, ada.jwt);
      for (const currentPassword of [undefined, 'wrong', { $ne: null }])
        expect(messageOf(await change({ email: 'eve@example.com', currentPassword }))).to.equal(
          'The provided current password is invalid',
        );
      expect((await change({ username: 'lovelace', nickname: 'Ada' })).body).to.include({
        username: 'lovelace',
        nickname: 'Ada',
        email: 'ada@example.com',
      });
      await world.register('bob');
      expect(messageOf(await change({ username: 'bob' }))).to.equal('Email or Username are already taken');
      // Last: another address ends the session, on each server as soon as it reads the user again.
      const changed = await change({ email: 'Countess@example.com', currentPassword: password });
      expect(changed.body).to.include({ email: 'countess@example.com' });
    });
  });
});
