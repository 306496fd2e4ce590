import { expect } from 'chai';
import { errors } from '../../../src/application/app-code/errors.js';
import {
  createRulesWorld,
  instance,
  restaurant,
  ruled,
  type Context,
  type RulesWorld,
} from './rules-world.js';

describe('policies of a route', () => {
  let world: RulesWorld;

  before(async () => (world = await createRulesWorld()));
  beforeEach(() => world.logged.splice(0));

  it('allow a request with true or undefined, and anything else is a PolicyError', async () => {
    for (const answer of [true, undefined, Promise.resolve(undefined)])
      await world
        .findWith({ policies: [() => answer] })
        .send('get', 'restaurants')
        .expect(200);
    for (const answer of [false, null, 'no', {}, Promise.resolve(false)]) {
      const { body, status } = await world.findWith({ policies: [() => answer] }).send('get', 'restaurants');
      expect([status, body]).to.deep.equal([
        403,
        { data: null, error: { status: 403, name: 'PolicyError', message: 'Policy Failed', details: {} } },
      ]);
    }
  });

  it('run only for principals who may use the route', async () => {
    let asked = 0;
    await world
      .findWith({ policies: [() => ((asked += 1), true)] })
      .send('get', 'restaurants', 'nobody')
      .expect(403);
    expect(asked).to.equal(0);
  });

  it('get the principal and the request', async () => {
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
    const { send } = world.serving(
      [
        ruled('update', {
          policies: ['look', 'global::look', { name: 'api::restaurant.look', config: { a: 1 } }],
        }),
      ],
      {
        policies: { 'api::restaurant.look': look, 'global::look': { handler: look } },
      },
    );
    await send('put', `restaurants/${world.documentId}?fields[0]=Name&filters[a][$in][0]=b`)
      .set('X-Mark', 'm')
      .send({ data: { Rating: 3 } });
    const common = {
      user: undefined,
      strategy: 'content-api-token',
      handler: `${restaurant}.update`,
      body: { data: { Rating: 3 } },
      header: ['m', 'm', 'm'],
      params: { id: world.documentId },
      query: { fields: ['Name'], filters: { a: { $in: ['b'] } } },
      same: true,
      method: 'PUT',
      path: `/api/restaurants/${world.documentId}`,
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
    const { send: ask } = world.serving([
      ruled('findOne', {
        policies: [({ state }: Context, given: unknown) => void users.push(state.user, given)],
      }),
    ]);
    await ask('get', `restaurants/${world.documentId}`, 'guest').expect(200);
    expect(users).to.deep.equal([{ id: 7, documentId: 'g', username: 'guest' }, instance]);
  });

  it('refuse by throwing, and a bug is logged and answered with 500', async () => {
    const throwing = (error: () => unknown) =>
      world
        .findWith({
          policies: [
            (context: Context) => {
              throw error.call(context) as Error;
            },
          ],
        })
        .send('get', 'restaurants');
    const refusals: readonly [() => unknown, object][] = [
      [
        () => new errors.ForbiddenError('Not yours', { of: 'Ada' }),
        { status: 403, name: 'ForbiddenError', message: 'Not yours', details: { of: 'Ada' } },
      ],
      [
        () => new errors.ValidationError(),
        { status: 400, name: 'ValidationError', message: 'An application error occurred', details: {} },
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
        () => Object.assign(new Error('gone there'), { status: 404 }),
        { status: 404, name: 'NotFoundError', message: 'gone there', details: {} },
      ],
      [
        () => Object.assign(new Error('busy'), { code: 'STORE.UNAVAILABLE', name: 'ApplicationError' }),
        { status: 503, name: 'ServiceUnavailableError', message: 'busy', details: {} },
      ],
    ];
    for (const [error, expected] of refusals)
      expect((await throwing(error)).body.error).to.deep.equal(expected);
    expect(world.logged).to.deep.equal([]);
    for (const bug of [() => new Error('secret'), () => 'text', () => ({ status: 404, message: 'secret' })]) {
      const { status, text } = await throwing(bug);
      expect([status, text.includes('secret')]).to.deep.equal([500, false]);
    }
    expect(world.logged).to.have.length(3);
  });

  it('refuse with the functions of the context', async () => {
    const helped = async (help: (context: Context) => unknown) => {
      const { body } = await world.findWith({ policies: [help] }).send('get', 'restaurants');
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
    expect(await helped((context) => context.notFound())).to.deep.equal([404, 'NotFoundError', 'Not Found']);
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
      'BadGatewayError',
      'Bad Gateway',
    ]);
  });

  it('refuse with an answer of their own only if they return neither true nor false', async () => {
    const answer = (help: (context: Context) => unknown) =>
      world.findWith({ policies: [help] }).send('get', 'restaurants');
    const { body } = await answer((context) => {
      context.badRequest('bad', { of: 'this' });
    }).expect(400);
    expect(body.error.details).to.deep.equal({ of: 'this' });
    await answer((context) => (context.badRequest('bad'), true)).expect(200);
    expect(
      (await answer((context) => (context.badRequest('bad'), false)).expect(403)).body.error.name,
    ).to.equal('PolicyError');
  });
});
