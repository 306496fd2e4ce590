import { expect } from 'chai';
import { compare } from '../../src/domain/query/compare.js';
import type { Filter } from '../../src/domain/query/query.js';
import { article, author, createDraftWorld, type DraftWorld } from './draft-permissions-world.js';
import { createWorld, type World } from './fixture.js';

/** An attribute that does not exist. Answers to it and to a hidden attribute may differ only in the name. */
const unknown = 'zzUnknown';

describe('a refused query does not reveal hidden attributes', () => {
  let world: World;
  before(async () => {
    world = createWorld();
    const chef = await world.create('chef', { Name: 'Ada', Diary: 'x', Pass: 'p' });
    await world.create('restaurant', { Name: 'R', Hidden: 'x', owner: chef });
  });

  /** Puts a key of each kind in the place of `KEY`: private, a password, or a relation to a hidden type. */
  const cases: readonly (readonly [by: string, path: string, ...keys: readonly string[]])[] = [
    ['', 'restaurants?fields=KEY', 'Hidden', 'owner'],
    ['', 'restaurants?filters[KEY]=x', 'Hidden', 'owner'],
    ['', 'restaurants?filters[KEY][$null]=true', 'Hidden', 'owner'],
    ['', 'restaurants?filters[KEY][Name]=x', 'Hidden', 'owner'],
    ['', 'restaurants?filters[$or][0][$not][KEY][$contains]=x', 'Hidden', 'owner'],
    ['', 'restaurants?sort=KEY', 'Hidden', 'owner'],
    ['', 'restaurants?sort=KEY.Name', 'Hidden', 'owner'],
    ['', 'restaurants?populate=KEY', 'Hidden'],
    ['', 'dishes?filters[restaurant][KEY]=x', 'Hidden', 'owner'],
    ['', 'dishes?sort=restaurant.KEY', 'Hidden', 'owner'],
    ['', 'dishes?populate[restaurant][fields]=KEY', 'Hidden', 'owner'],
    ['', 'dishes?populate[restaurant][filters][KEY]=x', 'Hidden', 'owner'],
    ['', 'dishes?populate[restaurant][populate]=KEY', 'Hidden'],
    ['', 'restaurants?filters[seo][KEY]=x', 'author'],
    ['', 'restaurants?populate[seo][filters][KEY][Name]=x', 'author'],
    ['', 'restaurants?populate[seo][sort]=KEY.Name', 'author'],
    ['read', 'chefs?filters[KEY]=x', 'Diary', 'Pass'],
    ['read', 'chefs?sort=KEY', 'Diary', 'Pass'],
    ['read', 'chefs?fields=KEY', 'Diary', 'Pass'],
    ['read', 'restaurants?filters[owner][KEY]=x', 'Diary', 'Pass'],
    ['read', 'restaurants?sort=owner.KEY', 'Diary', 'Pass'],
  ];
  for (const [by, path, ...keys] of cases)
    it(path, async () => {
      const asking = by === '' ? world.anybody : world.as(by);
      const answerTo = async (key: string) => {
        const { status, text } = await asking('get', `/api/${path.replace('KEY', key)}`);
        return { status, text: text.replaceAll(key, 'KEY') };
      };
      const expected = await answerTo(unknown);
      expect(expected.status).to.equal(400);
      for (const key of keys) expect(await answerTo(key), key).to.deep.equal(expected);
    });

  describe('a refused body does not reveal hidden attributes', () => {
    let drafts: DraftWorld;
    before(async () => (drafts = await createDraftWorld()));

    it('with a relation to documents that may not be found, or an attribute that no grant names', async () => {
      const editor = { [article]: { create: { fields: new Set(['title', 'author']) } } };
      const answerTo = async (key: string, value: unknown) => {
        const data = { [key]: value, title: 1, other: 1 };
        const { status, body } = await drafts.as(editor).rest('post', 'articles', data);
        const { message, details } = body.error;
        expect(details.key).to.equal(key);
        return { status, message: message.replace(key, 'KEY'), details: { ...details, key: 'KEY' } };
      };
      const expected = await answerTo(unknown, drafts.ann);
      expect(expected.status).to.equal(400);
      expect(await answerTo('author', drafts.ann)).to.deep.equal(expected);
      expect(await answerTo('body', 'x')).to.deep.equal(expected);
    });

    it('with a private attribute, which a grant for some documents must name', async () => {
      const own = compare('title', '$notNull', true);
      const answerTo = async (key: string, fields: readonly string[] | null, filter: Filter | null = own) => {
        const limits = { fields: fields && new Set(fields), filter };
        const editor = { [article]: { findDrafts: {}, update: limits } };
        const path = `articles/${drafts.live}?status=draft`;
        const { status, text } = await drafts.as(editor).rest('put', path, { [key]: 'x' });
        const query = `mutation { updateArticle(id: "${drafts.live}", data: { ${key}: "x" }) { data { id } } }`;
        const graphql = key === unknown ? null : (await drafts.as(editor).graphql(query)).code;
        return { status, text: text.replaceAll(key, 'KEY'), graphql };
      };
      const refused = { ...(await answerTo(unknown, null)), graphql: 'BAD_USER_INPUT' };
      expect(refused.status).to.equal(400);
      expect(await answerTo('mark', null)).to.deep.equal(refused);
      expect(await answerTo('mark', ['title'])).to.deep.equal(refused);
      for (const named of [await answerTo('mark', ['mark']), await answerTo('mark', null, null)])
        expect(named).to.include({ status: 200, graphql: undefined });
    });

    it('with a private attribute of a component, which a grant for some documents must name', async () => {
      const own = compare('title', '$notNull', true);
      const answerTo = async (key: string, fields: readonly string[] | null, filter: Filter | null = own) => {
        const limits = { fields: fields && new Set(fields), filter };
        const editor = { [article]: { findDrafts: {}, update: limits } };
        const data = { card: { [key]: 'x' } };
        const { status, text } = await drafts
          .as(editor)
          .rest('put', `articles/${drafts.live}?status=draft`, data);
        const query = `mutation { updateArticle(id: "${drafts.live}", data: { card: { ${key}: "x" } }) { data { id } } }`;
        const graphql = key === unknown ? null : (await drafts.as(editor).graphql(query)).code;
        return { status, text: text.replaceAll(key, 'KEY'), graphql };
      };
      const refused = { ...(await answerTo(unknown, null)), graphql: 'BAD_USER_INPUT' };
      expect(refused.status).to.equal(400);
      expect(await answerTo('stamp', null)).to.deep.equal(refused);
      for (const open of [
        await answerTo('label', null),
        await answerTo('stamp', ['card']),
        await answerTo('stamp', null, null),
      ])
        expect(open).to.include({ status: 200, graphql: undefined });
    });

    it('over GraphQL, in the text of a sort', async () => {
      const reader = { [author]: { find: {} } };
      const answerTo = async (key: string) => {
        const query = `{ authors(sort: "${key}.title") { data { id } } }`;
        const { text } = await drafts.as(reader).graphql(query);
        return text.replaceAll(key, 'KEY');
      };
      expect(await answerTo('articles'))
        .to.equal(await answerTo(unknown))
        .and.match(/Invalid key/);
    });
  });
});
