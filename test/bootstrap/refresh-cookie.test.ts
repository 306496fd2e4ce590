import { expect } from 'chai';
import { createQuire } from '../../src/bootstrap/index.js';
import { makeApp, type TestApp } from '../cli/program.js';

const ignore = (): void => {};
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const password = 'correct horse';
const name = 'strapi_up_refresh';

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** The whole `Set-Cookie` of the refresh token. */
  readonly cookie: string | undefined;
}

describe('refresh tokens in a cookie', () => {
  let app: TestApp;
  let quire: ReturnType<typeof createQuire>;
  let url: string;

  before(async () => {
    const config = { jwtManagement: 'refresh', sessions: { httpOnly: true, idleRefreshTokenLifespan: 600 } };
    app = await makeApp({ 'config/plugins.json': JSON.stringify({ 'users-permissions': { config } }) });
    const env = {
      DATABASE_URL: 'memory:',
      PORT: '0',
      RATE_LIMIT: 'false',
      JWT_SECRET: 'a secret of these tests',
      CORS_ORIGINS: 'https://shop.example',
      CORS_CREDENTIALS: 'on',
      // A proxy need not pass the host on that browsers see.
      PUBLIC_URL: 'https://content.example/cms',
    };
    quire = createQuire({ app: app.directory, env, log });
    ({ url } = await quire.start());
    const registered = await post('/auth/local/register', {
      username: 'ada',
      email: 'ada@example.com',
      password,
    });
    expect(registered.cookie).to.match(tokenCookie);
    expect(registered.body).to.have.keys('jwt', 'user');
  });
  after(async () => {
    await quire.stop();
    await app.remove();
  });

  const tokenCookie = /^strapi_up_refresh=[0-9a-f]{128}; Path=\/; Max-Age=600; HttpOnly; SameSite=lax$/;

  const post = async (
    path: string,
    body: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const cookie = answer.headers.getSetCookie().find((each) => each.startsWith(`${name}=`));
    return { status: answer.status, body: (await answer.json()) as Answer['body'], cookie };
  };
  const login = (headers?: Readonly<Record<string, string>>) =>
    post('/auth/local', { identifier: 'ada', password }, headers);
  const pairOf = ({ cookie = '' }: Answer): string => cookie.split(';')[0] ?? '';

  it('are set at sign-in, and refresh the session', async () => {
    const signedIn = await login();
    expect(signedIn.body).to.have.keys('jwt', 'user');
    const next = await post('/auth/refresh', {}, { cookie: `a=b; ${pairOf(signedIn)}` });
    expect([next.status, Object.keys(next.body)]).to.deep.equal([200, ['jwt']]);
    expect(next.cookie).to.match(tokenCookie);
    expect(pairOf(next)).not.to.equal(pairOf(signedIn));
    const again = await post('/auth/refresh', {}, { cookie: pairOf(signedIn) });
    expect(again.status).to.equal(401);
    expect((await post('/auth/refresh', {}, { cookie: pairOf(next) })).status).to.equal(401);
    expect((await post('/auth/refresh', {})).status).to.equal(400);
  });

  it('are also accepted in the body, which takes precedence', async () => {
    const refreshToken = pairOf(await login()).split('=')[1];
    const next = await post('/auth/refresh', { refreshToken }, { cookie: `${name}=x` });
    expect(next.status).to.equal(200);
    expect(next.cookie).to.match(tokenCookie);
  });

  it('are cleared by a new password and by a logout', async () => {
    const { body } = await login();
    const authorization = `Bearer ${String(body['jwt'])}`;
    const change = {
      currentPassword: password,
      password: 'another horse',
      passwordConfirmation: 'another horse',
    };
    const changed = await post('/auth/change-password', change, { authorization });
    expect(changed.cookie).to.match(tokenCookie);
    const back = { currentPassword: 'another horse', password, passwordConfirmation: password };
    const again = await post('/auth/change-password', back, {
      authorization: `Bearer ${String(changed.body['jwt'])}`,
    });
    const out = await post('/auth/logout', {}, { authorization: `Bearer ${String(again.body['jwt'])}` });
    expect(out.cookie).to.equal(`${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=lax`);
    expect((await post('/auth/refresh', {}, { cookie: pairOf(again) })).status).to.equal(401);
  });

  it('are cleared by a logout without a session, or with one that has ended, which ends the sign-in', async () => {
    const cleared = `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=lax`;
    for (const headers of [{}, { authorization: 'Bearer x.y.z' }]) {
      const cookie = pairOf(await login());
      const out = await post('/auth/logout', {}, { cookie, ...headers });
      expect([out.status, out.body, out.cookie]).to.deep.equal([200, { ok: true }, cleared]);
      expect((await post('/auth/refresh', {}, { cookie })).status).to.equal(401);
      expect((await post('/auth/logout', {}, { cookie, ...headers })).cookie).to.equal(cleared);
      const without = await post('/auth/logout', {}, headers);
      expect([without.status, without.cookie]).to.deep.equal(
        'authorization' in headers ? [401, undefined] : [403, undefined],
      );
    }
    const cookie = pairOf(await login());
    const elsewhere = await post('/auth/logout', {}, { cookie, 'sec-fetch-site': 'cross-site' });
    expect([elsewhere.status, elsewhere.cookie]).to.deep.equal([403, undefined]);
    expect((await post('/auth/refresh', {}, { cookie })).status).to.equal(200);
  });

  it('are refused to pages of other sites, which could sign in somebody else', async () => {
    const refused = await login({ 'sec-fetch-site': 'cross-site' });
    expect([refused.status, refused.cookie]).to.deep.equal([403, undefined]);
    expect((await login({ 'sec-fetch-site': 'same-site' })).status).to.equal(403);
    for (const site of ['same-origin', 'none'])
      expect((await login({ 'sec-fetch-site': site })).status).to.equal(200);
    const forgot = await post(
      '/auth/forgot-password',
      { email: 'x@example.com' },
      { 'sec-fetch-site': 'cross-site' },
    );
    expect(forgot.status).to.equal(200);
  });

  it('are refused to other origins of the same host: another port or scheme', async () => {
    const { port } = new URL(url);
    for (const origin of ['http://127.0.0.1:3000', 'http://127.0.0.1', `https://127.0.0.1:${port}`])
      for (const headers of [{ origin }, { origin, 'sec-fetch-site': 'same-site' }]) {
        const refused = await login(headers);
        expect([refused.status, refused.cookie], origin).to.deep.equal([403, undefined]);
        expect((await post('/auth/refresh', {}, { ...headers, cookie: `${name}=x` })).status).to.equal(403);
      }
  });

  it('are refused to other origins if the browser sends no site header', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1.evil.example', 'no origin']) {
      const refused = await login({ origin });
      expect([refused.status, refused.cookie], origin).to.deep.equal([403, undefined]);
      expect((await post('/auth/refresh', {}, { origin, cookie: `${name}=x` })).status).to.equal(403);
    }
    for (const origin of ['https://shop.example', 'https://content.example', url])
      expect((await login({ origin })).status, origin).to.equal(200);
    const listed = await login({ origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' });
    expect(listed.status).to.equal(200);
  });

  it('need a JSON body, which forms cannot send', async () => {
    for (const type of [
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await fetch(`${url}/api/auth/local`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: `identifier=ada&password=${password}`,
      });
      expect([answer.status, answer.headers.getSetCookie()], type).to.deep.equal([400, []]);
    }
  });

  it('are not in answers of GraphQL, which sets no cookies', async () => {
    const query = `mutation { login(input: { identifier: "ada", password: "${password}" }) { jwt refreshToken } }`;
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const { data } = (await answer.json()) as { data: { login: Readonly<Record<string, unknown>> } };
    expect(data.login['jwt']).to.be.a('string');
    expect(data.login['refreshToken']).to.equal(null);
  });
});

it('refresh tokens over TLS are in a cookie that belongs to the host', async () => {
  const config = { jwtManagement: 'refresh', sessions: { httpOnly: true, cookie: { secure: true } } };
  const app = await makeApp({ 'config/plugins.json': JSON.stringify({ 'users-permissions': { config } }) });
  const quire = createQuire({ app: app.directory, env: { DATABASE_URL: 'memory:', PORT: '0' }, log });
  const { url } = await quire.start();
  const answer = await fetch(`${url}/api/auth/local/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ada', email: 'ada@example.com', password }),
  });
  expect(answer.headers.getSetCookie()[0]).to.match(
    /^__Host-strapi_up_refresh=[0-9a-f]{128}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=lax; Secure$/,
  );
  await quire.stop();
  await app.remove();
});
