import { expect } from 'chai';
import { routes } from '../../../src/adapters/delivery/admin/routes.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { valueOf } from '../../contract/results.js';
import { dish, openAdmin, type AdminWorld, type Answered, type Browser } from './admin-world.js';

describe('the routes of the admin API', () => {
  let world: AdminWorld;
  let owner: Browser;
  let powerless: Browser;
  let id: string;

  before(async () => {
    world = await openAdmin();
    owner = await world.signedIn('owner');
    // A role needs a grant; no route asks for this one.
    const role = { name: 'powerless', grants: ['plugin::admin.link:find'] };
    valueOf(await world.parts.administration.createRole(systemPrincipal, role));
    powerless = await world.signedIn('powerless');
    id = (await owner.api('POST', `documents/${dish}`, { set: { Name: 'Kept' } })).body.data
      .documentId as string;
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const pathOf = (path: string): string =>
    path
      .replace(':uid', dish)
      .replace(':id', id)
      .replace(':attribute', 'notes')
      .replace(':hash', 'f'.repeat(32));

  /** Bodies that would be accepted from an owner. */
  const bodyFor = (path: string): object => {
    if (/\/bulk(-jobs)?$/.test(path)) return { action: 'set', ids: [id], set: { Name: 'Changed' } };
    if (path.endsWith('/export')) return { format: 'csv' };
    if (path.endsWith('/actions')) return { actions: [{ type: dish, documentId: id, action: 'publish' }] };
    if (/\/(preview|publish|publish-locales|unpublish|discard|duplicate|restore)$/.test(path)) return {};
    if (path.startsWith('documents')) return { set: { Name: 'Changed' } };
    if (path === 'locales') return { code: 'fr' };
    if (path === 'views') return { uid: dish, name: 'mine', search: {} };
    if (path === 'tokens') return { name: 'mine', access: 'full-access' };
    if (path.endsWith('/rotate')) return { overlap: '1d' };
    if (path.startsWith('users'))
      return { username: 'new', email: 'new@example.com', password: 'a long password' };
    if (path.startsWith('roles')) return { name: 'More', grants: [{ type: dish, actions: ['find'] }] };
    if (path.startsWith('webhooks'))
      return { name: 'w', url: 'https://example.com/', events: ['entry.create'] };
    if (path.startsWith('administrator-roles/')) return { grants: ['api::dish.dish:find'] };
    if (path === 'administrators') return { role: 'owner' };
    if (path === 'administrator-roles') return { name: 'more', grants: ['api::dish.dish:find'] };
    if (/^(views|releases|media|folders)\//.test(path)) return { name: 'x' };
    return { sealed: 'x', code: '000000', password: 'x', name: 'x' };
  };

  const each =
    (send: (browser: Browser, method: string, path: string, body?: object) => Promise<Answered>) =>
    async (browser: Browser, wanted: readonly number[], chosen = routes): Promise<void> => {
      for (const { method, path, isUpload } of chosen) {
        const body = method === 'POST' || method === 'PATCH' ? bodyFor(path) : undefined;
        const asked = isUpload === true ? `${pathOf(path)}?name=x.txt` : pathOf(path);
        const { status, body: answer } = await send(browser, method, asked, body);
        expect(wanted, `${method} ${path}: ${status} ${JSON.stringify(answer)}`).to.include(status);
      }
    };
  const plainly = each((browser, method, path, body) => browser.api(method, path, body));

  const state = async (): Promise<string> => {
    const read = async (path: string) => (await owner.api('GET', path)).body.data as unknown;
    const paths = [
      `documents/${dish}`,
      'administrators',
      'administrator-roles',
      'locales',
      'tokens',
      'media',
      'users',
      'roles',
      'webhooks',
    ];
    return JSON.stringify(await Promise.all(paths.map(read)));
  };

  it('give nothing to an administrator without a grant', async () => {
    const earlier = await state();
    await plainly(
      powerless,
      [403, 404],
      routes.filter(({ needs }) => needs !== null),
    );
    expect(await state()).to.equal(earlier);
    const start = (await powerless.api('GET', 'start')).body.data;
    expect(start.rights).to.deep.equal({});
    const shape = (await powerless.api('GET', `schema/${start.schema}`)).body.data;
    expect(shape.types).to.deep.equal([]);
  });

  it('record what they refuse', async () => {
    const refused = (await world.trail()).filter(
      ({ actor, outcome }) => actor.kind === 'administrator' && outcome === 'refused',
    );
    expect(refused.map(({ action }) => action)).to.include.members(['create', 'update', 'delete', 'publish']);
  });

  it('need the cookie of an administrator', async () => {
    const earlier = await state();
    const nobody = world.browser();
    await plainly(nobody, [401]);
    nobody.cookies = { http_quire_admin: 'f'.repeat(64), '__Host-quire_admin': 'f'.repeat(64) };
    await plainly(nobody, [401]);
    expect(await state()).to.equal(earlier);
  });

  it('take no credentials of the content API, which takes none of theirs', async () => {
    const { token } = valueOf(await world.parts.access.createToken({ name: 'all', access: 'full-access' }));
    const headers = { Authorization: `Bearer ${token}` };
    await each((browser, method, path, body) => browser.api(method, path, body, headers))(
      world.browser(),
      [401],
    );
    const cookie = `http_quire_admin=${owner.cookies['http_quire_admin']}`;
    const answer = await fetch(`${world.url}/api/dishes`, { headers: { Cookie: cookie } });
    expect(answer.status).to.equal(403);
    const bearer = { Authorization: `Bearer ${owner.cookies['http_quire_admin']}` };
    expect((await fetch(`${world.url}/api/dishes`, { headers: bearer })).status).to.equal(401);
  });

  it('refuse writes from elsewhere', async () => {
    const earlier = await state();
    const writes = routes.filter(({ method }) => method !== 'GET');
    const forged: Readonly<Record<string, string>>[] = [
      { 'X-Quire-Csrf': '' },
      { 'X-Quire-Csrf': powerless.csrf },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: world.url.replace('http:', 'https:') },
      { 'Sec-Fetch-Site': 'same-site' },
    ];
    for (const headers of forged)
      await each((browser, method, path, body) => browser.api(method, path, body, headers))(
        owner,
        [403],
        writes,
      );
    expect(await state()).to.equal(earlier);
  });

  it('let other origins read nothing', async () => {
    const { headers } = await owner.api('GET', 'start', undefined, { Origin: 'https://evil.example' });
    expect(headers.get('access-control-allow-origin')).to.equal(null);
    expect(headers.get('cache-control')).to.equal('no-store');
  });

  it('name the methods of a path', async () => {
    const answer = await owner.api('DELETE', 'media');
    expect([answer.status, answer.headers.get('allow')]).to.deep.equal([405, 'HEAD, GET, POST']);
    expect((await owner.api('GET', 'documents/%E0%A4%A')).status).to.equal(404);
  });
});
