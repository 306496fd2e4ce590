import { expect } from 'chai';
import { asking } from './asking.js';
import { serveApp, typeFile, type Credentials, type ServedApp } from '../http/served-app.js';

// Tests read answers without types.
/* oxlint-disable no-explicit-any */

const page = 'api::page.page';
const later = '2090-12-01T09:00:00+01:00';
const drafts = { options: { draftAndPublish: true } };
const title = { title: { type: 'string', required: true } };

const extension = `module.exports = { register({ strapi }) {
  const extension = strapi.plugin('graphql').service('extension');
  extension.shadowCRUD('api::static.static').disableAction('update');
  extension.use({
    typeDefs: 'extend type Mutation { publishOwn(id: ID): String }',
    resolvers: { Mutation: { publishOwn: () => 'of the app' } },
    resolversConfig: { 'Mutation.updateClosed': { policies: [() => true] } },
  });
} };`;

const guardedRoutes = `module.exports = require('@strapi/strapi').factories.createCoreRouter('api::guarded.guarded', {
  config: { update: { policies: [() => true] } },
});`;

describe('publishing, planned publishing and releases over GraphQL', function () {
  this.timeout(60_000);
  let world: ServedApp;
  let admin: Credentials;
  before(async () => {
    const localized = { pluginOptions: { i18n: { localized: true } } };
    world = await serveApp({
      'src/index.js': extension,
      'src/api/guarded/routes/guarded.js': guardedRoutes,
      ...typeFile('page', title, drafts),
      ...typeFile('home', title, { ...drafts, kind: 'singleType' }),
      ...typeFile('note', { title: { ...title.title, ...localized } }, { ...drafts, ...localized }),
      ...typeFile('own', title, drafts),
      ...typeFile('closed', title, drafts),
      ...typeFile('guarded', title, drafts),
      ...typeFile('static', title, drafts),
      ...typeFile('plain', title),
      // The names of the root fields of this type are not taken from it.
      ...typeFile('release', title),
    });
    const { token } = await world.app.access.createToken({ name: 'admin', access: 'full-access' });
    admin = { token };
  });
  after(() => world.stop());
  afterEach(() => expect(world.errors).to.deep.equal([]));

  const { ask, answered, errorOf } = asking(() => ({ world, admin }));
  const draft = async (text: string, path = '/pages'): Promise<string> =>
    (await world.rest(admin, 'POST', `${path}?status=draft`, { data: { title: text } })).body.data.documentId;
  const titles = async (): Promise<readonly string[]> =>
    (await world.rest(admin, 'GET', '/pages')).body.data.map((one: any) => one.title);
  const move = (action: string) => `mutation ($id: ID!, $at: String) {
    moved: ${action}(documentId: $id, at: $at) { document { documentId title } release { state at name
      actions { action type documentId locale } plannedBy { kind name } problems { code message } } } }`;

  it('publishes, unpublishes and discards drafts, with the answer of both formats', async () => {
    const id = await draft('one');
    const published = await answered(move('publishPage'), { id });
    expect(published.moved).to.deep.equal({ document: { documentId: id, title: 'one' }, release: null });
    expect(await titles()).to.deep.equal(['one']);
    await world.rest(admin, 'PUT', `/pages/${id}?status=draft`, { data: { title: 'two' } });
    const discarded = await answered(
      `mutation ($id: ID!) { discardPageDraft(documentId: $id) { document { title } } }`,
      { id },
    );
    expect(discarded.discardPageDraft.document).to.deep.equal({ title: 'one' });
    const { data } = await world.graphql(
      admin,
      `mutation ($id: ID!) { unpublishPage(id: $id) { document { data { id attributes { title } } } } }`,
      { id },
      'v4',
    );
    expect(data.unpublishPage.document.data).to.deep.equal({ id, attributes: { title: 'one' } });
    expect(await titles()).to.deep.equal([]);
    const note = await draft('de', '/notes');
    await world.rest(admin, 'PUT', `/homes?status=draft`, { data: { title: 'at home' } });
    expect(
      await errorOf(
        `mutation ($id: ID!) { publishNote(documentId: $id, locale: "fr") { document { title } } }`,
        {
          id: note,
        },
      ),
    ).to.not.equal('none');
  });

  it('plans publishing at a time', async () => {
    const id = await draft('later');
    const { moved } = await answered(move('publishPage'), { id, at: later });
    expect(moved).to.deep.equal({
      document: null,
      release: {
        state: 'scheduled',
        at: '2090-12-01T08:00:00.000Z',
        name: `publish ${page} ${id}`,
        actions: [{ action: 'publish', type: page, documentId: id, locale: null }],
        plannedBy: { kind: 'token', name: 'admin' },
        problems: [],
      },
    });
    expect(await titles()).to.not.include('later');
    expect(await errorOf(move('unpublishPage'), { id, at: 'tomorrow' })).to.equal('ValidationError');
    expect(await errorOf(move('publishPage'), { id: 'gone', at: later })).to.not.equal('none');
    expect(await errorOf(move('discardPageDraft'), { id, at: later })).to.contain('Unknown argument "at"');
  });

  it('plans, lists, changes, checks, runs and cancels releases', async () => {
    const [one, two] = [await draft('spring one'), await draft('spring two')];
    const actions = [one, two].map((documentId) => ({ action: 'publish', type: page, documentId }));
    const { planRelease } = await answered(
      `mutation ($data: PlannedReleaseInput!) { planRelease(data: $data) { documentId name state at } }`,
      { data: { name: 'Spring', at: later, actions } },
    );
    const { documentId } = planRelease;
    expect(planRelease).to.include({ name: 'Spring', state: 'scheduled' });
    const changed = await answered(
      `mutation ($id: ID!) { changeRelease(documentId: $id, data: { at: null }) { name state at } }`,
      { id: documentId },
    );
    expect(changed.changeRelease).to.deep.equal({ name: 'Spring', state: 'open', at: null });
    const listed = await answered(
      '{ plannedReleases(state: OPEN, limit: 5) { name } plannedReleases2: plannedReleases(state: FAILED) { name } }',
    );
    expect(listed).to.deep.equal({ plannedReleases: [{ name: 'Spring' }], plannedReleases2: [] });
    const checked = await answered(`mutation ($id: ID!) { checkRelease(documentId: $id) { code } }`, {
      id: documentId,
    });
    expect(checked.checkRelease).to.deep.equal([]);
    const ran = await answered(`mutation ($id: ID!) { runRelease(documentId: $id) { state endedAt } }`, {
      id: documentId,
    });
    expect(ran.runRelease.state).to.equal('done');
    expect(await titles()).to.include.members(['spring one', 'spring two']);
    const shown = await answered(`query ($id: ID!) { plannedRelease(documentId: $id) { state } }`, {
      id: documentId,
    });
    expect(shown.plannedRelease).to.deep.equal({ state: 'done' });
    const cancel = `mutation ($id: ID!) { cancelRelease(documentId: $id) { state } }`;
    expect(await errorOf(cancel, { id: documentId })).to.not.equal('none');
    expect(await errorOf(cancel, { id: 'gone' })).to.equal('NotFoundError');
  });

  it('needs the grants that REST needs', async () => {
    const id = await draft('mine');
    const kim = await world.signUp('kim');
    const nobody = { token: '' };
    for (const action of ['publishPage', 'unpublishPage'])
      for (const at of [null, later]) {
        expect(await errorOf(move(action), { id, at }, kim)).to.equal('ForbiddenError');
        expect(await errorOf(move(action), { id, at }, nobody)).to.equal('ForbiddenError');
      }
    const plan = `mutation ($data: PlannedReleaseInput!) { planRelease(data: $data) { name } }`;
    const data = { name: 'Mine', actions: [{ action: 'publish', type: page, documentId: id }] };
    const refused = await ask(plan, { data }, kim);
    expect(refused.errors?.[0]?.extensions.error.details.problems[0].code).to.equal('POLICY.DENIED');
    expect(await errorOf(plan, { data }, nobody)).to.equal('ForbiddenError');
    expect(await answered('{ plannedReleases { name } }', {}, kim)).to.deep.equal({ plannedReleases: [] });
    await world.app.access.grant(kim.role, page, ['publish', 'findOne']);
    expect((await answered(plan, { data }, kim)).planRelease).to.deep.equal({ name: 'Mine' });
    expect(await answered('{ plannedReleases { name } }', {}, kim)).to.deep.equal({
      plannedReleases: [{ name: 'Mine' }],
    });
    expect(await errorOf('{ plannedReleases { name } }', {}, nobody)).to.equal('ForbiddenError');
  });

  it('is not there where code of the app guards updates, and gives way to fields of the app', async () => {
    const none = async (name: string): Promise<void> => {
      const error = await errorOf(`mutation { ${name}(documentId: "x") { document { title } } }`);
      expect(error, name).to.contain('Cannot query field');
    };
    for (const name of ['Closed', 'Guarded', 'Static', 'Plain']) await none(`publish${name}`);
    await none('discardClosedDraft');
    expect(await answered('mutation { publishOwn }')).to.deep.equal({ publishOwn: 'of the app' });
    expect(await errorOf('mutation { unpublishOwn(documentId: "x") { document { title } } }')).to.equal(
      'NotFoundError',
    );
    expect(await answered('{ releases { title } }')).to.deep.equal({ releases: [] });
  });
});
