import { expect } from 'chai';
import { decodeMiddlewares } from '../../../../src/adapters/app-directory/middleware-list.js';

const faultsOf = (...list: readonly unknown[]): readonly string[] =>
  decodeMiddlewares(list).refusals.map(({ path, message }) => `${path}: ${message}`);
const warningsOf = (...list: readonly unknown[]): readonly string[] =>
  decodeMiddlewares(list).value?.warnings ?? [];

describe('config/middlewares', () => {
  it('passes as generators write it', () => {
    const names = [
      'logger',
      'errors',
      'security',
      'cors',
      'poweredBy',
      'query',
      'body',
      'session',
      'favicon',
      'public',
    ];
    const list = names.map((name) => `strapi::${name}`);
    expect([faultsOf(...list), warningsOf(...list)]).to.deep.equal([[], []]);
  });

  it('says which pages may read, and what of that cannot be honoured', () => {
    const cors = (config: object) => decodeMiddlewares(['strapi::errors', { name: 'strapi::cors', config }]);
    const shop = 'https://shop.example';
    for (const [config, decoded] of [
      [{ origin: shop }, { origins: [shop] }],
      [{ origin: `${shop}, http://localhost:3000` }, { origins: [shop, 'http://localhost:3000'] }],
      [
        { origin: [shop], credentials: true },
        { origins: [shop], credentials: true },
      ],
      [{ headers: ['Content-Type', 'Authorization'] }, { headers: ['Content-Type', 'Authorization'] }],
      [{ origin: '*' }, { origins: 'any' }],
      [
        { origin: ['*', shop], headers: '*' },
        { origins: 'any', headers: 'any' },
      ],
      [{ origin: undefined, headers: null }, {}],
    ] as const)
      expect(cors(config)).to.deep.equal({ refusals: [], value: { warnings: [], cors: decoded } });
    for (const [config, message] of [
      [{ origin: () => shop }, /^strapi::cors origin must not be a function/],
      [{ origin: 'shop.example' }, /^strapi::cors origin must be origins/],
      [{ origin: [`${shop}/`] }, /^strapi::cors origin must be origins/],
      [{ origin: [] }, /^strapi::cors origin must be origins/],
      [{ origin: [() => shop] }, /^strapi::cors origin must be origins/],
      [{ headers: 'a b' }, /^strapi::cors headers must be names/],
      [{ credentials: 'perhaps' }, /^strapi::cors credentials must be true or false/],
    ] as const)
      expect(
        cors(config).refusals.map(({ path, message: said }) => [path, message.test(said)]),
      ).to.deep.equal([['1', true]]);
    const said = (names: string) =>
      `strapi::cors ${names}: what is honoured is origin, headers, and credentials for origins that are named`;
    expect(cors({ origin: [shop], methods: ['GET'], expose: 'X', maxAge: 9 }).value?.warnings).to.deep.equal([
      said('methods, expose, maxAge'),
    ]);
    expect(cors({ origin: '*', credentials: true }).value?.warnings).to.deep.equal([said('credentials')]);
  });

  it('is refused where it limits addresses', () => {
    expect(faultsOf({ name: 'strapi::ip', config: { whitelist: ['10.0.0.1'] } })[0]).to.match(
      /limits addresses/,
    );
  });

  it('gives helmet the options of strapi::security', () => {
    const config = { contentSecurityPolicy: { directives: { 'img-src': ["'self'", 'https://a.example'] } } };
    expect(decodeMiddlewares([{ name: 'strapi::security', config }]).value?.securityHeaders).to.deep.equal(
      config,
    );
    const security = (options: object) => faultsOf({ name: 'strapi::security', config: options });
    expect(security({ hstss: false })).to.deep.equal([
      '0: strapi::security knows no hstss (did you mean "hsts"?)',
    ]);
    expect(security({ contentSecurityPolicy: { directives: { 'img-src': [() => 'x'] } } })[0]).to.match(
      /function/,
    );
    expect(security({ contentSecurityPolicy: { directives: { 'img src': ['x'] } } })[0]).to.match(
      /is refused/,
    );
  });

  it('is refused with a name that is not known', () => {
    expect(faultsOf('strapi::sesion')).to.deep.equal([
      '0: strapi::sesion is not known (did you mean "strapi::session"?)',
    ]);
    expect(decodeMiddlewares({}).refusals).to.have.length(1);
  });

  it('is named where it does nothing', () => {
    expect(
      warningsOf(
        { name: 'strapi::body', config: { jsonLimit: '10mb' } },
        'global::a',
        { resolve: './b' },
        () => 1,
      ),
    ).to.deep.equal([
      'strapi::body jsonLimit: bodies have limits of their own (docs/settings.md)',
      'global::a, ./b, a function: not run, as they stand before no route',
    ]);
  });
});
