import { expect } from 'chai';
import { serveApp, typeFile, type Person, type ServedApp } from './served-app.js';

const note = 'api::note.note';
const memo = 'api::memo.memo';

describe('authors', function () {
  this.timeout(60_000);
  let served: ServedApp;
  let [kai, ada]: Person[] = [];

  before(async () => {
    served = await serveApp({
      ...typeFile('note', { text: { type: 'string' } }),
      ...typeFile('memo', { text: { type: 'string' } }, { options: { draftAndPublish: true } }),
    });
    [kai, ada] = [await served.signUp('kai'), await served.signUp('ada')];
    const own = { filters: { createdBy: '$me' } };
    const { access } = served.app;
    for (const { role } of [kai, ada]) {
      const named = { fields: ['text', 'createdBy', 'updatedBy'] };
      await access.grant(role, note, ['create']);
      await access.grant(role, note, ['find', 'findOne'], named);
      await access.grant(role, note, ['update', 'delete'], own);
      await access.grant(role, memo, ['create', 'find', 'findOne', 'findDrafts', 'update']);
    }
  });
  after(() => served.stop());

  const ask = async (who: Person | undefined, method: string, path: string, body?: object) => {
    const response = await fetch(`${served.url}/api${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(who && { authorization: `Bearer ${who.token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  };
  const create = async (who: Person | undefined, path: string) =>
    (await ask(who, 'POST', path, { data: { text: 'a' } })).body.data;

  it('are read, filtered and sorted by where a grant names them', async () => {
    const { documentId } = await create(kai, '/notes');
    const mine = kai?.documentId;
    const { data } = (await ask(ada, 'GET', `/notes/${documentId}`)).body;
    expect(data).to.include({ createdBy: mine, updatedBy: mine, text: 'a' });
    await create(ada, '/notes');
    const list = await ask(ada, 'GET', `/notes?filters[createdBy]=${mine}&sort=updatedBy&fields=createdBy`);
    expect(list.body.data.map((one: { createdBy: string }) => one.createdBy)).to.deep.equal([mine]);
  });

  it('are hidden from everybody else, also from tokens with full access', async () => {
    const created = await create(kai, '/memos');
    expect(created).to.not.have.any.keys('createdBy', 'updatedBy');
    const { data } = (await ask(kai, 'GET', `/memos/${created.documentId}`)).body;
    expect(data).to.not.have.any.keys('createdBy', 'updatedBy');
    for (const query of ['filters[createdBy]=x', 'sort=createdBy', 'fields=createdBy', 'populate=createdBy'])
      expect((await ask(kai, 'GET', `/memos?${query}`)).status, query).to.equal(400);
  });

  it('limit a grant to what somebody created', async () => {
    const { documentId } = await create(kai, '/notes');
    const change = { data: { text: 'b' } };
    expect((await ask(ada, 'PUT', `/notes/${documentId}`, change)).status).to.equal(404);
    expect((await ask(kai, 'PUT', `/notes/${documentId}`, change)).body.data.text).to.equal('b');
    expect((await ask(ada, 'DELETE', `/notes/${documentId}`)).status).to.equal(404);
    expect((await ask(kai, 'DELETE', `/notes/${documentId}`)).status).to.equal(204);
  });

  it('are never set by a client', async () => {
    const { documentId } = await create(kai, '/notes');
    for (const name of ['createdBy', 'updatedBy']) {
      const data = { text: 'c', [name]: ada?.documentId };
      expect((await ask(kai, 'POST', '/notes', { data })).status).to.equal(400);
      const { status, body } = await ask(kai, 'PUT', `/notes/${documentId}`, { data });
      expect(status).to.equal(400);
      expect(body.error.message).to.equal(`Invalid key ${name}`);
    }
    expect((await ask(ada, 'GET', `/notes/${documentId}`)).body.data).to.include({
      text: 'a',
      createdBy: kai?.documentId,
    });
  });

  it('are told to whoever may read them when a version has changed since', async () => {
    for (const [path, shown] of [
      ['/notes', true],
      ['/memos', false],
    ] as const) {
      const { documentId } = await create(kai, path);
      const refused = await ask(kai, 'PUT', `${path}/${documentId}`, { data: { text: 'd' }, version: 'zz' });
      expect(refused.status).to.equal(412);
      const { details } = refused.body.error;
      if (shown) expect(details.updatedBy).to.equal(kai?.documentId);
      else expect(details).to.not.have.property('updatedBy');
    }
  });
});
