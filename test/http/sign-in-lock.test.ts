import { expect } from 'chai';
import { codeIn, messageOf, openAccounts, password, type AccountsWorld } from './accounts-world.js';

const attempts = 10;
const tooMany = 'Too many requests, please try again later.';

describe('sign-ins that fail too often', () => {
  let servers: readonly AccountsWorld[];
  beforeEach(async () => {
    const first = await openAccounts();
    await first.register('ada');
    servers = [first, await first.sibling()];
  });
  afterEach(() => Promise.all(servers.map((server) => server.stop())));

  const serverOf = (request: number): AccountsWorld => servers[request % servers.length] as AccountsWorld;
  const login = (identifier: string, given: string, request = 0, from?: string) =>
    serverOf(request).login(identifier, given, from);
  /** Returns the answers to wrong passwords, on both servers in turn. */
  const failAt = async (
    identifier: string,
    times = attempts,
    from = '198.51.100.6',
  ): Promise<readonly unknown[]> => {
    const answers: unknown[] = [];
    for (let request = 0; request < times; request++) {
      const answered = await login(identifier, `wrong ${request}`, request, from);
      answers.push([answered.status, messageOf(answered)]);
    }
    return answers;
  };

  it('lock the account for every address that has not signed in, and the right password too, and say until when', async () => {
    const answers = await failAt('ada', attempts + 2);
    const wrong = [400, 'Invalid identifier or password'];
    expect(answers).to.deep.equal([
      ...Array.from({ length: attempts }, () => wrong),
      [429, tooMany],
      [429, tooMany],
    ]);
    const right = await login('ADA', password);
    expect(right.status).to.equal(429);
    expect(Number(right.headers['retry-after'])).to.be.within(800, 900);
    expect(right.body).to.have.nested.property('error.name', 'RateLimitError');
  });

  it('have one count for all spellings of a name', async () => {
    await failAt('ada');
    for (const spelling of ['ａda', 'ａｄａ', '𝐚da'])
      expect((await login(spelling, password)).status).to.equal(429);
  });

  it('have the same answer for unknown names', async () => {
    expect(await failAt('nobody', attempts + 2)).to.deep.equal(await failAt('ada', attempts + 2));
  });

  it('are refused without comparing a password once the account is locked', async () => {
    await failAt('ada');
    const compared = servers.map(({ verified }) => verified.times);
    await failAt('ada', 4);
    expect(servers.map(({ verified }) => verified.times)).to.deep.equal(compared);
  });

  it('do not lock other accounts', async () => {
    await serverOf(0).register('eve');
    await failAt('ada', attempts + 1);
    expect((await login('eve', password)).status).to.equal(200);
  });

  it('are forgotten after a successful sign-in', async () => {
    for (let round = 0; round < 3; round++) {
      await failAt('ada', attempts - 1);
      expect((await login('ada', password)).status).to.equal(200);
    }
  });

  it('do not lock out a user who resets the password by mail', async () => {
    const world = serverOf(0);
    await failAt('ada', attempts + 1);
    await failAt('ada@example.com', attempts + 1);
    await world.request('post', '/auth/forgot-password', { email: 'ada@example.com' });
    const code = codeIn(await world.nextMail());
    const next = { password: 'another horse', passwordConfirmation: 'another horse' };
    const reset = await world.request('post', '/auth/reset-password', { code, ...next });
    expect(reset.status).to.equal(200);
    for (const identifier of ['ada', 'ada@example.com'])
      expect((await login(identifier, 'another horse')).status).to.equal(200);
  });

  describe('of an account whose owner has signed in from an address', () => {
    const home = '203.0.113.7';
    const statusFrom = async (from: string, identifier = 'ada', given = password): Promise<number> =>
      (await login(identifier, given, 1, from)).status;

    it('do not keep the owner out there, by either name, and keep others out', async () => {
      expect(await statusFrom(home)).to.equal(200);
      await failAt('ada', attempts + 1);
      await failAt('ada@example.com', attempts + 1);
      expect(await statusFrom(home)).to.equal(200);
      expect(await statusFrom(home, 'ADA@example.com')).to.equal(200);
      // A sign-in from there gives others no further attempts.
      expect(await statusFrom('198.51.100.6')).to.equal(429);
      expect(await statusFrom('192.0.2.1')).to.equal(429);
    });

    it('have a limit of their own from there', async () => {
      expect(await statusFrom(home)).to.equal(200);
      const answers = await failAt('ada', attempts + 1, home);
      expect(answers.at(-1)).to.deep.equal([429, tooMany]);
      expect(await statusFrom(home)).to.equal(429);
      expect(await statusFrom('192.0.2.1')).to.equal(200);
    });

    it('are counted with all others for accounts that have not signed in from there', async () => {
      await serverOf(0).register('eve');
      expect(await statusFrom(home)).to.equal(200);
      await failAt('eve', attempts + 1);
      expect(await statusFrom(home, 'eve')).to.equal(429);
    });

    it('count one network of IPv6 as one address', async () => {
      expect(await statusFrom('2001:db8:1:2::7')).to.equal(200);
      await failAt('ada', attempts + 1);
      expect(await statusFrom('2001:db8:1:2:ffff::1')).to.equal(200);
      expect(await statusFrom('2001:db8:1:3::7')).to.equal(429);
    });

    it('do not make an address known that had no right password, nor one that is only claimed', async () => {
      expect(await statusFrom(home, 'ada', 'wrong')).to.equal(400);
      await failAt('ada', attempts + 1);
      expect(await statusFrom(home)).to.equal(429);
      // Only what the trusted proxy added counts.
      expect(await statusFrom(`${home}, 198.51.100.6`)).to.equal(429);
    });
  });

  it('do not keep a user out who reset the password by mail, and signs in again from there', async () => {
    const world = serverOf(0);
    await world.request('post', '/auth/forgot-password', { email: 'ada@example.com' });
    const code = codeIn(await world.nextMail());
    const next = { password: 'another horse', passwordConfirmation: 'another horse' };
    const reset = world.request('post', '/auth/reset-password', { code, ...next });
    expect((await reset.set('X-Forwarded-For', '203.0.113.9')).status).to.equal(200);
    await failAt('ada', attempts + 1);
    expect((await login('ada', 'another horse', 1, '203.0.113.9')).status).to.equal(200);
  });

  it('are counted when they happen at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, request) => login('ada', 'wrong', request)),
    );
    expect(answers.filter(({ status }) => status === 400)).to.have.length(attempts);
  });
});
