import { expect } from 'chai';
import type { Mail } from '../../src/application/ports/mailer.js';
import {
  codeIn,
  eventually,
  messageOf,
  openAccounts,
  password,
  userType,
  type AccountsWorld,
  type SignedIn,
} from './accounts-world.js';

const next = 'another horse';
const wrong = 'The provided current password is invalid';

describe('users who may update their own account', () => {
  let world: AccountsWorld;
  let ada: SignedIn;
  const open = async (...settings: Parameters<typeof openAccounts>): Promise<void> => {
    world = await openAccounts(...settings);
    await world.access.grant('authenticated', userType, ['update', 'findOne'], {
      filters: { documentId: '$me' },
    });
    await world.request('post', '/auth/local/register', {
      username: 'ada',
      email: 'ada@example.com',
      password,
    });
  };
  const signIn = async (): Promise<SignedIn> => (await world.login('ada', password)).body as SignedIn;
  afterEach(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const put = (path: string, body: object, token = ada.jwt) =>
    world.request('put', `/users/${path}`, body, token);
  const isSignedIn = async ({ jwt }: SignedIn): Promise<boolean> =>
    (await world.request('get', '/users/me', undefined, jwt)).status === 200;
  const ends = (session: SignedIn) =>
    eventually(async () => ((await isSignedIn(session)) ? undefined : true));
  const canLogIn = async (identifier: string, given = password): Promise<boolean> =>
    (await world.login(identifier, given)).status === 200;
  const mailTo = (address: string): Promise<Mail> =>
    eventually(() => {
      const index = world.mails.findIndex(({ to }) => to === address);
      return index === -1 ? undefined : world.mails.splice(index, 1)[0];
    });

  describe('without confirmation of addresses', () => {
    beforeEach(async () => {
      await open();
      ada = await signIn();
    });
    const paths = (): readonly string[] => [String(ada.user.id), ada.user.documentId];

    it('can change their password only with the current one', async () => {
      for (const path of paths())
        for (const currentPassword of [undefined, 'wrong', 5, { $ne: '' }]) {
          const refused = await put(path, { password: next, currentPassword });
          expect([refused.status, messageOf(refused)]).to.deep.equal([400, wrong]);
        }
      expect(await canLogIn('ada')).to.equal(true);
    });

    it('end every session when they change the password', async () => {
      const other = await signIn();
      const changed = await put(ada.user.documentId, { password: next, currentPassword: password });
      expect(changed.status).to.equal(200);
      expect(changed.body).to.not.have.any.keys('password', 'currentPassword');
      await ends(other);
      expect(await canLogIn('ada')).to.equal(false);
      expect(await canLogIn('ada', next)).to.equal(true);
    });

    it('can change their address only with the current password, which ends every session', async () => {
      const other = await signIn();
      const asked = { email: 'ada@elsewhere.example', nickname: 'Countess' };
      for (const path of [...paths(), 'me']) expect(messageOf(await put(path, asked)), path).to.equal(wrong);
      expect(world.mails).to.deep.equal([]);
      const changed = await put(paths()[0] ?? '', { ...asked, currentPassword: password });
      expect(changed.body).to.include(asked);
      const told = await mailTo('ada@example.com');
      expect(told.subject).to.equal('Your e-mail address has changed');
      expect(told.text).to.not.include('elsewhere');
      await ends(ada);
      await ends(other);
      expect(await canLogIn('ada@elsewhere.example')).to.equal(true);
      expect(await canLogIn('ada@example.com')).to.equal(false);
    });

    it("cannot take another user's address", async () => {
      await world.register('eve');
      const asked = { email: 'EVE@example.com', currentPassword: password };
      expect(messageOf(await put(ada.user.documentId, asked))).to.equal(
        'Email or Username are already taken',
      );
    });

    it('can change the rest without the password, and may repeat their address', async () => {
      const asked = { nickname: 'Countess', email: 'ADA@example.com' };
      const changed = await put(ada.user.documentId, asked);
      expect(changed.body).to.include({ nickname: 'Countess', email: 'ada@example.com' });
      expect(await isSignedIn(ada)).to.equal(true);
    });

    it('cannot try passwords without limit, whatever the address or route', async () => {
      for (let attempt = 0; attempt < 10; attempt++)
        expect(
          (await put(ada.user.documentId, { password: next, currentPassword: `${attempt}` })).status,
        ).to.equal(400);
      for (const path of [...paths(), 'me']) {
        const refused = await put(path, { email: 'a@elsewhere.example', currentPassword: password });
        expect([refused.status, messageOf(refused)]).to.deep.equal([
          429,
          'Too many requests, please try again later.',
        ]);
        expect(Number(refused.headers['retry-after'])).to.be.within(800, 900);
      }
      const body = { currentPassword: password, password: next, passwordConfirmation: next };
      expect((await world.request('post', '/auth/change-password', body, ada.jwt)).status).to.equal(429);
      expect(await canLogIn('ada')).to.equal(true);
    });

    it('are changed by administrators without their password', async () => {
      const token = await world.access.createToken({ name: 'manager', access: 'full-access' });
      const manager = token.ok ? token.value.token : '';
      const asked = { password: next, email: 'ada@elsewhere.example' };
      expect((await put(ada.user.documentId, asked, manager)).status).to.equal(200);
      expect(await canLogIn('ada@elsewhere.example', next)).to.equal(true);
      const stray = await put(ada.user.documentId, { ...asked, currentPassword: password }, manager);
      expect(messageOf(stray)).to.equal('Invalid key currentPassword');
    });

    it('can change only what their grant names', async () => {
      await world.access.grant('authenticated', userType, ['update'], {
        fields: ['nickname'],
        filters: { documentId: '$me' },
      });
      const asked = { password: next, currentPassword: password };
      await eventually(async () =>
        messageOf(await put(ada.user.documentId, asked)) === 'Invalid key password' ? true : undefined,
      );
      expect(await canLogIn('ada')).to.equal(true);
    });
  });

  describe('with confirmation of addresses', () => {
    beforeEach(async () => {
      await open({ emailConfirmation: true });
      await confirm(codeIn(await world.nextMail()));
      ada = await signIn();
    });
    const confirm = (code: string) => world.request('get', `/auth/email-confirmation?confirmation=${code}`);
    const asked = { email: 'ada@elsewhere.example', currentPassword: password };

    for (const way of ['me', 'documentId'] as const)
      it(`keep their address until the other one is confirmed (${way})`, async () => {
        const changed = await put(way === 'me' ? 'me' : ada.user.documentId, { ...asked, nickname: 'Ada' });
        expect(changed.body).to.include({ email: 'ada@example.com', nickname: 'Ada', confirmed: true });
        const code = codeIn(await mailTo('ada@elsewhere.example'));
        expect((await mailTo('ada@example.com')).subject).to.equal('Your e-mail address is about to change');
        expect(await isSignedIn(ada)).to.equal(true);
        expect(await canLogIn('ada@example.com')).to.equal(true);
        expect(await canLogIn('ada@elsewhere.example')).to.equal(false);
        expect((await confirm(code)).status).to.equal(302);
        await ends(ada);
        expect(await canLogIn('ada@elsewhere.example')).to.equal(true);
        expect(await canLogIn('ada@example.com')).to.equal(false);
        expect((await confirm(code)).status).to.equal(400);
      });

    it('discard the new address when they change the password', async () => {
      await put('me', asked);
      const code = codeIn(await mailTo('ada@elsewhere.example'));
      await world.update(ada.user.documentId, { password: next });
      expect(messageOf(await confirm(code))).to.equal('Invalid token');
      expect(await canLogIn('ada@example.com', next)).to.equal(true);
    });

    it('do not get an address that somebody else has taken in the meantime', async () => {
      await put('me', asked);
      const code = codeIn(await mailTo('ada@elsewhere.example'));
      await world.request('post', '/auth/local/register', {
        username: 'eve',
        email: 'ada@elsewhere.example',
        password,
      });
      expect(messageOf(await confirm(code))).to.equal('Email or Username are already taken');
      expect(await canLogIn('ada@example.com')).to.equal(true);
    });

    it('must give a valid address', async () => {
      const refused = await put(ada.user.documentId, { ...asked, email: 'no address' });
      expect([refused.status, messageOf(refused)]).to.deep.equal([400, 'email must be a valid email']);
    });

    it('cannot set the attribute of the unconfirmed address', async () => {
      const refused = await put(ada.user.documentId, { pendingEmail: 'ada@elsewhere.example' });
      expect(messageOf(refused)).to.equal('Invalid key pendingEmail');
    });
  });
});
