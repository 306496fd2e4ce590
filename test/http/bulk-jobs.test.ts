import { expect } from 'chai';
import { isInMemory } from './chosen-store.js';
import { serveApp, typeFile, type Credentials, type Person, type ServedApp } from './served-app.js';
import { until } from '../until.js';

const [page, watched] = ['api::page.page', 'api::watched.watched'];
const editing = ['find', 'findOne', 'create', 'update', 'delete'];

/** Runs before each update of a watched document, in this process. */
const gate: { updated: (documentId: string, title: string) => Promise<void> | void } = { updated: () => {} };
Object.assign(globalThis, { [Symbol.for('test of bulk jobs')]: gate });

describe('bulk jobs over HTTP', function () {
  this.timeout(60_000);
  let world: ServedApp;
  let kai: Person;
  let ada: Person;
  let admin: Credentials;

  before(async () => {
    world = await serveApp({
      ...typeFile(
        'page',
        { title: { type: 'string' }, body: { type: 'string', required: true } },
        { options: { draftAndPublish: true } },
      ),
      ...typeFile('watched', { title: { type: 'string' }, mark: { type: 'string' } }),
      ...typeFile('closed', { text: { type: 'string' } }),
      'src/api/watched/content-types/watched/lifecycles.js': `module.exports = {
        afterUpdate: ({ result }) => globalThis[Symbol.for('test of bulk jobs')].updated(result.documentId, result.title) }`,
      'src/api/closed/routes/closed.js': `module.exports = { routes: [
        { method: 'POST', path: '/closeds', handler: 'closed.create' },
        { method: 'PUT', path: '/closeds/:id', handler: 'closed.update', config: { policies: [() => false] } }] }`,
    });
    [kai, ada] = [await world.signUp('kai'), await world.signUp('ada')];
    for (const { role } of [kai, ada]) {
      await world.app.access.grant(role, page, [...editing, 'findDrafts', 'publish', 'unpublish']);
      for (const type of [watched, 'api::closed.closed']) await world.app.access.grant(role, type, editing);
    }
    admin = await world.app.access.createToken({ name: 'admin', access: 'full-access' });
  });
  after(() => world.stop());
  afterEach(() => {
    gate.updated = () => {};
    expect(world.errors).to.deep.equal([]);
  });

  const start = async (path: string, job: unknown, who: Credentials = kai) =>
    world.rest(who, 'POST', path, { job });
  const ended = async (documentId: string, who: Credentials = kai) => {
    for (;;) {
      const { status, body } = await world.rest(who, 'GET', `/bulk-jobs/${documentId}`);
      expect(status, JSON.stringify(body)).to.equal(200);
      if (body.data.endedAt !== null) return body.data;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const make = async (path: string, count: number, data: object): Promise<void> => {
    const operations = Array.from({ length: count }, (_, at) => ({
      create: { data: { ...data, title: `${(data as { title: string }).title} ${at}` }, status: 'draft' },
    }));
    const { status, body } = await world.rest(admin, 'POST', path, { operations });
    expect(status, JSON.stringify(body)).to.equal(200);
  };
  const countOf = async (path: string): Promise<number> =>
    (await world.rest(admin, 'GET', path)).body.meta.pagination.total as number;

  it('have the result of each operation, as a request without a job has, where code of the app refuses one', async () => {
    await make('/watcheds/bulk', 3, { title: 'apart' });
    const found = await world.rest(kai, 'GET', '/watcheds?filters[title][$startsWith]=apart&sort=title');
    const ids = found.body.data.map(({ documentId }: { documentId: string }) => documentId) as string[];
    gate.updated = (_, title) => {
      if (title === 'apart 1') throw Object.assign(new Error('never'), { name: 'ValidationError' });
    };
    const operations = ids.map((documentId) => ({ update: { documentId, data: { mark: 'apart' } } }));
    const { status, body } = await world.rest(kai, 'POST', '/watcheds/bulk', { atomic: false, operations });
    expect(status, JSON.stringify(body)).to.equal(200);
    const results = body.data as readonly { readonly error?: object }[];
    expect(results.map(({ error = null }) => error !== null)).to.deep.equal([false, true, false]);
    expect(results[1]?.error).to.include({ status: 400, name: 'ValidationError', message: 'never' });
    expect(await countOf('/watcheds?filters[mark]=apart')).to.equal(2);
    const all = await world.rest(kai, 'POST', '/watcheds/bulk', { operations });
    const { name, message, details } = all.body.error;
    expect([all.status, name, message, details]).to.deep.equal([
      400,
      'ValidationError',
      'never',
      { operation: 1 },
    ]);
  });

  it('are refused by errors with a status of clients, as those of ctx.throw are, in their words', async () => {
    await make('/watcheds/bulk', 2, { title: 'thrown' });
    const found = await world.rest(kai, 'GET', '/watcheds?filters[title][$startsWith]=thrown&sort=title');
    const ids = found.body.data.map(({ documentId }: { documentId: string }) => documentId) as string[];
    gate.updated = (_, title) => {
      if (title === 'thrown 1')
        throw Object.assign(new Error('taken'), { status: 409, details: { by: 'ada' } });
    };
    const operations = ids.map((documentId) => ({ update: { documentId, data: { mark: 'thrown' } } }));
    const apart = await world.rest(kai, 'POST', '/watcheds/bulk', { atomic: false, operations });
    expect(apart.body.data[1]).to.deep.equal({
      error: { status: 400, name: 'ApplicationError', message: 'taken', details: { by: 'ada' } },
    });
    const all = await world.rest(kai, 'POST', '/watcheds/bulk', { operations });
    const { name, message, details } = all.body.error;
    expect([all.status, name, message, details]).to.deep.equal([
      409,
      'ConflictError',
      'taken',
      { by: 'ada', operation: 1 },
    ]);
  });

  it('publish all that match, and say what is refused', async () => {
    await make('/pages/bulk', 100, { title: 'match', body: 'x' });
    await make('/pages/bulk', 2, { title: 'match not whole' });
    await make('/pages/bulk', 3, { title: 'other', body: 'x' });
    const answer = await fetch(`${world.url}/api/pages/bulk`, {
      method: 'POST',
      headers: { authorization: `Bearer ${kai.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ job: { publish: { filters: { title: { $startsWith: 'match' } } } } }),
    });
    const { data } = await answer.json();
    expect(answer.status).to.equal(202);
    expect(answer.headers.get('location')).to.equal(`/api/bulk-jobs/${data.documentId}`);
    expect(data).to.deep.include({
      type: page,
      action: 'publish',
      state: 'waiting',
      total: 102,
      done: 0,
      refused: 0,
      refusals: [],
      problem: null,
      startedBy: { kind: 'user', name: 'kai' },
      endedAt: null,
    });
    const job = await ended(data.documentId as string);
    expect(job).to.include({ state: 'done', total: 102, done: 100, refused: 2 });
    expect(job.refusals.map(({ label }: { label: string }) => label)).to.have.members([
      'match not whole 0',
      'match not whole 1',
    ]);
    expect(job.refusals[0].error).to.include({ status: 400, name: 'ValidationError' });
    expect(await countOf('/pages?filters[title][$startsWith]=match')).to.equal(100);
    expect(await countOf('/pages?filters[title][$startsWith]=other')).to.equal(0);
    const listed = await world.rest(kai, 'GET', `/bulk-jobs?type=${page}&state=done`);
    expect(listed.body.data).to.deep.equal([job]);
    const filters = { title: { $contains: '1' } };
    const unpublish = { publicationFilter: 'has-published-version', filters };
    const shown = await countOf('/pages?filters[title][$contains]=1');
    const taken = await ended((await start('/pages/bulk', { unpublish })).body.data.documentId);
    expect(taken).to.include({ state: 'done', total: shown, done: shown });
    expect(await countOf('/pages?filters[title][$contains]=1')).to.equal(0);
    expect((await world.rest(kai, 'GET', '/bulk-jobs?state=failed')).body.data).to.deep.equal([]);
  });

  it('duplicate what matches, and nothing that is copied', async () => {
    await make('/pages/bulk', 3, { title: 'twin', body: 'text' });
    const filters = { title: { $startsWith: 'twin' } };
    const started = await start('/pages/bulk', { duplicate: { filters } });
    expect([started.status, started.body.data.action]).to.deep.equal([202, 'duplicate']);
    expect(await ended(started.body.data.documentId)).to.include({ state: 'done', total: 3, done: 3 });
    const query = '/pages?status=draft&filters[title][$startsWith]=twin&sort=title';
    const { body } = await world.rest(admin, 'GET', query);
    expect(
      body.data.map(({ title, body: text }: { title: string; body: string }) => [title, text]),
    ).to.deep.equal(
      ['twin 0', 'twin 0', 'twin 1', 'twin 1', 'twin 2', 'twin 2'].map((title) => [title, 'text']),
    );
    for (const more of [{ data: {} }, { status: 'published' }])
      expect((await start('/pages/bulk', { duplicate: { filters, ...more } })).status).to.equal(400);
    await world.app.access.revoke(kai.role, page, ['create']);
    expect((await start('/pages/bulk', { duplicate: { filters } })).status).to.equal(403);
    await world.app.access.grant(kai.role, page, ['create']);
  });

  it('end where a grant is withdrawn in the middle', async () => {
    await make('/watcheds/bulk', 104, { title: 'grant' });
    let isRevoked = false;
    gate.updated = async () => {
      if (isRevoked) return;
      isRevoked = true;
      await world.app.access.revoke(kai.role, watched, ['update']);
    };
    const update = { filters: { title: { $startsWith: 'grant' } }, data: { mark: 'late' } };
    const { body } = await start('/watcheds/bulk', { update });
    const job = await ended(body.data.documentId);
    expect(job).to.include({ state: 'failed', total: 104 });
    expect(job.problem).to.include({ status: 403, message: 'Forbidden' });
    const changed = await countOf('/watcheds?filters[mark]=late');
    expect([job.done, changed]).to.deep.equal([100, 100]);
    await world.app.access.grant(kai.role, watched, ['update']);
  });

  it('are cancelled by who asked for them, and are not there for others', async () => {
    await make('/watcheds/bulk', 204, { title: 'cancel' });
    let at = '';
    let cancelled: Promise<{ status: number }> | undefined;
    // Without a wait, as it runs in the transaction of the document.
    gate.updated = () => void (cancelled ??= world.rest(kai, 'POST', `${at}/actions/cancel`));
    const update = { filters: { title: { $startsWith: 'cancel' } }, data: { mark: 'c' } };
    const { body } = await start('/watcheds/bulk', { update });
    at = `/bulk-jobs/${body.data.documentId as string}`;
    for (const [who, status] of [
      [ada, 404],
      [undefined, 404],
      [admin, 200],
    ] as const)
      expect((await world.rest(who, 'GET', at)).status).to.equal(status);
    expect((await world.rest(ada, 'POST', `${at}/actions/cancel`)).status).to.equal(404);
    expect((await world.rest(ada, 'GET', '/bulk-jobs')).body.data).to.deep.equal([]);
    expect((await world.rest(undefined, 'GET', '/bulk-jobs')).status).to.equal(403);
    expect(await ended(body.data.documentId)).to.include({ state: 'cancelled' });
    expect((await cancelled)?.status).to.equal(200);
    // The batch that was being made is counted when it is over.
    const doneOf = async () => (await world.rest(kai, 'GET', at)).body.data.done as number;
    await until(async () => (await doneOf()) !== 0);
    expect(await doneOf()).to.be.oneOf([100, 200]);
    expect(await countOf('/watcheds?filters[mark]=c')).to.equal(await doneOf());
    expect((await world.rest(kai, 'POST', `${at}/actions/cancel`)).status).to.equal(400);
  });

  it('are refused single documents by code of the app', async () => {
    await make('/watcheds/bulk', 3, { title: 'code' });
    gate.updated = (_, title) => {
      if (title === 'code 1') throw Object.assign(new Error('not this one'), { name: 'ValidationError' });
      if (title === 'code 2') throw new Error('a secret');
    };
    const update = { filters: { title: { $startsWith: 'code' } }, data: { mark: 'code' } };
    const { body } = await start('/watcheds/bulk', { update });
    const job = await ended(body.data.documentId);
    expect(job).to.include({ state: 'done', done: 1, refused: 2 });
    const messages = job.refusals.map(({ label, error }: { label: string; error: { message: string } }) => [
      label,
      error.message,
    ]);
    expect(messages).to.have.deep.members([
      ['code 1', 'not this one'],
      ['code 2', 'Code of the app has failed: the log of the server says why'],
    ]);
    expect(await countOf('/watcheds?filters[mark]=code')).to.equal(1);
    expect((world.errors as string[]).splice(0)).to.have.length(1);
  });

  it('are refused, and change nothing', async () => {
    const publish = { filters: { title: { $eq: 'x' } } };
    const refused: readonly (readonly [number, string, unknown])[] = [
      [400, '/pages/bulk', 'publish'],
      [400, '/pages/bulk', {}],
      [400, '/pages/bulk', { publish, unpublish: publish }],
      [400, '/pages/bulk', { create: { data: {} } }],
      [400, '/pages/bulk', { publish: {} }],
      [400, '/pages/bulk', { publish: { ...publish, documentIds: ['a'] } }],
      [400, '/pages/bulk', { publish: { ...publish, status: 'draft' } }],
      [400, '/pages/bulk', { publish: { filters: {} } }],
      [400, '/pages/bulk', { publish: { filters: { nowhere: 1 } } }],
      [400, '/pages/bulk', { publish: { publicationFilter: 'draft' } }],
      [400, '/pages/bulk', { publish: { publicationFilter: 'modified', documentIds: ['a'] } }],
      [400, '/watcheds/bulk', { delete: { publicationFilter: 'modified' } }],
      [400, '/pages/bulk', { publish: { documentIds: [] } }],
      [400, '/pages/bulk', { publish: { documentIds: [7] } }],
      [400, '/pages/bulk', { update: { ...publish, data: { nowhere: 1 } } }],
      [400, '/pages/bulk', { update: publish }],
      [400, '/pages/bulk', { type: 'watcheds', publish }],
      [400, '/batch', { publish }],
      [403, '/watcheds/bulk', { publish }],
      [404, '/closeds/bulk', { update: { filters: { text: { $eq: 'x' } }, data: { text: 'y' } } }],
    ];
    for (const [wanted, path, job] of refused) {
      const { status, body } = await start(path, job);
      expect(status, JSON.stringify([path, job, body])).to.equal(wanted);
    }
    const both = await world.rest(kai, 'POST', '/pages/bulk', { job: { publish }, operations: [] });
    expect(both.status).to.equal(400);
    const unknown = await world.rest(undefined, 'POST', '/pages/bulk', { job: { publish } });
    expect(unknown.status).to.equal(403);
    const nobody = await world.signUp('nobody');
    expect((await start('/pages/bulk', { publish }, nobody)).status).to.equal(403);
    expect((await world.rest(kai, 'GET', '/bulk-jobs?limit=1000')).status).to.equal(400);
    expect((await world.rest(kai, 'GET', '/bulk-jobs?nothing=1')).status).to.equal(400);
    expect((await world.rest(kai, 'GET', '/bulk-jobs?state=waiting')).body.data).to.deep.equal([]);
  });

  it('change each document once, by whichever server', async () => {
    // Others learn of grants a little later, so it comes last.
    if (!isInMemory) await world.startAnother();
    await make('/watcheds/bulk', 104, { title: 'once' });
    const counts = new Map<string, number>();
    gate.updated = (id) => void counts.set(id, (counts.get(id) ?? 0) + 1);
    const update = { filters: { title: { $startsWith: 'once' } }, data: { mark: 'm' } };
    const started = await start('/batch', { type: 'watcheds', update });
    expect(started.status, JSON.stringify(started.body)).to.equal(202);
    expect(await ended(started.body.data.documentId)).to.include({ done: 104, refused: 0 });
    expect([counts.size, Math.max(...counts.values())]).to.deep.equal([104, 1]);
    const remove = { delete: { filters: { mark: { $eq: 'm' } } } };
    const removed = await start('/watcheds/bulk', remove);
    expect(await ended(removed.body.data.documentId)).to.include({ state: 'done', done: 104 });
    expect(await countOf('/watcheds?filters[title][$startsWith]=once')).to.equal(0);
  });
});
