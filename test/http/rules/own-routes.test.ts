import { expect } from 'chai';
import { factories } from '../../../src/adapters/app-code/http/factories.js';
import { createRulesWorld, restaurant, type Context, type RulesWorld } from './rules-world.js';

// App code has no types.
// oxlint-disable-next-line no-explicit-any
type Own = any;

const core = factories.createCoreRouter(restaurant);

describe('routes of an app to its controllers', () => {
  let world: RulesWorld;

  before(async () => (world = await createRulesWorld()));

  it('call actions by name, uid and function, in their order', async () => {
    const custom = {
      routes: [
        { method: 'GET', path: '/restaurants/featured', handler: 'restaurant.featured' },
        { method: 'POST', path: '/restaurants/:id/rate/:stars(\\d+)', handler: `${restaurant}.rate` },
        {
          method: 'GET',
          path: '/hello/:name?',
          handler: (ctx: Context) => `hello ${ctx.params.name ?? 'all'}`,
        },
        {
          method: 'ALL',
          path: '/any/(.*)',
          handler: [(_: Context, next: Own) => next(), () => ({ any: true })],
        },
        { method: 'GET', path: '/gone', handler: 'plain.gone', config: { auth: false } },
      ],
    };
    const { send } = world.serving([custom, core], {
      controllers: {
        [restaurant]: factories.createCoreController(restaurant, ({ strapi }: Own) => ({
          featured: () => ({ featured: typeof strapi }),
          rate({ params, request }: Context) {
            return { ...params, said: request.body.said };
          },
        })),
        'api::restaurant.plain': {
          gone(ctx: Context) {
            ctx.gone('No more', { since: 2020 });
          },
        },
      },
    });
    expect((await send('get', 'restaurants/featured').expect(200)).body).to.deep.equal({
      featured: 'object',
    });
    expect((await send('get', 'Restaurants/Featured/').expect(200)).body).to.deep.equal({
      featured: 'object',
    });
    expect(
      (await send('post', 'restaurants/x1/rate/5').send({ said: 'good' }).expect(200)).body,
    ).to.deep.equal({ id: 'x1', stars: '5', said: 'good' });
    await send('post', 'restaurants/x1/rate/many').expect(404);
    expect((await send('get', 'hello').expect(200)).text).to.equal('hello all');
    expect((await send('get', 'hello/you').expect(200)).headers['content-type']).to.equal(
      'text/plain; charset=utf-8',
    );
    expect((await send('put', 'any/thing/at/all').expect(200)).body).to.deep.equal({ any: true });
    expect((await send('get', 'gone', 'nobody').expect(410)).body.error).to.deep.equal({
      status: 410,
      name: 'GoneError',
      message: 'No more',
      details: { since: 2020 },
    });
    expect((await send('patch', 'restaurants/featured').expect(405)).headers['allow']).to.equal(
      'HEAD, GET, PUT, DELETE',
    );
    await send('get', 'hello', 'nobody').expect(403);
    await send('get', 'hello', 'guest').expect(200);
    await send('get', 'hello', 'read').expect(403);
  });

  it('are named at the start if they are never reached', () => {
    const late = {
      routes: [{ method: 'GET', path: '/restaurants/featured', handler: () => 1 }],
    };
    const { warnings } = world.serving([core, late]);
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.match(
      /r1\.js: GET \/restaurants\/featured is never reached, as GET \/restaurants\/:id of .*r0\.js comes first/,
    );
  });

  it('are named with what to do if one of their own file comes first', () => {
    const routes = ['/shops/:id', '/shops/all'].map((path) => ({ method: 'GET', path, handler: () => 1 }));
    expect(world.serving([{ routes }]).warnings).to.deep.equal([
      'src/api/restaurant/routes/r0.js: GET /shops/all is never reached, as GET /shops/:id of the same file comes first: put it before that one',
    ]);
  });

  it('replace core routes of the same path', async () => {
    const custom = { routes: [{ method: 'GET', path: '/restaurants', handler: () => ({ mine: 1 }) }] };
    const { send, warnings } = world.serving([custom, core]);
    expect((await send('get', 'restaurants').expect(200)).body).to.deep.equal({ mine: 1 });
    expect(warnings).to.deep.equal([]);
  });
});
