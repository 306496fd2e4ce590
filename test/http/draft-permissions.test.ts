import { expect } from 'chai';
import { compare } from '../../src/domain/query/compare.js';
import {
  article,
  author,
  comment,
  createDraftWorld,
  editor,
  reader,
  type DraftWorld,
} from './draft-permissions-world.js';

/** Text that only drafts have. */
const drafted = /secret|hidden/i;

describe('permission for drafts', () => {
  let world: DraftWorld;
  beforeEach(async () => (world = await createDraftWorld()));
  afterEach(() => expect(world.errors).to.deep.equal([]));

  const titles = (body: { data: { title: string }[] }) => body.data.map(({ title }) => title);

  describe('at the root of a request', () => {
    const refusedQueries = [
      'status=draft',
      'status=draft&hasPublishedVersion=true',
      'hasPublishedVersion=false',
      ...['never-published', 'modified', 'unmodified', 'published-without-draft', 'published-with-draft'].map(
        (name) => `publicationFilter=${name}`,
      ),
    ];
    for (const query of refusedQueries)
      it(`${query} is refused with find alone, and allowed with findDrafts`, async () => {
        for (const path of ['articles', `articles/${world.live}`]) {
          const refused = await world.as(reader).get(`${path}?${query}`);
          expect([path, refused.status, refused.body.error?.name]).to.deep.equal([
            path,
            403,
            'ForbiddenError',
          ]);
          expect((await world.as(editor).get(`${path}?${query}`)).status, path).to.be.oneOf([200, 404]);
        }
      });

    it('has-published-version and hasPublishedVersion=true reveal published documents only', async () => {
      for (const query of ['publicationFilter=has-published-version', 'hasPublishedVersion=true'])
        expect(titles((await world.as(reader).get(`articles?${query}`)).body)).to.deep.equal([
          'live',
          'calm',
        ]);
    });

    it('PREVIEW over GraphQL is refused too', async () => {
      const ask = `{ articles(publicationState: PREVIEW) { data { attributes { title body } } } }`;
      const refused = await world.as(reader).graphql(ask);
      expect(refused.code).to.equal('FORBIDDEN');
      expect((await world.as(editor).graphql(ask)).text).to.match(drafted);
    });

    it('full access includes drafts, read-only tokens do not', async () => {
      expect((await world.as('all').get('articles?status=draft')).status).to.equal(200);
      expect((await world.as('read').get('articles?status=draft')).status).to.equal(403);
      expect((await world.as('read').get('articles?publicationFilter=modified')).status).to.equal(403);
      expect((await world.as('read').get('articles')).status).to.equal(200);
      expect((await world.as('read').get('comments?status=draft')).status).to.equal(200);
    });

    it('findDrafts alone allows reading drafts, but no published versions', async () => {
      const only = { [article]: { findDrafts: {} } };
      expect(titles((await world.as(only).get('articles?status=draft&sort=title')).body)).to.deep.equal([
        'calm',
        'live',
        'secret',
      ]);
      expect((await world.as(only).get(`articles/${world.secret}?status=draft`)).status).to.equal(200);
      expect((await world.as(only).get('articles')).status).to.equal(403);
      expect((await world.as(only).get(`articles/${world.live}`)).status).to.equal(403);
    });

    it('fields and filters of findDrafts limit drafts, those of find limit published versions', async () => {
      const limited = {
        [article]: {
          find: {},
          findDrafts: {
            fields: new Set(['title']),
            filter: compare('title', '$eq', 'live'),
          },
        },
      };
      const drafts = await world.as(limited).get('articles?status=draft');
      expect(titles(drafts.body)).to.deep.equal(['live']);
      expect(drafts.text).not.to.match(drafted);
      expect((await world.as(limited).get('articles?status=draft&filters[body]=x')).status).to.equal(400);
      expect((await world.as(limited).get('articles?filters[body]=open')).body.data).to.have.length(2);
      // Whether a published version has changes is visible only for drafts that the reader may find.
      expect((await world.as(limited).get('articles?publicationFilter=modified')).status).to.equal(403);
      expect(
        titles((await world.as(limited).get('articles?status=draft&publicationFilter=modified')).body),
      ).to.deep.equal(['live']);
    });
  });

  describe('behind a relation', () => {
    /** May read drafts of authors, but only published articles. */
    const ofAuthors = { ...editor, [article]: reader[article] ?? {} };

    it('no draft is populated', async () => {
      const asked = 'populate=articles';
      const { status, body } = await world.as(ofAuthors).get(`authors/${world.ann}?status=draft&${asked}`);
      expect(status).to.equal(200);
      expect(body.data).to.include({ name: 'Secret Ann' }).and.not.have.property('articles');
      const full = await world.as(editor).get(`authors/${world.ann}?status=draft&${asked}`);
      expect(titles({ data: full.body.data.articles }).sort()).to.deep.equal(['live', 'secret']);
      const every = await world.as(ofAuthors).get(`authors/${world.ann}?status=draft&populate=*`);
      expect(every.body.data).not.to.have.property('articles');
    });

    it('no draft is counted', async () => {
      const count = `authors/${world.ann}?status=draft&populate[articles][count]=true`;
      expect((await world.as(ofAuthors).get(count)).body.data).not.to.have.property('articles');
      expect((await world.as(editor).get(count)).body.data.articles).to.deep.equal({ count: 2 });
    });

    for (const asked of [
      'filters[articles][title]=secret',
      'filters[articles][$notNull]=true',
      'filters[$not][articles][title]=secret',
    ])
      it(`drafts cannot be filtered by: ${asked}`, async () => {
        const refused = await world.as(ofAuthors).get(`authors?status=draft&${asked}`);
        expect(refused.status).to.equal(400);
        expect(refused.body.error.message).to.equal('Invalid key articles');
        expect((await world.as(editor).get(`authors?status=draft&${asked}`)).status).to.equal(200);
        expect((await world.as(ofAuthors).get(`authors?${asked}`)).status).to.equal(200);
      });

    it('drafts cannot be sorted by', async () => {
      const ofArticles = { ...editor, [author]: reader[author] ?? {} };
      expect((await world.as(ofArticles).get('articles?status=draft&sort=author.name')).status).to.equal(400);
      expect((await world.as(ofArticles).get('articles?sort=author.name')).status).to.equal(200);
      expect((await world.as(editor).get('articles?status=draft&sort=author.name')).status).to.equal(200);
    });

    it('a type without drafts does not lead to drafts either', async () => {
      const asked = 'comments?status=draft&populate=article';
      const { status, body, text } = await world.as(reader).get(asked);
      expect(status).to.equal(200);
      expect(body.data).to.have.length(2);
      expect(text).not.to.match(drafted);
      expect((await world.as(reader).get('comments?status=draft&filters[article][title]=x')).status).to.equal(
        400,
      );
      expect((await world.as(editor).get(asked)).text).to.match(drafted);
    });

    it('the filter of a grant for find applies to published versions, whatever the status of the request', async () => {
      const about = compare('title', '$eq', 'secret');
      const ofComments = {
        ...reader,
        [comment]: { find: { filter: { kind: 'at', key: 'article', filter: about } as const } },
      };
      for (const status of ['published', 'draft']) {
        const { body } = await world.as(ofComments).get(`comments?status=${status}`);
        expect([body.data, body.meta.pagination.total], status).to.deep.equal([[], 0]);
      }
    });

    it('localizations that are drafts are left out', async () => {
      const draft = { [article]: { findDrafts: {} } };
      await world
        .as('all')
        .rest('put', `articles/${world.live}?status=draft&locale=fr`, { title: 'secret fr' });
      const asked = `articles/${world.live}?populate=localizations`;
      expect((await world.as(reader).get(asked)).body.data.localizations).to.deep.equal([]);
      const { body } = await world.as(draft).get(`${asked}&status=draft`);
      expect(titles({ data: body.data.localizations })).to.deep.equal(['secret fr']);
    });

    it('GraphQL leaves drafts out too', async () => {
      const query = `{ authors(publicationState: PREVIEW) { data { attributes { name articles { data { id } } } } } }`;
      const { data } = await world.as(ofAuthors).graphql(query);
      expect(data.authors.data[0].attributes).to.deep.equal({ name: 'Secret Ann', articles: null });
      const filtered = `{ authors(publicationState: PREVIEW, filters: { articles: { title: { eq: "secret" } } }) { data { id } } }`;
      expect((await world.as(ofAuthors).graphql(filtered)).code).to.equal('BAD_USER_INPUT');
    });
  });

  describe('in writes', () => {
    const writes = { create: {}, update: {}, publish: {}, unpublish: {}, discardDraft: {}, delete: {} };
    const writing = { ...reader, [article]: { ...reader[article], ...writes } };

    it('the writer of a draft sees what they wrote, and nothing else', async () => {
      const created = await world
        .as(writing)
        .rest('post', 'articles?status=draft&populate=author', { title: 'mine', author: world.ann });
      expect(created.status).to.equal(201);
      expect(created.body.data)
        .to.include({ title: 'mine', publishedAt: null })
        .and.not.have.property('author');
      const changed = await world
        .as(writing)
        .rest('put', `articles/${world.live}?status=draft`, { title: 'changed' });
      expect(changed.status).to.equal(200);
      expect(changed.body.data).to.include({ title: 'changed' }).and.not.have.property('body');
      const nothing = await world.as(writing).rest('put', `articles/${world.secret}?status=draft`, {});
      expect(nothing.status).to.equal(200);
      expect(nothing.text).not.to.match(drafted);
      const named = `articles/${world.live}?status=draft&fields=body`;
      expect((await world.as(writing).rest('put', named, { title: 'x' })).status).to.equal(400);
    });

    it('the answer shows a version only if the principal may find it', async () => {
      const act = (by: typeof editor, action: string) =>
        world.as(by).rest('post', `articles/${world.live}/actions/${action}`);
      const writingDrafts = { ...writing, [article]: { ...writing[article], findDrafts: {} } };
      const published = await act(writing, 'publish');
      expect(published.body.data).to.include({ title: 'live', body: 'secret edit' });
      const taken = await act(writing, 'unpublish');
      expect(taken.status).to.equal(200);
      expect(taken.body.data).to.include({ documentId: world.live }).and.not.have.property('title');
      expect((await act(writingDrafts, 'unpublish')).body.data).to.include({ body: 'secret edit' });
      await act(writing, 'publish');
      expect((await act(writing, 'discard-draft')).body.data).not.to.have.property('body');
    });

    it('why a hidden draft cannot be moved is no answer to those whose grant does not cover it', async () => {
      const own = { filter: compare('title', '$eq', 'mine') };
      const by = { ...reader, [article]: { discardDraft: own } };
      const discard = (id: string) => world.as(by).rest('post', `articles/${id}/actions/discard-draft`);
      const [hidden, unknown] = [await discard(world.secret), await discard('aaaaaaaaaaaaaaaaaaaaaaaa')];
      expect([hidden.status, hidden.body]).to.deep.equal([404, unknown.body]);
    });

    it('deleting a hidden draft over GraphQL answers only its id', async () => {
      const remove = (id: string) =>
        `mutation { deleteArticle(id: "${id}") { data { id attributes { title } } } }`;
      const { data } = await world.as(writing).graphql(remove(world.secret));
      expect(data.deleteArticle.data).to.deep.equal({ id: world.secret, attributes: { title: null } });
      const live = await world.as(writing).graphql(remove(world.live));
      expect(live.data.deleteArticle.data.attributes).to.deep.equal({ title: 'live' });
    });

    it('only documents that the writer may find can be linked, drafts with findDrafts', async () => {
      const commenting = { ...reader, [comment]: { ...reader[comment], create: {}, update: {} } };
      const link = (by: typeof editor, id: unknown) =>
        world.as(by).rest('post', 'comments', { text: 'x', article: id });
      const unknown = await link(commenting, 'aaaaaaaaaaaaaaaaaaaaaaaa');
      const refused = await link(commenting, world.secret);
      expect(refused.status).to.equal(400);
      expect(refused.text).to.equal(unknown.text.replaceAll('aaaaaaaaaaaaaaaaaaaaaaaa', world.secret));
      expect((await link(commenting, world.live)).status).to.equal(201);
      const withDrafts = { ...commenting, [article]: { ...reader[article], findDrafts: {} } };
      expect((await link(withDrafts, world.secret)).status).to.equal(201);
      const onlyDrafts = { ...commenting, [article]: { findDrafts: {} } };
      expect((await link(onlyDrafts, world.secret)).status).to.equal(201);
    });
  });
});
