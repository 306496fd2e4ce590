import { createHash, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { expect } from 'chai';
import { createQuire } from '../../src/bootstrap/index.js';
import { makeApp, type TestApp } from '../cli/program.js';
import {
  client,
  openLocalProvider,
  type LocalProvider,
} from '../unit/adapters/identity/openid/local-provider.js';
import { freePort } from '../free-port.js';

const page = 'https://shop.example/welcome?from=here';

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** A browser: its cookies by name, without expired ones, and what its front end stores. */
class Browser {
  readonly cookies = new Map<string, string>();
  readonly verifier = randomBytes(32).toString('base64url');

  get(url: string): Promise<Response> {
    return this.ask(url, {});
  }

  post(url: string, body: object): Promise<Response> {
    return this.ask(url, { method: 'POST', body: JSON.stringify(body) });
  }

  private async ask(url: string, request: RequestInit): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'content-type': 'application/json' };
    const response = await fetch(url, { ...request, redirect: 'manual', headers });
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

describe('sign-in with a provider', () => {
  let provider: LocalProvider;
  let app: TestApp;
  let quire: ReturnType<typeof createQuire>;
  let url: string;
  const lines: string[] = [];
  const keep = (message: string, fields?: object): void => void lines.push(message + inspect(fields));
  const log = { debug: keep, info: keep, warn: keep, error: keep };

  before(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const accounts = {
      ann: { email: 'ann@example.com', email_verified: true, preferred_username: 'ann' },
      eve: { email: 'ann@example.com', email_verified: true, preferred_username: 'eve' },
      bob: { preferred_username: 'bob' },
      ian: { email: 'ian@example.com', email_verified: true, preferred_username: 'ian' },
      zoe: { email: 'zoe@example.com', email_verified: true, preferred_username: 'zoe' },
      odd: { email: 'odd@example.com', email_verified: true, preferred_username: ' Ann\u200b\u0000' },
      own: { email: 'own@example.com', email_verified: true, preferred_username: 'Own@Example.com' },
      tall: { email: 'tall@example.com', email_verified: true, preferred_username: '😀'.repeat(200) },
      mal: { email: 'mal@example.com', email_verified: true, preferred_username: 'Ann@example.com' },
    };
    provider = await openLocalProvider(
      accounts,
      `${url}/api/connect/local/callback`,
      `${url}/api/connect/own/callback`,
    );
    const local = {
      issuer: provider.issuer,
      clientId: client.id,
      clientSecret: client.secret,
      redirectTo: page,
    };
    const own = { ...local, redirectTo: `${url}/welcome` };
    app = await makeApp({
      'config/plugins.json': JSON.stringify({
        'users-permissions': { config: { providers: { local, own } } },
      }),
      // Every test begins with an action that code has replaced.
      'src/extensions/users-permissions/strapi-server.js': `module.exports = (plugin) => {
        const { connect } = plugin.controllers.auth;
        plugin.controllers.auth.connect = async (ctx) => {
          ctx.set('x-connects', 'by code');
          if (ctx.query.closed) return ctx.forbidden('closed today');
          await connect(ctx);
        };
        return plugin;
      };`,
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

  it('begins with an action that code may replace', async () => {
    const browser = new Browser();
    const begun = await browser.get(beginning(browser));
    expect([begun.status, begun.headers.get('x-connects')]).to.deep.equal([302, 'by code']);
    expect(begun.headers.get('location')).to.match(new RegExp(`^${provider.issuer}`));
    expect(begun.headers.get('cache-control')).to.equal('no-store');
    const refused = await browser.get(`${url}/api/connect/local?closed=1`);
    expect([refused.status, (await refused.json()).error.message]).to.deep.equal([403, 'closed today']);
    expect((await browser.get(`${url}/api/connect/nowhere`)).status).to.equal(404);
  });

  const beginning = ({ verifier }: Browser): string =>
    `${url}/api/connect/local?code_challenge=${challengeOf(verifier)}&code_challenge_method=S256`;

  /** The response of the callback after a user signs in at the provider. */
  async function come(browser: Browser, account: string, start = beginning(browser)): Promise<Response> {
    const begun = await browser.get(start);
    expect(begun.status).to.equal(302);
    return browser.get(await provider.signIn(begun.headers.get('location') ?? '', account));
  }

  const codeOf = (response: Response): string =>
    new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';

  /** The error that the front end's page gets instead of a code. */
  const errorOf = (response: Response): string => {
    const page = new URL(response.headers.get('location') ?? '');
    expect(page.origin + page.pathname).to.equal('https://shop.example/welcome');
    expect(page.searchParams.has('code')).to.equal(false);
    return page.searchParams.get('error') ?? '';
  };

  /** The request by the front end in this browser. */
  const redeem = (browser: Browser, code: unknown): Promise<Response> =>
    browser.post(`${url}/api/auth/local/callback`, { code, code_verifier: browser.verifier });

  const signIn = async (account: string): Promise<SignedIn> => {
    const browser = new Browser();
    return (await (await redeem(browser, codeOf(await come(browser, account)))).json()) as SignedIn;
  };

  const messageOf = async (response: Response): Promise<string> =>
    ((await response.json()) as { error: { message: string } }).error.message;

  it('redirects to the front end with a code for one session', async () => {
    const browser = new Browser();
    const response = await come(browser, 'ann');
    expect(response.status).to.equal(302);
    const location = response.headers.get('location') ?? '';
    expect(location).to.match(/^https:\/\/shop\.example\/welcome\?from=here&code=[0-9a-f]{64}$/);
    const redeemed = await redeem(browser, codeOf(response));
    const { jwt, user } = (await redeemed.json()) as SignedIn;
    expect(user).to.include({
      username: 'ann',
      email: 'ann@example.com',
      provider: 'local',
      confirmed: true,
    });
    const me = await fetch(`${url}/api/users/me`, { headers: { authorization: `Bearer ${jwt}` } });
    expect(await me.json()).to.have.property('documentId', user['documentId']);
    expect(await messageOf(await redeem(browser, codeOf(response)))).to.equal('Incorrect code provided');
  });

  it('finds the same account at the next sign-in', async () => {
    const [one, other] = [(await signIn('ann')).user['documentId'], (await signIn('ann')).user['documentId']];
    expect(one).to.be.a('string').and.to.equal(other);
  });

  it('refuses an address that another account has, and users without an address', async () => {
    await come(new Browser(), 'ann');
    expect(errorOf(await come(new Browser(), 'eve'))).to.equal('Email or Username are already taken');
    expect(errorOf(await come(new Browser(), 'bob'))).to.include('no confirmed e-mail address');
  });

  it("gives nobody another user's address as a username", async () => {
    await come(new Browser(), 'ann');
    const { user } = await signIn('mal');
    expect(user['email']).to.equal('mal@example.com');
    expect(user['username']).to.equal('mal@example.com');
    expect((await signIn('own')).user['username']).to.equal('Own@Example.com');
  });

  it('redirects to the front end after a cancellation at the provider', async () => {
    const browser = new Browser();
    const begun = await browser.get(beginning(browser));
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? '';
    // The provider's response to a cancellation (OpenID Connect Core 1.0, 3.1.2.6).
    const back = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer });
    const page = await browser.get(`${url}/api/connect/local/callback?${back.toString()}`);
    expect(errorOf(page)).to.equal('Signing in with local failed: access_denied');
  });

  it('replaces usernames that cannot be stored or displayed, and shortens long ones', async () => {
    expect((await signIn('odd')).user['username']).to.equal('odd@example.com');
    expect((await signIn('tall')).user['username']).to.equal('😀'.repeat(100));
  });

  it('can be completed once, by the browser that began it', async () => {
    const browser = new Browser();
    const begun = await browser.get(beginning(browser));
    const back = await provider.signIn(begun.headers.get('location') ?? '', 'ann');
    const elsewhere = new Browser();
    for (const sealed of [undefined, 'x', 'a.b.c.d.e']) {
      if (sealed !== undefined) elsewhere.cookies.set('quire_sign_in', sealed);
      expect(await messageOf(await elsewhere.get(back))).to.include('not begun in this browser');
    }
    // Another user's sign-in, forced on this browser.
    await elsewhere.get(beginning(elsewhere));
    expect(errorOf(await elsewhere.get(back))).to.equal('Signing in with local failed: it was not accepted');
    expect(codeOf(await browser.get(back))).not.to.equal('');
    expect((await browser.get(back)).status).to.equal(400);
  });

  it('hides its cookie from scripts and other sites', async () => {
    const begun = await new Browser().get(beginning(new Browser()));
    const [cookie = ''] = begun.headers.getSetCookie();
    expect(cookie).to.match(/; Path=\/api\/connect; Max-Age=600; HttpOnly; SameSite=Lax$/);
    expect(begun.headers.get('cache-control')).to.equal('no-store');
    expect(begun.headers.get('location')).not.to.include(cookie.slice(15, 60));
  });

  it('refuses unknown codes and unknown providers', async () => {
    for (const code of [undefined, null, '', 'x', { $ne: null }, ['x']])
      expect((await redeem(new Browser(), code)).status).to.equal(400);
    for (const name of ['nobody', '__proto__', '..%2fusers', '%00'])
      for (const path of [`/api/connect/${name}`, `/api/connect/${name}/callback`])
        expect((await new Browser().get(url + path)).status, path).to.equal(404);
    const nobodys = await new Browser().post(`${url}/api/auth/nobody/callback`, { code: 'x' });
    expect(nobodys.status).to.equal(404);
  });

  it('refuses a code without the verifier, and keeps it valid for the owner', async () => {
    const browser = new Browser();
    const code = codeOf(await come(browser, 'ann'));
    const thief = new Browser();
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
    expect(await messageOf(await redeem(thief, code))).to.equal('Incorrect code provided');
    for (const verifier of [undefined, null, '', 'short', `${browser.verifier}é`, { $ne: null }]) {
      const refused = await thief.post(`${url}/api/auth/local/callback`, { code, code_verifier: verifier });
      expect(refused.status).to.equal(400);
      expect(await messageOf(refused)).to.include('code_verifier');
    }
    expect((await redeem(browser, code)).status).to.equal(200);
  });

  it('requires a challenge from a front end on another origin, and refuses an invalid one', async () => {
    const good = challengeOf('x');
    for (const query of [
      '',
      '?code_challenge=',
      '?code_challenge=short',
      `?code_challenge=${good}&code_challenge_method=plain`,
      `?code_challenge=${good}x`,
    ]) {
      const refused = await new Browser().get(`${url}/api/connect/local${query}`);
      expect(refused.status, query).to.equal(400);
      expect(await messageOf(refused)).to.include('code_challenge');
      expect(refused.headers.get('set-cookie')).to.equal(null);
    }
  });

  it("accepts the browser's cookie as proof for a front end of the same origin", async () => {
    const browser = new Browser();
    const came = await come(browser, 'ian', `${url}/api/connect/own`);
    const code = codeOf(came);
    expect(came.headers.get('location')).to.equal(`${url}/welcome?code=${code}`);
    const cookie = came.headers.getSetCookie().find((each) => each.startsWith('quire_sign_in_code='));
    expect(cookie).to.match(/; Path=\/api\/auth; Max-Age=60; HttpOnly; SameSite=Strict$/);
    const exchange = (by: Browser) => by.post(`${url}/api/auth/own/callback`, { code });
    expect((await exchange(new Browser())).status).to.equal(400);
    const other = new Browser();
    await come(other, 'zoe', `${url}/api/connect/own`);
    expect(await messageOf(await exchange(other))).to.equal('Incorrect code provided');
    expect((await exchange(browser)).status).to.equal(200);
    expect(browser.cookies.has('quire_sign_in_code')).to.equal(false);
  });

  it('opens one session if a code is redeemed twice at once', async () => {
    const browser = new Browser();
    const code = codeOf(await come(browser, 'ann'));
    const answers = await Promise.all(Array.from({ length: 5 }, () => redeem(browser, code)));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    expect(answers.filter(({ status }) => status === 400)).to.have.length(4);
  });

  it('keeps only the latest code of a user valid', async () => {
    const [first, second] = [new Browser(), new Browser()];
    const codes = [codeOf(await come(first, 'ann')), codeOf(await come(second, 'ann'))];
    expect((await redeem(first, codes[0])).status).to.equal(400);
    expect((await redeem(second, codes[1])).status).to.equal(200);
  });

  it('logs nothing that could be used to open a session', async () => {
    const browser = new Browser();
    const begun = await browser.get(beginning(browser));
    const back = await provider.signIn(begun.headers.get('location') ?? '', 'ann');
    const sealed = browser.cookies.get('quire_sign_in') ?? '';
    const code = codeOf(await browser.get(back));
    browser.cookies.set('quire_sign_in', sealed);
    // The provider refuses the second attempt, which is logged.
    expect(errorOf(await browser.get(back))).not.to.equal('');
    await redeem(new Browser(), code);
    await redeem(browser, code);
    const said = lines.join('\n');
    expect(said).to.include('signing in with local failed');
    const secrets = [code, browser.verifier, sealed, client.secret, new URL(back).searchParams.get('code')];
    for (const secret of secrets) expect(said).not.to.include(secret);
  });
});
