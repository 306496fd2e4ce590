import { expect } from 'chai';
import { factories } from '../../../src/adapters/app-code/http/factories.js';
import { unlimited, type Action, type Permission } from '../../../src/domain/permission/permission.js';
import { compare } from '../../../src/domain/query/compare.js';
import { createRulesWorld, type Context, type Serving } from './rules-world.js';

// App code has no types.
// oxlint-disable-next-line no-explicit-any
type Own = any;

const article = 'api::article.article';
const place = 'api::place.place';
const topic = 'api::topic.topic';
const routers = [article, place, topic].map((uid) => factories.createCoreRouter(uid));
const all = { find: unlimited, findOne: unlimited, findDrafts: unlimited };
const names: Permission = { fields: new Set(['Name']), filter: null };
const titles: Permission = { fields: new Set(['title', 'place']), filter: null };
const authors: Permission = { fields: new Set(['title', 'place', 'createdBy']), filter: null };
const authorsOfPlaces: Permission = { fields: new Set(['Name', 'updatedBy']), filter: null };
const walks: Permission = { fields: null, filter: compare('Name', '$contains', 'Walk') };
const hills: Permission = { fields: null, filter: compare('Name', '$contains', 'Hill') };

type Granted = Partial<Record<Action, Permission>>;
/** For articles, places and topics. */
type Grants = readonly [Granted, Granted, Granted?];

/** By what they may do. */
const askers: Readonly<Record<string, Grants>> = {
  'who may find drafts of the target only': [all, { findDrafts: unlimited }],
  'who may find what is published only': [all, { find: unlimited }],
  'who may find names of drafts': [all, { find: unlimited, findDrafts: names }],
  'who may find names of what is published': [all, { find: names, findDrafts: unlimited }],
  'who may find some drafts': [all, { find: unlimited, findDrafts: hills }],
  'who may find drafts that others may not find published': [all, { find: hills, findDrafts: unlimited }],
  'who may find titles of drafts': [{ ...all, findDrafts: titles }, all],
  'who may find titles of what is published': [{ ...all, find: titles, findOne: titles }, all],
  'who may find drafts of a type that has none': [all, all, { find: walks, findDrafts: unlimited }],
  'who may find names of drafts of a type that has none': [all, all, { ...all, findDrafts: names }],
  'whose grants name authors': [
    { find: authors, findOne: authors, findDrafts: authors },
    { find: authorsOfPlaces, findDrafts: authorsOfPlaces },
  ],
};

const principalOf = (name: string, [articles, places, topics = all]: Grants) => ({
  kind: 'token' as const,
  name,
  grants: {
    kind: 'listed' as const,
    listed: new Map(
      Object.entries({ [article]: articles, [place]: places, [topic]: topics }).map(([uid, granted]) => [
        uid,
        new Map(Object.entries(granted)) as ReadonlyMap<Action, Permission>,
      ]),
    ),
  },
});

const finding = {
  find(this: Own, params: Own) {
    return super.find(params);
  },
};

/** Articles with places and a topic; those named Low are drafts. */
async function createDrafts(granted: Grants) {
  const world = await createRulesWorld({ asker: principalOf('asker', granted) });
  const plain = world.serving(routers);
  const make = async (path: string, data: object): Promise<string> =>
    (await plain.send('post', path).send({ data }).expect(201)).body.data.documentId;
  const topics = [await make('topics', { Name: 'Walks' }), await make('topics', { Name: 'Lakes' })];
  for (const [Name, query] of [
    ['Hill', ''],
    ['Low Hill', '?status=draft'],
    ['Lake', ''],
  ] as const) {
    const made = await make(`places${query}`, { Name, Rating: 2 });
    await make('articles', { title: Name, body: 'Whole', place: made, topics });
  }
  const serving = (service: object, methods: (strapi: () => Own) => object = () => ({})): Serving => {
    const served: Serving = world.serving(routers, {
      controllers: {
        [article]: factories.createCoreController(
          article,
          methods(() => served.strapi),
        ),
        [topic]: factories.createCoreController(topic),
      },
      services: {
        [article]: factories.createCoreService(article, service),
        [topic]: factories.createCoreService(topic, finding),
      },
    });
    return served;
  };
  return { plain, serving };
}

