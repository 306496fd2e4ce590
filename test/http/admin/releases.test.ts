import { expect } from 'chai';
import type { ReleaseView } from '../../../src/adapters/delivery/admin/contract/releases.js';
import type { DocumentRow } from '../../../src/adapters/delivery/admin/contract/documents.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { valueOf } from '../../contract/results.js';
import { dish, openAdmin, type AdminWorld, type Browser } from './admin-world.js';

describe('releases in the admin API', () => {
  let world: AdminWorld;
  let owner: Browser;
  let editor: Browser;
  let documentId: string;
  before(async () => {
    world = await openAdmin();
    owner = await world.signedIn('owner');
    editor = await world.signedIn('editor');
    const made = await owner.api('POST', `documents/${dish}`, { set: { Name: 'Soup' } });
    documentId = made.body.data.documentId as string;
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const plan = async (browser: Browser, name: string, more: object = {}): Promise<ReleaseView> => {
    const actions = [{ action: 'publish', type: dish, documentId, locale: 'en' }];
    const { status, body } = await browser.api('POST', 'releases', { name, actions, ...more });
    expect(status, JSON.stringify(body)).to.equal(201);
    return body.data as ReleaseView;
  };
  const listed = async (browser: Browser, query = ''): Promise<readonly string[]> =>
    ((await browser.api('GET', `releases${query}`)).body.data as readonly ReleaseView[]).map(
      ({ name }) => name,
    );

  it('come with the entry that they are about, until they have ended', async () => {
    const planned = async (): Promise<readonly string[]> => {
      const { data } = (await owner.api('GET', `documents/${dish}/${documentId}`)).body;
      return (data.planned as readonly ReleaseView[]).map(({ name }) => name);
    };
    expect(await planned()).to.deep.equal([]);
    const at = '2100-01-01T00:00:00.000Z';
    const release = await plan(owner, 'Later', { at });
    expect(release).to.deep.include({ state: 'scheduled', at, problems: [] });
    expect(release.actions).to.deep.equal([
      { action: 'publish', type: dish, documentId, locale: 'en', label: 'Soup' },
    ]);
    await plan(owner, 'By hand');
    expect(await planned()).to.deep.equal(['By hand', 'Later']);
    expect(await listed(owner, '?state=scheduled')).to.deep.equal(['Later']);
    expect(await listed(owner, '?limit=1')).to.deep.equal(['By hand']);
    await owner.api('POST', `releases/${release.documentId}/cancel`);
    expect(await planned()).to.deep.equal(['By hand']);
    for (const query of ['?state=none', '?limit=501', '?limit=x', '?other=1'])
      expect((await owner.api('GET', `releases${query}`)).status).to.equal(400);
  });

  it('get further actions, one for each version, by those who may change them', async () => {
    const other = (await owner.api('POST', `documents/${dish}`, { set: { Name: 'Rice' } })).body.data;
    const release = await plan(owner, 'Growing');
    const path = `releases/${release.documentId}/actions`;
    const action = { type: dish, locale: 'en' };
    const actions = [
      { ...action, action: 'publish', documentId: other.documentId },
      { ...action, action: 'unpublish', documentId },
    ];
    const added = await owner.api('POST', path, { actions });
    expect(
      added.body.data.actions.map(({ label, action: what }: ReleaseView['actions'][number]) => [label, what]),
    ).to.deep.equal([
      ['Rice', 'publish'],
      ['Soup', 'unpublish'],
    ]);
    const strange = await owner.api('POST', path, { actions: [{ ...actions[0], type: 'api::none.none' }] });
    expect(strange.status).to.equal(400);
    expect((await editor.api('POST', path, { actions })).status).to.equal(200);
    const author = await world.signedIn('author');
    expect((await author.api('POST', path, { actions })).status).to.equal(404);
    await owner.api('POST', `releases/${release.documentId}/cancel`);
  });

  it('are changed: their name, their time, and what is taken out', async () => {
    const other = (await owner.api('POST', `documents/${dish}`, { set: { Name: 'Bread roll' } })).body.data;
    const release = await plan(owner, 'To change');
    const path = `releases/${release.documentId}`;
    const action = { action: 'publish', type: dish, documentId: other.documentId as string, locale: 'en' };
    await owner.api('POST', `${path}/actions`, { actions: [action] });
    const at = '2100-01-01T00:00:00.000Z';
    const changed = await owner.api('PATCH', path, { name: 'Changed', at });
    expect(changed.body.data).to.deep.include({ name: 'Changed', at, state: 'scheduled' });
    expect(changed.body.data.actions).to.have.length(2);
    const { action: _, ...version } = action;
    const less = await owner.api('PATCH', path, { removed: [version] });
    expect(less.body.data).to.deep.include({ name: 'Changed', at });
    expect(less.body.data.actions.map(({ label }: { label: string }) => label)).to.deep.equal(['Soup']);
    expect((await owner.api('PATCH', path, { at: null })).body.data.state).to.equal('open');
    const soup = { type: dish, documentId, locale: 'en' };
    for (const refused of [{ removed: [soup] }, { at: 'soon' }, { name: '' }, { actions: [] }])
      expect((await owner.api('PATCH', path, refused)).status, JSON.stringify(refused)).to.equal(400);
    const author = await world.signedIn('author');
    expect((await author.api('PATCH', path, { name: 'Mine' })).status).to.equal(404);
    await owner.api('POST', `${path}/cancel`);
    expect((await owner.api('PATCH', path, { name: 'Late' })).status).to.equal(400);
    await owner.api('DELETE', `documents/${dish}/${other.documentId}`);
  });

  it('mark the rows of a list of which one has failed', async () => {
    const release = await plan(owner, 'Failing');
    const marked = async (browser: Browser) =>
      ((await browser.api('GET', `documents/${dish}`)).body.data as readonly DocumentRow[]).map(
        ({ label, hasFailed }) => [label, hasFailed],
      );
    expect(await marked(owner)).to.have.deep.members([
      ['Soup', undefined],
      ['Rice', undefined],
    ]);
    valueOf(
      await world.parts.rowDocuments.update(systemPrincipal, {
        kind: 'update',
        type: 'plugin::releases.release',
        layer: 'published',
        documentId: release.documentId,
        data: { state: 'failed' },
        answer: { fields: ['documentId'] },
      }),
    );
    expect(await marked(owner)).to.have.deep.members([
      ['Soup', true],
      ['Rice', undefined],
    ]);
    await owner.api('POST', `releases/${release.documentId}/cancel`);
  });

  it('name only what one may read, and only those that one may see', async () => {
    const grants = [
      { type: 'plugin::releases.release', actions: ['find'] },
      { type: 'api::note.note', actions: ['find'] },
    ];
    await owner.api('POST', 'administrator-roles', { name: 'watcher', grants });
    const watcher = await world.signedIn('watcher');
    const release = await plan(owner, 'Watched');
    const shown = (await watcher.api('GET', 'releases')).body.data as readonly ReleaseView[];
    const same = shown.find((one) => one.documentId === release.documentId);
    expect(same?.actions[0]?.label).to.equal(null);
    expect(same?.may).to.deep.equal({ run: false, cancel: false });
    for (const action of ['run', 'cancel'])
      expect((await watcher.api('POST', `releases/${release.documentId}/${action}`)).status).to.equal(403);
    const others = { type: dish, actions: ['find', 'findDrafts'], filters: { Name: 'Bread' } };
    await owner.api('POST', 'administrator-roles', { name: 'baker', grants: [grants[0], others] });
    const baker = await world.signedIn('baker');
    const labels = ((await baker.api('GET', 'releases')).body.data as readonly ReleaseView[]).flatMap(
      ({ actions }) => actions.map(({ label }) => label),
    );
    expect(new Set(labels)).to.deep.equal(new Set([null]));
    const author = await world.signedIn('author');
    expect(await listed(author)).to.deep.equal([]);
  });

  it('are checked and run, and are then at an end', async () => {
    const release = await plan(editor, 'Now');
    const path = `releases/${release.documentId}`;
    expect((await editor.api('POST', `${path}/check`)).body.data).to.deep.equal({ problems: [] });
    const done = (await editor.api('POST', `${path}/run`)).body.data as ReleaseView;
    expect([done.state, done.may]).to.deep.equal(['done', { run: false, cancel: false }]);
    const { state } = (await owner.api('GET', `documents/${dish}/${documentId}`)).body.data;
    expect(state).to.equal('published');
    expect((await editor.api('POST', `${path}/cancel`)).status).to.equal(400);
  });
});
