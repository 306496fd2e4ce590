import { expect } from 'chai';
import { factories } from '../../../src/adapters/app-code/http/factories.js';
import { createRulesWorld, namesIn, restaurant, type Context, type RulesWorld } from './rules-world.js';

// App code has no types.
// oxlint-disable-next-line no-explicit-any
type Own = any;

const core = factories.createCoreRouter(restaurant);

describe('controllers of an app', () => {
  let world: RulesWorld;

  before(async () => (world = await createRulesWorld()));
  beforeEach(() => world.logged.splice(0));

  const controlling = (own: (instance: { strapi: Own }) => Own, services: Record<string, unknown> = {}) =>
    world.serving([core], {
      controllers: { [restaurant]: factories.createCoreController(restaurant, own) },
      services,
    });

  it('override core actions and call them with super', async () => {
    const { send } = controlling(() => ({
      async find(this: Own, ctx: Context) {
        const { data, meta } = await super.find(ctx);
        return { data: data.map((one: Own) => this.shout(one)), meta: { ...meta, own: true } };
      },
      shout: ({ Name }: Own) => Name.toUpperCase(),
    }));
    const { body } = await send('get', 'restaurants?sort=id').expect(200);
    expect(body.data).to.deep.equal(['DINER', 'BISTRO']);
    expect(body.meta).to.deep.equal({
      pagination: { page: 1, pageSize: 25, pageCount: 1, total: 2 },
      own: true,
    });
    await send('get', 'restaurants?filters[nope]=1').expect(400);
    await send('get', 'restaurants', 'nobody').expect(403);
    await send('get', `restaurants/${world.documentId}`).expect(200);
  });

  it('read with super only what the principal may read', async () => {
    const { send } = controlling(() => ({
      async find(this: Own, ctx: Context) {
        return super.find(ctx);
      },
    }));
    const plain = world.serving([core]);
    for (const path of ['restaurants?populate=*', 'restaurants?populate[dishes][fields]=Name&sort=Name'])
      for (const who of ['read', 'full'])
        expect((await send('get', path, who).expect(200)).body).to.deep.equal(
          (await plain.send('get', path, who).expect(200)).body,
        );
  });

  it('write with super, and answer 404 for missing documents', async () => {
    const same = (name: string) =>
      async function (this: Own, ctx: Context) {
        return Object.getPrototypeOf(this)[name].call(this, ctx);
      };
    const names = ['findOne', 'create', 'update', 'delete'];
    const { send } = controlling(() => Object.fromEntries(names.map((name) => [name, same(name)])));
    const { body } = await send('post', 'restaurants')
      .send({ data: { Name: 'New', Rating: 1 } })
      .expect(201);
    const path = `restaurants/${body.data.documentId}`;
    expect(
      (
        await send('put', path)
          .send({ data: { Rating: 5 } })
          .expect(200)
      ).body.data.Rating,
    ).to.equal(5);
    expect((await send('get', path).expect(200)).body.data.Name).to.equal('New');
    await send('delete', path).expect(204);
    await send('delete', path).expect(204);
    expect((await send('get', path).expect(404)).body.error.name).to.equal('NotFoundError');
    await send('put', path)
      .send({ data: { Rating: 5 } })
      .expect(404);
    await send('post', 'restaurants').send({}).expect(400);
    expect(
      (
        await send('post', 'restaurants')
          .send({ data: { nope: 1 } })
          .expect(400)
      ).body.error.message,
    ).to.equal('Invalid key nope');
  });

  it('call core actions with a plain object', async () => {
    const { send } = controlling(() => ({
      async find(this: Own, { state }: Context) {
        return super.find({ state, query: { filters: { Rating: 4 } } });
      },
    }));
    expect(namesIn((await send('get', 'restaurants').expect(200)).body)).to.deep.equal(['Bistro']);
  });

  it('hold the grant for one document against queries for one', async () => {
    const world = await createRulesWorld();
    const article = 'api::article.article';
    const { send } = world.serving([factories.createCoreRouter(article)], {
      controllers: { [article]: factories.createCoreController(article) },
      services: {
        [article]: factories.createCoreService(article, {
          find(this: Own, params: Own) {
            return super.find(params);
          },
          findOne(this: Own, ...given: Own[]) {
            return super.findOne(...given);
          },
        }),
      },
    });
    const made = await send('post', 'articles').send({ data: { title: 'One', body: 'Whole' } });
    const path = `articles/${made.body.data.documentId}`;
    const { body } = await send('get', `${path}?fields=body`, 'reader').expect(200);
    expect(body.data.body).to.equal('Whole');
    await send('get', 'articles?fields=body', 'reader').expect(400);
  });

  it('build their own actions from the steps of core actions', async () => {
    const steps: string[] = [];
    const service = factories.createCoreService(restaurant, {
      async find(this: Own, params: Own) {
        steps.push('service');
        const { results, pagination } = await super.find(params);
        return {
          results: results.map((one: Own) => ({ ...one, secret: 1, added: params.more })),
          pagination,
        };
      },
    });
    const { send } = controlling(
      () => ({
        async sanitizeOutput(this: Own, data: Own, ctx: Context) {
          steps.push('sanitizeOutput');
          const [first] = await super.sanitizeOutput(data, ctx);
          delete first.secret;
          return [first];
        },
        async validateQuery(this: Own) {
          steps.push('validateQuery');
        },
      }),
      { [restaurant]: service },
    );
    const { body } = await send('get', 'restaurants?sort=Name&more=this').expect(200);
    expect(steps).to.deep.equal(['validateQuery', 'service', 'sanitizeOutput']);
    expect(body.data).to.have.length(1);
    expect(body.data[0]).to.deep.include({ Name: 'Bistro', added: 'this' });
    expect(body.meta.pagination).to.deep.equal({ page: 1, pageSize: 25, pageCount: 1, total: 2 });
  });

  it('use the services of the app in every action', async () => {
    const calls: unknown[] = [];
    const made = factories.createCoreService(restaurant, {
      async create(this: Own, params: Own) {
        calls.push(['create', params.data.Name]);
        const data = { ...params.data, Rating: 2 };
        return super.create({ ...params, data });
      },
      async update(this: Own, id: string, params: Own) {
        calls.push(['update', id]);
        return super.update(id, params);
      },
      async findOne(this: Own, id: string, params: Own) {
        calls.push(['findOne', id]);
        return super.findOne(id, params);
      },
      async delete(this: Own, id: string, params: Own) {
        const answer = await super.delete(id, params);
        calls.push(['delete', answer]);
        return answer;
      },
    });
    const { send, strapi } = controlling(() => ({}), { [restaurant]: made });
    const { body } = await send('post', 'restaurants')
      .send({ data: { Name: 'Served', Rating: 1 } })
      .expect(201);
    expect(body.data.Rating).to.equal(2);
    const { documentId } = body.data;
    await send('put', `restaurants/${documentId}`)
      .send({ data: { Rating: 3 } })
      .expect(200);
    await send('get', `restaurants/${documentId}`).expect(200);
    await send('delete', `restaurants/${documentId}`).expect(204);
    expect(calls).to.deep.equal([
      ['create', 'Served'],
      ['update', documentId],
      ['findOne', documentId],
      ['delete', { deletedEntries: 1 }],
    ]);
    expect(strapi.service(restaurant)).to.equal(strapi.services[restaurant]);
    expect(strapi.api('restaurant')?.service('restaurant')).to.equal(strapi.service(restaurant));
    expect(strapi.service('api::nope.nope')).to.equal(undefined);
  });
});
