import { expect } from 'chai';
import { factories } from '../../../src/adapters/delivery/rest/policies/factories.js';
import { createRulesWorld, restaurant, ruled, type RulesWorld } from './rules-world.js';

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

  it('can list single routes; custom routes are reported as not served', async () => {
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
      { method: 'GET', path: '/homepage/:id', handler: 'homepage.part' },
    ];
    const { send, unserved } = world.serving([{ routes }, factories.createCoreRouter(restaurant)]);
    await send('get', 'restaurants').expect(403);
    await send('put', `restaurants/${world.documentId}`, 'nobody')
      .send({ data: { Rating: 3 } })
      .expect(200);
    expect(unserved).to.deep.equal([
      'src/api/restaurant/routes/r0.js: GET /restaurants/:id/nearby',
      'src/api/restaurant/routes/r0.js: POST /restaurants/import',
      'src/api/restaurant/routes/r0.js: PATCH /restaurants/:id',
      'src/api/restaurant/routes/r0.js: GET /homepage/:id',
    ]);
  });

  it('with faults are named', () => {
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
        /take factories from "quire-cms"/,
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
      expect(world.faultOf(router, { policies: { 'global::p': () => true } }), String(message)).to.match(
        message,
      );
    expect(() => world.serving([ruled('find', { auth: false }), ruled('find', { policies: [] })])).to.throw(
      /r1\.js: src\/api\/restaurant\/routes\/r0\.js says what goes before api::restaurant\.restaurant\.find already/,
    );
  });
});
