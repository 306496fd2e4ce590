import { expect } from 'chai';
import { factories } from '../../../src/adapters/app-code/http/factories.js';
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

  it('are shown to their writers as far as they wrote them', async () => {
    const world = await createRulesWorld();
    const service = factories.createCoreService(article, {
      create(this: Own, params: Own) {
        return super.create(params);
      },
      update(this: Own, ...given: Own[]) {
        return super.update(...given);
      },
    });
    const { send } = world.serving([factories.createCoreRouter(article)], {
      controllers: { [article]: factories.createCoreController(article) },
      services: { [article]: service },
    });
    const write = async (method: 'post' | 'put', path: string, data: object, who: string): Promise<Own> =>
      (await send(method, `${path}?status=draft&populate=place`, who).send({ data })).body.data;
    const place = await world.create('place', { Name: 'Hill' });
    const theirs = { title: 'Theirs', body: 'Hidden', place };
    const { documentId, ...shown } = await write('post', 'articles', theirs, 'full');
    expect(shown).to.deep.include({ title: 'Theirs', body: 'Hidden' });
    expect(shown.place.documentId).to.equal(place);
    const written = await write('put', `articles/${documentId}`, { title: 'Mine' }, 'writer');
    expect(written).to.deep.include({ documentId, title: 'Mine' });
    expect(written).to.not.have.any.keys('body', 'views', 'place');
    const own = await write('post', 'articles', { title: 'Own', body: 'Seen' }, 'writer');
    expect(own).to.deep.include({ title: 'Own', body: 'Seen' });
    expect(own).to.not.have.property('place');
  });
});
