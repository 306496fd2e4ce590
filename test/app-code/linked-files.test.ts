import { expect } from 'chai';
import { serveProject, type ProjectFiles } from './project.js';

// Tests read answers without types.
// oxlint-disable-next-line no-explicit-any
type Json = any;

const typed = (name: string): ProjectFiles => ({
  [`src/api/${name}/content-types/${name}/schema.json`]: {
    kind: 'collectionType',
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    attributes: { title: { type: 'string' }, cover: { type: 'media', multiple: false } },
  },
});

const files: ProjectFiles = {
  ...typed('book'),
  ...typed('page'),
  'src/api/book/services/book.js': `
    const { factories } = require('@strapi/strapi');
    module.exports = factories.createCoreService('api::book.book', {
      create(params) {
        const { title } = params.data;
        return super.create({ ...params, data: title === 'by code' ? { ...params.data, cover: 1 } : params.data });
      },
      update(...given) { return super.update(...given); },
    });`,
  'src/api/book/controllers/book.js': `
    module.exports = require('@strapi/strapi').factories.createCoreController('api::book.book');`,
  'src/api/book/routes/book.js': `
    module.exports = require('@strapi/strapi').factories.createCoreRouter('api::book.book');`,
  'src/index.js': `module.exports = { bootstrap: async ({ strapi }) => {
    for (const type of ['api::book.book', 'api::page.page'])
      await strapi.access.grant('authenticated', type, ['find', 'create', 'update']);
    await strapi.access.grant('authenticated', 'plugin::upload.file', ['create']);
  } };`,
};

describe('files that are linked through a service of the app', () => {
  it('are those that the writer may link, as without it', () =>
    serveProject(files, async ({ url, strapi }) => {
      const send = async (method: string, path: string, jwt: string, body: object): Promise<Json> => {
        const isForm = body instanceof FormData;
        const headers = {
          Authorization: `Bearer ${jwt}`,
          ...(!isForm && { 'Content-Type': 'application/json' }),
        };
        const answer = await fetch(`${url}/api/${path}`, {
          method,
          headers: jwt === '' ? { 'Content-Type': 'application/json' } : headers,
          body: isForm ? body : JSON.stringify(body),
        });
        return { status: answer.status, body: await answer.json() };
      };
      const signUp = async (username: string): Promise<string> => {
        const person = { username, email: `${username}@example.org`, password: 'Long-enough-1' };
        return (await send('POST', 'auth/local/register', '', person)).body.jwt;
      };
      const upload = async (jwt: string): Promise<Json> => {
        const form = new FormData();
        form.append('files', new Blob(['hello']), 'a.txt');
        return (await send('POST', 'upload', jwt, form)).body[0];
      };
      const [ada, bob] = [await signUp('ada'), await signUp('bob')];
      const [own, other] = [await upload(ada), await upload(bob)];
      for (const path of ['books', 'pages']) {
        const { documentId } = (await send('POST', path, ada, { data: { title: 'One' } })).body.data;
        for (const [method, place] of [
          ['POST', path],
          ['PUT', `${path}/${documentId}`],
        ] as const) {
          for (const cover of [own.id, own.documentId]) {
            const { status } = await send(method, place, ada, { data: { cover } });
            expect(status, place).to.equal(method === 'POST' ? 201 : 200);
          }
          for (const cover of [other.id, other.documentId]) {
            const { status, body } = await send(method, place, ada, { data: { cover } });
            expect([status, body.error?.details], place).to.deep.equal([
              400,
              { target: cover, key: 'cover' },
            ]);
          }
        }
      }
      // Code may link any file.
      const made = await send('POST', 'books', bob, { data: { title: 'by code' } });
      const { documentId } = made.body.data;
      const found: Json = await strapi
        .documents('api::book.book')
        .findOne({ documentId, populate: ['cover'] });
      expect(found.cover.documentId).to.equal(own.documentId);
    }));
});
