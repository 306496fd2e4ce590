import { expect } from 'chai';
import { GraphQLError, type GraphQLResolveInfo } from 'graphql';
import type { AppPart } from '../../../../../src/application/app-code/app-parts.js';
import { errors } from '../../../../../src/application/app-code/refusal.js';
import { faultOf, instance, people, served } from './menu-schema.js';

type Next = (...args: readonly unknown[]) => unknown;
type Args = Readonly<Record<string, unknown>>;

const list = '{ restaurants { name } }';
const diner = { restaurants: [{ name: 'Diner' }] };

const config = (path: string, value: object) => ({ resolversConfig: { [path]: value } });

const parts = (entries: Readonly<Record<string, unknown>>): ReadonlyMap<string, AppPart> =>
  new Map(Object.entries(entries).map(([name, value]) => [name, { file: `src/${name}.js`, value }]));

const forbidden = {
  code: 'FORBIDDEN',
  error: { name: 'ForbiddenError', message: 'Forbidden access', details: {} },
};

const policyFailed = {
  message: 'Policy Failed',
  path: ['restaurants'],
  extensions: { code: 'FORBIDDEN', error: { name: 'PolicyError', message: 'Policy Failed', details: {} } },
};

describe('auth of a resolver', () => {
  it('false lets everybody through, and through the one policy too', async () => {
    const { ask } = await served([config('Query.restaurants', { auth: false })]);
    expect(await ask(list, people.public)).to.deep.equal({ data: diner, errors: [] });
  });

  it('scope lets through who holds every permission of it', async () => {
    const scope = ['api::restaurant.restaurant.findOne'];
    const one = await served([config('Query.restaurants', { auth: { scope } })]);
    expect((await one.ask(list, people.guest)).data, 'also where it is another than the own').to.deep.equal(
      diner,
    );
    expect(await one.refused(list)).to.deep.include({
      message: 'Forbidden access',
      path: ['restaurants'],
      extensions: forbidden,
    });
    const both = [...scope, 'api::restaurant.restaurant.find'];
    const two = await served([config('Query.restaurants', { auth: { scope: both } })]);
    expect((await two.ask(list, people.guest)).errors).to.deep.equal(['Forbidden access']);
    expect((await two.ask(list, people.reader)).data).to.deep.equal(diner);
  });

  it('guards fields below the root too', async () => {
    const { ask } = await served([
      config('Restaurant.name', { auth: { scope: 'api::restaurant.restaurant.create' } }),
    ]);
    expect(await ask('{ restaurants { kind name } }', people.reader)).to.deep.equal({
      data: { restaurants: [{ kind: 'diner', name: null }] },
      errors: ['Forbidden access'],
    });
    expect((await ask(list)).data).to.deep.equal(diner);
  });

  it('is asked of a generated root field whose resolver an extension replaces', async () => {
    const { ask } = await served([
      { resolvers: { Query: { restaurants: () => [{ name: 'Mine' }], me: () => 'you' } } },
    ]);
    expect((await ask(list, people.public)).errors).to.deep.equal(['Forbidden access']);
    expect((await ask(list, people.reader)).data).to.deep.equal({ restaurants: [{ name: 'Mine' }] });
    expect((await ask('{ me }', people.public)).data).to.deep.equal({ me: 'you' });
  });

  it('keeps a root field that an extension adds to those who are signed in, unless it says otherwise', async () => {
    const added = { typeDefs: 'extend type Query { added: Int }', resolvers: { Query: { added: () => 1 } } };
    const { ask } = await served([added]);
    for (const somebody of [people.public, people.reader])
      expect((await ask('{ added }', somebody)).errors).to.deep.equal(['Forbidden access']);
    for (const somebody of [people.guest, people.full])
      expect((await ask('{ added }', somebody)).data).to.deep.equal({ added: 1 });
    const open = await served([added, config('Query.added', { auth: false })]);
    expect((await open.ask('{ added }', people.public)).data).to.deep.equal({ added: 1 });
  });
});

