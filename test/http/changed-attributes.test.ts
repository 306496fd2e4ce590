import { expect } from 'chai';
import { serveApp, typeFile, type Credentials, type ServedApp } from './served-app.js';

describe('a write that expected another version, over HTTP', () => {
  let served: ServedApp;
  let admin: Credentials;

  before(async () => {
    served = await serveApp({
      ...typeFile(
        'note',
        {
          title: { type: 'string' },
          body: { type: 'text' },
          secret: { type: 'string', private: true },
          about: { type: 'relation', relation: 'oneToOne', target: 'api::note.note' },
        },
        { options: { draftAndPublish: false } },
      ),
      'package.json': { name: 'app' },
    });
    const { token } = await served.app.access.createToken({ name: 'all', access: 'full-access' });
    admin = { token };
  });
  after(() => served.stop());

  const write = async (who: Credentials, method: string, path: string, body: object) =>
    served.rest(who, method, path, body);

  it('is told which attributes were written since, of those that its writer may read', async () => {
    const { documentId } = (await write(admin, 'POST', '/notes', { data: { title: 'one' } })).body.data;
    await write(admin, 'POST', '/notes', { data: { title: 'another' } });
    const path = `/notes/${documentId}`;
    await write(admin, 'PUT', path, { data: { body: 'before' } });
    const { version } = (await served.rest(admin, 'GET', `${path}?version=true`)).body.meta;
    await write(admin, 'PUT', path, { data: { title: 'two', about: documentId } });
    await served.app.documents('api::note.note').update({ documentId, data: { secret: 's' } });

    const late = await write(admin, 'PUT', path, { data: { body: 'late' }, version });
    expect(late.status).to.equal(412);
    expect(late.body.error.details.changed).to.have.members(['title', 'about']);

    const writer = await served.signUp('writer');
    await served.app.access.grant(writer.role, 'api::note.note', ['update']);
    const blind = await write(writer, 'PUT', path, { data: { body: 'late' }, version });
    expect(blind.status).to.equal(412);
    expect(blind.body.error.details).to.not.have.property('changed');
    const fields = ['title', 'body'];
    await served.app.access.grant(writer.role, 'api::note.note', ['find'], { fields });
    const seeing = await write(writer, 'PUT', path, { data: { body: 'late' }, version });
    expect(seeing.body.error.details.changed).to.deep.equal(['title']);
  });
});
