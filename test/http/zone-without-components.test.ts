import { expect } from 'chai';
import { textOf } from '../../src/domain/document/text-of.js';
import { appFiles, component, contentType, drafts } from '../schema-builders.js';
import { createQuire } from '../../src/bootstrap/index.js';
import { makeApp } from '../cli/program.js';
import { isInMemory, openDatabaseUrl } from './chosen-store.js';
import { serveApp, type ServedApp } from './served-app.js';

/** The last component of a zone was removed, and the zone has stayed. */
const body = { type: 'dynamiczone', components: [] };

describe('a dynamic zone without components', () => {
  let served: ServedApp;
  let token: { readonly token: string };
  let documentId: string;

  before(async () => {
    served = await serveApp(
      appFiles({
        contentTypes: [
          contentType('page', 'pages', { title: { type: 'string' }, body }, drafts),
          contentType('leaf', 'leaves', {
            must: { ...body, required: true },
            part: { type: 'component', component: 'page.part' },
          }),
        ],
        components: [component('page.part', { inside: body })],
      }),
    );
    token = await served.app.access.createToken({ name: 'all', access: 'full-access' });
    const { body: made } = await rest('POST', '/pages', { data: { title: 'One', body: [] } });
    documentId = made.data.documentId as string;
  });
  after(async () => {
    await served.stop();
    expect(served.errors).to.deep.equal([]);
  });

  const rest = (method: string, path: string, sent?: object) => served.rest(token, method, path, sent);

  it('is an empty list in REST, however it is populated', async () => {
    for (const populate of [
      'populate=*',
      'populate=body',
      'populate[body]=*',
      'populate[body][populate]=*',
      'populate[body][fields]=*',
    ]) {
      const one = await rest('GET', `/pages/${documentId}?${populate}`);
      expect([one.status, one.body.data?.body], populate).to.deep.equal([200, []]);
      const list = await rest('GET', `/pages?status=draft&${populate}`);
      expect([list.status, list.body.data?.[0]?.body], populate).to.deep.equal([200, []]);
    }
    for (const query of ['populate[body][on][page.part]=*', 'filters[body][title]=x', 'sort=body'])
      expect((await rest('GET', `/pages?${query}`)).status, query).to.equal(400);
  });

  it('takes an empty list and no items', async () => {
    const path = `/pages/${documentId}?populate=*`;
    const emptied = await rest('PUT', path, { data: { body: [] } });
    expect([emptied.status, emptied.body.data.body]).to.deep.equal([200, []]);
    for (const sent of [[{ __component: 'page.part' }], [{}], null])
      expect((await rest('PUT', path, { data: { body: sent } })).status).to.equal(400);
    for (const [sent, status] of [
      [{ must: [], part: { inside: [] } }, 201],
      [{ must: [{ __component: 'page.part' }] }, 400],
      [{ must: [], part: { inside: [{ __component: 'page.part' }] } }, 400],
      [{}, 400],
    ] as const)
      expect((await rest('POST', '/leaves', { data: sent })).status, JSON.stringify(sent)).to.equal(status);
    const { body: leaves } = await rest('GET', '/leaves?populate[part][populate]=*&populate[must]=*');
    expect(leaves.data[0]).to.deep.include({ must: [] });
    expect(leaves.data[0].part.inside).to.deep.equal([]);
  });

  it('is a union of Error alone in GraphQL, and no field in the nested format', async () => {
    const flat = await served.graphql(
      token,
      '{ pages { title body { __typename ... on Error { code } } } leaves { must { ... on Error { message } } part { inside { __typename } } } union: __type(name: "PageBodyDynamicZone") { possibleTypes { name } } }',
      {},
      'v5',
    );
    expect(flat).to.deep.equal({
      data: {
        pages: [{ title: 'One', body: [] }],
        leaves: [{ must: [], part: { inside: [] } }],
        union: { possibleTypes: [{ name: 'Error' }] },
      },
    });
    const create = (data: string, format: 'v4' | 'v5', below: string) =>
      served.graphql(token, `mutation { createPage(data: ${data}) { ${below} } }`, {}, format);
    expect(await create('{ title: "Two", body: [] }', 'v5', 'title body { __typename }')).to.deep.equal({
      data: { createPage: { title: 'Two', body: [] } },
    });
    const refused = await create('{ body: [{ __typename: "ComponentPagePart" }] }', 'v5', 'title');
    expect(refused.errors?.[0]?.message).to.contain('takes no items: the zone has no components');
    expect(await create('{ title: "Three", body: [] }', 'v4', 'data { attributes { title } }')).to.deep.equal(
      { data: { createPage: { data: { attributes: { title: 'Three' } } } } },
    );
    const item = await create('{ body: [{ __component: "page.part" }] }', 'v4', 'data { id }');
    expect(item.errors?.[0]?.extensions.code).to.equal('BAD_USER_INPUT');
    const { errors } = await served.graphql(
      token,
      '{ pages { data { attributes { body { __typename } } } } }',
      {},
      'v4',
    );
    expect(errors?.[0]?.message).to.contain('Cannot query field "body"');
  });

  it('is read and written by code of the app', async () => {
    const pages = served.app.documents('api::page.page');
    const made = await pages.create({ data: { title: 'Four', body: [] }, populate: ['body'] });
    expect(made['body']).to.deep.equal([]);
    for (const populate of ['*', { body: { on: {} } }, { body: { populate: '*' } }])
      expect((await pages.findOne({ documentId, populate }))?.['body']).to.deep.equal([]);
  });

  // What is in memory ends with its server.
  if (!isInMemory)
    it('keeps items of components that were removed, until it is written', async () => {
      const url = await openDatabaseUrl();
      const withComponents = async <T>(
        components: readonly string[],
        run: (pages: ReturnType<typeof served.app.documents>) => Promise<T>,
      ): Promise<T> => {
        const directory = await makeApp(
          appFiles({
            contentTypes: [
              contentType('page', 'pages', {
                title: { type: 'string' },
                body: { type: 'dynamiczone', components },
              }),
            ],
            components: ['page.box', 'page.lid'].map((uid) => component(uid, { text: { type: 'string' } })),
          }),
        );
        const quire = createQuire({
          app: directory.directory,
          env: { DATABASE_URL: url, PORT: '0', NODE_ENV: 'test' },
          log: { debug() {}, info() {}, warn() {}, error() {} },
        });
        await quire.start();
        try {
          return await run(quire.app.documents('api::page.page'));
        } finally {
          await quire.stop();
          await directory.remove();
        }
      };
      const items = ['page.box', 'page.lid'].map((uid) => ({ __component: uid, text: uid }));
      const both = ['page.box', 'page.lid'];
      const [kept, emptied] = await withComponents(both, async (pages) => [
        textOf((await pages.create({ data: { body: items } }))['documentId']),
        textOf((await pages.create({ data: { body: items } }))['documentId']),
      ]);
      const bodiesOf = async (pages: ReturnType<typeof served.app.documents>) => {
        const found = await pages.findMany({ populate: ['body'], sort: 'id' });
        return found.map((page) => (page['body'] as { text: string }[]).map(({ text }) => text));
      };
      await withComponents([], async (pages) => {
        expect(await bodiesOf(pages)).to.deep.equal([[], []]);
        await pages.update({ documentId: kept, data: { title: 'Kept' } });
        await pages.update({ documentId: emptied, data: { body: [] } });
      });
      expect(await withComponents(both, bodiesOf)).to.deep.equal([both, []]);
    });
});
