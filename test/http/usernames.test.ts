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
  ] as const)
    it(`have no characters that are not seen: ${what}`, async () => {
      expect(messageOf(await register(username))).to.match(/^username must not have spaces around it/);
    });

  for (const username of ['pаypal', 'ραypal', 'Иvan'])
    it(`do not mix scripts that look alike: ${username}`, async () => {
      expect(messageOf(await register(username))).to.match(/^username must not mix letters/);
    });

  for (const username of ['PAYPAL', 'paypa1', 'раураӏ', 'ｐａｙｐａｌ', '𝓹𝓪𝔂𝓹𝓪𝓵'])
    it(`are not those of others, or like them: ${username}`, async () => {
      await world.register('paypal');
      expect(messageOf(await register(username))).to.equal('Email or Username are already taken');
    });

  for (const username of [
    'Иван',
    'Ελένη',
    'さくらsakura',
    '홍길동',
    'josé',
    'محمد',
    'नमस्ते',
    'a b',
    'x_y-z.9',
  ])
    it(`are of any script: ${username}`, async () => {
      const registered = await register(username);
      expect([registered.status, (registered.body as SignedIn).user?.username]).to.deep.equal([
        200,
        username.normalize('NFKC'),
      ]);
      expect((await world.login(username, password)).status).to.equal(200);
    });

  it('are kept with plain letters, and found by what was typed', async () => {
    expect(((await register('Ｅｖｅ')).body as SignedIn).user.username).to.equal('Eve');
    for (const typed of ['Eve', 'Ｅｖｅ']) expect((await world.login(typed, password)).status).to.equal(200);
  });
});
