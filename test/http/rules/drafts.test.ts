import { expect } from 'chai';
import { factories } from '../../../src/adapters/app-code/http/factories.js';
import { grantsOf } from '../../../src/domain/permission/permission.js';
import { createRulesWorld, type Context } from './rules-world.js';

// App code has no types.
// oxlint-disable-next-line no-explicit-any
type Own = any;

const article = 'api::article.article';

describe('drafts that services of an app read', () => {
  it('are shown to nobody who may not find them', async () => {
    const world = await createRulesWorld();
    const service = factories.createCoreService(article, {
      find(this: Own, params: Own) {
        return super.find(params);
      },
      findOne(this: Own, ...given: Own[]) {
        return super.findOne(...given);
      },
    });
    const open = (method: string) => ({
      method,
      path: '/asked',
      handler: `${article}.asked`,
      config: { auth: false },
    });
    const { send } = world.serving(
      [factories.createCoreRouter(article), { routes: [open('GET'), open('POST')] }],
      {
        controllers: {
          [article]: factories.createCoreController(article, {
            async asked(this: Own, ctx: Context) {
              await this.validateQuery(ctx);
              return this.sanitizeQuery(ctx);
            },
          }),
        },
        services: { [article]: service },
      },
    );
    const made = await send('post', 'articles?status=draft').send({ data: { title: 'Draft' } });
    const { documentId } = made.body.data;
    for (const path of [
      'articles?status=draft',
      `articles/${documentId}?status=draft`,
      'articles?publicationFilter=never-published',
    ]) {
      await send('get', path, 'read').expect(403);
      await send('get', path, 'full').expect(200);
    }
    await send('get', 'articles', 'read').expect(200);
    await send('get', `articles/${documentId}`, 'read').expect(404);
    await send('get', 'asked?status=draft').expect(403);
    await send('get', 'asked?publicationFilter=has-published-version').expect(200);
    await send('post', 'asked?status=draft').expect(200);
  });

  it('are all that a grant to find drafts alone shows', async () => {
    const grants = grantsOf([[article, ['findDrafts']]]);
    const world = await createRulesWorld({ drafter: { kind: 'token', name: 'drafter', grants } });
    const { send } = world.serving([factories.createCoreRouter(article)], {
      controllers: { [article]: factories.createCoreController(article) },
      services: {
        [article]: factories.createCoreService(article, {
          find(this: Own, params: Own) {
            return super.find(params);
          },
        }),
      },
    });
    await send('get', 'articles?status=draft', 'drafter').expect(200);
    await send('get', 'articles', 'drafter').expect(403);
  });

  describe('written through a service', () => {
    const own = {
      create(this: Own, params: Own) {
        return super.create(params);
      },
      update(this: Own, ...given: Own[]) {
        return super.update(...given);
      },
    };
    const hidden = { title: 'Theirs', body: 'Hidden' };

    /** A world with a draft and a draft of a place by somebody else, both linked with a topic. */
    const draftsOfOthers = async (methods: object = {}, service: object = own) => {
      const world = await createRulesWorld();
      const served = world.serving([factories.createCoreRouter(article)], {
        controllers: { [article]: factories.createCoreController(article, methods) },
        services: { [article]: factories.createCoreService(article, service) },
      });
      const write = async (
        method: 'post' | 'put',
        path: string,
        data: object,
        who = 'writer',
      ): Promise<Own> => (await served.send(method, path, who).send({ data })).body.data;
      const place = await world.create('place', { Name: 'Hill' });
      const topic = await world.create('topic', { Name: 'Walks' });
      const theirs = { ...hidden, place, topics: [topic] };
      const { documentId } = await write('post', 'articles?status=draft', theirs, 'full');
      return { ...served, write, place, topic, documentId: documentId as string };
    };

    it('are shown to their writers as far as they wrote them', async () => {
      const { write, documentId, place } = await draftsOfOthers();
      const populated = 'status=draft&populate=*';
      const whole = await write('put', `articles/${documentId}?${populated}`, { code: 'A' }, 'full');
      expect(whole).to.deep.include({ ...hidden, code: 'A' });
      expect(whole.place.documentId).to.equal(place);
      const written = await write('put', `articles/${documentId}?${populated}`, { title: 'Mine' });
      expect(written).to.deep.include({ documentId, title: 'Mine' });
      expect(written).to.not.have.any.keys('body', 'views', 'place');
      const created = await write('post', `articles?${populated}`, { title: 'Own', body: 'Seen' });
      expect(created).to.deep.include({ title: 'Own', body: 'Seen' });
      expect(created).to.not.have.property('place');
    });

    it('lead to no drafts on any level', async () => {
      const { write, topic } = await draftsOfOthers();
      const path = 'articles?status=draft&populate[topics][populate]=articles';
      const data = { title: 'Own', topics: [topic] };
      const [shown] = (await write('post', path, data, 'full')).topics;
      expect(shown.articles).to.have.lengthOf(2);
      const { topics } = await write('post', path, data);
      expect(topics).to.have.lengthOf(1);
      expect(topics[0]).to.not.have.property('articles');
    });

    it('are bounded for actions of the app, and where the code asks for drafts by itself', async () => {
      const { strapi, send, write, documentId } = await draftsOfOthers(
        {
          async update(this: Own, ctx: Context) {
            const query = { status: 'draft', ...(await this.sanitizeQuery(ctx)) };
            const service = strapi.service(article) as Own;
            const updated = await service.update(ctx.params.id, { ...query, data: ctx.request.body.data });
            return this.transformResponse(await this.sanitizeOutput(updated, ctx));
          },
        },
        {},
      );
      const path = `articles/${documentId}`;
      for (const asked of [path, `${path}?status=draft`])
        expect(await write('put', asked, { code: 'A' }))
          .to.include({ code: 'A' })
          .and.not.have.property('body');
      // As without code of the app.
      await send('put', `${path}?fields=body`, 'writer')
        .send({ data: { code: 'A' } })
        .expect(400);
    });

    it('may link drafts that the code chooses', async () => {
      let place: string | undefined;
      const { write, send, ...made } = await draftsOfOthers(undefined, {
        create(this: Own, params: Own) {
          const data = place === undefined ? params.data : { ...params.data, place };
          return super.create({ ...params, data });
        },
      });
      ({ place } = made);
      const { documentId } = await write('post', 'articles?status=draft', { title: 'Own' });
      const seen = await send('get', `articles/${documentId}?status=draft&populate=place`).expect(200);
      expect(seen.body.data.place.documentId).to.equal(place);
    });
  });

  it('are deleted by whoever may delete them, also if they may not find them', async () => {
    const world = await createRulesWorld();
    const deleted: unknown[] = [];
    const { send } = world.serving([factories.createCoreRouter(article)], {
      services: {
        [article]: factories.createCoreService(article, {
          async delete(this: Own, ...given: Own[]) {
            deleted.push(await super.delete(...given));
          },
        }),
      },
      controllers: { [article]: factories.createCoreController(article) },
    });
    for (const query of ['', '?status=draft']) {
      const made = await send('post', `articles${query}`).send({ data: { title: 'One', body: 'Whole' } });
      const path = `articles/${made.body.data.documentId}`;
      await send('delete', `${path}?populate=*&filters[title]=Other`, 'remover').expect(204);
      await send('get', `${path}?status=draft`).expect(404);
    }
    expect(deleted).to.deep.equal([{ deletedEntries: 2 }, { deletedEntries: 1 }]);
  });

  it('are in no list that an action finds while it answers another method', async () => {
    const world = await createRulesWorld();
    const open = (name: string) => ({
      method: 'POST',
      path: `/${name}`,
      handler: `${article}.${name}`,
      config: { auth: false },
    });
    const { send } = world.serving([{ routes: [open('search'), open('listed')] }], {
      controllers: {
        [article]: factories.createCoreController(article, {
          search(this: Own, { query, state }: Context) {
            return super.find({ query, state });
          },
          listed(this: Own, ctx: Context) {
            return super.find(ctx);
          },
        }),
      },
      services: {
        [article]: factories.createCoreService(article, { find: () => ({ results: [], pagination: {} }) }),
      },
    });
    for (const path of ['search', 'listed']) {
      await send('post', path).expect(200);
      await send('post', `${path}?status=draft`).expect(403);
    }
  });
});
