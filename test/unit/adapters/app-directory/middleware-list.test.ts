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

  it('is refused where it limits who may read', () => {
    const cors = (config: object) => faultsOf('strapi::errors', { name: 'strapi::cors', config });
    expect(cors({ origin: ['https://a.example'] })).to.deep.equal([
      '1: strapi::cors limits origins, which is not done here: remove origin, and limit them in a proxy before the server',
    ]);
    expect(cors({ origin: () => 'x' })).to.have.length(1);
    for (const origin of ['*', ['*'], undefined]) expect(cors({ origin, enabled: true })).to.deep.equal([]);
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
