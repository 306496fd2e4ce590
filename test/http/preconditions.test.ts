import { expect } from 'chai';
import type { DocumentStore } from '../../src/application/ports/document-store.js';
import { openDocuments } from './chosen-store.js';
import { createWorld, fixtureSchema } from './fixture.js';
import { createWriter, type Writer } from './writer.js';

describe('preconditions over HTTP', () => {
  let writer: Writer;
  let path: string;

  beforeEach(async () => {
    writer = createWriter();
    const { data } = await writer.post('places', { Name: 'one', Rating: 1 });
    path = `/api/places/${data.documentId}`;
  });

  const get = (query = '') => writer.world.full('get', `${path}${query}`);
  const put = (headers: Record<string, string>, body: object, query = '') =>
    writer.world.full('put', `${path}${query}`).set(headers).send(body);
  const tag = async (query = ''): Promise<string> => String((await get(query)).headers['etag']);

  it('a document has an ETag, which changes with the version and with what is asked', async () => {
    const first = await tag();
    expect(first).to.match(/^"[0-9a-z]+\.[\w-]{12}"$/);
    expect(await tag()).to.equal(first);
    expect(await tag('?fields=Name')).to.not.equal(first);
    expect(await tag('?status=draft')).to.not.equal(first);
    const written = await put({}, { data: { Rating: 2 } });
    expect(written.headers['etag'])
      .to.equal(await tag())
      .and.not.equal(first);
    expect((await writer.world.full('get', '/api/places')).headers).to.not.have.property('etag');
  });

  it('version=true gives the revision in meta, which is empty otherwise', async () => {
    expect((await get()).body.meta).to.deep.equal({});
    const { body, headers } = await get('?version=true');
    expect(body.meta).to.deep.equal({ version: String(headers['etag']).slice(1).split('.')[0] });
  });

  it('GET with the ETag of the answer is 304, and with another one the answer', async () => {
    const known = await tag('?populate=*');
    for (const header of [known, `"x", W/${known}`, '*']) {
      const { status, text, headers } = await get('?populate=*').set('If-None-Match', header);
      expect([status, text]).to.deep.equal([304, '']);
      expect(headers['etag']).to.equal(known);
    }
    expect((await get().set('If-None-Match', known)).status).to.equal(200);
    await put({}, { data: { Name: 'two' } });
    expect((await get('?populate=*').set('If-None-Match', known)).body.data.Name).to.equal('two');
  });

  it('GET with the ETag of the answer reads only its revision, unless it has relations or components', async () => {
    const read: string[][] = [];
    const store = openDocuments(fixtureSchema());
    const spied: DocumentStore = {
      ...store,
      read: (plan, ...rest) => {
        read.push(plan.shape.members.map(({ as }) => as));
        return store.read(plan, ...rest);
      },
    };
    const { full } = createWorld({}, undefined, spied);
    const made = await full('post', '/api/places').send({ data: { Name: 'one', Rating: 1 } });
    const at = `/api/places/${made.body.data.documentId}`;
    const ask = (query: string, headers: Record<string, string>) => full('get', `${at}${query}`).set(headers);
    const known = String((await ask('', {})).headers['etag']);
    expect(known).to.equal(made.headers['etag']);
    read.length = 0;
    const again = await ask('', { 'If-None-Match': known });
    expect([again.status, again.text, again.headers['etag']]).to.deep.equal([304, '', known]);
    expect(read).to.deep.equal([['__revision', 'id', 'publishedAt']]);

    for (const [query, headers] of [
      ['?fields=Name', {}],
      ['?version=true', {}],
      ['?status=draft', {}],
      ['', { 'Strapi-Response-Format': 'v4' }],
    ] as const)
      expect((await ask(query, { ...headers, 'If-None-Match': known })).status, query).to.equal(200);

    const populated = String((await ask('?populate=*', {})).headers['etag']);
    read.length = 0;
    expect((await ask('?populate=*', { 'If-None-Match': populated })).status).to.equal(304);
    expect(read).to.have.length(1);
    expect(read[0]).to.include('Name');

    // Publishing again leaves the revision as it is, but not what is shown.
    await full('post', `${at}/actions/unpublish`);
    expect((await ask('', { 'If-None-Match': known })).status).to.equal(404);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await full('post', `${at}/actions/publish`);
    const anew = await ask('', { 'If-None-Match': known });
    expect(anew.status).to.equal(200);
    expect(anew.body.data.publishedAt).to.not.equal(made.body.data.publishedAt);
    await full('put', at).send({ data: { Name: 'two' } });
    const changed = await ask('', { 'If-None-Match': String(anew.headers['etag']) });
    expect([changed.status, changed.body.data.Name]).to.deep.equal([200, 'two']);
  });

  it('a write with If-Match, or with version, succeeds once', async () => {
    const seen = await tag();
    const version = seen.slice(1).split('.')[0];
    const written = await put({ 'If-Match': seen }, { data: { Name: 'two' } });
    expect(written.status).to.equal(200);
    for (const [headers, more] of [
      [{ 'If-Match': seen }, {}],
      [{ 'If-Match': `W/${seen}, "zz"` }, {}],
      [{}, { version }],
    ] as const) {
      const { status, body } = await put(headers, { data: { Name: 'three' }, ...more });
      expect(status).to.equal(412);
      const { name, details } = body.error;
      expect(name).to.equal('PreconditionFailedError');
      expect(details.updatedAt).to.equal(written.body.data.updatedAt);
      expect(written.headers['etag']).to.match(new RegExp(`^"${details.version}\\.`));
    }
    expect((await get()).body.data.Name).to.equal('two');
    const current = (await tag()).slice(1).split('.')[0];
    expect((await put({}, { data: { Name: 'four' }, version: current })).status).to.equal(200);
  });

  it('the published version that was read is no longer enough when its draft was edited', async () => {
    const seen = await tag();
    const draft = await put({}, { data: { Name: 'draft' } }, '?status=draft');
    expect((await put({ 'If-Match': seen }, { data: { Rating: 5 } })).status).to.equal(412);
    expect((await get()).body.data).to.include({ Name: 'one', Rating: 1 });
    const { status, body } = await put(
      { 'If-Match': String(draft.headers['etag']) },
      { data: { Rating: 5 } },
    );
    expect(status).to.equal(200);
    expect(body.data).to.include({ Name: 'draft', Rating: 5 });
  });

  it('deletes and actions obey it', async () => {
    const seen = await tag();
    await put({}, { data: { Name: 'two' } }, '?status=draft');
    for (const action of ['publish', 'unpublish', 'discard-draft']) {
      const moved = await writer.world
        .full('post', `${path}/actions/${action}`)
        .set('If-Match', seen)
        .send({});
      expect([action, moved.status]).to.deep.equal([action, 412]);
    }
    expect((await writer.world.full('delete', path).set('If-Match', seen)).status).to.equal(412);
    const now = await tag('?status=draft');
    expect((await writer.world.full('delete', path).set('If-Match', now)).status).to.equal(204);
    expect((await get()).status).to.equal(404);
  });

  it('a delete that expects a version is refused where there is none', async () => {
    const seen = await tag();
    expect((await writer.world.full('delete', path)).status).to.equal(204);
    for (const match of [seen, '*']) {
      const { status, body } = await writer.world.full('delete', path).set('If-Match', match);
      expect([match, status, body.error?.details]).to.deep.equal([
        match,
        412,
        { version: null, updatedAt: null },
      ]);
    }
    expect((await writer.world.full('delete', path).set('If-None-Match', '*')).status).to.equal(204);
    expect((await put({ 'If-Match': seen }, { data: { Name: 'two' } })).status).to.equal(404);
  });

  it('a delete that expects a version is refused where only another locale has one', async () => {
    const { data } = await writer.post('articles', { title: 'one' });
    const other = `/api/articles/${data.documentId}?locale=fr`;
    const { status, body } = await writer.world.full('delete', other).set('If-Match', '*');
    expect([status, body.error?.details.version]).to.deep.equal([412, null]);
    expect((await writer.world.full('get', `/api/articles/${data.documentId}`)).status).to.equal(200);
  });

  it('a precondition that is none is refused, and changes nothing', async () => {
    const seen = await tag();
    const headers: readonly Record<string, string>[] = [
      { 'If-Match': 'abc' },
      { 'If-Match': '"ab!c"' },
      { 'If-Match': '"zzzzzzzzzzzzzzzzzzzz"' },
      { 'If-Match': '' },
      { 'If-None-Match': seen },
      { 'If-Match': seen, 'If-None-Match': '*' },
    ];
    for (const header of headers) {
      const { status, body } = await put(header, { data: { Name: 'two' } });
      expect([header, status]).to.deep.equal([header, 400]);
      expect(body.error.message).to.match(/^Invalid precondition: /);
    }
    for (const version of [1, null, {}, ''])
      expect((await put({}, { data: { Name: 'two' }, version })).status).to.equal(400);
    const all = await writer.world.full('delete', `${path}?locale=*`).set('If-Match', seen);
    expect([all.status, all.body.error.message]).to.deep.equal([
      400,
      'Invalid precondition: it is about one locale, not about *',
    ]);
    expect((await get()).body.data.Name).to.equal('one');
  });

  it('If-None-Match: * makes no change where there is a document', async () => {
    const { status, body } = await put({ 'If-None-Match': '*' }, { data: { Name: 'two' } });
    expect([status, body.error.message]).to.deep.equal([412, 'This version of the document exists already']);
    expect((await put({ 'If-Match': '*' }, { data: { Name: 'two' } })).status).to.equal(200);
  });
});
