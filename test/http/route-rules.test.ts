import { expect } from 'chai';
import supertest from 'supertest';
import { createRestApp } from '../../src/adapters/delivery/rest/create-rest-app.js';
import { factories } from '../../src/adapters/delivery/rest/rules/factories.js';
import { createRouteRules } from '../../src/adapters/delivery/rest/rules/route-rules.js';
import { noParts, type AppPart } from '../../src/application/app-code/app-parts.js';
import { errors } from '../../src/application/app-code/refusal.js';
import { grantsOf, type Principal } from '../../src/domain/permission/permission.js';
import { ok } from '../../src/domain/result.js';
import { createWorld, fixtureSchema, type World } from './fixture.js';

const restaurant = 'api::restaurant.restaurant';
const instance = { strapi: { app: 'it' }, quire: { app: 'it' } };

const guest: Principal = {
  kind: 'user',
  name: 'guest',
  grants: grantsOf([[restaurant, ['findOne']]]),
  user: { id: 7, documentId: 'g' },
};
const people: Readonly<Record<string, Principal>> = {
  guest,
  read: { kind: 'token', name: 'read', grants: { kind: 'read' } },
  full: { kind: 'token', name: 'full', grants: { kind: 'all' } },
};
const nobody: Principal = { kind: 'public', name: 'public', grants: grantsOf([]) };

