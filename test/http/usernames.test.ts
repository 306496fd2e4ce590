import { expect } from 'chai';
import { messageOf, openAccounts, password, type AccountsWorld, type SignedIn } from './accounts-world.js';

describe('usernames', () => {
  let world: AccountsWorld;
  beforeEach(async () => {
    world = await openAccounts();
  });
  afterEach(() => world.stop());

  const register = (username: string) =>
    world.request('post', '/auth/local/register', { username, email: 'eve@example.com', password });

  for (const [what, username] of [
    ['a soft hyphen', 'pay\u00adpal'],
    ['a zero width joiner', 'pay\u200dpal'],
    ['a Hangul filler', 'pay\u3164pal'],
    ['a variation selector', 'paypal\ufe0f'],
    ['a tag', 'paypal\u{e0061}'],
    ['a private character', 'paypal\ue000'],
    ['the blank of braille', 'paypal\u2800'],
  ] as const)
    it(`have no invisible characters: ${what}`, async () => {
      expect(messageOf(await register(username))).to.match(/^username must not have spaces around it/);
    });

  for (const username of ['pаypal', 'ραypal', 'Иvan'])
    it(`do not mix scripts that look alike: ${username}`, async () => {
      expect(messageOf(await register(username))).to.match(/^username must not mix letters/);
    });

  for (const username of ['раураӏ', 'РАУРАӏ-7', 'Ноё', 'ρανοοα', 'ΡΑΥ', 'սզսո', 'ᏢᎪᎩᏢᎪᏞ', 'ꓑꓮꓬꓑꓮꓡ'])
    it(`are not all letters of another script that look Latin: ${username}`, async () => {
      expect(messageOf(await register(username))).to.match(
        /^username must not consist of letters that all look/,
      );
    });

  it('resemble those of others also by г, with which they can be all Cyrillic', async () => {
    await world.register('raypal');
    expect(messageOf(await register('гаураӏ'))).to.equal('Email or Username are already taken');
    expect((await register('Егор')).status).to.equal(200);
  });

  it('do not resemble those of others by a capital I for l, which other names may have', async () => {
    await world.register('paypal');
    await world.register('pɑul');
    for (const username of ['PayPaI', 'pauI'])
      expect(messageOf(await register(username))).to.equal('Email or Username are already taken');
    await world.register('McIver');
    expect((await register('paypai')).status).to.equal(200);
  });

  for (const username of ['pɑypal', 'paypal\u0335', 'ƿaypal', 'PAYPAL', 'paypa1', 'ｐａｙｐａｌ', '𝓹𝓪𝔂𝓹𝓪𝓵'])
    it(`do not equal or resemble those of others: ${username}`, async () => {
      await world.register('paypal');
      expect(messageOf(await register(username))).to.equal('Email or Username are already taken');
    });

  for (const username of ['pɑypɑl', 'PAYPA1', 'ｐａｙｐａ1', 'paypa|'])
    it(`do not resemble those of others, whichever comes first: ${username}`, async () => {
      await world.register(username);
      expect(messageOf(await register('paypal'))).to.equal('Email or Username are already taken');
      expect((await register('paypals')).status).to.equal(200);
    });

  it('are given once if two that look alike are registered at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(
        [`pa0${round}l`, `paO${round}1`].map((username, index) =>
          world.request('post', '/auth/local/register', {
            username,
            email: `one-${round}-${index}@example.com`,
            password,
          }),
        ),
      );
      const told = answers.map((answer) => (answer.status === 200 ? 'registered' : messageOf(answer)));
      expect(told).to.have.members(['Email or Username are already taken', 'registered']);
    }
  });

  it('are available again once their owner has another', async () => {
    const { jwt } = await world.register('paypa1');
    const changed = await world.request('put', '/users/me', { username: 'somebody' }, jwt);
    expect(changed.status).to.equal(200);
    expect(changed.body).not.to.have.property('usernameForm');
    expect(messageOf(await register('s0mebody'))).to.equal('Email or Username are already taken');
    expect((await register('paypal')).status).to.equal(200);
  });

  for (const username of [
    'Иван',
    'Алексей',
    'Ελένη',
    'Άννα',
    'Արամ',
    'さくらsakura',
    '홍길동',
    'josé',
    'محمد',
    'नमस्ते',
    'a b',
    'x_y-z.9',
  ])
    it(`can be in any script: ${username}`, async () => {
      const registered = await register(username);
      expect([registered.status, (registered.body as SignedIn).user?.username]).to.deep.equal([
        200,
        username.normalize('NFKC'),
      ]);
      expect((await world.login(username, password)).status).to.equal(200);
    });

  it('are stored in normal form, and found as they were typed', async () => {
    expect(((await register('Ｅｖｅ')).body as SignedIn).user.username).to.equal('Eve');
    for (const typed of ['Eve', 'Ｅｖｅ']) expect((await world.login(typed, password)).status).to.equal(200);
  });
});
