import { expect } from 'chai';
import { AppError } from '../../src/adapters/app-code/app-error.js';
import { textOf } from '../../src/domain/document/text-of.js';
import { serveApp, typeFile, type ServedApp } from '../http/served-app.js';

// Tests read answers without types.
/* oxlint-disable no-explicit-any */

const page = 'api::page.page';
const note = 'api::note.note';
const json = { 'Content-Type': 'application/json' };

const controller = `module.exports = require('@strapi/strapi').factories.createCoreController('${page}', ({ strapi }) => ({
  async retitle(ctx) {
    const { documentId, ifMatch } = ctx.query;
    ctx.body = await strapi.documents('${page}').update({ documentId, ifMatch, data: { title: 'by code' } });
  },
}));`;

const routes = `module.exports = { routes: [
  { method: 'POST', path: '/retitle', handler: 'api::page.page.retitle', config: { auth: false } },
] };`;

describe('two writers in the code of an app', function () {
  this.timeout(60_000);
  let world: ServedApp;
  before(async () => {
    const localized = { pluginOptions: { i18n: { localized: true } } };
    world = await serveApp({
      ...typeFile(
        'page',
        { title: { type: 'string', ...localized } },
        { options: { draftAndPublish: true }, ...localized },
      ),
      ...typeFile('note', { title: { type: 'string' } }),
      ...typeFile('leaf', { title: { type: 'string', ...localized } }, localized),
      'src/api/page/controllers/page.js': controller,
      'src/api/page/routes/more.js': routes,
    });
  });
  after(() => world.stop());
  afterEach(() => expect(world.errors).to.deep.equal([]));

  const pages = (): any => world.app.documents(page);
  const failure = async (asked: () => unknown): Promise<AppError> => {
    try {
      await asked();
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
    throw new Error('nothing was thrown');
  };

  it('update, delete and the actions of drafts take ifMatch, and say what is stored', async () => {
    const { documentId, updatedAt } = await pages().create({ data: { title: 'one' }, status: 'published' });
    const ifMatch = updatedAt as string;
    const second = await pages().update({ documentId, ifMatch, data: { title: 'two' } });
    for (const action of ['update', 'publish', 'unpublish', 'discardDraft', 'delete']) {
      const error = await failure(() => pages()[action]({ documentId, ifMatch, data: { title: 'lost' } }));
      expect([action, error.code]).to.deep.equal([action, 'DOCUMENT.CHANGED']);
      expect(error.details).to.deep.include({ updatedAt: second.updatedAt });
    }
    expect((await pages().findOne({ documentId })).title).to.equal('two');
    const now = new Date(second.updatedAt);
    expect((await pages().publish({ documentId, ifMatch: now })).entries).to.have.length(1);
    expect((await pages().delete({ documentId, ifMatch: '*' })).entries).to.not.deep.equal([]);
  });

  it('a precondition that is none, or for several locales, is refused', async () => {
    const { documentId } = await pages().create({ data: { title: 'kept' } });
    for (const ifMatch of ['', 'not a time', 5, {}, new Date(Number.NaN)])
      for (const action of ['update', 'publish', 'delete']) {
        const error = await failure(() => pages()[action]({ documentId, ifMatch, data: {} }));
        expect(error.message).to.contain('Invalid precondition');
      }
    for (const [action, more] of [
      ['publish', { locale: ['en', 'de'] }],
      ['publish', { locale: '*' }],
      ['publish', { at: '2090-12-01T09:00:00Z' }],
      ['delete', { locale: '*' }],
    ] as const) {
      const error = await failure(() => pages()[action]({ documentId, ifMatch: '*', ...more }));
      expect(error.message).to.contain('Invalid precondition');
    }
    expect((await pages().findOne({ documentId })).title).to.equal('kept');
  });

  it('rows that db.query changes have another revision, for If-Match and for a 304', async () => {
    const { documentId }: any = await world.app.documents(note).create({ data: { title: 'one' } });
    await world.app.access.grant('public', note, ['findOne', 'update']);
    const rows = world.app.db.query(note);
    const where = { documentId };
    const ask = (headers: object, init: RequestInit = {}): Promise<Response> =>
      fetch(`${world.url}/api/notes/${documentId}`, { ...init, headers: { ...json, ...headers } });
    const whole = async (): Promise<any> => rows.findOne({ where });
    for (const change of [
      () => rows.updateMany({ where, data: { title: 'many' } }),
      () => rows.update({ where, data: { title: 'one row' } }),
      async () => rows.update({ where, data: { ...(await whole()), title: 'written back' } }),
      async () => rows.updateMany({ where, data: { ...(await whole()), title: 'all written back' } }),
    ]) {
      const etag = (await ask({})).headers.get('etag') ?? '';
      expect((await ask({ 'If-None-Match': etag })).status).to.equal(304);
      await change();
      const { title } = await whole();
      expect([title, (await ask({ 'If-None-Match': etag })).status]).to.deep.equal([title, 200]);
      const body = JSON.stringify({ data: { title: 'lost' } });
      const { status } = await ask({ 'If-Match': etag }, { method: 'PUT', body });
      expect([status, (await whole()).title]).to.deep.equal([412, title]);
    }
  });

  it('a writer is told nothing of a document that their grant does not cover', async () => {
    const person = await world.signUp('writer');
    const leaves = world.app.documents('api::leaf.leaf');
    await world.app.access.grant(person.role, 'api::leaf.leaf', ['update'], { filters: { title: 'mine' } });
    const told = async (documentId: string): Promise<unknown> => {
      const body = { data: { title: 'x' }, version: 'mi8k2vq1' };
      const refused = await world.rest(person, 'PUT', `/leafs/${documentId}`, body);
      return [refused.status, refused.body.error.details.version];
    };
    const hidden = await leaves.create({ data: { title: 'hidden' } });
    const own = await leaves.create({ data: { title: 'mine' } });
    expect(await told('nowhere')).to.deep.equal([412, null]);
    expect(await told(textOf(hidden.documentId))).to.deep.equal([412, null]);
    expect(await told(textOf(own.documentId))).to.deep.equal([
      412,
      Date.parse(textOf(own.updatedAt)).toString(36),
    ]);
    await world.app.access.grant(person.role, 'api::leaf.leaf', ['delete'], { filters: { title: 'mine' } });
    for (const id of ['nowhere', textOf(hidden.documentId)]) {
      const headers = { Authorization: `Bearer ${person.token}`, 'If-Match': '*' };
      const refused = await fetch(`${world.url}/api/leafs/${id}`, { method: 'DELETE', headers });
      const { error } = await refused.json();
      expect([refused.status, error.message, error.details]).to.deep.equal([
        412,
        'The document has changed since it was read',
        { version: null, updatedAt: null },
      ]);
    }
  });

  it('what a controller does not catch is answered with 412', async () => {
    const { documentId, updatedAt } = await pages().create({ data: { title: 'one' } });
    const path = `/retitle?documentId=${documentId}&ifMatch=${updatedAt}`;
    expect((await world.rest(undefined, 'POST', path)).status).to.equal(200);
    const { status, body } = await world.rest(undefined, 'POST', path);
    expect([status, body.error.name]).to.deep.equal([412, 'PreconditionFailedError']);
    expect(body.error.details.version).to.be.a('string');
  });
});
