import { expect } from 'chai';
import { Secret, TOTP } from 'otpauth';
import { needsProof } from '../../../src/adapters/delivery/admin/proof.js';
import { routes } from '../../../src/adapters/delivery/admin/routes.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { valueOf } from '../../contract/results.js';
import { dish, note, openAdmin, password, type AdminWorld, type Browser } from './admin-world.js';

/** Writes that change neither who may sign in nor what somebody may do. */
const harmless: ReadonlySet<string> = new Set([
  'POST documents/:uid',
  'POST documents/:uid/bulk',
  'POST documents/:uid/bulk-jobs',
  'POST documents/:uid/export',
  'POST bulk-jobs/:id/cancel',
  'PATCH documents/:uid/:id',
  'DELETE documents/:uid/:id',
  'POST documents/:uid/:id/publish',
  'POST documents/:uid/:id/publish-locales',
  'POST documents/:uid/:id/unpublish',
  'POST documents/:uid/:id/discard',
  'POST documents/:uid/:id/duplicate',
  'POST documents/:uid/:id/preview',
  'POST documents/:uid/:id/history/:entry/restore',
  'POST media',
  'PATCH media/:id',
  'POST media/:id/file',
  'DELETE media/:id',
  'POST folders',
  'PATCH folders/:id',
  'DELETE folders/:id',
  'POST releases',
  'POST releases/:id/actions',
  'PATCH releases/:id',
  'POST releases/:id/check',
  'POST releases/:id/run',
  'POST releases/:id/cancel',
  'POST locales',
  'PATCH locales/:id',
  'DELETE locales/:id',
  'POST webhooks',
  'PATCH webhooks/:id',
  'DELETE webhooks/:id',
  'POST webhooks/:id/secret',
  'POST webhooks/:id/test',
  'POST webhooks/:id/deliveries/:delivery/resend',
  'POST followers/:name/retry',
  'POST followers/:name/skip',
  'POST types/plan',
  'POST types/apply',
  'POST administrators/:id/sign-out',
  'DELETE administrators/:id/sessions/:session',
  'POST users/:id/sign-out',
  'POST users/:id/password-link',
  'POST users/:id/confirmation',
  'DELETE users/:id',
  'POST access-file/plan',
  'DELETE tokens/:id',
  'PATCH preferences',
  'POST prove',
  'DELETE sessions/:id',
  'POST second-factor/begin',
  'POST see-as',
  'DELETE see-as',
  'POST views',
  'PATCH views/:id',
  'DELETE views/:id',
]);

/** The members of bodies that say who may sign in, or what they may do. */
const telling = { email: 'x', password: 'x', role: 'x', grants: [], blocked: true };

