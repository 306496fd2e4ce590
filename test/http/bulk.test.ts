import { once } from 'node:events';
import http from 'node:http';
import { createInterface } from 'node:readline';
import { expect } from 'chai';
import { errors } from '../../src/bootstrap/index.js';
import { serveApp, typeFile, type Person, type ServedApp } from './served-app.js';

const [article, tag] = ['api::article.article', 'api::tag.tag'];
const [guarded, closed] = ['api::guarded.guarded', 'api::closed.closed'];

describe('many writes in one request', function () {
  this.timeout(60_000);
  let served: ServedApp;
  let kai: Person;

  before(async () => {
    served = await serveApp({
      ...typeFile(
        'article',
        {
          title: { type: 'string', required: true },
          slug: { type: 'uid' },
          code: { type: 'string', unique: true },
          extra: { type: 'json' },
          rank: { type: 'integer', max: 10 },
          tags: { type: 'relation', relation: 'manyToMany', target: tag },
        },
        { options: { draftAndPublish: true } },
      ),
      ...typeFile('tag', { name: { type: 'string', unique: true }, about: { type: 'text' } }),
      ...typeFile('guarded', { text: { type: 'string' } }),
      ...typeFile('closed', { text: { type: 'string' } }),
      'src/api/closed/routes/closed.js': `module.exports = { routes: [
        { method: 'GET', path: '/closeds', handler: 'closed.find', config: { policies: [() => false] } },
        { method: 'PUT', path: '/closeds/:id', handler: 'closed.update' }] }`,
      'src/api/guarded/routes/guarded.js': `module.exports = { routes: [
        { method: 'POST', path: '/guardeds', handler: 'guarded.create', config: { policies: [() => true] } }] }`,
    });
    kai = await served.signUp('kai');
    const all = ['find', 'findOne', 'findDrafts', 'create', 'update', 'delete', 'publish', 'unpublish'];
    await served.app.access.grant(kai.role, article, all);
    await served.app.access.grant(kai.role, tag, ['find', 'findOne', 'create', 'update', 'delete']);
    await served.app.access.grant(kai.role, guarded, ['create']);
  });
  after(() => served.stop());

  const send = async (path: string, body: unknown, who: Person | null = kai) => {
    const response = await fetch(`${served.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(who && { authorization: `Bearer ${who.token}` }) },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  const titles = async (status = 'published'): Promise<readonly string[]> => {
    const url = `${served.url}/api/articles?status=${status}&sort=title&pagination[pageSize]=100`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${kai.token}` } });
    return ((await answer.json()).data as { title: string }[]).map(({ title }) => title);
  };
  const operations = (...list: readonly unknown[]) => ({ operations: list });

  it('creates, changes, publishes and deletes in its order', async () => {
    const { status, body } = await send(
      '/articles/bulk',
      operations(
        { create: { data: { title: 'a' } } },
        { create: { data: { title: 'b' }, status: 'draft' } },
        { create: { data: { title: 'c' } } },
      ),
    );
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body.meta).to.deep.equal({ succeeded: 3, failed: 0 });
    const [a, b, c] = body.data.map(({ documentId }: { documentId: string }) => documentId);
    expect(await titles()).to.deep.equal(['a', 'c']);
    const changed = await send(
      '/articles/bulk',
      operations(
        { update: { documentId: a, data: { title: 'a2' } } },
        { publish: { documentId: b } },
        { delete: { documentId: c } },
      ),
    );
    expect(changed.body.data).to.deep.equal([
      { done: 'updated', documentId: a },
      { done: 'published', documentId: b },
      { done: 'deleted', documentId: c },
    ]);
    expect(await titles()).to.deep.equal(['a2', 'b']);
  });

  it('does all or nothing, and names the operation that fails', async () => {
    const before = await titles('draft');
    const { status, body } = await send(
      '/articles/bulk',
      operations({ create: { data: { title: 'x' } } }, { create: { data: { title: 'y', rank: 11 } } }),
    );
    expect([status, body.error.details.operation]).to.deep.equal([400, 1]);
    expect(body.error.message).to.equal('rank must be less than or equal to 10');
    expect(await titles('draft')).to.deep.equal(before);
  });

  it('refuses a precondition, which no operation has', async () => {
    const headers = {
      Authorization: `Bearer ${kai.token}`,
      'Content-Type': 'application/json',
      'If-Match': '*',
    };
    const body = JSON.stringify(operations({ create: { data: { title: 'conditional' } } }));
    const refused = await fetch(`${served.url}/api/articles/bulk`, { method: 'POST', headers, body });
    const { error } = (await refused.json()) as { error: { message: string } };
    expect([refused.status, error.message]).to.deep.equal([
      400,
      'Invalid precondition: the operations of a bulk request have none',
    ]);
  });

  it('does each by itself if it is told to', async () => {
    const { status, body } = await send('/articles/bulk', {
      atomic: false,
      ...operations(
        { create: { data: { title: 'one' } } },
        { create: { data: { rank: 1 } } },
        { publish: { documentId: 'nowhere' } },
        { create: { data: { title: 'two' } } },
      ),
    });
    expect([status, body.meta]).to.deep.equal([200, { succeeded: 2, failed: 2 }]);
    expect(body.data[1].error).to.include({ status: 400, name: 'ValidationError' });
    expect(body.data[2].error).to.include({ status: 404, name: 'NotFoundError' });
    expect(await titles()).to.include.members(['one', 'two']);
  });

  it('writes more than are written together, and names the first of those that fail', async function () {
    this.timeout(180_000);
    const count = 520;
    const linked = Array.from({ length: count }, (_, n) => ({
      type: 'articles',
      as: `${n}`,
      create: { data: { title: `many ${n}`, ...(n % 260 === 259 && { tags: [{ $ref: 'many' }] }) } },
    }));
    const many = { type: 'tags', as: 'many', create: { data: { name: 'many' } } };
    const made = await send('/batch', operations(many, ...linked));
    expect(made.body.meta).to.deep.equal({ succeeded: count + 1, failed: 0 });
    const ids = made.body.data.map(({ documentId }: { documentId: string }) => documentId);
    const links = await fetch(`${served.url}/api/articles?filters[tags][name]=many&sort=title&fields=title`, {
      headers: { authorization: `Bearer ${kai.token}` },
    });
    expect((await links.json()).data.map(({ title }: { title: string }) => title)).to.deep.equal([
      'many 259',
      'many 519',
    ]);
    const tagsNow = async (): Promise<number> => {
      const answer = await fetch(`${served.url}/api/tags?pagination[pageSize]=1`, {
        headers: { authorization: `Bearer ${kai.token}` },
      });
      return (await answer.json()).meta.pagination.total;
    };
    const before = await tagsNow();
    // The first fails where it is written, the second before.
    const names = Array.from({ length: count }, (_, n) => (n === 400 ? 'many' : n === 510 ? 7 : `of ${n}`));
    const tags = operations(...names.map((name) => ({ create: { data: { name } } })));
    const refused = await send('/tags/bulk', tags);
    expect([refused.status, refused.body.error.details.operation]).to.deep.equal([400, 400]);
    expect(await tagsNow()).to.equal(before);
    const some = tags.operations.slice(395);
    const { body } = await send('/tags/bulk', { atomic: false, operations: some });
    expect(body.meta).to.deep.equal({ succeeded: some.length - 2, failed: 2 });
    expect(body.data.map((one: { error?: unknown }) => one.error === undefined)).to.deep.equal(
      some.map((_, n) => n !== 5 && n !== 115),
    );
    expect(await tagsNow()).to.equal(before + some.length - 2);
    const removed = ids.slice(1).map((documentId: string) => ({ type: 'articles', delete: { documentId } }));
    expect((await send('/batch', operations(...removed))).body.meta.succeeded).to.equal(count);
    const own = names.filter((name) => name !== 7);
    const filters = { name: { $in: own } };
    expect((await send('/tags/bulk', operations({ delete: { filters } }))).body.data[0].count).to.equal(
      some.length - 1,
    );
  });

  it('links documents of several types that it creates', async () => {
    const { body } = await send(
      '/batch',
      operations(
        { type: 'tags', as: 'red', create: { data: { name: 'red' } } },
        { type: tag, as: 'blue', upsert: { by: ['name'], data: { name: 'blue' } } },
        {
          type: 'articles',
          create: {
            data: {
              title: 'tagged',
              tags: [{ $ref: 'blue' }, { $ref: 'red' }],
              extra: { $ref: 'red' },
            },
          },
        },
      ),
    );
    const { documentId } = body.data[2];
    const url = `${served.url}/api/articles/${documentId}?populate=tags`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${kai.token}` } });
    const { data } = await answer.json();
    expect(data.tags.map(({ name }: { name: string }) => name)).to.deep.equal(['blue', 'red']);
    expect(data.extra).to.deep.equal({ $ref: 'red' });
    const unknown = await send(
      '/batch',
      operations({ type: 'articles', create: { data: { title: 't', tags: [{ $ref: 'green' }] } } }),
    );
    expect(unknown.status).to.equal(400);
  });

  it('takes a name from its former document where the operation that gives it again fails', async () => {
    const stop = served.app.db.lifecycles.subscribe({
      models: [tag],
      beforeCreate({ params: { data } }: { readonly params: { readonly data: { readonly name: string } } }) {
        if (data.name === 'thrown') throw new errors.ApplicationError('Not this one');
      },
    });
    for (const [name, message] of [
      [5, 'must be a `string` type'],
      ['thrown', 'Not this one'],
    ]) {
      const { status, body } = await send('/batch', {
        ...operations(
          { type: 'tags', as: 'hue', create: { data: { name: `former of ${name}` } } },
          { type: 'tags', as: 'hue', create: { data: { name } } },
          { type: 'articles', create: { data: { title: 'of hue', tags: [{ $ref: 'hue' }] } } },
        ),
        atomic: false,
      });
      expect(status).to.equal(200);
      expect(body.data[1].error?.message).to.contain(message);
      expect(body.data[2].error?.message).to.equal('No earlier operation creates a document as "hue"');
      expect(body.meta).to.deep.equal({ succeeded: 1, failed: 2 });
    }
    stop();
  });

  it('changes what a filter matches, and creates what is not there', async () => {
    for (const name of ['p', 'q']) await send('/tags/bulk', operations({ create: { data: { name } } }));
    const upsert = { upsert: { by: ['slug'], data: { slug: 'only', title: 'first' } } };
    expect((await send('/articles/bulk', operations(upsert))).body.data[0].done).to.equal('created');
    upsert.upsert.data.title = 'second';
    expect((await send('/articles/bulk', operations(upsert))).body.data[0].done).to.equal('updated');
    expect((await titles()).filter((title) => ['first', 'second'].includes(title))).to.deep.equal(['second']);
    const filters = { name: { $in: ['p', 'q'] } };
    const removed = await send('/tags/bulk', operations({ delete: { filters } }));
    expect(removed.body.data).to.deep.equal([{ done: 'deleted', count: 2 }]);
  });

  it('refuses who is not known, has no grant, or would pass code of the app by', async () => {
    const create = operations({ create: { data: { name: 'z' } } });
    await served.app.access.grant('public', tag, ['create']);
    expect((await send('/tags/bulk', create, null)).status).to.equal(403);
    expect((await send('/guardeds/bulk', create)).status).to.equal(404);
    const batch = operations({ type: 'guardeds', create: { data: { text: 'z' } } });
    expect((await send('/batch', batch)).status).to.equal(404);
    const ada = await served.signUp('ada');
    expect((await send('/tags/bulk', create, ada)).status).to.equal(403);
  });

  it('refuses what it does not know, and changes nothing', async () => {
    const create = { data: { title: 'never' } };
    for (const body of [
      {},
      operations(),
      { operations: {} },
      { atomic: 1, operations: [{ create }] },
      { more: 1, operations: [{ create }] },
      operations({ create, delete: {} }),
      operations({ merge: create }),
      operations({ create: { ...create, filters: {} } }),
      operations({ create }, { update: { data: {} } }),
      operations({ create }, { update: { documentId: 'a', filters: { title: 'a' }, data: {} } }),
      operations({ create }, { delete: { filters: {} } }),
      operations({ create }, { delete: { filters: { nope: 1 } } }),
      operations({ create }, { upsert: { by: ['title'], data: create.data } }),
      operations({ create }, 5),
      operations({ type: 'tags', create }),
      operations({ create }, { as: 'n'.repeat(256), create }),
      operations({ create }, { as: '', create }),
      { operations: Array.from({ length: 10_001 }, () => ({ create })) },
    ])
      expect((await send('/articles/bulk', body)).status, JSON.stringify(body).slice(0, 80)).to.be.oneOf([
        400, 413,
      ]);
    expect(await titles('draft')).to.not.include('never');
  });

  const asLines = 'application/x-ndjson';
  const sendLines = async (path: string, text: string | Uint8Array<ArrayBuffer>, type = asLines) => {
    const response = await fetch(`${served.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': type, authorization: `Bearer ${kai.token}` },
      body: text,
    });
    return { response, lines: linesOf(await response.text()) };
  };
  const linesOf = (text: string) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { done?: string; error?: { message: string } });

  it('answers each line of a body with a line', async () => {
    const lines = [
      JSON.stringify({ create: { data: { title: 'line 1 ü' } } }),
      '',
      'nonsense',
      JSON.stringify({ create: { data: { rank: 12 } } }),
      JSON.stringify({ create: { data: { title: 'line 2' } } }),
    ];
    const { response, lines: answered } = await sendLines('/articles/bulk', lines.join('\r\n'));
    expect(response.headers.get('content-type')).to.equal('application/x-ndjson; charset=utf-8');
    expect(answered.map(({ done, error }) => done ?? error?.message)).to.deep.equal([
      'created',
      'A line must be one operation as JSON in UTF-8',
      '2 errors occurred',
      'created',
    ]);
    expect(await titles()).to.include.members(['line 1 ü', 'line 2']);
  });

  it('refuses a line that is not UTF-8', async () => {
    const [good, bad] = ['ü', '\xfc'].map((title) => JSON.stringify({ create: { data: { title } } }));
    const text = Buffer.concat([Buffer.from(`${good}\n`), Buffer.from(`${bad}\n`, 'latin1')]);
    expect((await sendLines('/articles/bulk', text)).lines.map(({ done }) => done)).to.deep.equal([
      'created',
      undefined,
    ]);
    expect(await titles()).to.not.include('\ufffd');
  });

  it('takes a name from its former document where a line that gives it again is refused without being run', async () => {
    for (const refused of [
      { type: 'tags', as: 'tone', create: { dat: {} } },
      { type: 'tags', as: 'tone', publish: { documentId: 'x' } },
      { type: 'closeds', as: 'tone', create: { data: { text: 'not granted' } } },
    ]) {
      const lines = [
        { type: 'tags', as: 'tone', create: { data: {} } },
        refused,
        { type: 'articles', create: { data: { title: 'of tone', tags: [{ $ref: 'tone' }] } } },
      ].map((line) => JSON.stringify(line));
      const [first, second, third] = (await sendLines('/batch', lines.join('\n'))).lines;
      expect(first?.done).to.equal('created');
      expect(second?.error?.message).to.be.a('string');
      expect(third?.error?.message).to.equal('No earlier operation creates a document as "tone"');
    }
  });

  it('takes lines across chunks, with references, and ends at a line that is too long', async () => {
    const text = [
      { type: 'tags', as: 'long', create: { data: { name: 'long', about: 'ü'.repeat(150_000) } } },
      { type: 'articles', create: { data: { title: 'of long', tags: [{ $ref: 'long' }] } } },
    ].map((line) => JSON.stringify(line));
    const spaced = ['\n'.repeat(200_000), ...text, '\n'].join('\r\n\n');
    expect((await sendLines('/batch', spaced)).lines.map(({ done }) => done)).to.deep.equal([
      'created',
      'created',
    ]);
    const tooLong = [text[1], JSON.stringify({ more: 'x'.repeat(2_000_000) }), text[1]].join('\n');
    const { lines } = await sendLines('/batch', tooLong);
    expect(lines).to.have.length(2);
    expect(lines[1]?.error?.message).to.match(/more than 1048576 bytes/);
  });

  it('refuses encoded lines, and in each line what one request would be refused', async () => {
    const encoded = await fetch(`${served.url}/api/tags/bulk`, {
      method: 'POST',
      headers: {
        'content-type': asLines,
        'content-encoding': 'gzip',
        authorization: `Bearer ${kai.token}`,
      },
      body: '{}',
    });
    expect(encoded.status).to.equal(400);
    const create = JSON.stringify({ create: { data: { text: 'z' } } });
    expect((await sendLines('/batch', JSON.stringify({ type: 'guardeds' }))).lines[0]).to.have.property(
      'error',
    );
    const batch = JSON.stringify({ type: 'guardeds', create: { data: { text: 'z' } } });
    expect((await sendLines('/batch', batch)).lines[0]?.error?.message).to.equal('Not Found');
    expect((await sendLines('/articles/bulk', create)).lines[0]).to.have.property('error');
  });

  const list = (query: string, who: Person | null = kai, accept = asLines) =>
    fetch(`${served.url}/api/tags?${query}`, {
      headers: { accept, ...(who && { authorization: `Bearer ${who.token}` }) },
    });

  it('sends a whole list in lines, as the pages of the list have it', async () => {
    const names = Array.from({ length: 250 }, (_, index) => `all ${String(index).padStart(3, '0')}`);
    const created = await send('/tags/bulk', {
      operations: names.map((name) => ({ create: { data: { name } } })),
    });
    expect(created.body.meta.succeeded).to.equal(250);
    const response = await list('filters[name][$startsWith]=all&sort=name:desc&fields=name');
    expect(response.headers.get('content-type')).to.equal('application/x-ndjson; charset=utf-8');
    const lines = linesOf(await response.text()) as unknown as { name: string; id: number }[];
    expect(lines.map(({ name }) => name)).to.deep.equal(names.toReversed());
    expect(Object.keys(lines[0] ?? {})).to.have.members(['id', 'documentId', 'name']);
    expect(await (await list('filters[name]=nobody')).text()).to.equal('');
  });

  it('sends a whole list as CSV, with the names first and no formula', async () => {
    const create = (data: object) => ({ create: { data } });
    await send('/tags/bulk', {
      operations: [create({ name: 'csv 1', about: '=1+1' }), create({ name: 'csv, 2' })],
    });
    const query = 'filters[name][$startsWith]=csv&sort=name&fields[0]=name&fields[1]=about';
    const response = await list(query, kai, 'text/csv');
    expect(response.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
    const [head, ...rows] = (await response.text()).trim().split('\r\n');
    expect(head).to.equal('id,documentId,name,about');
    expect(rows.map((row) => row.replace(/^\d+,\w+,/, ''))).to.deep.equal(["csv 1,'=1+1", '"csv, 2",']);
    expect(await (await list('filters[name]=nobody&fields=name', kai, 'text/csv')).text()).to.equal(
      'id,documentId,name\r\n',
    );
    expect((await list('', null, 'text/csv')).status).to.equal(403);
    expect((await list('pagination[page]=2', kai, 'text/csv')).status).to.equal(400);
  });

  it('refuses a list in lines to the public, with pages, or with a wrong query', async () => {
    await served.app.access.grant('public', tag, ['find']);
    expect((await list('', null)).status).to.equal(403);
    expect((await list('pagination[page]=2')).status).to.equal(400);
    expect((await list('pagination%5Blimit%5D=2')).status).to.equal(400);
    expect((await list('filters[nope]=1')).status).to.equal(400);
  });

  it('refuses filters that leave nothing out, or are nested too deep', async () => {
    await send('/tags/bulk', operations({ create: { data: { name: 'stays' } } }));
    let deep: object = { name: 'a' };
    for (let depth = 0; depth < 3_000; depth += 1) deep = { $not: deep };
    for (const filters of [
      { name: {} },
      { documentId: {} },
      { $and: [{}] },
      { $or: [] },
      { $or: [{ name: 'stays' }, {}] },
      { $not: {} },
      { name: { $not: {} } },
      { name: { $or: [] } },
      { name: { $notIn: [] } },
      { name: { $contains: '' } },
      deep,
    ]) {
      const text = JSON.stringify(filters).slice(0, 60);
      const removed = await send('/tags/bulk', operations({ delete: { filters } }));
      expect(removed.status, text).to.equal(400);
      const { lines } = await sendLines('/tags/bulk', JSON.stringify({ delete: { filters } }));
      expect(lines[0], text).to.have.property('error');
    }
    const answer = await list('filters[name]=stays');
    expect(linesOf(await answer.text())).to.have.length(1);
  });

  it('finds by filters only what may be found, and not around policies', async () => {
    const blind = await served.signUp('blind');
    await served.app.access.grant(blind.role, tag, ['update']);
    const ofTags = operations({ type: 'tags', update: { filters: { name: 'a' }, data: {} } });
    expect((await send('/batch', ofTags, blind)).status).to.equal(403);
    await served.app.access.grant(kai.role, closed, ['find', 'create', 'update']);
    const around = operations({ type: closed, update: { filters: { text: 'a' }, data: {} } });
    expect((await send('/batch', around)).status).to.equal(404);
    const update = { documentId: 'nowhere', data: {} };
    const byId = await send('/batch', operations({ type: closed, update }));
    expect(byId.body.error.details).to.deep.equal({ operation: 0 });
    // There is no route to create one.
    const ofType = await send('/closeds/bulk', operations({ update }));
    expect(ofType.body.error.details).to.deep.equal({ operation: 0 });
  });

  it('hides attributes that the caller may not set', async () => {
    const writer = await served.signUp('writer');
    await served.app.access.grant(writer.role, article, ['create', 'update'], { fields: ['title'] });
    const messageOf = async (name: string) => {
      const upsert = { by: [name], data: { title: 't', [name]: 'v' } };
      return (await send('/articles/bulk', operations({ upsert }), writer)).body.error.message as string;
    };
    const unknown = await messageOf('nothing');
    expect(await messageOf('slug')).to.equal(unknown.replace('nothing', 'slug'));
  });

  it('looks for drafts to upsert among those that the caller may change', async () => {
    const low = await served.signUp('low');
    for (const action of ['find', 'findDrafts', 'create', 'update'])
      await served.app.access.grant(low.role, article, [action], { filters: { rank: { $lt: 5 } } });
    const draft = (title: string, rank: number) => ({ status: 'draft', data: { title, code: 'ours', rank } });
    await send('/articles/bulk', operations({ create: draft('high', 9) }));
    const upsert = async (title: string) =>
      (await send('/articles/bulk', operations({ upsert: { by: ['code'], ...draft(title, 1) } }), low)).body
        .data[0].done as string;
    expect([await upsert('low'), await upsert('low again')]).to.deep.equal(['created', 'updated']);
    expect(await titles('draft')).to.include.members(['high', 'low again']);
  });

  it('lets others have their turn while all of it is refused', async () => {
    const refusedOnes = Array.from({ length: 10_000 }, () => ({ create: { data: { nothing: 1 } } }));
    let isOver = false;
    const many = send('/tags/bulk', { atomic: false, operations: refusedOnes }).finally(
      () => (isOver = true),
    );
    for (let asked = 0; asked < 3; asked += 1) await fetch(`${served.url}/_health`);
    expect(isOver).to.equal(false);
    expect((await many).body.meta).to.deep.equal({ succeeded: 0, failed: 10_000 });
  });

  it('does several for one caller one after the other', async () => {
    const create = (name: string) => operations({ create: { data: { name } } });
    const done = await Promise.all(
      Array.from({ length: 6 }, (_, n) => send('/tags/bulk', create(`turn ${n}`))),
    );
    expect(done.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200, 200]);
  });

  it('admits a line with the grants of its time, although the request began before', async () => {
    const ada = await served.signUp('ends');
    await served.app.access.grant(ada.role, tag, ['create']);
    const { hostname, port } = new URL(served.url);
    const headers = { 'content-type': asLines, authorization: `Bearer ${ada.token}` };
    const sent = http.request({ hostname, port, method: 'POST', path: '/api/tags/bulk', headers });
    const write = (n: number): void =>
      void sent.write(`${JSON.stringify({ create: { data: { name: `ends ${n}` } } })}\n`);
    write(0);
    const [answer] = (await once(sent, 'response')) as [http.IncomingMessage];
    await served.app.access.revoke(ada.role, tag, ['create']);
    let written = 0;
    const writing = setInterval(() => write((written += 1)), 100);
    const errors = new Set<string>();
    for await (const line of createInterface({ input: answer })) {
      const { error } = JSON.parse(line) as { error?: { name: string } };
      if (error === undefined) continue;
      errors.add(error.name);
      clearInterval(writing);
      sent.end();
    }
    expect([...errors]).to.deep.equal(['ForbiddenError']);
  });
});
