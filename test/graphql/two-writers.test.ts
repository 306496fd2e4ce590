import { expect } from 'chai';
import { serveApp, typeFile, type Credentials, type ServedApp } from '../http/served-app.js';

// Tests read answers without types.
/* oxlint-disable no-explicit-any */

describe('two writers over GraphQL', function () {
  this.timeout(60_000);
  let world: ServedApp;
  let admin: Credentials;
  before(async () => {
    const localized = { pluginOptions: { i18n: { localized: true } } };
    world = await serveApp({
      ...typeFile('page', { title: { type: 'string' } }, { options: { draftAndPublish: true } }),
      ...typeFile('note', { title: { type: 'string', ...localized } }, localized),
    });
    const { token } = await world.app.access.createToken({ name: 'admin', access: 'full-access' });
    admin = { token };
  });
  after(() => world.stop());
  afterEach(() => expect(world.errors).to.deep.equal([]));

  const ask = (query: string, variables?: object, format: 'v4' | 'v5' = 'v5') =>
    world.graphql(admin, query, variables, format);
  const page = async (title: string): Promise<any> =>
    (await world.rest(admin, 'POST', '/pages?version=true', { data: { title } })).body;
  const update = `mutation ($id: ID!, $ifMatch: String, $title: String) {
    updatePage(documentId: $id, ifMatch: $ifMatch, data: { title: $title }) { title updatedAt } }`;

  it('a write with the updatedAt, the version or the tag that was read succeeds once', async () => {
    const { data, meta } = await page('one');
    const id = data.documentId;
    const { updatePage: first } = (await ask(update, { id, ifMatch: data.updatedAt, title: 'two' })).data;
    expect(first.title).to.equal('two');
    for (const ifMatch of [data.updatedAt, meta.version, `"${meta.version}.abc"`, `W/"${meta.version}"`]) {
      const { errors, data: none } = await ask(update, { id, ifMatch, title: 'three' });
      expect(none).to.deep.equal({ updatePage: null });
      const { name, details } = errors?.[0]?.extensions.error ?? {};
      expect([name, details.updatedAt]).to.deep.equal(['PreconditionFailedError', first.updatedAt]);
      expect(details.version).to.not.equal(meta.version);
    }
    const before = (await ask(update, { id, ifMatch: '*', title: 'four' })).data.updatePage;
    expect((await ask(update, { id, ifMatch: before.updatedAt, title: 'five' })).errors).to.equal(undefined);
    expect((await ask(update, { id, ifMatch: null, title: 'six' })).errors).to.equal(undefined);
  });

  it('deletes and the actions of drafts obey it, in both formats', async () => {
    const { data } = await page('one');
    const [id, ifMatch] = [data.documentId, data.updatedAt];
    await world.rest(admin, 'PUT', `/pages/${id}?status=draft`, { data: { title: 'two' } });
    const nameOf = async (query: string, format: 'v4' | 'v5'): Promise<string> =>
      (await ask(query, { id, ifMatch }, format)).errors?.[0]?.extensions.error.name;
    for (const [format, key] of [
      ['v4', 'id'],
      ['v5', 'documentId'],
    ] as const) {
      const given = `${key}: $id, ifMatch: $ifMatch`;
      for (const action of ['publishPage', 'unpublishPage', 'discardPageDraft'])
        expect(
          await nameOf(
            `mutation ($id: ID!, $ifMatch: String) { ${action}(${given}) { document { __typename } } }`,
            format,
          ),
        ).to.equal('PreconditionFailedError');
      expect(
        await nameOf(`mutation ($id: ID!, $ifMatch: String) { deletePage(${given}) { __typename } }`, format),
      ).to.equal('PreconditionFailedError');
    }
    const { body } = await world.rest(admin, 'GET', `/pages/${id}`);
    expect(body.data.title).to.equal('one');
    const draft = (await world.rest(admin, 'GET', `/pages/${id}?status=draft`)).body.data.updatedAt;
    const deleted = await ask(
      'mutation ($id: ID!, $ifMatch: String) { deletePage(documentId: $id, ifMatch: $ifMatch) { documentId } }',
      { id, ifMatch: draft },
    );
    expect(deleted).to.deep.equal({ data: { deletePage: { documentId: id } } });
  });

  it('a precondition that is none is refused and changes nothing', async () => {
    const { data } = await page('kept');
    const id = data.documentId;
    for (const ifMatch of ['', 'not a time', '"', '2020-01-01', 'zzzzzzzzzzzz']) {
      const { errors } = await ask(update, { id, ifMatch, title: 'lost' });
      expect(errors?.[0]?.message, ifMatch).to.contain('Invalid precondition');
    }
    const later = '2090-12-01T09:00:00Z';
    const planned = await ask(
      `mutation ($id: ID!) { publishPage(documentId: $id, ifMatch: "*", at: "${later}") { release { state } } }`,
      { id },
    );
    expect(planned.errors?.[0]?.message).to.contain('planned for later');
    const note = (await world.rest(admin, 'POST', '/notes', { data: { title: 'en' } })).body.data;
    const all = await ask(
      'mutation ($id: ID!) { deleteNote(documentId: $id, locale: "*", ifMatch: "*") { documentId } }',
      { id: note.documentId },
    );
    expect(all.errors?.[0]?.message).to.contain('one locale');
    expect((await world.rest(admin, 'GET', `/notes/${note.documentId}`)).status).to.equal(200);
    expect((await world.rest(admin, 'GET', `/pages/${id}`)).body.data.title).to.equal('kept');
  });
});