describe('asking again', () => {
  let world: AdminWorld;

  before(async () => {
    world = await openAdmin({ SIGN_IN_ATTEMPTS: '1000', RATE_LIMIT: 'false' });
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  /** Makes the last proof of a sign-in older than it may be. */
  const age = async (browser: Browser): Promise<void> => {
    const { data } = (await browser.api('GET', 'sessions')).body;
    const { id } = data.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent) as { id: string };
    const provenAt = new Date(Date.now() - 10.1 * 60_000).toISOString();
    valueOf(
      await world.parts.rowDocuments.update(systemPrincipal, {
        kind: 'update',
        type: 'plugin::admin.session',
        documentId: id,
        layer: 'published',
        data: { provenAt },
        answer: { fields: ['documentId'] },
      }),
    );
  };
  const writes = routes.filter(({ method }) => method !== 'GET');
  const asking = writes.filter((route) => needsProof(route, telling));
  const pathOf = (path: string): string => path.replace(/:\w+/g, 'abcdefghijklmnopqrstuvwx');

  it('is decided for each route that writes', () => {
    const others = writes.filter((route) => !asking.includes(route));
    expect(others.map(({ method, path }) => `${method} ${path}`)).to.have.members([...harmless]);
    expect(asking).to.have.length(21);
  });

  it('refuses each such request after ten minutes, until the password is given', async () => {
    const owner = await world.signedIn('owner');
    await age(owner);
    for (const { method, path } of asking) {
      const { status, body } = await owner.api(method, pathOf(path), telling);
      expect([status, body.error?.name], `${method} ${path}`).to.deep.equal([403, 'ProofRequiredError']);
    }
    expect((await owner.api('PATCH', 'profile', { name: 'Ann' })).status).to.equal(204);
    expect((await owner.api('POST', 'prove', { password: 'wrong' })).status).to.equal(400);
    expect((await owner.api('POST', 'prove', { code: '000000' })).status).to.equal(400);
    expect((await owner.api('POST', 'administrators', { role: 'editor' })).status).to.equal(403);
    expect((await owner.api('POST', 'prove', { password })).status).to.equal(204);
    expect((await owner.api('POST', 'administrators', { role: 'editor' })).status).to.equal(201);
    const refused = (await world.trail()).filter(
      ({ action, outcome }) => action === 'login' && outcome === 'refused',
    );
    expect(refused).to.have.length(2);
  });

  it('is proven by one sign-in for itself alone, and by a code that works once', async () => {
    const one = await world.signedIn('editor');
    const { email } = (await one.api('GET', 'profile')).body.data as { email: string };
    const begun = (await one.api('POST', 'second-factor/begin')).body.data;
    const secret = Secret.fromBase32(new URL(begun.uri as string).searchParams.get('secret') ?? '');
    // The code of the period before is valid to the end of this one.
    const left = 30_000 - (Date.now() % 30_000);
    if (left < 10_000) await new Promise((resolve) => setTimeout(resolve, left));
    const begin = Date.now();
    const code = (periods: number) => new TOTP({ secret }).generate({ timestamp: begin + periods * 30_000 });
    await one.api('POST', 'second-factor/confirm', { sealed: begun.sealed, code: code(-1) });
    await age(one);
    const other = world.browser();
    await other.api('POST', 'sign-in', { email, password });
    await other.api('POST', 'second-factor', { code: code(0) });
    expect((await one.api('POST', 'second-factor/codes')).status).to.equal(403);
    expect((await one.api('POST', 'prove', { code: code(0) })).status).to.equal(400);
    expect((await one.api('POST', 'prove', { code: code(1) })).status).to.equal(204);
    expect((await one.api('POST', 'second-factor/codes')).status).to.equal(200);
  });

  it('lets people change their own name, address and password, which ends their other sign-ins', async () => {
    const here = await world.signedIn('author');
    const other = await world.signedIn('author');
    const theirs = (await other.api('GET', 'profile')).body.data.email as string;
    const mine = (await here.api('GET', 'profile')).body.data.email as string;
    const elsewhere = world.browser();
    await elsewhere.api('POST', 'sign-in', { email: mine, password });
    for (const wrong of [{ email: theirs }, { email: 'no address' }, { password: 'short' }, { name: '\n' }])
      expect((await here.api('PATCH', 'profile', wrong)).status, JSON.stringify(wrong)).to.equal(400);
    expect((await elsewhere.api('GET', 'start')).status).to.equal(200);
    const change = { name: 'Renamed', email: 'New@example.com', password: 'quite another password' };
    expect((await here.api('PATCH', 'profile', { ...change, role: 'owner' })).status).to.equal(400);
    expect((await here.api('PATCH', 'profile', change)).status).to.equal(204);
    expect((await here.api('GET', 'profile')).body.data).to.deep.equal({
      name: 'Renamed',
      email: 'new@example.com',
      role: 'author',
      hasSecondFactor: false,
      recoveryCodesLeft: 0,
    });
    expect((await elsewhere.api('GET', 'start')).status).to.equal(401);
    const given = { email: 'new@example.com', password: change.password };
    expect((await world.browser().api('POST', 'sign-in', given)).status).to.equal(200);
  });
});

describe('seeing the page as a role', () => {
  let world: AdminWorld;
  let owner: Browser;

  before(async () => {
    world = await openAdmin();
    owner = await world.signedIn('owner');
    const role = { name: 'notes only', grants: [`${note}:find`, `${note}:findOne`, `${note}:update`] };
    valueOf(await world.parts.administration.createRole(systemPrincipal, role));
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  it('is for owners', async () => {
    const editor = await world.signedIn('editor');
    expect((await editor.api('POST', 'see-as', { role: 'author' })).status).to.equal(403);
    expect((await owner.api('POST', 'see-as', { role: 'nobody' })).status).to.equal(404);
  });

  it('shows what the role sees, and refuses every write until it ends', async () => {
    const made = await owner.api('POST', `documents/${note}`, { set: { Title: 'Kept' } });
    const id = made.body.data.documentId as string;
    expect((await owner.api('POST', 'see-as', { role: 'notes only' })).status).to.equal(204);
    const start = (await owner.api('GET', 'start')).body.data;
    expect([start.seesAs, start.administrator.role]).to.deep.equal(['notes only', 'owner']);
    expect(Object.keys(start.rights as object)).to.deep.equal([note]);
    expect((await owner.api('GET', `documents/${note}`)).status).to.equal(200);
    for (const path of [`documents/${dish}`, 'tokens', 'administrators', 'trail', 'health'])
      expect((await owner.api('GET', path)).status, path).to.equal(403);
    for (const { method, path } of routes) {
      if (method === 'GET' || (method === 'DELETE' && path === 'see-as')) continue;
      const asked = path.replace(':uid', note).replace(':id', id).replace(/:\w+/g, 'x');
      const { status, body } = await owner.api(method, asked, { set: { Title: 'Changed' }, role: 'owner' });
      expect([status, body.error.details], `${method} ${path}`).to.deep.equal([
        403,
        { seesAs: 'notes only' },
      ]);
    }
    expect((await owner.api('DELETE', 'see-as')).status).to.equal(204);
    expect((await owner.api('GET', 'start')).body.data).to.include({ seesAs: null });
    const kept = (await owner.api('GET', `documents/${note}/${id}`)).body.data;
    expect(kept.values.Title).to.equal('Kept');
    expect((await owner.api('GET', 'tokens')).status).to.equal(200);
  });

  it('shows what users of the content with a role see', async () => {
    const role = { name: 'Reader', grants: [{ type: note, actions: ['find', 'findOne'] }] };
    expect((await owner.api('POST', 'roles', role)).status).to.equal(201);
    expect((await owner.api('POST', 'see-as', { role: 'nobody', of: 'users' })).status).to.equal(404);
    expect((await owner.api('POST', 'see-as', { role: 'reader', of: 'users' })).status).to.equal(204);
    const start = (await owner.api('GET', 'start')).body.data;
    expect([start.seesAs, Object.keys(start.rights as object)]).to.deep.equal(['reader', [note]]);
    expect((await owner.api('GET', `documents/${note}`)).status).to.equal(200);
    expect((await owner.api('GET', `documents/${dish}`)).status).to.equal(403);
    expect((await owner.api('POST', `documents/${note}`, { set: {} })).status).to.equal(403);
    expect((await owner.api('DELETE', 'see-as')).status).to.equal(204);
    expect((await owner.api('GET', 'start')).body.data.seesAs).to.equal(null);
  });

  it('is in the trail, and lasts in one sign-in only', async () => {
    await owner.api('POST', 'see-as', { role: 'author' });
    const seen = (await world.trail()).filter(({ action }) => action === 'seeAs');
    expect(seen.map(({ subject, outcome }) => [subject, outcome])).to.have.deep.members([
      ['author', 'done'],
      ['notes only', 'done'],
      ['reader', 'done'],
    ]);
    const refused = (await world.trail()).filter(({ outcome }) => outcome === 'refused');
    expect(refused.map(({ action }) => action)).to.include.members(['create', 'update', 'delete']);
    const again = world.browser();
    await again.api('POST', 'sign-in', { email: 'person1@example.com', password });
    expect((await again.api('GET', 'start')).body.data.seesAs).to.equal(null);
  });
});
