import { expect } from 'chai';
import ratelimit from 'koa-ratelimit';
import { factories } from '../../../src/adapters/app-code/http/factories.js';
import {
  createRulesWorld,
  namesIn,
  restaurant,
  type Context,
  type Next,
  type RulesWorld,
} from './rules-world.js';

const core = factories.createCoreRouter(restaurant);

describe('middlewares around every request', () => {
  let world: RulesWorld;

  before(async () => (world = await createRulesWorld()));
  beforeEach(() => world.logged.splice(0));

  it('run around routes of the server, of the app, and paths that do not exist', async () => {
    const seen: unknown[] = [];
    const look = async (ctx: Context, next: Next) => {
      const user = ctx.state.user as unknown;
      await next();
      ctx.set('X-Seen', ctx.path);
      seen.push([ctx.method, ctx.path, ctx.status, typeof ctx.body, user]);
    };
    const custom = {
      routes: [{ method: 'POST', path: '/own', handler: ({ request }: Context) => request.body }],
    };
    const { send } = world.serving([custom, core], { global: [look] });
    expect(namesIn((await send('get', 'restaurants?sort=id').expect(200)).body)).to.deep.equal([
      'Diner',
      'Bistro',
    ]);
    expect((await send('post', 'own').send({ a: 1 }).expect(200)).body).to.deep.equal({ a: 1 });
    const missing = await send('get', 'nothing').expect(404);
    expect(missing.headers['x-seen']).to.equal('/api/nothing');
    expect(missing.body.error.name).to.equal('NotFoundError');
    const created = await send('post', 'restaurants')
      .send({ data: { Name: 'Around' } })
      .expect(201);
    await send('delete', `restaurants/${created.body.data.documentId}`).expect(204);
    expect(seen).to.deep.equal([
      ['GET', '/api/restaurants', 200, 'object', undefined],
      ['POST', '/api/own', 200, 'object', undefined],
      ['GET', '/api/nothing', 404, 'object', undefined],
      ['POST', '/api/restaurants', 201, 'object', undefined],
      ['DELETE', `/api/restaurants/${created.body.data.documentId}`, 204, 'undefined', undefined],
    ]);
  });

  it('run in their order, see bodies, and change answers', async () => {
    const order: unknown[] = [];
    const outer = async (ctx: Context, next: Next) => {
      order.push(['outer', ctx.request.body]);
      await next();
      ctx.body = { ...ctx.body, outer: true };
    };
    const inner = async (ctx: Context, next: Next) => {
      order.push('inner');
      await next();
      ctx.body.inner = true;
      ctx.status = 202;
    };
    const { send, strapi } = world.serving([core], { global: [outer] });
    strapi.server.use(inner);
    const { body } = await send('post', 'restaurants')
      .send({ data: { Name: 'Nested' } })
      .expect(202);
    expect(body).to.include({ outer: true, inner: true });
    expect(body.data.Name).to.equal('Nested');
    expect(order).to.deep.equal([['outer', { data: { Name: 'Nested' } }], 'inner']);
    await send('post', 'restaurants').set('Content-Type', 'application/json').send('{').expect(400);
  });

  it('can answer themselves, and catch errors', async () => {
    const guard = (ctx: Context, next: Next): unknown =>
      ctx.get('X-Stop') === '' ? next() : void (ctx.body = 'stopped');
    const caught: string[] = [];
    const catching = async (ctx: Context, next: Next) => {
      try {
        await next();
      } catch (error) {
        caught.push((error as Error).message);
        ctx.badRequest('caught');
      }
    };
    const custom = {
      routes: [
        {
          method: 'GET',
          path: '/throws',
          handler: () => {
            throw new Error('of the handler');
          },
        },
      ],
    };
    const { send } = world.serving([custom, core], { global: [guard, catching] });
    expect((await send('get', 'restaurants').set('X-Stop', '1').expect(200)).text).to.equal('stopped');
    expect((await send('get', 'throws').expect(400)).body.error.message).to.equal('caught');
    expect(caught).to.deep.equal(['of the handler']);
    const { send: sendBroken } = world.serving([core], {
      global: [() => Promise.reject(new Error('of the middleware'))],
    });
    await sendBroken('get', 'restaurants').expect(500);
    expect(world.logged).to.have.length(1);
  });

  it('may be packages for koa', async () => {
    const limited = ratelimit({
      driver: 'memory',
      db: new Map(),
      duration: 60_000,
      max: 2,
      id: (ctx) => ctx.ip,
      errorMessage: 'Slow down',
    });
    const { send } = world.serving([core], { global: [limited] });
    expect((await send('get', 'restaurants').expect(200)).headers).to.include({ 'x-ratelimit-limit': '2' });
    await send('get', 'restaurants').expect(200);
    expect((await send('get', 'restaurants').expect(429)).text).to.equal('Slow down');
  });
});
