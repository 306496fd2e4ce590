import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect } from 'chai';
import ratelimit from 'koa-ratelimit';
import type { Test } from 'supertest';
import { factories } from '../../../src/adapters/app-code/http/factories.js';
import {
  createRulesWorld,
  namesIn,
  restaurant,
  ruled,
  type Context,
  type Next,
  type RulesWorld,
} from './rules-world.js';

const core = factories.createCoreRouter(restaurant);
const aMiddleware = 'a middleware of config/middlewares';

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

  it('run around bodies that cannot be read, and may answer in their place', async () => {
    const caught: unknown[] = [];
    const look = async (ctx: Context, next: Next) => {
      ctx.set('X-Seen', 'yes');
      if (ctx.get('X-Stop') !== '') return void (ctx.status = 429);
      try {
        await next();
      } catch (error) {
        const { name, status } = error as Error & { status: number };
        caught.push([name, status, ctx.request.body]);
        throw error;
      }
    };
    const { send } = world.serving([core], { global: [look] });
    const broken = (): Test => send('post', 'restaurants').set('Content-Type', 'application/json').send('{');
    const refused = await broken().expect(400);
    expect(refused.headers['x-seen']).to.equal('yes');
    expect(refused.body.error.name).to.equal('SyntaxError');
    const large = { data: { Name: 'x'.repeat(2 ** 20) } };
    const tooLarge = await send('post', 'restaurants').send(large).expect(413);
    expect(tooLarge.headers['x-seen']).to.equal('yes');
    expect(tooLarge.body.error).to.not.have.property('details');
    await broken().set('X-Stop', '1').expect(429);
    expect(caught).to.deep.equal([
      ['SyntaxError', 400, {}],
      ['PayloadTooLargeError', 413, {}],
    ]);
    expect(world.logged).to.deep.equal([]);
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

  it('change the query that routes of the server and of code read', async () => {
    const change =
      (work: (ctx: Context) => void) =>
      async (ctx: Context, next: Next): Promise<void> => {
        work(ctx);
        await next();
      };
    const listed = async (work: (ctx: Context) => void, query = ''): Promise<Record<string, unknown>[]> => {
      const { send } = world.serving([core], { global: [change(work)] });
      return (await send('get', `restaurants${query}`).expect(200)).body.data as Record<string, unknown>[];
    };
    const names = (found: readonly Record<string, unknown>[]) => found.map(({ Name }) => Name as string);
    const sorted = await listed((ctx) => void (ctx.query['sort'] = 'Name:desc'));
    const inOrder = names(sorted).toSorted((one, other) => (one < other ? 1 : -1));
    expect(names(sorted)).to.deep.equal(inOrder).and.have.length.above(1);
    const [some] = await listed((ctx) => void (ctx.query['fields'] = ['Name']), '?sort=Name');
    expect(some).to.have.all.keys('id', 'documentId', 'Name');
    expect(await listed((ctx) => void delete ctx.query['sort'], '?sort=nonsense')).to.have.length.above(1);
    const [plain = {}] = await listed(() => {});
    const [full = {}] = await listed((ctx) => void (ctx.query['populate'] = '*'));
    const relation = Object.keys(full).find((name) => !Object.hasOwn(plain, name)) ?? '';
    for (const asked of [{ populate: {} }, {}, true]) {
      const [found] = await listed((ctx) => void (ctx.query['populate'] = { [relation]: asked }));
      expect(found, JSON.stringify(asked)).to.have.property(relation);
    }
    const { send } = world.serving([core], { global: [change((ctx) => void (ctx.query['a[b]'] = 'x'))] });
    await send('get', 'restaurants').expect(400);
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
    expect(JSON.stringify(world.logged)).to.include(`"handler":"${aMiddleware}"`);
  });

  it('leave the name of the code that fails to the log', async () => {
    const routes = [
      { method: 'GET', path: '/throws', handler: 'own.fails' },
      { method: 'GET', path: '/hangs', handler: 'own.hangs' },
    ];
    const own = { fails: () => Promise.reject(new Error('a bug')), hangs: () => new Promise(() => {}) };
    const parts = { controllers: { 'api::restaurant.own': own }, codeTimeoutMs: 50 };
    const { send } = world.serving([{ routes }], {
      ...parts,
      global: [async (_ctx: Context, next: Next) => void (await next())],
    });
    await send('get', 'throws').expect(500);
    await send('get', 'hangs').expect(503);
    const handlers = world.logged.map((said) => (said as [string, { handler: string }])[1].handler);
    expect(handlers).to.deep.equal(['api::restaurant.own.fails', 'api::restaurant.own.hangs']);
    expect((world.logged[1] as [string])[0]).to.match(/^api::restaurant\.own\.hangs has not answered/);
  });

  it('are named in the log if the body that they have set fails', async () => {
    const failing = () =>
      new Readable({
        read() {
          this.destroy(new Error('the disk is gone'));
        },
      });
    const routes = ['value', 'stream'].map((name) => ({
      method: 'GET',
      path: `/${name}`,
      handler: `own.${name}`,
    }));
    const own = { value: () => ({ a: 1 }), stream: (ctx: Context) => void (ctx.body = failing()) };
    const parts = { controllers: { 'api::restaurant.own': own } };
    const replaces = async (ctx: Context, next: Next) => {
      await next();
      if (ctx.path !== '/api/stream') ctx.body = failing();
    };
    const { send } = world.serving([{ routes }, core], { ...parts, global: [replaces] });
    for (const path of ['value', 'stream', 'restaurants']) await send('get', path).expect(500);
    const handlers = world.logged.map((said) => (said as [string, { handler: string }])[1].handler);
    expect(handlers).to.deep.equal([aMiddleware, 'api::restaurant.own.stream', aMiddleware]);
  });

  it('leave the answer to code that uses `res` itself', async () => {
    const own: Readonly<Record<string, (res: ServerResponse, ctx: Context) => unknown>> = {
      ends: (res) => {
        res.statusCode = 200;
        res.end('own');
      },
      head: (res) => res.writeHead(201, { 'X-Own': 'yes' }).end('own'),
      late: (res) => void setTimeout(() => res.writeHead(200).end('own'), 20),
      pipes: (res) => void Readable.from(['o', 'w', 'n']).pipe(res.writeHead(200)),
      pipeline: (res) => pipeline(Readable.from(['o', 'w', 'n']), res.writeHead(200)),
      waits: async (res) => {
        res.writeHead(200).flushHeaders();
        for (const part of ['o', 'w', 'n']) await new Promise((resolve) => res.write(part, resolve));
        await new Promise<void>((resolve) => res.end(resolve));
      },
      keeps: (res) => {
        const end = res.end.bind(res) as (text: string) => void;
        setImmediate(() => {
          res.writeHead(200);
          end('own');
        });
      },
      says: (res, ctx) => {
        ctx.respond = true;
        res.writeHead(200).write('ow');
        ctx.respond = false;
        setImmediate(() => res.end('n'));
      },
      events: async (res) => {
        res.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
        for (const part of ['o', 'w', 'n']) {
          await new Promise((resolve) => setTimeout(resolve, 5));
          res.write(part);
        }
        res.end();
      },
    };
    const routes = Object.entries(own).map(([name, answer]) => ({
      method: 'GET',
      path: `/${name}`,
      config: { middlewares: [(_ctx: Context, next: Next): unknown => next()] },
      handler: (ctx: Context) => {
        ctx.respond = false;
        return answer(ctx.res as ServerResponse, ctx);
      },
    }));
    const after: unknown[] = [];
    const around = async (ctx: Context, next: Next) => {
      await next();
      ctx.set('X-After', 'yes');
      after.push(ctx.path);
    };
    const { send } = world.serving([{ routes }], { global: [around] });
    for (const name of Object.keys(own)) {
      const { status, text, headers } = await send('get', name).timeout(2_000);
      expect([status, text], name).to.deep.equal([name === 'head' ? 201 : 200, 'own']);
      expect(headers['x-own'], name).to.equal(name === 'head' ? 'yes' : undefined);
    }
    expect(after).to.have.length(routes.length);
    expect(world.logged).to.deep.equal([]);
  });

  it('may leave the answer to themselves, beside an action', async () => {
    const routes = [{ method: 'GET', path: '/own', handler: () => ({ ignored: true }) }];
    const before = async (ctx: Context, next: Next) => {
      ctx.respond = false;
      await next();
      ctx.res.writeHead(200).end('"its own"');
    };
    const after = async (ctx: Context, next: Next) => {
      await next();
      ctx.respond = false;
      ctx.res.end(JSON.stringify(Object.keys(ctx.body as object)));
    };
    const { send } = world.serving([{ routes }], { global: [before] });
    expect((await send('get', 'own').timeout(2_000).expect(200)).body).to.equal('its own');
    const { send: sendAfter } = world.serving([{ routes }, core], { global: [after] });
    expect((await sendAfter('get', 'own').timeout(2_000).expect(200)).body).to.deep.equal(['ignored']);
    const list = sendAfter('get', 'restaurants').timeout(2_000);
    expect((await list.expect(200)).body).to.deep.equal(['data', 'meta']);
  });

  it('may leave the answer to themselves before anything is answered', async () => {
    const mine = async (ctx: Context, next: Next) => {
      ctx.respond = false;
      await next();
      ctx.res.end('"mine"');
    };
    const { send } = world.serving([core], { global: [mine] });
    expect((await send('get', 'restaurants').timeout(2_000).expect(200)).body).to.equal('mine');
    expect((await send('get', 'restaurants/none').timeout(2_000).expect(404)).body).to.equal('mine');
    expect((await send('get', 'nothing').timeout(2_000).expect(404)).body).to.equal('mine');
    const silent = async (ctx: Context, next: Next) => {
      ctx.respond = false;
      await next();
    };
    const { send: sendSilent } = world.serving([core], { global: [silent] });
    expect(namesIn((await sendSilent('get', 'restaurants').expect(200)).body)).to.include('Diner');
    await sendSilent('get', 'nothing').timeout(2_000).expect(404);
    expect(world.logged).to.deep.equal([]);
  });

  it('run after the middlewares of a route, which may leave the answer to themselves too', async () => {
    const order: string[] = [];
    const around = async (_ctx: Context, next: Next) => {
      await next();
      order.push('around');
    };
    const mine = async (ctx: Context, next: Next) => {
      ctx.respond = false;
      await next();
      await new Promise((resolve) => setImmediate(resolve));
      order.push('route');
      ctx.res.end('"mine"');
    };
    const { send } = world.serving([ruled('find', { middlewares: [mine] })], { global: [around] });
    expect((await send('get', 'restaurants').timeout(2_000).expect(200)).body).to.equal('mine');
    expect(order).to.deep.equal(['route', 'around']);
    expect(world.logged).to.deep.equal([]);
  });

  it('may write after the end, which the log says', async () => {
    const again = async (ctx: Context, next: Next) => {
      ctx.respond = false;
      await next();
      ctx.res.end('"mine"');
      ctx.res.end('"again"');
    };
    const twice = (ctx: Context) => {
      ctx.res.end('"own"');
      ctx.res.write('"again"');
    };
    const routes = [{ method: 'GET', path: '/twice', handler: 'own.twice' }];
    const parts = { controllers: { 'api::restaurant.own': { twice } } };
    const { send } = world.serving([{ routes }, core], { ...parts, global: [again] });
    await send('get', 'restaurants').timeout(2_000).expect(200);
    expect(JSON.stringify(world.logged)).to.include('write after end').and.include(aMiddleware);
    world.logged.splice(0);
    const { send: sendOwn } = world.serving([{ routes }], parts);
    await sendOwn('get', 'twice').timeout(2_000);
    expect(JSON.stringify(world.logged)).to.include('write after end').and.include('own.twice');
  });

  it('may write after the answer of the server, which the log says', async () => {
    const done: unknown[] = [];
    const late = async (ctx: Context, next: Next) => {
      ctx.respond = false;
      await next();
      setTimeout(() => done.push(ctx.res.setHeader('X-Late', 'yes').writeHead(200).end('"late"')), 20);
    };
    const { send } = world.serving([core], { global: [late] });
    expect((await send('get', 'restaurants').timeout(2_000).expect(200)).body).to.include.keys('data');
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(done).to.have.length(1);
    expect(JSON.stringify(world.logged)).to.include('writeHead() came after').and.include(aMiddleware);
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
