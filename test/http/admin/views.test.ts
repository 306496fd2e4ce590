import { expect } from 'chai';
import { blankView } from '../../../src/application/administration/check-view.js';
import { viewRecords } from '../../../src/application/administration/records.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { valueOf } from '../../contract/results.js';
import { dish, note, openAdmin, type AdminWorld, type Answered, type Browser } from './admin-world.js';

interface Shown {
  readonly id: string;
  readonly name: string;
  readonly search: Readonly<Record<string, unknown>>;
  readonly isMine: boolean;
  readonly isDefault: boolean;
  readonly roles: readonly string[];
  readonly mayChange: boolean;
  readonly mayRemove: boolean;
}

describe('views of lists in the admin API', () => {
  let world: AdminWorld;
  let owner: Browser;
  let editor: Browser;
  let author: Browser;

  before(async () => {
    world = await openAdmin();
    [owner, editor] = [await world.signedIn('owner'), await world.signedIn('editor')];
    author = await world.signedIn('author');
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const best = { filters: { Name: { $eq: 'Best' } }, sort: 'Name:asc', columns: 'Name,main.Title', size: 25 };
  const viewsOf = async (browser: Browser): Promise<readonly Shown[]> =>
    (await browser.api('GET', 'start')).body.data.views as readonly Shown[];
  const named = async (browser: Browser, name: string): Promise<Shown | undefined> =>
    (await viewsOf(browser)).find((view) => view.name === name);
  const save = (browser: Browser, body: object): Promise<Answered> =>
    browser.api('POST', 'views', { uid: dish, search: best, ...body });
  const idOf = async (browser: Browser, name: string): Promise<string> =>
    (await named(browser, name))?.id ?? 'none';

  it('are kept for oneself, and replaced by one of the same name', async () => {
    const made = await save(author, { name: ' Best ' });
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    expect(made.body.data[0]).to.deep.include({ uid: dish, name: 'Best', search: best, isMine: true });
    expect(await named(author, 'Best')).to.deep.include({ roles: [], mayChange: true, mayRemove: true });
    expect(await named(owner, 'Best')).to.equal(undefined);
    await save(author, { name: 'Best', search: { density: 'compact' } });
    const again = (await viewsOf(author)).filter(({ name }) => name === 'Best');
    expect(again.map(({ search }) => search)).to.deep.equal([{ density: 'compact' }]);
    const id = again[0]?.id ?? '';
    expect((await editor.api('PATCH', `views/${id}`, { name: 'Mine' })).status).to.equal(404);
    expect((await owner.api('DELETE', `views/${id}`)).status).to.equal(404);
    expect((await author.api('PATCH', `views/${id}`, { name: 'Better' })).status).to.equal(200);
    expect((await author.api('DELETE', `views/${id}`)).body.data).to.deep.equal([]);
  });

  it('are shared with roles by who may, and changed by who may', async () => {
    expect((await save(author, { name: 'Shared', roles: ['editor'] })).status).to.equal(403);
    expect((await save(editor, { name: 'Shared', roles: ['nowhere'] })).status).to.equal(400);
    expect((await save(editor, { name: 'Shared', roles: ['author'] })).status).to.equal(201);
    const [shown] = await viewsOf(author);
    expect(shown).to.deep.include({ name: 'Shared', isMine: false, mayChange: false, mayRemove: false });
    const id = shown?.id ?? '';
    expect((await author.api('PATCH', `views/${id}`, { name: 'Taken' })).status).to.equal(403);
    expect((await author.api('DELETE', `views/${id}`)).status).to.equal(403);
    // Who may remove all shared views sees them all, so that none is left behind.
    expect(await named(owner, 'Shared')).to.deep.include({ mayChange: true, mayRemove: true });
    expect((await owner.api('PATCH', `views/${id}`, { roles: [] })).status).to.equal(200);
    expect(await named(author, 'Shared')).to.equal(undefined);
    expect(await named(owner, 'Shared')).to.equal(undefined);
    await editor.api('DELETE', `views/${id}`);
    const roles = async (browser: Browser) => (await browser.api('GET', 'view-roles')).body.data as unknown;
    expect(await roles(editor)).to.deep.equal(['owner', 'editor', 'author']);
    expect(await roles(author)).to.equal(null);
    const actions = (await world.trail()).filter(({ type }) => type === 'plugin::admin.view');
    expect(actions.map(({ action }) => action)).to.include.members(['create', 'update', 'delete']);
  });

  it('have one default for each content-type', async () => {
    const shared = { roles: ['author', 'editor'], isDefault: true };
    expect((await save(editor, { name: 'Alone', isDefault: true })).status).to.equal(400);
    expect((await save(editor, { name: 'First', ...shared })).status).to.equal(201);
    expect((await save(editor, { name: 'Of notes', uid: note, search: {}, ...shared })).status).to.equal(201);
    expect((await named(author, 'First'))?.isDefault).to.equal(true);
    await save(editor, { name: 'Second', roles: ['author'] });
    await editor.api('PATCH', `views/${await idOf(editor, 'Second')}`, { isDefault: true });
    const defaults = async (browser: Browser) =>
      (await viewsOf(browser)).filter(({ isDefault }) => isDefault).map(({ name }) => name);
    expect(await defaults(author)).to.have.members(['Second', 'Of notes']);
    // It is shared with another role.
    expect(await defaults(editor)).to.deep.equal(['Of notes']);
    for (const { id } of await viewsOf(editor)) await editor.api('DELETE', `views/${id}`);
  });

  it('show nobody more than they may read', async () => {
    const grants = [
      { uid: dish, actions: ['find', 'findDrafts'], fields: ['Name', 'main'] },
      { uid: note, actions: ['create'] },
    ];
    valueOf(await world.parts.administration.createRole(systemPrincipal, { name: 'narrow', grants }));
    const narrow = await world.signedIn('narrow');
    const roles = ['narrow'];
    const hidden = { filters: { main: { Title: { $eq: 'secret' } } } };
    await save(editor, { name: 'Filtered', search: hidden, roles });
    await save(editor, { name: 'Sorted', search: { sort: 'main.Title:desc' }, roles });
    await save(editor, { name: 'Notes', uid: note, search: {}, roles });
    await save(editor, { name: 'Shown', search: best, roles });
    const seen = await viewsOf(narrow);
    expect(seen.map(({ name }) => name)).to.deep.equal(['Shown']);
    expect(seen[0]?.search).to.deep.equal({ ...best, columns: 'Name' });
    // Nobody keeps what they may not read either.
    expect((await save(narrow, { name: 'Hidden', search: hidden })).status).to.equal(400);
    expect((await save(narrow, { name: 'Notes', uid: note, search: {} })).status).to.equal(403);
  });

  it('refuse what is no view', async () => {
    const refused: readonly object[] = [
      { name: '' },
      { name: 'x'.repeat(61) },
      { name: 'x', search: { page: 3 } },
      { name: 'x', search: { filters: { Nowhere: { $eq: 1 } } } },
      { name: 'x', search: { filters: { Secret: { $eq: 1 } } } },
      { name: 'x', search: { search: 'y'.repeat(10_001) } },
      { name: 'x', search: { density: 'none' } },
      { name: 'x', search: { sort: 'Nowhere:asc' } },
      { name: 'x', roles: 'author' },
    ];
    for (const body of refused) {
      const { status, body: answer } = await save(editor, body);
      expect(status, JSON.stringify([body, answer])).to.equal(400);
    }
    expect((await save(editor, { name: 'x', uid: 'api::nowhere.nowhere' })).status).to.equal(404);
    expect((await editor.api('PATCH', 'views/nowhere', { name: 'x' })).status).to.equal(404);
  });

  it('are at most fifty for a content-type, and one default, however many are saved at once', async () => {
    const keeper = await world.signedIn('editor');
    const me = (await keeper.api('GET', 'start')).body.data.administrator.documentId as string;
    for (let kept = 0; kept < 48; kept++) {
      const { documentId: _none, ...view } = blankView(me, note);
      valueOf(await viewRecords.insert(world.parts.rowDocuments, { ...view, name: `Kept ${kept}` }));
    }
    const shared = { uid: note, search: {}, roles: ['editor'], isDefault: true };
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((name) => save(keeper, { name, ...shared })),
    );
    expect(answers.map(({ status }) => status)).to.have.members([201, 201, 400, 400, 400]);
    const own = (await viewsOf(keeper)).filter(({ isMine }) => isMine);
    expect(own).to.have.lengthOf(50);
    expect(own.filter(({ isDefault }) => isDefault)).to.have.lengthOf(1);
  });

  it('stand beside what each administrator has set for the page, which another browser gets too', async () => {
    const set = { theme: 'dark', side: [{ uid: note, group: 'Talk', isPinned: true, isHidden: false }] };
    const kept = async () => (await editor.api('GET', 'start')).body.data.preferences as unknown;
    expect((await editor.api('PATCH', 'preferences', set)).body.data).to.deep.equal(set);
    const changed = await editor.api('PATCH', 'preferences', { theme: null, letterKeys: false });
    expect(changed.body.data).to.deep.equal({ side: set.side, letterKeys: false });
    expect(await kept()).to.deep.equal(changed.body.data);
    expect((await editor.api('GET', 'preferences')).body.data).to.deep.equal(changed.body.data);
    expect((await owner.api('GET', 'preferences')).body.data).to.deep.equal({});
    for (const wrong of [{ theme: 'pink' }, { language: 'xx' }, { side: [{ uid: note }] }])
      expect((await editor.api('PATCH', 'preferences', wrong)).status, JSON.stringify(wrong)).to.equal(400);
    const [place] = set.side;
    const long = Array.from({ length: 900 }, (_, at) => ({ ...place, uid: `api::${'x'.repeat(90)}${at}` }));
    expect((await editor.api('PATCH', 'preferences', { side: long })).status).to.equal(400);
    expect(await kept()).to.deep.equal(changed.body.data);
  });

  it('go with the administrator whose own they were', async () => {
    const leaving = await world.signedIn('editor');
    await save(leaving, { name: 'Own' });
    await leaving.api('PATCH', 'preferences', { theme: 'dark' });
    await save(leaving, { name: 'Left', roles: ['author'] });
    const me = (await leaving.api('GET', 'start')).body.data.administrator.documentId as string;
    valueOf(await world.parts.administration.remove(systemPrincipal, me));
    expect(valueOf(await world.parts.store.values.all(`quire-preferences-${me}`))).to.deep.equal([]);
    expect(await named(author, 'Left')).not.to.equal(undefined);
    expect(await world.parts.views.list({ ...systemPrincipal, user: { id: 0, documentId: me } })).to.satisfy(
      (found: { value: readonly Shown[] }) => found.value.every(({ name }) => name !== 'Own'),
    );
  });
});