describe('policies of a resolver', () => {
  it('let through by true or nothing, and fail by anything else', async () => {
    for (const answer of [true, undefined, Promise.resolve(true)]) {
      const { ask } = await served([config('Query.restaurants', { policies: [() => answer] })]);
      expect(await ask(list), JSON.stringify(answer)).to.deep.equal({ data: diner, errors: [] });
    }
    for (const answer of [false, null, 0, 1, 'no', {}, Promise.resolve(false)]) {
      const { refused } = await served([
        config('Query.restaurants', { policies: [() => true, () => answer] }),
      ]);
      expect(await refused(list, people.full), JSON.stringify(answer)).to.deep.include(policyFailed);
    }
  });

  it('are a registered name, a name with config, or a function, each with what it looks at', async () => {
    const seen: unknown[] = [];
    const registered = (context: Args, ...rest: readonly unknown[]) => {
      const { args, parent, state, http, info, is, type } = context as {
        args: unknown;
        parent: unknown;
        type: unknown;
        state: { user: unknown };
        http: { get(name: string): unknown };
        info: GraphQLResolveInfo;
        is(type: string): boolean;
      };
      seen.push({
        args,
        parent: parent ?? null,
        user: state.user,
        header: http.get('A'),
        field: info.fieldName,
        is: is('graphql'),
        type,
        rest,
      });
    };
    const policies = parts({
      'global::seeing': registered,
      'api::dish.object': {
        handler: registered,
        validator: (given: Args) => {
          if (!given['ok']) throw new Error('not ok');
        },
      },
    });
    const inline = (context: Args, second: Args) => {
      seen.push([Object.keys(context), second]);
      return true;
    };
    const listed = ['global::seeing', { name: 'api::dish.object', config: { ok: 1 } }, inline];
    const { ask } = await served([config('Query.restaurants', { policies: listed })], { policies });
    expect(
      (await ask('{ restaurants(sort: ["b"]) { name } }', { ...people.guest, grants: people.full.grants }))
        .errors,
    ).to.deep.equal([]);
    const common = {
      args: { filters: {}, sort: ['b'] },
      parent: null,
      header: 'b',
      field: 'restaurants',
      is: true,
      type: 'graphql',
      user: { id: 7, documentId: 'g', username: 'guest' },
    };
    expect(seen).to.deep.equal([
      { ...common, rest: [{}, instance] },
      { ...common, rest: [{ ok: 1 }, instance] },
      [['type', 'is', 'parent', 'args', 'context', 'info', 'state', 'http'], instance],
    ]);
    expect(
      await faultOf([config('Query.restaurants', { policies: ['api::dish.object'] })], { policies }),
    ).to.match(/Query\.restaurants: the policy api::dish\.object refuses its config: not ok/);
  });

  it('that throw a refusal are told as that, and a bug as a bug', async () => {
    const throwing = async (error: unknown) => {
      const policy = () => {
        throw error as Error;
      };
      return (await served([config('Query.restaurants', { policies: [policy] })])).refused(list, people.full);
    };
    expect(await throwing(new errors.ForbiddenError('Not yours', { of: 'Ada' }))).to.deep.include({
      message: 'Not yours',
      extensions: {
        code: 'FORBIDDEN',
        error: { name: 'ForbiddenError', message: 'Not yours', details: { of: 'Ada' } },
      },
    });
    expect(
      await throwing(Object.assign(new Error('bad'), { name: 'ValidationError' })),
    ).to.have.nested.property('extensions.code', 'BAD_USER_INPUT');
    expect(await throwing(new GraphQLError('own', { extensions: { code: 'MINE' } }))).to.deep.include({
      message: 'own',
      extensions: { code: 'MINE' },
    });
    expect(await throwing(new Error('a bug'))).to.not.have.property('extensions');
  });
});

describe('middlewares of a resolver', () => {
  it('go around it, from the first to the last, before its policies', async () => {
    const order: string[] = [];
    const around =
      (name: string) =>
      async (next: Next, ...rest: readonly unknown[]) => {
        order.push(`${name} in`);
        const value = await next(...rest);
        order.push(`${name} out`);
        return value;
      };
    const { ask } = await served([
      config('Query.restaurants', {
        policies: [() => void order.push('policy')],
        middlewares: [around('a'), around('b')],
      }),
    ]);
    expect((await ask(list)).data).to.deep.equal(diner);
    expect(order).to.deep.equal(['a in', 'b in', 'policy', 'b out', 'a out']);
  });

  it('change arguments and results, also of resolvers below the root', async () => {
    const { ask } = await served([
      config('Query.restaurants', {
        middlewares: [
          (next: Next, parent: unknown, args: Args, context: unknown, info: unknown) =>
            next(parent, { ...args, sort: ['mine'] }, context, info),
        ],
      }),
      config('Restaurant.name', {
        middlewares: [async (next: Next, ...rest: readonly unknown[]) => `${String(await next(...rest))}!`],
      }),
    ]);
    expect((await ask('{ restaurants { name args } }')).data).to.deep.equal({
      restaurants: [{ name: 'Diner!', args: '{"filters":{},"sort":["mine"]}' }],
    });
  });

  it('are a registered factory by name, with options or config, or a registered middleware itself', async () => {
    const factory =
      (options: { mark?: string }, given: unknown) =>
      async (next: Next, ...rest: readonly unknown[]) =>
        `${options.mark ?? ''}${given === instance ? '' : 'no instance'}${String(await next(...rest))}`;
    const itself = async (next: Next, parent: unknown, args: unknown, context: unknown, info: unknown) =>
      `[${String(await next(parent, args, context, info))}]`;
    const middlewares = parts({ 'global::marking': factory, 'global::itself': itself });
    const listed = [
      'global::itself',
      'global::marking',
      { name: 'global::marking', options: { mark: 'o' } },
      { name: 'global::marking', config: { mark: 'c' } },
    ];
    const { ask } = await served([config('Query.me', { middlewares: listed })], { middlewares });
    expect((await ask('{ me }')).data).to.deep.equal({ me: '[ocme]' });
  });

  it('refuse by throwing', async () => {
    const refusing = () => {
      throw new errors.RateLimitError();
    };
    const { refused } = await served([config('Query.me', { middlewares: [refusing] })]);
    expect(await refused('{ me }')).to.have.nested.property('extensions.code', 'STRAPI_RATE_LIMIT_ERROR');
  });
});

