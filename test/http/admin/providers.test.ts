import { expect } from 'chai';
import { Secret, TOTP } from 'otpauth';
import { administrators } from '../../../src/application/administration/records.js';
import { logWayIn } from '../../../src/bootstrap/log-way-in.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { valueOf } from '../../contract/results.js';
import { appFiles } from '../../schema-builders.js';
import {
  client,
  openLocalProvider,
  type LocalProvider,
} from '../../unit/adapters/identity/openid/local-provider.js';
import { openAdmin, type AdminWorld, type Answered, type Browser } from './admin-world.js';
import { freePort } from '../../free-port.js';

const verified = (email: string) => ({ email, email_verified: true, preferred_username: email });

describe('administrators who sign in with a provider', () => {
  let provider: LocalProvider;
  const providers: LocalProvider[] = [];
  const worlds: AdminWorld[] = [];

  const open = async (more: Readonly<Record<string, string>> = {}): Promise<AdminWorld> => {
    const port = String(await freePort());
    const callback = `http://127.0.0.1:${port}/admin/provider/acme/callback`;
    provider = await openLocalProvider(
      {
        ann: verified('ann@example.org'),
        bob: verified('bob@example.org'),
        eve: verified('eve@elsewhere.org'),
        sub: verified('eve@sub.example.org'),
        own: verified('person1@example.com'),
        mal: { email: 'ann@example.org', preferred_username: 'mal' },
      },
      callback,
    );
    providers.push(provider);
    const { issuer } = provider;
    const acme = { issuer, clientId: client.id, clientSecret: client.secret };
    const files = {
      ...appFiles({ contentTypes: [] }),
      'config/plugins.json': JSON.stringify({ 'users-permissions': { config: { providers: { acme } } } }),
    };
    const environment = {
      PORT: port,
      RATE_LIMIT: 'false',
      ADMIN_PROVIDERS: 'acme',
      ADMIN_PROVIDER_ADDRESSES: '@Example.org, person1@example.com',
      ...more,
    };
    const world = await openAdmin(environment, files);
    worlds.push(world);
    return world;
  };
  after(async () => {
    for (const world of worlds) await world.stop();
    for (const each of providers) await each.close();
  });

  const come = async (
    browser: Browser,
    account: string,
    query = '',
    without: readonly string[] = [],
  ): Promise<Answered> => {
    const begun = await browser.open(`/provider/acme${query}`);
    expect(begun.status, JSON.stringify(begun.body)).to.equal(302);
    const location = new URL(begun.headers.get('location') ?? '');
    for (const name of without) location.searchParams.delete(name);
    const address = await provider.signIn(location.href, account);
    return browser.open(address.slice(address.indexOf('/admin') + '/admin'.length));
  };
  const invite = async (world: AdminWorld, role: string): Promise<string> =>
    `?code=${valueOf(await world.parts.administration.invite(systemPrincipal, role)).code}`;
  const people = async (world: AdminWorld) =>
    valueOf(await world.parts.administration.list(systemPrincipal)).map(({ email, role, provider: from }) => [
      email,
      role,
      from,
    ]);
  const isIn = async (browser: Browser): Promise<boolean> =>
    (await browser.api('GET', 'start')).status === 200;

  it('need an invitation first, which makes no owner, and is not used up by a refusal', async () => {
    const world = await open();
    const ann = world.browser();
    expect((await ann.open('/sign-in')).body).to.contain('href="/admin/provider/acme"');
    const strange = await come(ann, 'ann');
    expect([strange.status, await isIn(ann)]).to.deep.equal([400, false]);
    expect(strange.body).to.contain('Ask an administrator for an invitation');
    const owners = await invite(world, 'owner');
    expect((await ann.open(`/welcome${owners}`)).body)
      .to.contain('name="password"')
      .and.not.contain('acme');
    expect((await come(ann, 'ann', owners)).status).to.equal(400);
    const code = await invite(world, 'author');
    expect((await ann.open(`/welcome${code}`)).body).to.contain(`/admin/provider/acme${code}`);
    for (const account of ['eve', 'sub', 'mal'])
      expect((await come(world.browser(), account, code)).status, account).to.equal(400);
    expect(await people(world)).to.deep.equal([]);
    const welcomed = await come(ann, 'ann', code);
    expect([welcomed.status, await isIn(ann)]).to.deep.equal([200, true]);
    expect(welcomed.body).to.contain('http-equiv="refresh" content="0;url=/admin"');
    expect(await people(world)).to.deep.equal([['ann@example.org', 'author', 'acme']]);
    expect((await come(world.browser(), 'bob', code)).status).to.equal(400);
    const later = world.browser();
    await come(later, 'ann');
    const { administrator, csrf } = (await later.api('GET', 'start')).body.data;
    expect(administrator).to.include({ provider: 'acme', hasPassword: false });
    later.csrf = csrf as string;
    expect((await later.api('POST', 'prove', { password: '' })).status).to.equal(400);
    const trail = (await world.trail()).map(({ action, outcome }) => `${action} ${outcome}`);
    expect(trail).to.include.members(['register done', 'login done', 'login refused']);
  });

  it('are no owners who can sign in while their provider does not let them in', async () => {
    const world = await open();
    const owner = await world.signedIn('owner');
    const id = (await owner.api('GET', 'start')).body.data.administrator.documentId as string;
    const { rowDocuments, administration, log } = world.parts;
    const person = { role: 'owner', blocked: false, passwordHash: '', subject: 'former 1' };
    for (const name of ['ann', 'bob'])
      await administrators.insert(rowDocuments, { ...person, name, email: `${name}@example.org` });
    const warnings: string[] = [];
    const warned = async (): Promise<number> => {
      const parts = { ...world.parts, log: { ...log, warn: (text: string) => void warnings.push(text) } };
      await logWayIn({ ...parts, app: world.parts.app, administration }, world.url, false);
      return warnings.length;
    };
    const refused = await administration.remove(systemPrincipal, id);
    expect(refused.ok ? '' : refused.failure.message).to.contain('last owner who can sign in');
    expect(await warned()).to.equal(0);
    valueOf(await administrators.update(rowDocuments, id, { passwordHash: '' }));
    expect(await warned()).to.equal(1);
    // One of the owners has no provider.
    expect(warnings[0]).to.contain('none has a password, or both a provider that ADMIN_PROVIDERS names');
    expect(warnings[0]).to.contain('quire admin reset');
    valueOf(await administrators.update(rowDocuments, id, { subject: 'acme 1' }));
    expect(await warned()).to.equal(1);
    valueOf(await administrators.update(rowDocuments, id, { email: 'eve@elsewhere.org' }));
    expect(await warned()).to.equal(2);
    expect(warnings[1]).to.contain('ADMIN_PROVIDER_ADDRESSES');
  });

  it('stay owners until there is another one, also while none of them can sign in', async () => {
    const world = await open();
    const owner = await world.signedIn('owner');
    const id = (await owner.api('GET', 'start')).body.data.administrator.documentId as string;
    const { rowDocuments, administration } = world.parts;
    const changes = [
      () => administration.update(systemPrincipal, id, { blocked: true }),
      () => administration.update(systemPrincipal, id, { role: 'editor' }),
      () => administration.remove(systemPrincipal, id),
    ];
    valueOf(await administrators.update(rowDocuments, id, { passwordHash: '' }));
    for (const change of changes) {
      const refused = await change();
      expect(refused.ok ? '' : refused.failure.message).to.contain('the last owner');
    }
    expect(await people(world)).to.deep.equal([['person1@example.com', 'owner', null]]);
    const another = { name: 'Ann', email: 'ann@example.org', role: 'owner', blocked: false };
    await administrators.insert(rowDocuments, { ...another, passwordHash: '', subject: 'former 1' });
    for (const change of changes) valueOf(await change());
    expect(await people(world)).to.deep.equal([['ann@example.org', 'owner', 'former']]);
  });

  it('are linked to an existing administrator by an invitation only, or by a setting', async () => {
    const world = await open();
    const owner = await world.signedIn('owner');
    expect((await come(world.browser(), 'own')).status).to.equal(400);
    const again = world.browser();
    const code = await invite(world, 'author');
    await come(again, 'own', code);
    const start = (await again.api('GET', 'start')).body.data;
    // The role stays, and what proves nothing does not count as a proof.
    expect(start.administrator).to.include({ role: 'owner', provider: 'acme', hasPassword: true });
    again.csrf = start.csrf as string;
    const link = () => again.api('POST', 'administrators', { role: 'editor' });
    expect((await link()).body.error.name).to.equal('ProofRequiredError');
    // Whoever takes the question out of the address has proven nothing.
    const unproven = await come(again, 'own', '?again=1', ['prompt', 'max_age']);
    expect(unproven.body).to.contain('does not say when').and.not.contain('http-equiv="refresh"');
    const { csrf, administrator } = (await again.api('GET', 'start')).body.data;
    expect(administrator.isProven).to.equal(false);
    again.csrf = csrf as string;
    expect((await link()).body.error.name).to.equal('ProofRequiredError');
    expect((await come(again, 'own', '?again=1')).body).to.contain('http-equiv="refresh"');
    const renewed = (await again.api('GET', 'start')).body.data;
    expect(renewed.administrator.isProven).to.equal(true);
    again.csrf = renewed.csrf as string;
    expect((await link()).status).to.equal(201);
    const { documentId } = start.administrator as { documentId: string };
    const second = await world.signedIn('owner');
    expect((await second.api('PATCH', `administrators/${documentId}`, { blocked: true })).status).to.equal(
      204,
    );
    expect((await come(world.browser(), 'own')).status).to.equal(400);
    expect(await isIn(owner)).to.equal(false);
  });

  it('need their second factor, and are bound to the browser that began', async () => {
    const world = await open({ ADMIN_PROVIDER_LINKS: 'true' });
    const owner = await world.signedIn('owner');
    const begun = (await owner.api('POST', 'second-factor/begin')).body.data;
    const secret = Secret.fromBase32(new URL(begun.uri as string).searchParams.get('secret') ?? '');
    const code = (periods: number) =>
      new TOTP({ secret }).generate({ timestamp: Date.now() + periods * 30_000 });
    await owner.api('POST', 'second-factor/confirm', { sealed: begun.sealed, code: code(0) });
    const person = world.browser();
    const came = await come(person, 'own');
    expect(came.body).to.contain('url=/admin/second-factor');
    expect(await isIn(person)).to.equal(false);
    expect((await person.fill('/second-factor', { code: code(1) })).status).to.equal(303);
    expect(await isIn(person)).to.equal(true);
    const [one, other] = [world.browser(), world.browser()];
    const location = (await one.open('/provider/acme')).headers.get('location') ?? '';
    expect(location)
      .to.match(/code_challenge_method=S256/)
      .and.match(/nonce=/)
      .and.match(/state=/);
    const back = (await provider.signIn(location, 'own')).split('/admin')[1] ?? '';
    const stolen = { ...one.cookies };
    expect((await other.open(back)).status).to.equal(400);
    expect((await one.open(back)).status).to.equal(200);
    one.cookies = stolen;
    expect((await one.open(back)).status).to.equal(400);
    const crossed = await fetch(`${world.url}/admin/provider/acme`, {
      headers: { 'Sec-Fetch-Site': 'cross-site' },
      redirect: 'manual',
    });
    expect(crossed.status).to.equal(403);
    expect((await one.post('/provider/acme', {})).status).to.equal(405);
  });

  it('are off unless a setting names the provider, which content users cannot use then', async () => {
    const world = await open({ ADMIN_PROVIDERS: 'acme' });
    expect((await fetch(`${world.url}/api/connect/acme`, { redirect: 'manual' })).status).to.equal(404);
    const without = await openAdmin();
    worlds.push(without);
    const body = String((await without.browser().open('/sign-in')).body);
    expect(body).to.not.contain('/provider/');
    expect((await without.browser().open('/provider/acme')).status).to.not.equal(302);
    const wrong = await open({ ADMIN_PROVIDER_ADDRESSES: '', ADMIN_PROVIDERS: 'acme,other' }).then(
      () => '',
      String,
    );
    expect(wrong).to.contain('other').and.contain('ADMIN_PROVIDER_ADDRESSES');
  });
});
