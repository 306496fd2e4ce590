import { expect } from 'chai';
import { Secret, TOTP } from 'otpauth';
import { routes } from '../../../src/adapters/delivery/admin/routes.js';
import { createSessions } from '../../../src/application/administration/sessions.js';
import type { AdministrationDependencies } from '../../../src/application/administration/dependencies.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { valueOf } from '../../contract/results.js';
import { dish, openAdmin, password, type AdminWorld, type Browser } from './admin-world.js';

const roleArea = 'plugin::admin.role';

describe('a second factor that a role needs', () => {
  let world: AdminWorld;
  let owner: Browser;

  before(async () => {
    world = await openAdmin({ SIGN_IN_ATTEMPTS: '1000', RATE_LIMIT: 'false' });
    owner = await world.signedIn('owner');
    const reader = { name: 'reader', grants: [`${dish}:find,findDrafts`] };
    valueOf(await world.parts.administration.createRole(systemPrincipal, reader));
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const need = async (role: string, needsSecondFactor: boolean, by = owner): Promise<number> =>
    (await by.api('PATCH', `administrator-roles/${role}`, { needsSecondFactor })).status;
  const secretIn = (page: unknown): Secret =>
    Secret.fromBase32(/<code>([A-Z2-7]{16,})<\/code>/.exec(String(page))?.[1] ?? '');
  const codeOf = (secret: Secret): string => new TOTP({ secret }).generate();
  const signIn = async (email: string): Promise<Browser> => {
    const browser = world.browser();
    const entered = await browser.fill('/sign-in', { email, password });
    expect(entered.status).to.equal(303);
    return browser;
  };
  const addressOf = async (browser: Browser): Promise<string> =>
    (await browser.api('GET', 'profile')).body.data.email as string;

  it('is said of each role, built in or not', async () => {
    expect(await need('editor', true)).to.equal(204);
    expect(await need('reader', true)).to.equal(204);
    const roles = (await owner.api('GET', 'administrator-roles')).body.data as {
      name: string;
      needsSecondFactor: boolean;
    }[];
    expect(Object.fromEntries(roles.map((one) => [one.name, one.needsSecondFactor]))).to.deep.equal({
      owner: false,
      editor: true,
      author: false,
      reader: true,
    });
    expect(await need('reader', false)).to.equal(204);
    expect(await need('nobody', true)).to.equal(404);
    const entry = (await world.trail()).find(({ subject }) => subject === 'editor');
    expect(entry).to.include({ action: 'update', type: roleArea });
  });

  it('is decided by those who may change roles and do what the role may', async () => {
    const clerk = { name: 'clerk', grants: [`${roleArea}:find,update`] };
    valueOf(await world.parts.administration.createRole(systemPrincipal, clerk));
    const by = await world.signedIn('clerk');
    for (const role of ['owner', 'editor', 'reader']) expect(await need(role, false, by), role).to.equal(403);
    const author = await world.signedIn('author');
    expect(await need('author', true, author)).to.equal(403);
  });

  it('keeps every route closed to a sign-in that is open already', async () => {
    expect(await need('editor', false)).to.equal(204);
    const editor = await world.signedIn('editor');
    expect((await editor.api('GET', 'home')).status).to.equal(200);
    expect(await need('editor', true)).to.equal(204);
    for (const { method, path } of routes) {
      const { status, body } = await editor.api(
        method,
        path.replace(':uid', dish).replace(/:\w+/g, 'x'),
        method === 'GET' ? undefined : {},
      );
      expect([status, body.error?.details?.secondFactor], `${method} ${path}`).to.deep.equal([
        403,
        'required',
      ]);
    }
    expect(await need('editor', false)).to.equal(204);
    expect((await editor.api('GET', 'home')).status).to.equal(200);
  });

  it('is set up right after the sign-in, by a form', async () => {
    const email = await addressOf(await world.signedIn('editor'));
    expect(await need('editor', true)).to.equal(204);
    const editor = world.browser();
    const entered = await editor.fill('/sign-in', { email, password });
    expect(entered.headers.get('location')).to.equal('/admin/set-up');
    expect((await editor.api('GET', 'start')).status).to.equal(403);
    const shown = await editor.open('/set-up');
    expect(shown.body).to.contain('<svg').and.contain('needs codes').and.not.contain('Not now');
    const [, sealed = ''] = /name="sealed" value="([^"]+)"/.exec(String(shown.body)) ?? [];
    const [, form = ''] = /name="form" value="([^"]+)"/.exec(String(shown.body)) ?? [];
    const wrong = await editor.post('/set-up', { form, sealed, code: '000000' });
    expect([wrong.status, secretIn(wrong.body).base32]).to.deep.equal([400, secretIn(shown.body).base32]);
    expect((await editor.api('GET', 'start')).status).to.equal(403);
    const done = await editor.post('/set-up', { form, sealed, code: codeOf(secretIn(shown.body)) });
    expect(done.status).to.equal(200);
    expect(String(done.body).match(/<li><code>/g)).to.have.length(10);
    const start = await editor.api('GET', 'start');
    expect(start.body.data.administrator).to.include({ hasSecondFactor: true });
    editor.csrf = start.body.data.csrf as string;
    expect((await editor.open('/set-up')).headers.get('location')).to.equal('/admin');
    expect((await editor.api('POST', 'second-factor/remove')).status).to.equal(400);
    expect((await editor.api('GET', 'profile')).body.data.hasSecondFactor).to.equal(true);
    expect(await need('editor', false)).to.equal(204);
    expect((await editor.api('POST', 'second-factor/remove')).status).to.equal(204);
  });

  it('is not set up by a form of another site, nor in a sign-in of long ago, nor without one', async () => {
    const email = await addressOf(await world.signedIn('editor'));
    const editor = await signIn(email);
    const shown = String((await editor.open('/set-up')).body);
    expect(shown).to.contain('Not now');
    const [, sealed = ''] = /name="sealed" value="([^"]+)"/.exec(shown) ?? [];
    const [, form = ''] = /name="form" value="([^"]+)"/.exec(shown) ?? [];
    const given = { form, sealed, code: codeOf(secretIn(shown)) };
    expect((await editor.post('/set-up', given, { Origin: 'https://evil.example' })).status).to.equal(403);
    expect((await editor.post('/set-up', { ...given, form: 'x' })).status).to.equal(403);
    expect((await world.browser().open('/set-up')).headers.get('location')).to.equal('/admin/sign-in');
    const later = (minutes: number) => {
      const { rowDocuments: documents, secrets, schema, store } = world.parts;
      const now = new Date(Date.now() + minutes * 60_000).toISOString();
      const parts = { documents, secrets, schema, values: store.values, clock: { now: () => now } };
      return createSessions(parts as unknown as AdministrationDependencies);
    };
    const token = editor.cookies['http_quire_admin'] ?? '';
    const isRecent = async (minutes: number) => valueOf(await later(minutes).authenticate(token))?.isRecent;
    expect([await isRecent(9), await isRecent(11)]).to.deep.equal([true, false]);
  });

  it('is offered to somebody new, and goes with its role', async () => {
    const { link } = (await owner.api('POST', 'administrators', { role: 'reader' })).body.data as {
      link: string;
    };
    const reader = world.browser();
    const welcomed = await reader.fill(link.split('/admin')[1] ?? '', {
      name: 'Rita',
      email: 'rita@example.com',
      password,
    });
    expect(welcomed.headers.get('location')).to.equal('/admin/set-up');
    expect((await reader.open('/set-up')).body).to.contain('Not now');
    expect((await reader.api('GET', 'start')).status).to.equal(200);
    const brief = { name: 'brief', grants: [`${dish}:find`] };
    valueOf(await world.parts.administration.createRole(systemPrincipal, brief));
    expect(await need('brief', true)).to.equal(204);
    expect((await owner.api('DELETE', 'administrator-roles/brief')).status).to.equal(204);
    valueOf(await world.parts.administration.createRole(systemPrincipal, brief));
    const roles = (await owner.api('GET', 'administrator-roles')).body.data as { name: string }[];
    expect(roles.find(({ name }) => name === 'brief')).to.include({ needsSecondFactor: false });
  });
});