const queries = [
  'articles?fields=createdBy&populate[place][fields]=updatedBy',
  'articles?status=draft&populate=place',
  'articles?status=draft&populate=*',
  'articles?populate=place',
  'articles?populate=*',
  'articles?status=draft&fields=title&populate[place][fields]=Name',
  'articles?status=draft&fields=title&populate[place][fields]=Name,Rating',
  'articles?fields=title&populate[place][fields]=Name,Rating',
  'articles?status=draft&fields=title,body',
  'articles?fields=title,body',
  'topics?status=draft&fields=Name&populate[articles][fields]=title',
  'topics?status=draft&populate[articles][fields]=title,body',
  'topics?populate[articles][fields]=title,body',
];

describe('drafts that relations lead to', () => {
  for (const [who, granted] of Object.entries(askers))
    it(`are shown by a service of the app as without it, to an asker ${who}`, async () => {
      const { plain, serving } = await createDrafts(granted);
      const served = serving(finding);
      for (const query of queries) {
        const path = `${query}&sort=id`;
        const expected = await plain.send('get', path, 'asker');
        const { status, body } = await served.send('get', path, 'asker');
        expect({ status, body }, query).to.deep.equal({ status: expected.status, body: expected.body });
      }
    });
});

describe('drafts without publishedAt', () => {
  const titlesOfDrafts = [{ ...all, findDrafts: titles }, all] as const;
  const titlesOfPublished = [{ ...all, find: titles, findOne: titles }, all] as const;
  const fields = ['title', 'body'];

  const reading = (status: string, copy = (document: Own): Own => document) => ({
    async find(this: Own) {
      const { results, pagination } = await super.find({ status, fields });
      return { results: results.map(copy), pagination };
    },
    async findOne(this: Own, documentId: string) {
      return copy(await super.findOne(documentId, { status, fields }));
    },
  });

  const keysFor = async (
    granted: Grants,
    status: string,
    query = '',
    copy?: (document: Own) => Own,
  ): Promise<readonly string[][]> => {
    const { serving } = await createDrafts(granted);
    const { send } = serving(reading(status, copy));
    const { data } = (await send('get', `articles${query}`, 'asker').expect(200)).body;
    const path = `articles/${data[0].documentId}${query}`;
    const one = (await send('get', path, 'asker').expect(200)).body;
    return [data[0], one.data].map((shown) => Object.keys(shown as object));
  };
  const limited = Array.from({ length: 2 }, () => ['id', 'documentId', 'title']);
  const whole = limited.map((keys) => [...keys, 'body']);

  it('are limited by the grant to find drafts where code of the app chooses to read them', async () => {
    expect(await keysFor(titlesOfDrafts, 'draft')).to.deep.equal(limited);
    expect(await keysFor(titlesOfPublished, 'draft')).to.deep.equal(whole);
    expect(await keysFor(titlesOfDrafts, 'published', '?status=draft')).to.deep.equal(whole);
    expect(await keysFor(titlesOfPublished, 'published', '?status=draft')).to.deep.equal(limited);
  });

  it('are copies where the request asks for drafts', async () => {
    const copy = (document: Own) => ({ ...document });
    expect(await keysFor(titlesOfDrafts, 'draft', '?status=draft', copy)).to.deep.equal(limited);
    expect(await keysFor(titlesOfPublished, 'draft', '?status=draft', copy)).to.deep.equal(whole);
  });

  it('are limited in strapi.contentAPI where the request asks for drafts', async () => {
    const { serving } = await createDrafts(titlesOfDrafts);
    const { send } = serving(finding, (strapi) => ({
      find: async ({ state }: Context) => ({
        data: await strapi().contentAPI.sanitize.output({ title: 'One', body: 'Whole' }, article, state),
      }),
    }));
    const shown = async (path: string) => (await send('get', path, 'asker').expect(200)).body.data;
    expect(await shown('articles?status=draft')).to.deep.equal({ title: 'One' });
    expect(await shown('articles')).to.deep.equal({ title: 'One', body: 'Whole' });
  });

  it('stay in a relation among what is published, which their asker may not find', async () => {
    const { serving } = await createDrafts([{ findDrafts: unlimited }, all]);
    const articles = [
      { title: 'Published', publishedAt: '2026-01-01' },
      { title: 'Draft', publishedAt: null },
    ];
    const { send } = serving(finding, (strapi) => ({
      find: ({ state, query }: Context) => {
        const listed = query.isReversed ? articles.toReversed() : articles;
        return strapi().contentAPI.sanitize.output({ articles: listed }, topic, state);
      },
    }));
    for (const query of ['', '&isReversed=1']) {
      const { body } = await send('get', `articles?status=draft${query}`, 'asker').expect(200);
      expect(body.articles).to.deep.equal([articles[1]]);
    }
  });
});
