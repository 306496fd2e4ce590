import { expect } from 'chai';
import { appFiles, component, contentType, localized, relation } from '../schema-builders.js';
import { serveApp, type Credentials, type Person, type ServedApp } from './served-app.js';

const article = 'api::article.article';
const toAuthor = relation('oneToOne', 'author');

// Tests read answers without types.
/* oxlint-disable no-explicit-any */

describe('history over HTTP', function () {
  this.timeout(120_000);
  let world: ServedApp;
  let admin: Credentials;
  let reader: Person;
  before(async () => {
    const draftAndPublish = { options: { draftAndPublish: true } };
    world = await serveApp(
      appFiles({
        contentTypes: [
          contentType(
            'article',
            'articles',
            {
              title: { type: 'string', required: true },
              body: { type: 'text' },
              secret: { type: 'string', private: true },
              authors: relation('manyToMany', 'author'),
              seo: { type: 'component', component: 'page.seo' },
              blocks: { type: 'dynamiczone', components: ['page.seo'] },
            },
            draftAndPublish,
          ),
          contentType('author', 'authors', { name: { type: 'string' }, born: { type: 'date' } }),
          contentType(
            'home',
            'homes',
            { title: { type: 'string' } },
            {
              kind: 'singleType',
              options: { draftAndPublish: true, history: { versions: 3 } },
            },
          ),
          contentType(
            'translated',
            'translateds',
            { title: { type: 'string', ...localized } },
            { ...draftAndPublish, pluginOptions: { i18n: { localized: true } } },
          ),
        ],
        components: [component('page.seo', { text: { type: 'string' }, who: toAuthor })],
      }),
    );
    const { token } = await world.app.access.createToken({ name: 'admin', access: 'full-access' });
    admin = { token };
    reader = await world.signUp('reader');
  });
  after(() => world.stop());
  afterEach(() => expect(world.errors).to.deep.equal([]));

  const make = async (path: string, data: object): Promise<string> => {
    const made = await world.rest(admin, 'POST', path, { data });
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    return made.body.data.documentId as string;
  };
  const put = async (path: string, data: object, who: Credentials = admin): Promise<void> => {
    const { status, body } = await world.rest(who, 'PUT', path, { data });
    expect(status, JSON.stringify(body)).to.equal(200);
  };
  const history = async (path: string, who: Credentials = admin): Promise<any> => {
    const { status, body } = await world.rest(who, 'GET', `${path}/history`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.data;
  };
  const entry = async (path: string, id: string, who: Credentials = admin): Promise<any> => {
    const { status, body } = await world.rest(who, 'GET', `${path}/history/${id}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.data;
  };

  it('each published version is an entry, and edits of one author in one minute are one', async () => {
    const path = `/articles/${await make('/articles?status=draft', { title: 'one' })}`;
    await put(`${path}?status=published`, { title: 'two', body: 'text' });
    await put(`${path}?status=draft`, { title: 'three' });
    await put(`${path}?status=draft`, { title: 'four' });
    await world.rest(admin, 'POST', `${path}/actions/publish`);
    const entries = await history(path);
    const told = entries.map(({ action, status, names, by }: any) => ({
      action,
      status,
      names,
      by: by.name,
    }));
    const by = 'admin';
    expect(told[0]).to.deep.equal({ action: 'publish', status: 'published', names: [], by });
    expect(told[1].action).to.equal('update');
    expect(told.at(-2)).to.deep.equal({
      action: 'update',
      status: 'published',
      names: ['title', 'body'],
      by,
    });
    expect(told.at(-1)).to.deep.equal({ action: 'create', status: 'draft', names: ['title'], by });
    const titles = [];
    for (const { id } of entries) titles.push((await entry(path, id)).content.title);
    expect(titles[0]).to.equal('four');
    expect(titles[1]).to.equal('four');
    expect(titles.slice(-2)).to.deep.equal(['two', 'one']);
  });
});
