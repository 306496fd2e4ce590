import { expect } from 'chai';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { valueOf } from '../../contract/results.js';
import { dish, note, openAdmin, type AdminWorld, type Browser } from './admin-world.js';

const roleArea = 'plugin::users-permissions.role';

describe('how many entries a condition of a grant covers', () => {
  let world: AdminWorld;
  let owner: Browser;

  before(async () => {
    world = await openAdmin();
    owner = await world.signedIn('owner');
    for (const Name of ['Soup', 'Stew', 'Rice'])
      await owner.api('POST', `documents/${dish}`, { set: { Name } });
    const { documentId } = (await owner.api('POST', `documents/${dish}`, { set: { Name: 'Bread' } })).body
      .data as { documentId: string };
    await owner.api('POST', `documents/${dish}/${documentId}/publish`);
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const count = async (browser: Browser, path: string, query: string) =>
    (await browser.api('GET', `${path}/count?${query}`)).body.data as unknown;

  it('is told beside how many there are, of drafts or published versions', async () => {
    const starts = `type=${dish}&filters[Name][$startsWith]=S`;
    expect(await count(owner, 'roles', starts)).to.deep.equal({ matching: 2, total: 4 });
    expect(await count(owner, 'roles', `${starts}&status=published`)).to.deep.equal({
      matching: 0,
      total: 1,
    });
    expect(await count(owner, 'roles', `type=${dish}`)).to.deep.equal({ matching: 4, total: 4 });
  });

  it('means the administrator who asks by $me, and no user of the content', async () => {
    const mine = `type=${dish}&filters[createdBy]=$me`;
    expect(await count(owner, 'administrator-roles', mine)).to.deep.equal({ matching: 4, total: 4 });
    const other = await world.signedIn('owner');
    expect(await count(other, 'administrator-roles', mine)).to.deep.equal({ matching: 0, total: 4 });
    expect(await count(owner, 'roles', mine)).to.deep.equal({ matching: null, total: 4 });
  });

  it('is judged for who asks, who must be allowed to change roles', async () => {
    const granted = [`${roleArea}:find,update`, { type: dish, actions: ['findDrafts'], fields: ['Name'] }];
    valueOf(
      await world.parts.administration.createRole(systemPrincipal, {
        name: 'clerk',
        grants: granted.map((one) =>
          typeof one === 'string'
            ? one
            : { uid: one.type, actions: one.actions, fields: one.fields, filters: { Name: { $ne: 'Soup' } } },
        ),
      }),
    );
    const clerk = await world.signedIn('clerk');
    const starts = `type=${dish}&filters[Name][$startsWith]=S`;
    expect(await count(clerk, 'roles', starts)).to.deep.equal({ matching: 1, total: 3 });
    for (const [path, query, status] of [
      ['roles', `type=${dish}&filters[createdBy]=x`, 400],
      ['roles', `type=${note}`, 403],
      ['administrator-roles', starts, 403],
    ] as const)
      expect((await clerk.api('GET', `${path}/count?${query}`)).status, query).to.equal(status);
  });

  it('is what a refusal names where one is missing, with the roles that give it', async () => {
    valueOf(
      await world.parts.administration.createRole(systemPrincipal, {
        name: 'lead',
        grants: ['plugin::admin.role:find,update', `${note}:update`],
      }),
    );
    const lead = await world.signedIn('lead');
    const missing = async (method: string, path: string, body?: unknown) =>
      (await lead.api(method, path, body)).body.error.details.missing as unknown;
    const tokens = 'plugin::admin.token';
    expect(await missing('GET', 'tokens')).to.deep.equal({ action: 'find', type: tokens, isWhole: true });
    expect(await missing('POST', 'locales', { code: 'xx', name: 'X' })).to.deep.equal({
      action: 'create',
      type: 'plugin::i18n.locale',
      isWhole: true,
    });
    expect(await missing('GET', `documents/${note}`)).to.deep.equal({ action: 'find', type: note });
    expect(await missing('DELETE', `documents/${note}/${'b'.repeat(24)}`)).to.deep.equal({
      action: 'delete',
      type: note,
    });
    const givers = async (action: string, on: string) =>
      (await lead.api('GET', `grants/givers?action=${action}&on=${on}`)).body.data as unknown;
    expect(await givers('find', tokens)).to.deep.equal(['owner']);
    expect(await givers('update', note)).to.deep.equal(['owner', 'lead']);
    const outside = await fetch(`${world.url}/api/dishes`);
    expect([outside.status, (await outside.json()).error.details]).to.deep.equal([403, {}]);
  });

  it('is not told of what administrators are made of, nor for a wrong question', async () => {
    for (const [query, status] of [
      ['type=plugin::admin.administrator&filters[passwordHash][$startsWith]=a', 404],
      ['type=api::none.none', 404],
      ['', 404],
      [`type=${dish}&filters[Name][$near]=1`, 400],
      [`type=${dish}&filters[Secret]=1`, 400],
      [`type=${dish}&pagination[page]=2`, 400],
    ] as const)
      expect((await owner.api('GET', `roles/count?${query}`)).status, query).to.equal(status);
  });
});