/** What policies and middlewares get: typed as plain JavaScript has it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Context = any;
type Next = () => Promise<void>;

interface Parts {
  readonly policies?: Readonly<Record<string, unknown>>;
  readonly middlewares?: Readonly<Record<string, unknown>>;
}

const named = (entries: Readonly<Record<string, unknown>> = {}): ReadonlyMap<string, AppPart> =>
  new Map(Object.entries(entries).map(([name, value]) => [name, { file: `src/${name}.js`, value }]));

describe('routes with rules of the app', () => {
  let world: World;
  let logged: unknown[];
  let documentId: string;

  before(async () => {
    world = createWorld();
    documentId = await world.create('restaurant', { Name: 'Diner', Rating: 3 });
    await world.create('restaurant', { Name: 'Bistro', Rating: 4 });
  });
  beforeEach(() => (logged = []));

  /** Sends a request to an app that has these routers. */
  function serving(routers: readonly unknown[], { policies, middlewares }: Parts = {}) {
    const schema = fixtureSchema();
    const rules = createRouteRules(schema);
    const routes = routers.map((value, at) => ({
      file: `src/api/restaurant/routes/r${at}.js`,
      value,
      api: 'restaurant',
    }));
    const unserved = rules.load(
      { ...noParts, routes, policies: named(policies), middlewares: named(middlewares) },
      instance,
    );
    const ignore = (): void => {};
    const app = createRestApp({
      documents: world.documents,
      schema,
      rules,
      log: { debug: ignore, info: ignore, warn: ignore, error: (...said) => void logged.push(said) },
      authenticate: (header) => ok(people[/\S+$/.exec(header ?? '')?.[0] ?? ''] ?? nobody),
    });
    const send = (method: 'get' | 'head' | 'post' | 'put' | 'delete', path: string, who = 'full') =>
      supertest(app)[method](`/api/${path}`).set('Authorization', `Bearer ${who}`);
    return { send, unserved };
  }

  const config = (action: string, rule: object) =>
    factories.createCoreRouter(restaurant, { config: { [action]: rule } });
  const findWith = (rule: object, parts?: Parts) => serving([config('find', rule)], parts);
  const namesIn = (body: { data: { Name: string }[] }) => body.data.map(({ Name }) => Name);
  const faultOf = (router: unknown, parts?: Parts): string => {
    try {
      serving([router], parts);
      return 'started';
    } catch (error) {
      return (error as Error).message;
    }
  };

  describe('auth', () => {
    it('false lets everybody use the route, and only that', async () => {
      const { send } = findWith({ auth: false });
      expect(namesIn((await send('get', 'restaurants?sort=id', 'nobody').expect(200)).body)).to.deep.equal([
        'Diner',
        'Bistro',
      ]);
      await send('get', `restaurants/${documentId}`, 'nobody').expect(403);
      await send('post', 'restaurants', 'nobody')
        .send({ data: { Name: 'x' } })
        .expect(403);
      const { body } = await send('get', 'restaurants?populate=dishes', 'nobody').expect(200);
      expect(body.data[0], 'what may not be found is not shown').to.not.have.property('dishes');
    });

    it('false holds for writes and tokens too', async () => {
      const { send } = serving([config('create', { auth: false })]);
      for (const who of ['nobody', 'read'])
        expect((await send('post', 'dishes', who).send({ data: { Name: 'x' } })).status).to.equal(403);
      const { body } = await send('post', 'restaurants', 'read')
        .send({ data: { Name: 'Open' } })
        .expect(201);
      await send('delete', `restaurants/${body.data.documentId}`).expect(204);
    });

    it('scope asks for other permissions', async () => {
      const { send } = findWith({ auth: { scope: [`${restaurant}.findOne`] } });
      await send('get', 'restaurants', 'guest').expect(200);
      await send('get', 'restaurants', 'nobody').expect(403);
    });
  });

  describe('policies', () => {
    it('let through by true or nothing; anything else is a PolicyError', async () => {
      for (const answer of [true, undefined, Promise.resolve(undefined)])
        await findWith({ policies: [() => answer] })
          .send('get', 'restaurants')
          .expect(200);
      for (const answer of [false, null, 'no', {}, Promise.resolve(false)]) {
        const { body, status } = await findWith({ policies: [() => answer] }).send('get', 'restaurants');
        expect([status, body]).to.deep.equal([
          403,
          { data: null, error: { status: 403, name: 'PolicyError', message: 'Policy Failed', details: {} } },
        ]);
      }
    });

    it('are asked only of who may use the route', async () => {
      let asked = 0;
      await findWith({ policies: [() => ((asked += 1), true)] })
        .send('get', 'restaurants', 'nobody')
        .expect(403);
      expect(asked).to.equal(0);
    });

    it('see who asks, and what', async () => {
      const seen: unknown[] = [];
      const look = (context: Context, policyConfig: unknown, given: unknown) => {
        const { state, request, params, query, method, path, type } = context;
        seen.push({
          user: state.user,
          strategy: state.auth.strategy.name,
          handler: state.route.handler,
          body: request.body,
          header: [context.get('X-Mark'), request.headers['x-mark'], request.header['x-mark']],
          params,
          query,
          same: request.query === query,
          method,
          path,
          type,
          koa: context.is('koa'),
          policyConfig,
          given,
        });
      };
      const { send } = serving(
        [
          config('update', {
            policies: ['look', 'global::look', { name: 'api::restaurant.look', config: { a: 1 } }],
          }),
        ],
        {
          policies: { 'api::restaurant.look': look, 'global::look': { handler: look } },
        },
      );
      await send('put', `restaurants/${documentId}?fields[0]=Name&filters[a][$in][0]=b`)
        .set('X-Mark', 'm')
        .send({ data: { Rating: 3 } });
      const common = {
        user: null,
        strategy: 'api-token',
        handler: `${restaurant}.update`,
        body: { data: { Rating: 3 } },
        header: ['m', 'm', 'm'],
        params: { id: documentId },
        query: { fields: ['Name'], filters: { a: { $in: ['b'] } } },
        same: true,
        method: 'PUT',
        path: `/api/restaurants/${documentId}`,
        type: 'koa',
        koa: true,
        given: instance,
      };
      expect(seen).to.deep.equal([
        { ...common, policyConfig: {} },
        { ...common, policyConfig: {} },
        { ...common, policyConfig: { a: 1 } },
      ]);
      const users: unknown[] = [];
      const { send: ask } = serving([
        config('findOne', {
          policies: [({ state }: Context, given: unknown) => void users.push(state.user, given)],
        }),
      ]);
      await ask('get', `restaurants/${documentId}`, 'guest').expect(200);
      expect(users).to.deep.equal([{ id: 7, documentId: 'g', username: 'guest' }, instance]);
    });

    it('may change what is asked', async () => {
      const narrow = (filters: unknown) =>
        findWith({ policies: [(context: Context) => void (context.query.filters = filters)] });
      const ask = async (filters: unknown) =>
        namesIn((await narrow(filters).send('get', 'restaurants?sort=id').expect(200)).body);
      expect(await ask({ Rating: { $gt: 3 } })).to.deep.equal(['Bistro']);
      expect(await ask({ $or: [{ Name: 'Diner' }, { Name: { $eq: 'A&b=c' } }] })).to.deep.equal(['Diner']);
      expect((await narrow({ Name: { $in: [] } }).send('get', 'restaurants')).body.data ?? []).to.deep.equal(
        [],
      );
      const { send } = findWith({
        policies: [
          (context: Context) => void (context.request.query = { fields: ['Name'], filters: { Rating: 4 } }),
        ],
      });
      expect(Object.keys((await send('get', 'restaurants').expect(200)).body.data[0])).to.deep.equal([
        'id',
        'documentId',
        'Name',
      ]);
    });

    it('may change what is written, whatever its form', async () => {
      const { send } = serving([
        config('create', {
          policies: [
            ({ request }: Context) => void (request.body.data.Name += '!'),
            ({ request }: Context) => void (request.body = { data: { ...request.body.data, Rating: 5 } }),
          ],
        }),
      ]);
      for (const [type, body] of [
        ['json', { data: { Name: 'New', Rating: 1 } }],
        ['form', 'data[Name]=New&data[Rating]=1'],
      ] as const) {
        const created = await send('post', 'restaurants').type(type).send(body).expect(201);
        expect(created.body.data).to.include({ Name: 'New!', Rating: 5 });
        await send('delete', `restaurants/${created.body.data.documentId}`).expect(204);
      }
      await send('post', 'restaurants').type('json').send('{').expect(400);
    });

    it('refuse by throwing, and a bug is a 500 that is logged', async () => {
      const throwing = (error: () => unknown) =>
        findWith({
          policies: [
            (context: Context) => {
              throw error.call(context) as Error;
            },
          ],
        }).send('get', 'restaurants');
      const refusals: readonly [() => unknown, object][] = [
        [
          () => new errors.ForbiddenError('Not yours', { of: 'Ada' }),
          { status: 403, name: 'ForbiddenError', message: 'Not yours', details: { of: 'Ada' } },
        ],
        [
          () => new errors.ValidationError(),
          { status: 400, name: 'ValidationError', message: 'Validation error', details: {} },
        ],
        [
          () => new errors.RateLimitError(),
          {
            status: 429,
            name: 'RateLimitError',
            message: 'Too many requests, please try again later.',
            details: {},
          },
        ],
        [
          () => Object.assign(new Error('gone'), { name: 'NotFoundError' }),
          { status: 404, name: 'NotFoundError', message: 'gone', details: {} },
        ],
        [
          () => Object.assign(new Error('Teapot'), { status: 418, expose: true, name: 'ImATeapotError' }),
          { status: 418, name: 'ImATeapotError', message: 'Teapot', details: {} },
        ],
        [
          () => Object.assign(new Error('busy'), { code: 'STORE.UNAVAILABLE', name: 'ApplicationError' }),
          { status: 503, name: 'ServiceUnavailableError', message: 'busy', details: {} },
        ],
      ];
      for (const [error, expected] of refusals)
        expect((await throwing(error)).body.error).to.deep.equal(expected);
      expect(logged).to.deep.equal([]);
      for (const bug of [
        () => new Error('secret'),
        () => 'text',
        () => Object.assign(new Error('secret'), { status: 404 }),
      ]) {
        const { status, text } = await throwing(bug);
        expect([status, text.includes('secret')]).to.deep.equal([500, false]);
      }
      expect(logged).to.have.length(3);
    });

    it('refuse with the helpers of the context', async () => {
      const helped = async (help: (context: Context) => unknown) => {
        const { body } = await findWith({ policies: [help] }).send('get', 'restaurants');
        return [body.error.status, body.error.name, body.error.message];
      };
      expect(await helped((context) => context.unauthorized('Who?'))).to.deep.equal([
        401,
        'UnauthorizedError',
        'Who?',
      ]);
      expect(await helped((context) => context.forbidden())).to.deep.equal([
        403,
        'ForbiddenError',
        'Forbidden',
      ]);
      expect(await helped((context) => context.badRequest('bad'))).to.deep.equal([
        400,
        'BadRequestError',
        'bad',
      ]);
      expect(await helped((context) => context.notFound())).to.deep.equal([
        404,
        'NotFoundError',
        'Not Found',
      ]);
      expect(await helped((context) => context.tooManyRequests())).to.deep.equal([
        429,
        'TooManyRequestsError',
        'Too Many Requests',
      ]);
      expect(await helped((context) => context.throw(409, 'taken'))).to.deep.equal([
        409,
        'ConflictError',
        'taken',
      ]);
      expect(await helped((context) => context.throw(502, 'inner'))).to.deep.equal([
        502,
        'InternalServerError',
        'Internal Server Error',
      ]);
    });
  });

  describe('middlewares', () => {
    it('go around the operation, and may change its answer', async () => {
      const order: string[] = [];
      const around = (name: string) => async (context: Context, next: Next) => {
        order.push(`${name} in`);
        await next();
        order.push(`${name} out ${context.status}`);
        context.set('X-Served', name);
      };
      const renaming = async (context: Context, next: Next) => {
        await next();
        context.body.data = context.body.data.map(({ Name }: { Name: string }) => Name.toUpperCase());
        context.body.meta.seen = true;
      };
      const { send } = findWith({
        middlewares: [around('a'), around('b'), renaming],
        policies: [() => void order.push('policy')],
      });
      const { body, headers } = await send('get', 'restaurants?sort=id').expect(200);
      expect(order).to.deep.equal(['policy', 'a in', 'b in', 'b out 200', 'a out 200']);
      expect(body).to.deep.include({ data: ['DINER', 'BISTRO'] });
      expect(body.meta.seen).to.equal(true);
      expect(headers).to.include({ 'x-served': 'a', 'content-length': String(JSON.stringify(body).length) });
      await send('head', 'restaurants').expect(200);
    });

    it('may change the request, as policies may', async () => {
      const only = async (context: Context, next: Next) => {
        context.query = { ...context.query, filters: { Name: 'Bistro' } };
        await next();
      };
      const { send } = findWith({ middlewares: [only] });
      expect(namesIn((await send('get', 'restaurants?fields[0]=Name').expect(200)).body)).to.deep.equal([
        'Bistro',
      ]);
      const other = await world.create('restaurant', { Name: 'Other' });
      const { send: sendOther } = serving([
        config('findOne', {
          middlewares: [({ params }: Context, next: Next) => ((params.id = other), next())],
        }),
      ]);
      expect((await sendOther('get', `restaurants/${documentId}`).expect(200)).body.data.Name).to.equal(
        'Other',
      );
      await sendOther('delete', `restaurants/${other}`).expect(204);
    });

    it('see the status of refusals and of empty answers', async () => {
      const seen: unknown[] = [];
      const look = async (context: Context, next: Next) => {
        await next();
        seen.push(context.status, context.body?.error?.name);
      };
      const { send } = serving([
        factories.createCoreRouter(restaurant, {
          config: { findOne: { middlewares: [look] }, delete: { middlewares: [look] } },
        }),
      ]);
      await send('get', 'restaurants/missing').expect(404);
      const { text } = await send('delete', 'restaurants/missing').expect(204);
      expect([...seen, text]).to.deep.equal([404, 'NotFoundError', 204, undefined, '']);
    });

    it('answer themselves, or refuse', async () => {
      const answering = (middleware: (context: Context, next: Next) => unknown) =>
        findWith({ middlewares: [middleware] }).send('get', 'restaurants');
      expect(
        (
          await answering((context) => {
            context.body = { mine: 1 };
          }).expect(200)
        ).body,
      ).to.deep.equal({ mine: 1 });
      expect((await answering((context) => context.send({ mine: 2 }, 202)).expect(202)).body).to.deep.equal({
        mine: 2,
      });
      expect(
        (
          await answering((context) => {
            context.status = 409;
            context.body = { mine: 3 };
          }).expect(409)
        ).body,
      ).to.deep.equal({ mine: 3 });
      expect(
        (
          await answering((context) => {
            context.body = null;
          }).expect(204)
        ).text,
      ).to.equal('');
      expect(
        (
          await answering((context) => {
            context.status = 202;
          }).expect(202)
        ).text,
      ).to.equal('');
      expect((await answering(() => undefined).expect(404)).body.error.name).to.equal('NotFoundError');
      expect(
        (
          await answering(() => {
            throw new errors.UnauthorizedError();
          }).expect(401)
        ).body.error.message,
      ).to.equal('Unauthorized');
      const late = async (_context: Context, next: Next) => {
        await next();
        throw new errors.ApplicationError('late');
      };
      expect((await answering(late).expect(400)).body.error.message).to.equal('late');
      const twice = async (_context: Context, next: Next) => {
        await next();
        await next();
      };
      await answering(twice).expect(500);
    });

    it('are a registered factory by name, with config, or a function', async () => {
      const marking =
        (options: { mark?: string }, given: unknown) => async (context: Context, next: Next) => {
          await next();
          context.body.meta[options.mark ?? 'none'] = given === instance;
        };
      const { send } = findWith(
        {
          middlewares: [
            'global::marking',
            { name: 'marking', config: { mark: 'c' } },
            { name: 'global::marking', options: { mark: 'o' } },
          ],
        },
        { middlewares: { 'global::marking': marking, 'api::restaurant.marking': marking } },
      );
      expect((await send('get', 'restaurants')).body.meta).to.include({ none: true, c: true, o: true });
    });
  });

  describe('routers', () => {
    it('are what createCoreRouter makes, and plain objects like it', async () => {
      expect(factories.createCoreRouter(restaurant)).to.deep.equal({ type: 'content-api', uid: restaurant });
      const plain = {
        type: 'content-api',
        uid: restaurant,
        config: { find: { policies: [() => false], tags: [] }, findOne: {}, create: undefined },
      };
      const { send } = serving([plain]);
      await send('get', 'restaurants').expect(403);
      await send('get', `restaurants/${documentId}`).expect(200);
    });

    it('leave out routes by only and except', async () => {
      const { send } = serving([
        factories.createCoreRouter(restaurant, { only: ['find', 'findOne', 'update'], except: ['findOne'] }),
      ]);
      await send('get', 'restaurants').expect(200);
      expect((await send('post', 'restaurants').expect(405)).headers['allow']).to.equal('HEAD, GET');
      expect((await send('get', `restaurants/${documentId}`).expect(405)).headers['allow']).to.equal('PUT');
      const { send: sendNone } = serving([factories.createCoreRouter(restaurant, { only: [] })]);
      await sendNone('get', 'restaurants').expect(404);
      await sendNone('get', 'dishes').expect(200);
    });

    it('hold routes one by one, and tell those that are not served', async () => {
      const routes = [
        {
          method: 'GET',
          path: '/restaurants',
          handler: 'restaurant.find',
          config: { policies: [() => false] },
        },
        {
          method: 'PUT',
          path: '/restaurants/:documentId',
          handler: `${restaurant}.update`,
          config: { auth: false },
        },
        { method: 'GET', path: '/restaurants/:id/nearby', handler: 'restaurant.nearby' },
        { method: 'POST', path: '/restaurants/import', handler: 'restaurant.import' },
        { method: 'PATCH', path: '/restaurants/:id', handler: 'restaurant.patch' },
      ];
      const { send, unserved } = serving([{ routes }, factories.createCoreRouter(restaurant)]);
      await send('get', 'restaurants').expect(403);
      await send('put', `restaurants/${documentId}`, 'nobody')
        .send({ data: { Rating: 3 } })
        .expect(200);
      expect(unserved).to.deep.equal([
        'src/api/restaurant/routes/r0.js: GET /restaurants/:id/nearby',
        'src/api/restaurant/routes/r0.js: POST /restaurants/import',
        'src/api/restaurant/routes/r0.js: PATCH /restaurants/:id',
      ]);
    });

    it('that are faulty are named', () => {
      const core = (rest: object) => ({ type: 'content-api', uid: restaurant, ...rest });
      const route = (rest: object) => ({
        routes: [{ method: 'GET', path: '/restaurants', handler: 'restaurant.find', ...rest }],
      });
      const faults: readonly [unknown, RegExp][] = [
        [5, /^src\/api\/restaurant\/routes\/r0\.js: must export a router/],
        [
          {
            get routes() {
              return [];
            },
          },
          /take factories from "quire"/,
        ],
        [{}, /names an unknown content-type undefined as its uid/],
        [{ uid: 'api::nope.nope' }, /unknown content-type "api::nope\.nope"/],
        [{ uid: 'plugin::upload.file' }, /unknown content-type/],
        [core({ configs: {} }), /knows no configs; there are: type, uid, config/],
        [core({ prefix: '/v1' }), /prefix is not supported/],
        [core({ config: [] }), /config must be an object, by action/],
        [core({ config: { find: 5 } }), /config\.find must be an object/],
        [
          core({ config: { findMany: {} } }),
          /has no route "findMany"; there are: find, findOne, create, update, delete$/,
        ],
        [
          core({ config: { find: { polices: [] } } }),
          /config\.find knows no polices; there are: auth, policies, middlewares/,
        ],
        [
          core({ config: { find: { auth: { strategies: [] } } } }),
          /api::restaurant\.restaurant\.find: auth knows no strategies, only scope/,
        ],
        [
          core({ config: { find: { policies: ['nope'] } } }),
          /restaurant\.find names an unknown policy "nope"; there are: global::p/,
        ],
        [core({ config: { find: { middlewares: ['p'] } } }), /unknown middleware "p"; there are: none/],
        [core({ config: { find: { middlewares: [{ resolve: './x' }] } } }), /a middleware must be a name/],
        [core({ only: 'find' }), /only must be a list of actions/],
        [core({ except: ['nope'] }), /has no route "nope"/],
        [
          { uid: 'api::homepage.homepage', config: { findOne: {} } },
          /has no route "findOne"; there are: find, update, delete/,
        ],
        [{ routes: {} }, /routes must be a list/],
        [{ routes: [5] }, /a route must be \{ method, path, handler \}/],
        [
          route({ handler: 'restaurant.list' }),
          /GET \/restaurants is served by api::restaurant\.restaurant\.find and can have no other handler/,
        ],
        [route({ path: '/dishes', handler: 'dish.find' }), /GET \/dishes is served by api::dish\.dish\.find/],
        [route({ config: { policies: 'p' } }), /policies must be a list/],
      ];
      for (const [router, message] of faults)
        expect(faultOf(router, { policies: { 'global::p': () => true } }), String(message)).to.match(message);
      expect(() => serving([config('find', { auth: false }), config('find', { policies: [] })])).to.throw(
        /r1\.js: src\/api\/restaurant\/routes\/r0\.js says what goes before api::restaurant\.restaurant\.find already/,
      );
    });
  });
});
