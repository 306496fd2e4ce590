import { expect } from 'chai';
import { config, faultOf, registered } from './menu-schema.js';

describe('a faulty configuration of resolvers', () => {
  it('is named', async () => {
    const policies = registered({ 'global::p': () => true, 'global::wrong': 5 });
    const middlewares = registered({
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
        /unknown scope "api::dish\.dish\.peek"; .* find, findOne, findDrafts, create/,
      ],
      [config('Query.me', { auth: { scope: [5] } }), /unknown scope 5/],
      [config('Query.me', { policies: 'global::p' }), /Query\.me: policies must be a list/],
      [
        config('Query.me', { policies: ['global::q'] }),
        /Query\.me names an unknown policy "global::q" \(did you mean "global::p"\?\); there are: global::p, global::wrong/,
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
        /Query\.me names an unknown middleware "global::p" \(did you mean "global::m"\?\); there are: global::m, global::none/,
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

  it('cannot say the same thing twice', async () => {
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
