import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createQuire } from '../../src/bootstrap/index.js';
import { makeApp, type TestApp } from '../cli/program.js';
import {
  client,
  openLocalProvider,
  type LocalProvider,
} from '../unit/adapters/identity/openid/local-provider.js';

const ignore = (): void => {};
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const page = 'https://shop.example/welcome?from=here';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The cookies of one browser, by name; those that are put out are gone. */
class Browser {
  readonly cookies = new Map<string, string>();

  async get(url: string): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (/max-age=0/i.test(set)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }
}

interface SignedIn {
  readonly jwt: string;
  readonly user: Readonly<Record<string, unknown>>;
}

describe('sign-in with a provider', function () {
  this.timeout(30_000);
  let provider: LocalProvider;
  let app: TestApp;
  let quire: ReturnType<typeof createQuire>;
  let url: string;

  before(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const accounts = {
      ann: { email: 'ann@example.com', email_verified: true, preferred_username: 'ann' },
      eve: { email: 'ann@example.com', email_verified: true, preferred_username: 'eve' },
      bob: { preferred_username: 'bob' },
      mal: { email: 'mal@example.com', email_verified: true, preferred_username: 'Ann@example.com' },
    };
    provider = await openLocalProvider(accounts, `${url}/api/connect/local/callback`);
    const local = {
      issuer: provider.issuer,
      clientId: client.id,
      clientSecret: client.secret,
      redirectTo: page,
    };
    app = await makeApp({
      'config/plugins.json': JSON.stringify({ 'users-permissions': { config: { providers: { local } } } }),
    });
    const env = { DATABASE_URL: 'memory:', PORT: String(port), RATE_LIMIT: 'false' };
    quire = createQuire({ app: app.directory, env, log });
    await quire.start();
  });
  after(async () => {
    await quire.stop();
    await app.remove();
    await provider.close();
  });

  /** The answer of the callback, for somebody who signs in there. */
  async function come(browser: Browser, account: string): Promise<Response> {
    const begun = await browser.get(`${url}/api/connect/local`);
    expect(begun.status).to.equal(302);
    return browser.get(await provider.signIn(begun.headers.get('location') ?? '', account));
  }

  const codeOf = (response: Response): string =>
    new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';

  const redeem = (code: unknown): Promise<Response> =>
    fetch(`${url}/api/auth/local/callback`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });

  const messageOf = async (response: Response): Promise<string> =>
    ((await response.json()) as { error: { message: string } }).error.message;

  it('ends on the page of the front end with a code that gives a session once', async () => {
    const response = await come(new Browser(), 'ann');
    expect(response.status).to.equal(302);
    const location = response.headers.get('location') ?? '';
    expect(location).to.match(/^https:\/\/shop\.example\/welcome\?from=here&code=[0-9a-f]{64}$/);
    const redeemed = await redeem(codeOf(response));
    const { jwt, user } = (await redeemed.json()) as SignedIn;
    expect(user).to.include({
      username: 'ann',
      email: 'ann@example.com',
      provider: 'local',
      confirmed: true,
    });
    const me = await fetch(`${url}/api/users/me`, { headers: { authorization: `Bearer ${jwt}` } });
    expect(await me.json()).to.have.property('documentId', user['documentId']);
    expect(await messageOf(await redeem(codeOf(response)))).to.equal('Incorrect code provided');
  });

  it('finds the same account again', async () => {
    const signedIn = async () =>
      (await (await redeem(codeOf(await come(new Browser(), 'ann')))).json()) as SignedIn;
    const [one, other] = [(await signedIn()).user['documentId'], (await signedIn()).user['documentId']];
    expect(one).to.be.a('string').and.to.equal(other);
  });

  it('takes nobody for the owner of an address that another account has, nor anybody without one', async () => {
    await come(new Browser(), 'ann');
    const taken = await come(new Browser(), 'eve');
    expect(taken.status).to.equal(400);
    expect(await messageOf(taken)).to.equal('Email or Username are already taken');
    expect(await messageOf(await come(new Browser(), 'bob'))).to.include('no confirmed e-mail address');
  });

  it('gives nobody the address of another as a name', async () => {
    await come(new Browser(), 'ann');
    const { user } = (await (await redeem(codeOf(await come(new Browser(), 'mal')))).json()) as SignedIn;
    expect(user['email']).to.equal('mal@example.com');
    expect(user['username']).to.match(/^Ann@example\.com-[0-9a-f]{8}$/);
  });

  it('is finished by the browser that began it only, and once', async () => {
    const browser = new Browser();
    const begun = await browser.get(`${url}/api/connect/local`);
    const back = await provider.signIn(begun.headers.get('location') ?? '', 'ann');
    const elsewhere = new Browser();
    for (const sealed of [undefined, 'x', 'a.b.c.d.e']) {
      if (sealed !== undefined) elsewhere.cookies.set('quire_sign_in', sealed);
      expect(await messageOf(await elsewhere.get(back))).to.include('not begun in this browser');
    }
    // Somebody else's sign-in, forced on this browser.
    await elsewhere.get(`${url}/api/connect/local`);
    expect((await elsewhere.get(back)).status).to.equal(400);
    expect((await browser.get(back)).status).to.equal(302);
    expect((await browser.get(back)).status).to.equal(400);
  });

  it('keeps its cookie from scripts and other sites', async () => {
    const begun = await fetch(`${url}/api/connect/local`, { redirect: 'manual' });
    const [cookie = ''] = begun.headers.getSetCookie();
    expect(cookie).to.match(/; Path=\/api\/connect; Max-Age=600; HttpOnly; SameSite=Lax$/);
    expect(begun.headers.get('cache-control')).to.equal('no-store');
    expect(begun.headers.get('location')).not.to.include(cookie.slice(15, 60));
  });

  it('refuses codes that are none, and providers that there are not', async () => {
    for (const code of [undefined, null, '', 'x', { $ne: null }, ['x']])
      expect((await redeem(code)).status).to.equal(400);
    for (const name of ['nobody', '__proto__', '..%2fusers', '%00'])
      expect((await fetch(`${url}/api/connect/${name}`, { redirect: 'manual' })).status).to.equal(404);
  });
});
