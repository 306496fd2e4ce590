import { expect } from 'chai';
import { factories } from '../../../src/adapters/app-code/http/factories.js';
import { createRulesWorld, restaurant, type RulesWorld } from './rules-world.js';

describe('routers', () => {
  let world: RulesWorld;

  before(async () => (world = await createRulesWorld()));
  beforeEach(() => world.logged.splice(0));

  it('are the result of createCoreRouter or an equal plain object', async () => {
    expect(factories.createCoreRouter(restaurant)).to.deep.equal({ type: 'content-api', uid: restaurant });
    const plain = {
      type: 'content-api',
      uid: restaurant,
      config: { find: { policies: [() => false], tags: [] }, findOne: {}, create: undefined },
    };
    const { send } = world.serving([plain]);
    await send('get', 'restaurants').expect(403);
    await send('get', `restaurants/${world.documentId}`).expect(200);
  });

  it('omit routes by only and except', async () => {
    const { send } = world.serving([
      factories.createCoreRouter(restaurant, { only: ['find', 'findOne', 'update'], except: ['findOne'] }),
    ]);
    await send('get', 'restaurants').expect(200);
    expect((await send('post', 'restaurants').expect(405)).headers['allow']).to.equal('HEAD, GET');
    expect((await send('get', `restaurants/${world.documentId}`).expect(405)).headers['allow']).to.equal(
      'PUT',
    );
    const { send: sendNone } = world.serving([factories.createCoreRouter(restaurant, { only: [] })]);
    await sendNone('get', 'restaurants').expect(404);
    await sendNone('get', 'dishes').expect(200);
  });

  it('can list single routes, also on paths of their own', async () => {
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
      { method: 'GET', path: '/places', handler: 'restaurant.find' },
      { method: 'GET', path: '/places/:id/as-it-is', handler: 'restaurant.findOne' },
    ];
    const { send, warnings } = world.serving([{ routes }, factories.createCoreRouter(restaurant)]);
    await send('get', 'restaurants').expect(403);
    await send('put', `restaurants/${world.documentId}`, 'nobody')
      .send({ data: { Rating: 3 } })
      .expect(200);
    expect((await send('get', 'places?filters[Rating]=4').expect(200)).body.data).to.have.length(1);
    expect((await send('get', `places/${world.documentId}/as-it-is`).expect(200)).body.data.Name).to.equal(
      'Diner',
    );
    await send('get', 'places', 'nobody').expect(403);
    expect(warnings).to.deep.equal([]);
  });

  it('are the only routes of their api; other apis keep theirs', async () => {
    const routes = [{ method: 'GET', path: '/restaurants', handler: 'restaurant.find' }];
    const { send } = world.serving([{ routes }]);
    await send('get', 'restaurants').expect(200);
    await send('get', `restaurants/${world.documentId}`).expect(404);
    expect((await send('post', 'restaurants').expect(405)).headers['allow']).to.equal('HEAD, GET');
    await send('get', 'dishes').expect(200);
  });

  it('can limit the ways to sign in; of unknown ones every request is a 401', async () => {
    const limited = (path: string, ...strategies: readonly string[]) => ({
      method: 'GET',
      path,
      handler: 'restaurant.find',
      config: { auth: { strategies } },
    });
    const { send } = world.serving([
      {
        routes: [
          limited('/by-users', 'users-permissions'),
          limited('/by-tokens', 'content-api-token'),
          limited('/by-none', 'magic'),
        ],
      },
    ]);
    await send('get', 'by-tokens').expect(200);
    await send('get', 'by-users').expect(401);
    await send('get', 'by-none').expect(401);
  });

  it('can have a prefix, be functions, and be wrapped', async () => {
    const core = factories.createCoreRouter(restaurant, {
      prefix: '/v1',
      config: { find: { prefix: '' } },
    });
    const { send } = world.serving([() => core]);
    await send('get', 'restaurants').expect(200);
    await send('get', `v1/restaurants/${world.documentId}`).expect(200);
    await send('get', `restaurants/${world.documentId}`).expect(404);
  });

  it('are named if they have faults', () => {
    const core = (rest: object) => ({ type: 'content-api', uid: restaurant, ...rest });
    const route = (rest: object) => ({
      routes: [{ method: 'GET', path: '/restaurants', handler: 'restaurant.find', ...rest }],
    });
    const faults: readonly [unknown, RegExp][] = [
      [5, /^src\/api\/restaurant\/routes\/r0\.js: must export a router/],
      [{}, /names an unknown content-type undefined as its uid/],
      [{ uid: 'api::nope.nope' }, /unknown content-type "api::nope\.nope"/],
      [{ uid: 'plugin::upload.file' }, /unknown content-type/],
      [core({ configs: {} }), /knows no configs; there are: type, uid, config/],
      [core({ prefix: 5 }), /prefix must be a path/],
      [core({ config: [] }), /config must be an object, by action/],
      [core({ config: { find: 5 } }), /config\.find must be an object/],
      [
        core({ config: { findMany: {} } }),
        /has no route "findMany"; there are: find, findOne, create, update, delete/,
      ],
      [
        core({ config: { find: { polices: [] } } }),
        /config\.find knows no polices \(did you mean "policies"\?\); there are: auth, policies, middlewares/,
      ],
      [core({ config: { find: { auth: true } } }), /GET \/restaurants: auth: true is no rule/],
      [
        core({ config: { find: { policies: ['nope'] } } }),
        /GET \/restaurants names an unknown policy "nope"; there are: global::p/,
      ],
      [
        core({ config: { find: { policies: ['admin::isAuthenticatedAdmin'] } } }),
        /GET \/restaurants names admin::isAuthenticatedAdmin, but administrators sign in to the admin page only/,
      ],
      [core({ config: { find: { auth: { strategies: 'x' } } } }), /strategies of auth must be a list/],
      [core({ config: { find: { middlewares: ['p'] } } }), /unknown middleware "p"; there are: none/],
      [core({ config: { find: { middlewares: [{ resolve: './x' }] } } }), /unknown middleware ".\/x"/],
      [core({ config: { find: { middlewares: [{}] } } }), /a middleware must be a name/],
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
        /GET \/restaurants has an unknown handler "api::restaurant\.restaurant\.list"; api::restaurant\.restaurant has: create, delete, find/,
      ],
      [
        route({ handler: 'list' }),
        /GET \/restaurants: a handler must be "<controller>\.<action>" or a function/,
      ],
      [route({ handler: [5] }), /a handler must be/],
      [
        route({ path: '/p/:id([a' }),
        /^src\/api\/restaurant\/routes\/r0\.js: GET \/p\/:id\(\[a has a faulty path: Unbalanced pattern at 6/,
      ],
      [route({ method: 'SEND' }), /SEND \/restaurants: a method must be one of GET, POST/],
      [route({ config: { policies: 'p' } }), /policies must be a list/],
      [
        route({ config: { polices: ['p'] } }),
        /GET \/restaurants: config knows no polices \(did you mean "policies"\?\)/,
      ],
      [route({ policies: ['p'] }), /GET \/restaurants has policies beside config: move it into config/],
      [
        route({ conifg: { policies: ['p'] } }),
        /GET \/restaurants knows no conifg \(did you mean "config"\?\); there are: method, path, handler, config/,
      ],
    ];
    for (const [router, message] of faults)
      expect(world.faultOf(router, { policies: { 'global::p': () => true } }), String(message)).to.match(
        message,
      );
  });
});
