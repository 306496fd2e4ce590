import { expect } from 'chai';
import { corsConfig } from '../../../../src/adapters/app-directory/cors-setting.js';
import { decodeMiddlewares } from '../../../../src/adapters/app-directory/middleware-list.js';

const faultsOf = (...list: readonly unknown[]): readonly string[] =>
  decodeMiddlewares(list).refusals.map(({ path, message }) => `${path}: ${message}`);
const warningsOf = (...list: readonly unknown[]): readonly string[] =>
  decodeMiddlewares(list).value?.warnings ?? [];
const valueOf = (name: string, config: object) => {
  const { refusals, value } = decodeMiddlewares([{ name, config }]);
  expect(refusals).to.deep.equal([]);
  return value;
};

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

  it('is refused with a name that is not known, and with a config that is no object', () => {
    expect(faultsOf('strapi::sesion')).to.deep.equal([
      '0: strapi::sesion is not known (did you mean "strapi::session"?)',
    ]);
    expect(faultsOf({ name: 'strapi::body', config: [] })).to.deep.equal([
      '0: strapi::body must have an object as config',
    ]);
    expect(decodeMiddlewares({}).refusals).to.have.length(1);
  });

  it('is refused with options that are not known', () => {
    const refused = {
      'strapi::body': { jsonLimt: '1mb' },
      'strapi::compression': { br: { quality: 4 } },
      'strapi::cors': { origins: ['https://shop.example'] },
      'strapi::errors': { transform: true },
      'strapi::ip': { greylist: [] },
      'strapi::poweredBy': { by: 'us' },
      'strapi::query': { depth: 5 },
      'strapi::responses': { handlers: { 404: () => {} } },
      'strapi::responseTime': { digits: 3 },
      'strapi::security': { hstss: false },
    };
    for (const [name, config] of Object.entries(refused))
      expect(faultsOf('strapi::errors', { name, config })[0], name).to.match(new RegExp(`^1: ${name} `));
  });

  it('names what has no effect', () => {
    expect(
      warningsOf(
        { name: 'strapi::logger', config: { level: 'debug' } },
        { name: 'strapi::session', config: { key: 'x' } },
      ),
    ).to.deep.equal([
      'strapi::logger level: the log has a form of its own',
      'strapi::session key: there is no ctx.session, and no cookie for it',
    ]);
  });

  it('lists the middlewares of the app in their order', () => {
    const listed = ['strapi::errors', 'global::a', { resolve: './b', config: { c: 1 } }];
    const { value } = decodeMiddlewares(listed);
    expect(value?.custom?.map(({ name, config }) => [name, config])).to.deep.equal([
      ['global::a', {}],
      ['./b', { c: 1 }],
    ]);
  });

  describe('strapi::body', () => {
    it('has sizes in bytes and in units', () => {
      const config = {
        jsonLimit: '10mb',
        formLimit: '1.5 kb',
        textLimit: 99,
        formidable: { maxFileSize: 5_000 },
        includeUnparsed: true,
        multipart: true,
      };
      expect(valueOf('strapi::body', config)?.body).to.deep.equal({
        jsonLimit: 10 * 1024 * 1024,
        formLimit: 1536,
        textLimit: 99,
        formidable: { maxFileSize: 5_000 },
        includeUnparsed: true,
      });
    });

    for (const [config, message] of [
      [{ jsonLimit: 'large' }, /jsonLimit must be a number of bytes/],
      [{ jsonLimit: 0 }, /jsonLimit must be/],
      [{ multipart: false }, /multipart must be true, for files are uploaded/],
      [{ encoding: 'latin1' }, /encoding must be utf-8/],
      [{ formidable: { maxTotalFileSize: 5 } }, /formidable.maxTotalFileSize is no setting/],
    ] as const)
      it(`is refused with ${JSON.stringify(config)}`, () => {
        expect(faultsOf({ name: 'strapi::body', config })[0]).to.match(message);
      });
  });

  describe('strapi::cors', () => {
    const shop = 'https://shop.example';
    const page = 'http://localhost:3000';
    const effect = (config: object) => {
      const { origins, credentials, headers } = corsConfig({}, valueOf('strapi::cors', config)?.cors);
      return [origins, credentials, headers?.join()];
    };
    const standard = 'Content-Type,Authorization,Origin,Accept';

    it('names origins as texts, lists and functions, with credentials for those that are named', () => {
      expect(effect({ origin: shop })).to.deep.equal([[shop], true, standard]);
      expect(effect({ origin: `${shop}, ${page}` })).to.deep.equal([[shop, page], true, standard]);
      expect(effect({ origin: [shop], credentials: false })).to.deep.equal([[shop], false, standard]);
      expect(effect({ origin: [shop], headers: 'X-A, X-B' })).to.deep.equal([[shop], true, 'X-A,X-B']);
      expect(effect({ origin: ['*', shop], headers: '*' })).to.deep.equal([null, false, undefined]);
      expect(effect({ origin: '*', credentials: true })).to.deep.equal([null, false, standard]);
      expect(effect({ origin: undefined, headers: null })).to.deep.equal([null, false, standard]);
      const choose = (): string => shop;
      expect(effect({ origin: choose })).to.deep.equal([choose, true, standard]);
    });

    it('has methods, exposed headers and an age', () => {
      const config = { methods: 'GET, HEAD', expose: ['X-Total'], maxAge: 9 };
      const { methods, exposed, maxAgeSeconds } = corsConfig({}, valueOf('strapi::cors', config)?.cors);
      expect([methods, exposed, maxAgeSeconds]).to.deep.equal([['GET', 'HEAD'], ['X-Total'], 9]);
    });

    it('warns of origins that no page has, and of options without effect', () => {
      const warnings = (config: object) => warningsOf({ name: 'strapi::cors', config });
      expect(warnings({ origin: [`${shop}/`, undefined, '', shop] })).to.deep.equal([
        `strapi::cors origin: no page has the origin "${shop}/", ""`,
      ]);
      expect(warnings({ origin: [shop], enabled: true, keepHeaderOnError: true })).to.deep.equal([
        'strapi::cors enabled: to switch it off, remove it from the list',
      ]);
      expect(warnings({ keepHeadersOnError: false })).to.deep.equal([
        'strapi::cors keepHeadersOnError: errors always keep the headers',
      ]);
      expect(warnings({ origin: '*', credentials: true })).to.deep.equal([
        'strapi::cors credentials: only origins that are named get them',
      ]);
    });

    for (const config of [
      { origin: 7 },
      { origin: [() => 'x'] },
      { headers: 'a b' },
      { methods: { GET: true } },
      { credentials: 'perhaps' },
      { maxAge: 'long' },
    ])
      it(`is refused with ${JSON.stringify(config)}`, () => {
        const [name = ''] = Object.keys(config);
        expect(faultsOf({ name: 'strapi::cors', config })[0]).to.include(`strapi::cors ${name} must be`);
      });
  });

  describe('strapi::ip', () => {
    it('has addresses, networks and patterns', () => {
      const ip = { whitelist: ['10.0.0.1', '10.0.0.0/8', '192.168.0.*', '8.8.8.[0-3]', '::1', /^9\./] };
      expect(valueOf('strapi::ip', ip)?.ip).to.deep.equal(ip);
    });

    for (const rule of ['10.0.0.0/40', 'localhost', '10.0.0', '(a+)+', '', 7])
      it(`is refused with ${JSON.stringify(rule)}`, () => {
        expect(faultsOf({ name: 'strapi::ip', config: { blacklist: [rule] } })[0]).to.match(
          /blacklist must be a list of addresses/,
        );
      });
  });

  describe('strapi::security', () => {
    const security = (config: object) => valueOf('strapi::security', config)?.securityHeaders;

    it('gives helmet its options, and adds directives as Strapi does', () => {
      const directives = {
        'img-src': ["'self'", 'https://a.example'],
        mediaSrc: null,
        scriptSrc: ["'self'"],
      };
      expect(
        security({ contentSecurityPolicy: { useDefaults: true, directives }, hsts: false }),
      ).to.deep.equal({
        hsts: false,
        contentSecurityPolicy: {
          useDefaults: true,
          directives: {
            'connect-src': ["'self'", 'https:'],
            'img-src': ["'self'", 'https://a.example', 'blob:', 'https://market-assets.strapi.io'],
            'media-src': null,
            'script-src': ["'self'"],
            'upgrade-insecure-requests': null,
          },
        },
      });
      expect(security({ contentSecurityPolicy: false })).to.deep.equal({ contentSecurityPolicy: false });
    });

    it('is refused where helmet would not do what it says', () => {
      const faults = (config: object) => faultsOf({ name: 'strapi::security', config });
      expect(faults({ hstss: false })).to.deep.equal([
        '0: strapi::security knows no hstss (did you mean "hsts"?)',
      ]);
      const policy = (directives: object) => ({ contentSecurityPolicy: { directives } });
      expect(faults(policy({ 'img-src': [() => 'x'] }))[0]).to.match(/function/);
      expect(faults(policy({ 'img src': ['x'] }))[0]).to.match(/is refused/);
    });
  });

  it('has the rest: compression, response times, who it is powered by, and ages of files', () => {
    const filter = (type: string) => /json/.test(type);
    const { warnings, ...rest } =
      decodeMiddlewares([
        { name: 'strapi::compression', config: { threshold: '2kb', filter, gzip: { level: 3 } } },
        'strapi::responseTime',
        { name: 'strapi::poweredBy', config: { poweredBy: 'us' } },
        { name: 'strapi::public', config: { maxAge: 60_000 } },
      ]).value ?? {};
    expect([warnings, rest]).to.deep.equal([
      [],
      {
        compression: { threshold: 2048, filter, gzip: { level: 3 } },
        responseTime: true,
        poweredBy: 'us',
        publicMaxAgeMs: 60_000,
      },
    ]);
  });
});
