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
});
