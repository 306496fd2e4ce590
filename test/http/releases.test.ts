import { expect } from 'chai';
import { isInMemory } from './chosen-store.js';
import { serveApp, typeFile, type Credentials, type ServedApp } from './served-app.js';
import { until } from '../until.js';

const page = 'api::page.page';
const soon = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();

describe('releases over HTTP', function () {
  this.timeout(60_000);
  let world: ServedApp;
  let admin: Credentials;
  before(async () => {
    const attributes = { title: { type: 'string', required: true } };
    const drafts = { options: { draftAndPublish: true } };
    world = await serveApp({
      ...typeFile('page', attributes, drafts),
      ...typeFile('guarded', attributes, drafts),
      'src/api/guarded/routes/guarded.js': `module.exports = {
        type: 'content-api', uid: 'api::guarded.guarded', config: { publish: { policies: [() => false] } } };`,
    });
    const { token } = await world.app.access.createToken({ name: 'admin', access: 'full-access' });
    admin = { token };
    if (!isInMemory) await world.startAnother();
  });
  after(() => world.stop());
  afterEach(() => expect(world.errors).to.deep.equal([]));

  const draft = async (title: string): Promise<string> =>
    (await world.rest(admin, 'POST', '/pages?status=draft', { data: { title } })).body.data.documentId;
  const titles = async (): Promise<readonly string[]> =>
    (await world.rest(admin, 'GET', '/pages?sort=title')).body.data.map(
      (one: { title: string }) => one.title,
    );

  it('a document is published at its time', async () => {
    const documentId = await draft('later');
    const planned = await world.rest(admin, 'POST', `/pages/${documentId}/actions/publish`, {
      data: { at: soon(1500) },
    });
    expect(planned.status).to.equal(202);
    expect(planned.body.data).to.deep.include({
      name: `publish ${page} ${documentId}`,
      state: 'scheduled',
      actions: [{ action: 'publish', type: page, documentId, locale: null }],
      plannedBy: { kind: 'token', name: 'admin' },
      problems: [],
    });
    expect(await titles()).to.not.include('later');
    await until(async () => (await titles()).includes('later'));
    const { body } = await world.rest(admin, 'GET', `/releases/${planned.body.data.documentId}`);
    expect(body.data).to.include({ state: 'done' });
  });

  it('documents are published together, by hand', async () => {
    const [one, two] = [await draft('one'), await draft('two')];
    const actions = [one, two].map((documentId) => ({ action: 'publish', type: page, documentId }));
    const made = await world.rest(admin, 'POST', '/releases', { data: { name: 'Spring', actions } });
    expect(made.body.data).to.include({ name: 'Spring', state: 'open', at: null });
    const at = `/releases/${made.body.data.documentId}`;
    const checked = await world.rest(admin, 'POST', `${at}/actions/check`);
    expect(checked.body).to.deep.equal({ data: { problems: [] } });
    expect(await titles()).to.not.include('one');
    expect((await world.rest(admin, 'POST', `${at}/actions/run`)).body.data).to.include({ state: 'done' });
    expect(await titles()).to.include.members(['one', 'two']);
    expect((await world.rest(admin, 'POST', `${at}/actions/cancel`)).status).to.equal(400);
  });

  it('a planned release can be moved and cancelled', async () => {
    const documentId = await draft('never');
    const actions = [{ action: 'publish', type: page, documentId }];
    const made = await world.rest(admin, 'POST', '/releases', {
      data: { name: 'Never', at: soon(3_600_000), actions },
    });
    const at = `/releases/${made.body.data.documentId}`;
    const moved = await world.rest(admin, 'PUT', at, { data: { at: null } });
    expect(moved.body.data).to.include({ state: 'open', at: null, name: 'Never' });
    expect((await world.rest(admin, 'POST', `${at}/actions/cancel`)).body.data).to.include({
      state: 'cancelled',
    });
    const listed = await world.rest(admin, 'GET', '/releases?state=cancelled');
    expect(listed.body.data.map(({ name }: { name: string }) => name)).to.deep.equal(['Never']);
    expect(await titles()).to.not.include('never');
  });

  it('somebody without the permission plans nothing, and sees nothing', async () => {
    const documentId = await draft('mine');
    const kim = await world.signUp('kim');
    const planned = await world.rest(kim, 'POST', `/pages/${documentId}/actions/publish`, {
      data: { at: soon(1000) },
    });
    expect(planned.status).to.equal(403);
    const actions = [{ action: 'publish', type: page, documentId }];
    const made = await world.rest(kim, 'POST', '/releases', { data: { name: 'Mine', actions } });
    expect([made.status, made.body.error.details.problems[0].code]).to.deep.equal([400, 'POLICY.DENIED']);
    expect((await world.rest(kim, 'GET', '/releases')).body).to.deep.equal({ data: [] });
    for (const [method, path] of [
      ['GET', '/releases'],
      ['POST', '/releases'],
    ] as const)
      expect(
        (await world.rest(undefined, method, path, method === 'POST' ? { data: { actions } } : undefined))
          .status,
      ).to.equal(403);
  });

  it('a policy of the route that publishes cannot be avoided', async () => {
    const { body } = await world.rest(admin, 'POST', '/guardeds?status=draft', { data: { title: 'kept' } });
    const { documentId } = body.data;
    const actions = [{ action: 'publish', type: 'api::guarded.guarded', documentId }];
    const message =
      'actions.0: code of the app runs for publish of api::guarded.guarded: send it to its own route, at its time';
    const release = { name: 'Guarded', actions };
    const planned = await world.rest(admin, 'POST', '/releases', { data: release });
    expect([planned.status, planned.body.error.message]).to.deep.equal([400, message]);
    const query = 'mutation ($data: PlannedReleaseInput!) { planRelease(data: $data) { documentId } }';
    const { errors } = await world.graphql(admin, query, { data: release });
    expect(errors?.[0]?.message).to.equal(message);
    const own = [{ action: 'publish', type: page, documentId: await draft('own') }];
    const made = await world.rest(admin, 'POST', '/releases', { data: { name: 'Own', actions: own } });
    const changed = await world.rest(admin, 'PUT', `/releases/${made.body.data.documentId}`, {
      data: { actions },
    });
    expect([changed.status, changed.body.error.message]).to.deep.equal([400, message]);
  });

  it('a time without its zone is refused', async () => {
    const documentId = await draft('zone');
    const planned = await world.rest(admin, 'POST', `/pages/${documentId}/actions/publish`, {
      data: { at: '2030-01-01T00:00:00' },
    });
    expect([planned.status, planned.body.error.message]).to.deep.equal([
      400,
      'at must be a time with its zone, such as 2026-12-01T09:00:00+01:00',
    ]);
  });

  it('a time in the wrong place is refused, and nothing is done', async () => {
    const documentId = await draft('stray');
    const bodies = [
      [{ at: soon(60_000) }, 'Invalid key at'],
      [{ data: { publishAt: soon(60_000) } }, 'Invalid key publishAt'],
      [{ data: { at: soon(60_000) }, name: 'x' }, 'Invalid key name'],
      [{ data: soon(60_000) }, 'data must be an object'],
      [[soon(60_000)], 'data must be an object'],
    ] as const;
    for (const [body, message] of bodies) {
      const asked = await world.rest(admin, 'POST', `/pages/${documentId}/actions/publish`, body);
      expect([asked.status, asked.body.error?.message]).to.deep.equal([400, message]);
    }
    expect(await titles()).to.not.include('stray');
  });
});
