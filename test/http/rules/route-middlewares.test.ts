import { expect } from 'chai';
import { factories } from '../../../src/adapters/app-code/http/factories.js';
import { errors } from '../../../src/application/app-code/errors.js';
import {
  createRulesWorld,
  instance,
  namesIn,
  restaurant,
  ruled,
  type Context,
  type Next,
  type RulesWorld,
} from './rules-world.js';

describe('middlewares of a route', () => {
  let world: RulesWorld;

  before(async () => (world = await createRulesWorld()));
  beforeEach(() => world.logged.splice(0));

  it('run around the operation, and may change its answer', async () => {
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
    const { send } = world.findWith({
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

  it('may leave the answer to themselves', async () => {
    const mine = async (context: Context, next: Next) => {
      context.respond = false;
      await next();
      if (context.query.silent === undefined) context.res.end('"mine"');
    };
    const { send } = world.findWith({ middlewares: [mine] });
    expect((await send('get', 'restaurants').timeout(2_000).expect(200)).body).to.equal('mine');
    const silent = await send('get', 'restaurants?sort=id&silent=1').timeout(2_000).expect(200);
    expect(namesIn(silent.body)).to.deep.equal(['Diner', 'Bistro']);
    expect(world.logged).to.deep.equal([]);
  });

  it('may change the request, as policies may', async () => {
    const only = async (context: Context, next: Next) => {
      context.query = { ...context.query, filters: { Name: 'Bistro' } };
      await next();
    };
    const { send } = world.findWith({ middlewares: [only] });
    expect(namesIn((await send('get', 'restaurants?fields[0]=Name').expect(200)).body)).to.deep.equal([
      'Bistro',
    ]);
    const other = await world.create('restaurant', { Name: 'Other' });
    const { send: sendOther } = world.serving([
      ruled('findOne', {
        middlewares: [({ params }: Context, next: Next) => ((params.id = other), next())],
      }),
    ]);
    expect((await sendOther('get', `restaurants/${world.documentId}`).expect(200)).body.data.Name).to.equal(
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
    const { send } = world.serving([
      factories.createCoreRouter(restaurant, {
        config: { findOne: { middlewares: [look] }, delete: { middlewares: [look] } },
      }),
    ]);
    await send('get', 'restaurants/missing').expect(404);
    const { text } = await send('delete', 'restaurants/missing').expect(204);
    expect([...seen, text]).to.deep.equal([404, 'NotFoundError', 204, undefined, '']);
  });

  it('cannot change the answer before it exists', async () => {
    const early = async (context: Context, next: Next) => {
      context.body = { mine: 1 };
      context.status = 418;
      await next();
    };
    const { body } = await world
      .findWith({ middlewares: [early] })
      .send('get', 'restaurants')
      .expect(200);
    expect(body.data).to.have.length(2);
  });

  it('can answer or refuse themselves', async () => {
    const answering = (middleware: (context: Context, next: Next) => unknown) =>
      world.findWith({ middlewares: [middleware] }).send('get', 'restaurants');
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
    ).to.equal('Accepted');
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

  it('are a registered factory by name with config, or a function', async () => {
    const marking = (options: { mark?: string }, given: unknown) => async (context: Context, next: Next) => {
      await next();
      context.body.meta[options.mark ?? 'none'] = given === instance;
    };
    const { send } = world.findWith(
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
