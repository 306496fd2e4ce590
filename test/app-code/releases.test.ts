import { expect } from 'chai';
import { AppError } from '../../src/adapters/app-code/app-error.js';
import { serveApp, typeFile, type ServedApp } from '../http/served-app.js';
import { until } from '../until.js';

const page = 'api::page.page';
const later = '2090-12-01T09:00:00+01:00';

/** Sets what is run before each publishing, in this process. */
const publishing = (run: (documentId: string) => void): void =>
  void Object.assign(globalThis, { [Symbol.for('test of releases')]: run });
publishing(() => {});

describe('planned publishing by code of the app', function () {
  this.timeout(60_000);
  let world: ServedApp;
  before(async () => {
    const title = { type: 'string', pluginOptions: { i18n: { localized: true } } };
    world = await serveApp({
      ...typeFile(
        'page',
        { title },
        { options: { draftAndPublish: true }, pluginOptions: { i18n: { localized: true } } },
      ),
      'src/index.js': `module.exports = { register: ({ strapi }) => strapi.documents.use((context, next) => {
        if (context.action === 'publish') globalThis[Symbol.for('test of releases')](context.params.documentId);
        return next(); }) }`,
    });
  });
  after(() => world.stop());
  afterEach(() => publishing(() => {}));
  afterEach(() => expect(world.errors).to.deep.equal([]));

  const pages = () => world.app.documents(page);
  const draft = async (title: string): Promise<string> =>
    (await pages().create({ data: { title } }))['documentId'] as string;
  const refused = async (asked: () => unknown): Promise<string> => {
    try {
      await asked();
    } catch (error) {
      if (error instanceof AppError) return error.code;
      throw error;
    }
    return 'nothing';
  };

  it('publish and unpublish take a time', async () => {
    const documentId = await draft('later');
    const planned = await pages().publish?.({ documentId, at: later });
    expect(planned).to.deep.include({ documentId, entries: [] });
    expect(planned?.release).to.deep.include({
      state: 'scheduled',
      at: '2090-12-01T08:00:00.000Z',
      actions: [{ action: 'publish', type: page, documentId, locale: null }],
      plannedBy: { kind: 'system', name: 'system' },
    });
    const unpublished = await pages().unpublish?.({ documentId, locale: 'en', at: new Date(later) });
    expect(unpublished?.release?.actions[0]).to.include({ action: 'unpublish', locale: 'en' });
    expect(await pages().findMany({ status: 'published' })).to.deep.equal([]);
    expect((await pages().publish?.({ documentId, at: null }))?.entries).to.have.length(1);
  });

  it('a time that is none, or for several locales, is refused', async () => {
    const documentId = await draft('wrong');
    for (const at of ['tomorrow', '2090-12-01T09:00:00', 5, {}, new Date(Number.NaN)])
      expect(await refused(() => pages().publish?.({ documentId, at: at as string }))).to.equal(
        'INPUT.INVALID',
      );
    for (const locale of ['*', ['en', 'de']])
      expect(await refused(() => pages().publish?.({ documentId, locale, at: later }))).to.equal(
        'QUERY.INVALID',
      );
    expect(await refused(() => pages().discardDraft?.({ documentId, at: later } as object))).to.equal(
      'QUERY.INVALID',
    );
    expect((await pages().findMany({ status: 'published', filters: { title: 'wrong' } })).length).to.equal(0);
  });

  it('releases are planned, listed, changed, checked, run and cancelled', async () => {
    const [one, two] = [await draft('one'), await draft('two')];
    const actions = [one, two].map((documentId) => ({ action: 'publish', type: page, documentId }));
    const { releases } = world.app;
    const made = await releases.create({ name: 'Spring', actions });
    expect(made).to.include({ name: 'Spring', state: 'open', at: null });
    const { documentId } = made;
    expect(await releases.findOne(documentId)).to.deep.equal(made);
    expect((await releases.list({ state: 'open' })).map(({ name }) => name)).to.deep.equal(['Spring']);
    expect(await releases.update(documentId, { at: later })).to.include({
      name: 'Spring',
      state: 'scheduled',
    });
    expect(await releases.check(documentId)).to.deep.equal([]);
    expect(await releases.run(documentId)).to.include({ state: 'done' });
    expect(
      await pages().findMany({ status: 'published', filters: { title: ['one', 'two'] } }),
    ).to.have.length(2);
    const other = await releases.create({ name: 'Never', at: later, actions: [actions[0]] });
    expect(await releases.cancel(other.documentId)).to.include({ state: 'cancelled' });
    expect(await refused(() => releases.run(other.documentId))).to.not.equal('nothing');
    expect(await refused(() => releases.findOne('gone'))).to.equal('DOCUMENT.NOT_FOUND');
    expect(await refused(() => releases.create({ name: 'Empty', actions: [] }))).to.equal('INPUT.INVALID');
  });

  it('a release that code of the app refuses or that it fails in keeps no other from happening', async () => {
    const [never, broken, next] = [await draft('never'), await draft('broken'), await draft('next')];
    publishing((documentId) => {
      if (documentId === never) throw Object.assign(new Error('not yet'), { name: 'ValidationError' });
      if (documentId === broken) throw new Error('a secret');
    });
    const at = new Date(Date.now() + 100).toISOString();
    const { releases } = world.app;
    const plan = (documentId: string) =>
      releases.create({ name: documentId, at, actions: [{ action: 'publish', type: page, documentId }] });
    const planned = [await plan(never), await plan(broken), await plan(next)];
    const states = async () =>
      Promise.all(planned.map(async ({ documentId }) => (await releases.findOne(documentId)).state));
    await until(async () => !(await states()).includes('scheduled'));
    expect(await states()).to.deep.equal(['failed', 'failed', 'done']);
    const { problems } = await releases.findOne(planned[0]?.documentId ?? '');
    expect(problems).to.have.length(1);
    expect(problems[0]).to.include({ index: 0, message: 'not yet' });
    expect(JSON.stringify(await releases.findOne(planned[1]?.documentId ?? ''))).to.not.contain('secret');
    // The one that was broken, and both that have not happened.
    expect((world.errors as string[]).splice(0)).to.have.length(3);
  });
});