describe('a faulty configuration of resolvers', () => {
  it('is named', async () => {
    const policies = parts({ 'global::p': () => true, 'global::wrong': 5 });
    const middlewares = parts({
      'global::m': () => () => 1,
      'global::none': () => undefined,
      'global::throws': () => {
        throw new Error('broken');
      },
    });
    const faults: readonly [object, RegExp][] = [
      [config('Nope.x', {}), /^graphql extension 1 .*resolversConfig Nope\.x names an unknown type Nope/],
      [config('Kind.x', {}), /unknown type Kind/],
      [
        config('Query.nope', {}),
        /resolversConfig Query\.nope names an unknown field; Query has: restaurant, restaurants, me/,
      ],
      [config('Query', {}), /resolversConfig Query names an unknown field/],
      [config('Query.me.x', {}), /resolversConfig Query\.me\.x names an unknown field/],
      [{ resolversConfig: [] }, /resolversConfig must be an object, by <Type>\.<field>/],
      [{ resolversConfig: { 'Query.me': 5 } }, /resolversConfig Query\.me must be an object/],
      [
        config('Query.me', { polices: [] }),
        /resolversConfig Query\.me knows no polices; there are: auth, policies, middlewares/,
      ],
      [config('Query.me', { auth: 'x' }), /Query\.me: auth must be false or \{ scope/],
      [config('Query.me', { auth: { scopes: [] } }), /Query\.me: auth knows no scopes/],
      [config('Query.me', { auth: { scope: [] } }), /Query\.me: auth must be/],
      [
        config('Query.me', { auth: { scope: ['api::nope.nope.find'] } }),
        /Query\.me: auth names an unknown scope "api::nope\.nope\.find"/,
      ],
      [
        config('Query.me', { auth: { scope: ['api::dish.dish.peek'] } }),
        /unknown scope "api::dish\.dish\.peek"; .* find, findOne, create/,
      ],
      [config('Query.me', { auth: { scope: [5] } }), /unknown scope 5/],
      [config('Query.me', { policies: 'global::p' }), /Query\.me: policies must be a list/],
      [
        config('Query.me', { policies: ['global::q'] }),
        /Query\.me names an unknown policy "global::q"; there are: global::p, global::wrong/,
      ],
      [
        config('Query.me', { policies: [{ nam: 'x' }] }),
        /Query\.me: a policy must be a name, \{ name, config \} or a function/,
      ],
      [config('Query.me', { policies: [null] }), /a policy must be/],
      [
        config('Query.me', { policies: ['global::wrong'] }),
        /src\/global::wrong\.js: a policy must be a function, or/,
      ],
      [config('Query.me', { middlewares: {} }), /Query\.me: middlewares must be a list/],
      [
        config('Query.me', { middlewares: ['global::p'] }),
        /Query\.me names an unknown middleware "global::p"; there are: global::m, global::none/,
      ],
      [config('Query.me', { middlewares: [5] }), /a middleware must be a name/],
      [
        config('Query.me', { middlewares: ['global::none'] }),
        /src\/global::none\.js: must answer a middleware/,
      ],
      [
        config('Query.me', { middlewares: [{ name: 'global::throws' }] }),
        /Query\.me: the middleware global::throws threw: broken/,
      ],
    ];
    for (const [given, message] of faults)
      expect(await faultOf([given], { policies, middlewares }), String(message)).to.match(message);
  });

  it('can not say the same thing twice', async () => {
    const twice = [
      config('Query.me', { auth: false }),
      config('Query.me', { policies: [] }),
      config('Query.me', { policies: [] }),
    ];
    expect(await faultOf(twice)).to.match(
      /^graphql extension 3 .*Query\.me has policies, as graphql extension 2/,
    );
    expect(await faultOf(twice.slice(0, 2))).to.equal('started');
  });
});
