import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { logWayIn } from '../../../src/bootstrap/log-way-in.js';
import { valueOf } from '../../contract/results.js';
import { openAdmin, password } from './admin-world.js';

describe('settings of the admin page', () => {
  it('ADMIN=off removes it and its routes', async () => {
    const world = await openAdmin({ ADMIN: 'off' });
    for (const path of ['', '/sign-in', '/api/start'])
      expect((await world.browser().open(path)).status).to.equal(404);
    await world.stop();
  });

  it('ADMIN_PATH moves it', async () => {
    const world = await openAdmin({ ADMIN_PATH: '/back/stage' });
    expect((await world.browser().open('/sign-in')).status).to.equal(404);
    const moved = await fetch(`${world.url}/back/stage/sign-in`);
    expect(await moved.text()).to.include('action="/back/stage/sign-in"');
    expect((await fetch(`${world.url}/back/stage/api/start`)).status).to.equal(401);
    await world.stop();
  });

  it('production wants HTTPS, and gives the cookie a name that other hosts cannot set', async () => {
    const secret = { JWT_SECRET: 'a secret that is long enough for everybody' };
    const world = await openAdmin({
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      TRUST_PROXY: 'loopback',
      ...secret,
    });
    const { code } = valueOf(await world.parts.administration.makeFirstLink()) ?? { code: '' };
    const proxied = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'cms.example.org' };
    const page = await fetch(`${world.url}/admin/welcome?code=${code}`, { headers: proxied });
    const [cookie = ''] = page.headers.getSetCookie();
    expect(cookie).to.match(
      /^__Host-quire_admin_form=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    const [, form = ''] = /name="form" value="([^"]+)"/.exec(await page.text()) ?? [];
    const body = new URLSearchParams({ form, code, name: 'Ann', email: 'ann@example.org', password });
    const headers = {
      ...proxied,
      Cookie: cookie.split(';')[0] ?? '',
      Origin: 'https://cms.example.org',
    };
    const answer = await fetch(`${world.url}/admin/welcome`, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
    });
    expect(answer.status).to.equal(303);
    expect(answer.headers.getSetCookie().join()).to.match(/^__Host-quire_admin=[0-9a-f]{64}; .*; Secure;/);
    const signIn = (sent: Readonly<Record<string, string>>) =>
      posted(`${world.url}/admin/api/sign-in`, sent, { email: 'ann@example.org', password });
    const open = await signIn({ Origin: 'http://cms.example.org', Host: 'cms.example.org' });
    expect(open).to.deep.include({ status: 403, cookies: undefined });
    expect(open.text).to.contain('Use HTTPS');
    expect((await signIn({ ...proxied, Origin: 'https://cms.example.org' })).status).to.equal(200);
    await world.stop();
  });

  it('a start prints the first link on a terminal, and elsewhere the command that makes one', async () => {
    const world = await openAdmin({ ADMIN_ENVIRONMENT: 'Staging', ADMIN_ENVIRONMENT_COLOR: 'orange' });
    const lines: string[] = [];
    const { app, administration, log } = world.parts;
    const parts = {
      ...world.parts,
      app,
      administration,
      log: { ...log, info: (line: string) => void lines.push(line) },
    };
    await logWayIn(parts, world.url, false);
    await logWayIn(parts, world.url, true);
    expect(lines[0]).to.include('quire admin link');
    const [, path = ''] = /\/admin(\/welcome\?code=[0-9a-f]{64})$/.exec(lines[1] ?? '') ?? [];
    expect((await world.browser().open(path)).status).to.equal(200);
    const owner = await world.signedIn('owner');
    const { environment } = (await owner.api('GET', 'start')).body.data;
    expect(environment).to.deep.equal({ name: 'Staging', color: 'orange' });
    expect((await world.browser().open('/sign-in')).body).to.contain('<span>Staging</span>');
    await logWayIn(parts, world.url, true);
    await logWayIn(parts, world.url, false);
    expect(lines).to.have.length(2);
    expect((await world.browser().open(path)).status).to.equal(200);
    await world.stop();
  });
});

/** `fetch` sends no other `Host`. */
async function posted(url: string, headers: Readonly<Record<string, string>>, body: object) {
  const sending = request(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
  });
  sending.end(JSON.stringify(body));
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, cookies: answer.headers['set-cookie'], text: await text(answer) };
}
