import { expect } from 'chai';
import { Secret, TOTP } from 'otpauth';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { valueOf } from '../../contract/results.js';
import { dish, openAdmin, type AdminWorld, type Browser } from './admin-world.js';

const administratorType = 'plugin::admin.administrator';
const [userType, roleType] = ['plugin::users-permissions.user', 'plugin::users-permissions.role'];
const everything = ['find', 'findOne', 'create', 'update', 'delete'];

describe('the areas of the settings in the admin API', () => {
  let world: AdminWorld;
  let owner: Browser;

  before(async () => {
    world = await openAdmin();
    owner = await world.signedIn('owner');
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  /** An administrator with these grants. */
  const withGrants = async (name: string, grants: readonly string[]): Promise<Browser> => {
    valueOf(await world.parts.administration.createRole(systemPrincipal, { name, grants }));
    return world.signedIn(name);
  };
  const meOf = async (browser: Browser) =>
    (await browser.api('GET', 'start')).body.data.administrator as { documentId: string; email: string };
  const nameOf = async (browser: Browser): Promise<string> => (await meOf(browser)).email;
  const latest = async (action: string) => (await world.trail()).find((entry) => entry.action === action);

  it('make, list and revoke tokens, and say in the trail who did', async () => {
    const made = await owner.api('POST', 'tokens', {
      name: 'shop/front',
      access: 'custom',
      grants: [{ type: dish, actions: ['find'], fields: ['Name'] }],
      expiresIn: '90d',
    });
    expect(made.status).to.equal(201);
    const { token } = made.body.data as { token: string };
    const headers = { Authorization: `Bearer ${token}` };
    expect((await fetch(`${world.url}/api/dishes`, { headers })).status).to.equal(200);
    const { data, meta } = (await owner.api('GET', 'tokens')).body;
    expect(meta.declared).to.be.an('array');
    expect(data).to.have.length(1);
    expect(data[0]).to.include({ name: 'shop/front', access: 'custom', expired: false });
    expect(data[0].grants).to.deep.equal([{ type: dish, actions: ['find'], fields: ['Name'] }]);
    expect(JSON.stringify(data)).to.not.include('hash');
    expect((await latest('createToken'))?.actor).to.include({
      kind: 'administrator',
      name: await nameOf(owner),
    });
    expect((await owner.api('DELETE', 'tokens/shop%2Ffront')).status).to.equal(204);
    expect((await latest('revokeToken'))?.actor.name).to.equal(await nameOf(owner));
    expect((await fetch(`${world.url}/api/dishes`, { headers })).status).to.equal(401);
  });

  it('refuse a method that a path does not have as the content API does', async () => {
    const wrong = await owner.api('PATCH', 'tokens', {});
    expect([wrong.status, wrong.headers.get('allow')]).to.deep.equal([405, 'HEAD, GET, POST']);
    expect(wrong.body.error).to.include({ status: 405, name: 'MethodNotAllowedError' });
    const unknown = await owner.api('PATCH', 'nothing', {});
    expect([unknown.status, unknown.headers.get('allow')]).to.deep.equal([404, null]);
  });

  it('export the access file, plan it and apply what was planned', async () => {
    const { data: file } = (await owner.api('GET', 'access-file')).body;
    expect(file.roles.map(({ type }: { type: string }) => type)).to.include.members([
      'authenticated',
      'public',
    ]);
    const reader = {
      type: 'reader',
      name: 'Reader',
      description: null,
      grants: [{ uid: dish, actions: ['find'], fields: ['Name'] }],
    };
    const token = { name: 'kiosk', access: 'read-only', expiresAt: null };
    const body = { file: { ...file, roles: [...file.roles, reader], tokens: [token] }, prune: false };
    const plan = await owner.api('POST', 'access-file/plan', body);
    expect(plan.body.data.changes).to.have.length(3);
    expect((await owner.api('GET', 'access-file')).body.data).to.deep.equal(file);
    const wrong = await owner.api('POST', 'access-file/apply', { ...body, expected: ['+ nothing'] });
    expect(wrong.status).to.equal(409);
    const applied = await owner.api('POST', 'access-file/apply', {
      ...body,
      expected: plan.body.data.changes,
    });
    expect(applied.body.data.made).to.have.length(1);
    expect((await owner.api('GET', 'access-file')).body.data.roles).to.deep.include(reader);
    const headers = { Authorization: `Bearer ${applied.body.data.made[0].token}` };
    expect((await fetch(`${world.url}/api/dishes`, { headers })).status).to.equal(200);
    expect((await latest('addRole'))?.actor.name).to.equal(await nameOf(owner));
    const none = await owner.api('POST', 'access-file/plan', { ...body, file: { version: 2 } });
    expect(none.status).to.equal(400);
    const back = await owner.api('POST', 'access-file/apply', { file, prune: true });
    expect(back.body.data.unfinished).to.equal(null);
    expect((await owner.api('GET', 'access-file')).body.data).to.deep.equal(file);
    const editor = await world.signedIn('editor');
    expect((await editor.api('GET', 'access-file')).status).to.equal(403);
    expect((await editor.api('POST', 'access-file/apply', body)).status).to.equal(403);
  });

  it('can each be allowed by a role', async () => {
    const grants = ['trail', 'health', 'token', 'type'].map((area) => `plugin::admin.${area}:find`);
    const auditor = await withGrants('auditor', grants);
    for (const path of ['trail', 'health', 'tokens', 'types'])
      expect((await auditor.api('GET', path)).status, path).to.equal(200);
    expect((await auditor.api('DELETE', 'tokens/none')).status).to.equal(403);
    const role = { name: 'odd', grants: ['plugin::admin.trail:update'] };
    expect((await owner.api('POST', 'administrator-roles', role)).status).to.equal(400);
  });

  it('make, find, block and sign out users of the content', async () => {
    const person = { username: 'ana', email: 'ana@example.com', password: 'Sup3r-secret' };
    const made = await owner.api('POST', 'users', person);
    expect(made.status).to.equal(201);
    expect(made.body.data).to.include({ username: 'ana', confirmed: true, blocked: false });
    expect(made.body.data.role.name).to.equal('Authenticated');
    await owner.api('POST', 'users', { ...person, username: 'bo', email: 'bo@example.org' });
    const { data, meta } = (await owner.api('GET', 'users?search=EXAMPLE.COM')).body;
    expect(data.map(({ username }: { username: string }) => username)).to.deep.equal(['ana']);
    expect(meta.roles.map(({ name }: { name: string }) => name)).to.include('Authenticated');
    expect(JSON.stringify(data)).to.not.include('password');
    const path = `users/${made.body.data.documentId}`;
    const login = async (): Promise<string> => {
      const answer = await fetch(`${world.url}/api/auth/local`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ identifier: 'ana', password: person.password }),
      });
      return ((await answer.json()) as { jwt: string }).jwt;
    };
    const isIn = async (jwt: string): Promise<boolean> => {
      const headers = { Authorization: `Bearer ${jwt}` };
      return (await fetch(`${world.url}/api/users/me`, { headers })).status !== 401;
    };
    const jwt = await login();
    expect(await isIn(jwt)).to.equal(true);
    expect((await owner.api('POST', `${path}/sign-out`)).status).to.equal(204);
    expect(await isIn(jwt)).to.equal(false);
    expect(await latest('logout')).to.include({ documentId: made.body.data.documentId });
    const blocked = await owner.api('PATCH', path, { blocked: true });
    expect(blocked.body.data.blocked).to.equal(true);
    expect(await login()).to.equal(undefined);
    expect((await owner.api('DELETE', path)).status).to.equal(204);
  });

  it('let nobody give users or roles more than they may do', async () => {
    const support = await withGrants(
      'support',
      [userType, roleType].map((uid) => `${uid}:${everything.join(',')}`),
    );
    const strong = { name: 'Strong', grants: [{ type: dish, actions: ['find', 'delete'] }] };
    expect((await support.api('POST', 'roles', strong)).status).to.equal(403);
    expect((await owner.api('POST', 'roles', strong)).status).to.equal(201);
    const roles = (await owner.api('GET', 'roles')).body.data as { name: string; documentId: string }[];
    const { documentId: role } = roles.find(({ name }) => name === 'Strong') ?? { documentId: '' };
    const person = { username: 'cyd', email: 'cyd@example.com', password: 'Sup3r-secret' };
    expect((await support.api('POST', 'users', { ...person, role })).status).to.equal(403);
    const made = await owner.api('POST', 'users', { ...person, role });
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    const { documentId } = made.body.data;
    for (const change of [{ password: 'An0ther-secret' }, { email: 'x@example.com' }])
      expect((await support.api('PATCH', `users/${documentId}`, change)).status).to.equal(403);
    expect((await support.api('PATCH', `users/${documentId}`, { blocked: true })).status).to.equal(200);
    const less = { grants: [{ type: dish, actions: ['find'] }] };
    expect((await support.api('PATCH', `roles/${role}`, less)).status).to.equal(403);
    expect((await support.api('DELETE', `roles/${role}`)).status).to.equal(403);
    expect((await support.api('PATCH', `roles/${role}`, { name: 'Strong one' })).status).to.equal(204);
    const same = { grants: strong.grants, description: 'Kept' };
    expect((await support.api('PATCH', `roles/${role}`, same)).status).to.equal(204);
    expect((await owner.api('PATCH', `roles/${role}`, less)).status).to.equal(204);
    const after = (await owner.api('GET', 'roles')).body.data as { name: string; grants: unknown }[];
    expect(after.find(({ name }) => name === 'Strong one')?.grants).to.deep.equal(less.grants);
    expect((await owner.api('DELETE', `roles/${role}`)).status).to.equal(204);
  });

  it('invite, reset and sign out administrators', async () => {
    const { meta } = (await owner.api('GET', 'administrators')).body;
    expect(meta.roles).to.include.members(['owner', 'editor', 'author']);
    const invited = await owner.api('POST', 'administrators', { role: 'editor' });
    expect(invited.body.data.link).to.match(/\/admin\/welcome\?code=[0-9a-f]{64}$/);
    const editor = await world.signedIn('editor');
    const { documentId } = await meOf(editor);
    const begun = (await editor.api('POST', 'second-factor/begin')).body.data as {
      uri: string;
      sealed: string;
    };
    const secret = Secret.fromBase32(new URL(begun.uri).searchParams.get('secret') ?? '');
    const code = new TOTP({ secret }).generate();
    await editor.api('POST', 'second-factor/confirm', { sealed: begun.sealed, code });
    const hasFactor = async (): Promise<boolean> =>
      (
        (await owner.api('GET', 'administrators')).body.data as {
          documentId: string;
          hasSecondFactor: boolean;
        }[]
      ).some((one) => one.documentId === documentId && one.hasSecondFactor);
    expect(await hasFactor()).to.equal(true);
    expect((await owner.api('POST', `administrators/${documentId}/second-factor`)).status).to.equal(204);
    expect(await hasFactor()).to.equal(false);
    expect((await editor.api('GET', 'start')).status).to.equal(401);
    const own = (await meOf(owner)).documentId;
    expect((await owner.api('POST', `administrators/${own}/second-factor`)).status).to.equal(400);
    const other = await world.signedIn('author');
    const them = (await meOf(other)).documentId;
    expect((await owner.api('POST', `administrators/${them}/sign-out`)).status).to.equal(204);
    expect((await other.api('GET', 'start')).status).to.equal(401);
    const link = await owner.api('POST', `administrators/${them}/link`);
    expect((await world.browser().open(link.body.data.link.split('/admin')[1])).status).to.equal(200);
    const people = await withGrants('hr', [`${administratorType}:find,create,update,delete`]);
    expect((await people.api('GET', 'administrators')).body.meta.roles).to.deep.equal(['hr']);
    for (const what of ['sign-out', 'second-factor', 'link'])
      expect((await people.api('POST', `administrators/${own}/${what}`)).status).to.equal(403);
  });

  it('change the grants of a role of administrators', async () => {
    const grants = [{ type: dish, actions: ['find'] }];
    const role = { name: 'readers', grants: [{ type: dish, actions: ['find', 'create'] }] };
    expect((await owner.api('POST', 'administrator-roles', role)).status).to.equal(201);
    const change = { grants: [{ type: dish, actions: ['find'] }] };
    const clerk = await withGrants('clerk', ['plugin::admin.role:find,update']);
    expect((await clerk.api('PATCH', 'administrator-roles/readers', change)).status).to.equal(403);
    expect((await owner.api('PATCH', 'administrator-roles/readers', change)).status).to.equal(204);
    const roles = (await owner.api('GET', 'administrator-roles')).body.data as {
      name: string;
      grants: unknown;
    }[];
    expect(roles.find(({ name }) => name === 'readers')?.grants).to.deep.equal(grants);
    expect((await owner.api('PATCH', 'administrator-roles/owner', change)).status).to.equal(400);
    expect((await owner.api('PATCH', 'administrator-roles/nobody', change)).status).to.equal(404);
  });

  it('add, rename and remove locales, and choose the default', async () => {
    expect((await owner.api('POST', 'locales', { code: 'fr' })).status).to.equal(201);
    expect((await owner.api('POST', 'locales', { code: 'fr', name: 'Other' })).status).to.equal(400);
    expect((await owner.api('PATCH', 'locales/fr', { name: 'Français' })).body.data.name).to.equal(
      'Français',
    );
    expect((await owner.api('PATCH', 'locales/xx', { name: 'X' })).status).to.equal(404);
    expect((await owner.api('PATCH', 'locales/fr', { isDefault: true })).body.data.isDefault).to.equal(true);
    expect((await owner.api('DELETE', 'locales/fr')).status).to.equal(400);
    await owner.api('PATCH', 'locales/en', { isDefault: true });
    expect((await owner.api('DELETE', 'locales/fr')).status).to.equal(204);
    const entry = (await world.trail()).find(({ type }) => type === 'plugin::i18n.locale');
    expect(entry?.actor).to.include({ kind: 'administrator', name: await nameOf(owner) });
    const editor = await world.signedIn('editor');
    expect((await editor.api('PATCH', 'locales/en', { isDefault: true })).status).to.equal(403);
  });

  it('manage webhooks, whose secrets are shown once', async () => {
    const made = await owner.api('POST', 'webhooks', {
      name: 'Build',
      url: 'http://127.0.0.1:9/hook',
      events: ['entry.publish'],
      types: [dish],
    });
    expect(made.status).to.equal(201);
    const { documentId, signingSecret } = made.body.data as { documentId: string; signingSecret: string };
    expect(signingSecret).to.match(/^whsec_/);
    const path = `webhooks/${documentId}`;
    const changed = await owner.api('PATCH', path, { enabled: false });
    expect(changed.body.data)
      .to.include({ name: 'Build', enabled: false })
      .and.not.have.property('signingSecret');
    expect((await owner.api('PATCH', path, { stray: 1 })).status).to.equal(400);
    expect((await owner.api('POST', `${path}/test`)).body.data.kind).to.equal('failed');
    expect((await owner.api('POST', `${path}/secret`)).body.data.signingSecret).to.not.equal(signingSecret);
    expect((await owner.api('GET', `${path}/deliveries?state=failed`)).body.data).to.deep.equal([]);
    expect((await owner.api('GET', `${path}/deliveries?state=odd`)).status).to.equal(400);
    expect((await owner.api('POST', `${path}/deliveries/none/resend`)).status).to.equal(404);
    expect((await owner.api('DELETE', path)).status).to.equal(204);
  });

  it('show the trail page by page, and refuse what is no cursor', async () => {
    const all = (await owner.api('GET', 'trail?limit=100')).body.data as { cursor: string; at: string }[];
    const first = (await owner.api('GET', 'trail?limit=3')).body.data as typeof all;
    const after = encodeURIComponent(first.at(-1)?.cursor ?? '');
    const next = (await owner.api('GET', `trail?limit=3&after=${after}`)).body.data as typeof all;
    expect([...first, ...next].map(({ cursor }) => cursor)).to.deep.equal(
      all.slice(0, 6).map(({ cursor }) => cursor),
    );
    const foreign = encodeURIComponent(`${all[0]?.at} ffff`);
    expect((await owner.api('GET', `trail?after=${foreign}`)).status).to.equal(200);
    for (const query of ['after=5', "after=2026-01-01T00:00:00.000Z'%20OR", 'since=soon', 'limit=0', 'odd=1'])
      expect((await owner.api('GET', `trail?${query}`)).status, query).to.equal(400);
  });

  it('say what a write in the trail changed, with what its sitting changed too', async () => {
    const made = await owner.api('POST', `documents/${dish}`, { set: { Name: 'Soup' } });
    const id = made.body.data.documentId as string;
    const path = `documents/${dish}/${id}`;
    expect((await owner.api('POST', `${path}/publish`, {})).status).to.equal(200);
    expect((await owner.api('PATCH', path, { set: { Name: 'Stew' } })).status).to.equal(200);
    const rows = (await world.trail()).filter((entry) => entry.documentId === id).reverse();
    expect(rows.map(({ action }) => action)).to.deep.equal(['create', 'publish', 'update']);
    const changes = await Promise.all(
      rows.map(async ({ at }) => (await owner.api('GET', `${path}/change?at=${at}`)).body.data),
    );
    expect(changes.map(({ action }) => action)).to.deep.equal(['create', 'publish', 'update']);
    const names = changes.map((one) => one.changes.filter(({ name }: { name: string }) => name === 'Name'));
    expect(names).to.deep.equal([
      [{ name: 'Name', from: null, to: 'Soup' }],
      [],
      [{ name: 'Name', from: 'Soup', to: 'Stew' }],
    ]);
    expect((await owner.api('GET', `${path}/change?at=2126-01-01`)).status).to.equal(404);
    expect((await owner.api('GET', `${path}/change?at=never`)).status).to.equal(400);
  });

  it('show the health of the server, and wake followers', async () => {
    const { data } = (await owner.api('GET', 'health')).body;
    expect(data).to.include({ isReady: true, environment: 'test' });
    expect(data.database).to.be.oneOf(['memory', 'PostgreSQL', 'MongoDB']);
    if (data.database === 'memory') expect(data.databaseVersion).to.equal(null);
    else expect(data.databaseVersion).to.match(/^\d+\.\d/);
    expect(data.answerMs).to.be.within(0, 5000);
    expect(data.delayMs.worst).to.be.at.least(data.delayMs.typical);
    expect(data.heapBytes).to.be.within(1, data.heapLimitBytes);
    expect(data.queues).to.deep.equal({
      webhooks: { waiting: 0, failed: 0 },
      releases: { scheduled: 0, overdue: 0, failed: 0 },
      jobs: { open: 0, failed: 0 },
    });
    expect(data.files).to.deep.equal({ count: 0, bytes: 0 });
    expect(data.faults).to.deep.equal([]);
    expect(data.pool === null || data.pool.used >= 0).to.equal(true);
    const [follower] = data.followers as { name: string }[];
    if (follower !== undefined) {
      expect((await owner.api('POST', `followers/${follower.name}/retry`)).status).to.equal(204);
      const entry = (await world.trail()).find(({ names }) => names.includes('retry'));
      expect(entry?.subject).to.equal(`follower ${follower.name}`);
    }
    expect((await owner.api('POST', 'followers/none/skip')).status).to.equal(400);
  });
});
