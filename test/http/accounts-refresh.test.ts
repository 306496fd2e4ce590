import { expect } from 'chai';
import { eventually, openAccounts, password, type AccountsWorld, type SignedIn } from './accounts-world.js';

/** Seconds. A session of these tests lasts 600. */
const [lifetime, idle] = [2000, 900];

describe('sessions with refresh tokens', () => {
  let world: AccountsWorld;
  let ada: SignedIn;
  beforeEach(async () => {
    world = await openAccounts({ refresh: { lifetimeSeconds: lifetime, idleSeconds: idle } });
    ada = await world.register('ada');
  });
  afterEach(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  interface Session {
    readonly jwt: string;
    readonly refreshToken: string;
  }

  const refresh = (refreshToken: unknown, at = world) =>
    at.request('post', '/auth/refresh', { refreshToken });
  const refreshed = async (refreshToken: unknown): Promise<Session> => {
    const { status, body } = await refresh(refreshToken);
    expect(status).to.equal(200);
    return body as Session;
  };
  const login = async (): Promise<Session> => (await world.login('ada', password)).body as Session;
  const status = async (token: string, at = world): Promise<number> =>
    (await at.request('get', '/users/me', undefined, token)).status;
  const ends = (token: string, at = world) =>
    eventually(async () => ((await status(token, at)) === 401 ? true : undefined));
  const isRefused = async (refreshToken: unknown): Promise<void> => {
    const { status: code, body } = await refresh(refreshToken);
    expect([code, body]).to.deep.equal([
      401,
      {
        data: null,
        error: { status: 401, name: 'UnauthorizedError', message: 'Invalid refresh token', details: {} },
      },
    ]);
  };

  it('each refresh token gives one new session', async () => {
    const next = await refreshed(ada.refreshToken);
    expect(Object.keys(next)).to.deep.equal(['jwt', 'refreshToken']);
    expect(await status(next.jwt)).to.equal(200);
    const last = await refreshed(next.refreshToken);
    expect(new Set([ada.refreshToken, next.refreshToken, last.refreshToken]).size).to.equal(3);
  });

  it('a refresh token that is used twice ends all sessions of its sign-in', async () => {
    const other = await login();
    const next = await refreshed(ada.refreshToken);
    await isRefused(ada.refreshToken);
    await isRefused(next.refreshToken);
    await ends(next.jwt);
    expect(await status(other.jwt)).to.equal(200);
    await refreshed(other.refreshToken);
  });

  it('reuse ends the sessions, however many refresh tokens a thief has obtained', async () => {
    let token = ada.refreshToken;
    for (let round = 0; round < 120; round++) ({ refreshToken: token } = await refreshed(token));
    await isRefused(ada.refreshToken);
    await isRefused(token);
    await ends(ada.jwt);
  });

  it('two uses of one refresh token at the same time end the sessions', async () => {
    const both = await Promise.all([refresh(ada.refreshToken), refresh(ada.refreshToken)]);
    const winner = both.find(({ status: code }) => code === 200);
    if (winner !== undefined) await isRefused((winner.body as Session).refreshToken);
    await ends(ada.jwt);
  });

  it('sessions expire, and expired ones are removed', async () => {
    world.pass(idle + 1);
    await isRefused(ada.refreshToken);
    await login();
    const { systemPrincipal } = await import('../../src/domain/permission/permission.js');
    const kept = await world.documents.count(systemPrincipal, {
      type: 'plugin::users-permissions.session',
      action: 'find',
      range: { offset: 0, limit: 1 },
      count: true,
      layer: 'published',
    });
    expect(kept).to.deep.equal({ ok: true, value: 1 });
  });

  it('each refresh extends the session, up to the lifetime of a sign-in', async () => {
    let session: Session = ada as Session;
    for (const seconds of [800, 800, 300]) {
      world.pass(seconds);
      session = await refreshed(session.refreshToken);
    }
    world.pass(99);
    expect(await status(session.jwt)).to.equal(200);
    world.pass(2);
    await isRefused(session.refreshToken);
    await ends(session.jwt);
  });

  it('a logout ends one session, on this and on another server', async () => {
    const other = await login();
    const sibling = await world.sibling();
    expect(await status(ada.jwt, sibling)).to.equal(200);
    expect((await world.request('post', '/auth/logout', {}, ada.jwt)).status).to.equal(200);
    await isRefused(ada.refreshToken);
    expect(await status(ada.jwt)).to.equal(401);
    await ends(ada.jwt, sibling);
    expect((await refresh(ada.refreshToken, sibling)).status).to.equal(401);
    await sibling.stop();
    expect(await status(other.jwt)).to.equal(200);
  });

  const changes: readonly (readonly [string, object])[] = [
    ['another password', { password: 'another horse' }],
    ['a block', { blocked: true }],
  ];
  for (const [what, change] of changes)
    it(`${what} ends the sessions permanently`, async () => {
      await world.update(ada.user.documentId, change);
      await isRefused(ada.refreshToken);
      await world.update(ada.user.documentId, { blocked: false });
      await isRefused(ada.refreshToken);
      await ends(ada.jwt);
    });

  for (const [what, token] of [
    ['nothing', ''],
    ['a number', 5],
    ['an operator', { $ne: null }],
  ] as const)
    it(`no session is refreshed for ${what}`, async () => {
      expect((await refresh(token)).status).to.equal(400);
    });

  it('only a refresh token refreshes a session', async () => {
    await isRefused(ada.jwt);
    await isRefused('x');
    expect(await status(ada.refreshToken ?? '')).to.equal(401);
  });
});

describe('sessions without refresh tokens', () => {
  it('a sign-in answers no refresh token', async () => {
    const world = await openAccounts();
    const ada = await world.register('ada');
    expect(ada).not.to.have.property('refreshToken');
    expect((await world.request('post', '/auth/refresh', { refreshToken: 'x' })).status).to.equal(404);
    await world.stop();
  });
});
