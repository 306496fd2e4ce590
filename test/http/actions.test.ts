import { expect } from 'chai';
import { createWriter, type Writer } from './writer.js';

describe('publish, unpublish and discard-draft over HTTP', () => {
  let writer: Writer;
  let path: string;

  beforeEach(async () => {
    writer = createWriter();
    const { data } = await writer.post('places', { Name: 'one', Rating: 1, seo: { metaTitle: 't' } });
    path = `places/${data.documentId}`;
  });

  const read = async (status: string) =>
    (await writer.world.full('get', `/api/${path}?status=${status}`)).body;
  const act = (action: string, token = 'full') =>
    writer.world.as(token)('post', `/api/${path}/actions/${action}`);

  it('publish answers the published version', async () => {
    await writer.put(`${path}?status=draft`, { Name: 'two' });
    const { status, body } = await act('publish');
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ data: (await read('published')).data, meta: {} });
    expect(body.data).to.include({ Name: 'two', Rating: 1 });
    expect(body.data.publishedAt).to.be.a('string');
  });

  it('unpublish answers the draft, also if nothing is published', async () => {
    for (const _ of [1, 2]) {
      const { status, body } = await act('unpublish');
      expect(status).to.equal(200);
      expect(body.data).to.deep.include({ Name: 'one', publishedAt: null });
      expect((await read('published')).error.status).to.equal(404);
      expect((await read('draft')).data).to.deep.equal(body.data);
    }
  });

  it('discard-draft restores the published version', async () => {
    await writer.put(`${path}?status=draft`, { Name: 'two', seo: null });
    const { status, body } = await act('discard-draft?populate=seo');
    expect(status).to.equal(200);
    expect(body.data).to.deep.include({ Name: 'one', publishedAt: null });
    expect(body.data.seo).to.include({ metaTitle: 't' });
    await act('unpublish');
    const refused = await act('discard-draft');
    expect(refused.body.error).to.include({ status: 400, name: 'ApplicationError' });
  });

  it('fields and populate select the answer', async () => {
    const { body } = await act('publish?fields[0]=Rating&populate[seo][fields][0]=metaTitle');
    expect(body.data).to.have.all.keys('id', 'documentId', 'Rating', 'seo');
    const refused = await act('publish?fields[0]=Hidden');
    expect(refused.body.error.details).to.include({ key: 'Hidden' });
  });

  it('each action requires its own permission', async () => {
    for (const action of ['publish', 'unpublish', 'discard-draft']) {
      expect((await act(action, 'editor')).status, action).to.equal(403);
      expect((await act(action, 'wrong')).status, action).to.equal(401);
    }
    expect((await act('publish', 'publisher')).status).to.equal(200);
    expect((await act('discard-draft', 'publisher')).status).to.equal(200);
    expect((await act('unpublish', 'publisher')).status).to.equal(200);
    expect((await writer.world.as('publisher')('get', `/api/${path}`)).status).to.equal(403);
  });

  it('a missing document, version or action is a 404', async () => {
    const missing = [
      'places/nope/actions/publish',
      'places/%00/actions/publish',
      'places/nope/actions/unpublish',
      'places/nope/actions/discard-draft',
      `${path}/actions/archive`,
      `${path}/actions/toString`,
      `${path}/actions`,
      `${path}/actions/publish/now`,
      'nope/nope/actions/publish',
    ];
    for (const one of missing) expect((await writer.act(one)).error.status, one).to.equal(404);
  });

  it('other methods are a 405 that allows POST', async () => {
    for (const method of ['get', 'head', 'put', 'delete'] as const) {
      const { status, headers } = await writer.world.full(method, `/api/${path}/actions/publish`);
      expect([status, headers['allow']], method).to.deep.equal([405, 'POST']);
    }
  });

  it('a type without drafts refuses them', async () => {
    const { data } = await writer.post('labels', { Name: 'x' });
    for (const action of ['publish', 'unpublish', 'discard-draft']) {
      const { error } = await writer.act(`labels/${data.documentId}/actions/${action}`);
      expect(error).to.include({ status: 400, message: 'label has no drafts' });
    }
  });

  it('paths are case-insensitive and may end in a slash', async () => {
    const { status } = await writer.world.full('post', `/API/PLACES/${path.slice(7)}/Actions/Discard-Draft/`);
    expect(status).to.equal(200);
  });
});
