import { expect } from 'chai';
import { faultOf, serveProject } from './project.js';

const globals = globalThis as { strapi?: unknown; noted?: string[] };

/** Notes what is loaded and called, and what the `strapi` object has at that time. */
const note = (what: string): string => `globalThis.noted.push(${JSON.stringify(what)});`;

const steps = (name: string): string => `
  ${note(`load ${name}`)}
  module.exports = {
    register({ strapi }) { ${note(`register ${name}`)} },
    async bootstrap({ strapi }) {
      await strapi.documents('api::dish.dish').findMany();
      ${note(`bootstrap ${name}`)}
    },
    destroy() { ${note(`destroy ${name}`)} },
  };`;

const files = {
  'config/shop.js': `globalThis.noted.push('config ' + typeof globalThis.strapi); module.exports = { rate: 3 };`,
  'src/index.js': steps('app'),
  'src/api/dish/index.js': steps('dish'),
  'src/api/soup/index.js': steps('soup'),
  'src/policies/p.js': `${note('load policy')} const rate = strapi.config.get('shop.rate'); globalThis.noted.push('rate ' + rate); module.exports = () => true;`,
  'src/middlewares/m.js': `${note('load middleware')} module.exports = (config, { strapi }) => { globalThis.noted.push('make middleware'); return (ctx, next) => next(); };`,
  'src/api/dish/routes/dish.js': `module.exports = require('@strapi/strapi').factories.createCoreRouter('api::dish.dish', { config: { find: { middlewares: ['global::m'], policies: ['global::p'] } } });`,
};

describe('the start of an app', () => {
  beforeEach(() => (globals.noted = []));
  after(() => delete globals.noted);

  it('takes the steps in the order on which code relies, and undoes what it made', async () => {
    delete globals.strapi;
    await serveProject(files, ({ strapi }) => {
      expect(globals.strapi).to.equal(strapi);
      expect(globals.noted).to.deep.equal([
        'config undefined',
        'load policy',
        'rate 3',
        'load middleware',
        'load dish',
        'load soup',
        'load app',
        'register dish',
        'register soup',
        'register app',
        'make middleware',
        'bootstrap dish',
        'bootstrap soup',
        'bootstrap app',
      ]);
    });
    expect(globals.noted?.slice(-3)).to.deep.equal(['destroy app', 'destroy dish', 'destroy soup']);
    expect(globals.strapi).to.equal(undefined);
  });

  for (const step of ['register', 'bootstrap'])
    it(`ends where ${step} throws, and leaves nothing behind`, async () => {
      const broken = `module.exports = { async ${step}() { throw new Error('broken ${step}'); } };`;
      expect(await faultOf({ 'src/api/dish/index.js': broken })).to.contain(`broken ${step}`);
      expect(globals.strapi).to.equal(undefined);
    });
});

describe('what the strapi object tells of an app', () => {
  it('are its content-types and components, with the keys of their files', () =>
    serveProject(
      {
        'src/components/shared/seo-tag.json': {
          collectionName: 'components_seo',
          info: { displayName: 'SEO', icon: 'search' },
          attributes: { Title: { type: 'string', maxLength: 60 } },
        },
      },
      ({ strapi }) => {
        const dish = strapi.contentType('api::dish.dish');
        expect(dish).to.deep.include({
          uid: 'api::dish.dish',
          kind: 'collectionType',
          modelType: 'contentType',
          modelName: 'dish',
          globalId: 'Dish',
          apiName: 'dish',
          collectionName: 'dishes',
          info: { singularName: 'dish', pluralName: 'dishes', displayName: 'Dish', icon: 'leaf' },
          options: { draftAndPublish: true, comment: 'x' },
          pluginOptions: { 'content-manager': { visible: true } },
        });
        expect(dish?.attributes['Name']).to.deep.include({ type: 'string', minLength: 2, required: false });
        expect(Object.keys(dish?.attributes ?? {})).to.deep.equal([
          'Name',
          'createdAt',
          'updatedAt',
          'publishedAt',
          'createdBy',
          'updatedBy',
          'locale',
          'localizations',
        ]);
        expect(strapi.getModel('api::dish.dish')).to.equal(strapi.contentTypes['api::dish.dish']);
        expect(strapi.getModel('shared.seo-tag')).to.deep.include({
          modelType: 'component',
          category: 'shared',
          globalId: 'ComponentSharedSeoTag',
          collectionName: 'components_seo',
        });
        expect(strapi.components).to.have.all.keys('shared.seo-tag');
        expect(strapi.contentType('plugin::users-permissions.user')).to.include({
          plugin: 'users-permissions',
          globalId: 'UsersPermissionsUser',
        });
        expect([strapi.contentType('nope'), strapi.getModel('constructor')]).to.deep.equal([
          undefined,
          undefined,
        ]);
      },
    ));

  it('are its policies and middlewares, also those of an api', () =>
    serveProject(
      {
        'src/policies/is-open.js': `module.exports = () => true;`,
        'src/middlewares/stamp.js': `module.exports = (config) => (ctx, next) => next();`,
        'src/api/dish/policies/is-cook.js': `module.exports = (ctx) => ctx === 'cook';`,
        'src/api/dish/middlewares/count.js': `module.exports = () => (ctx, next) => next();`,
        'src/api/dish/services/dish.js': `module.exports = { cooked: () => 'cooked' };`,
        'src/api/oven/services/oven.js': `module.exports = { warm: () => 'warm' };`,
      },
      // App code has no types.
      // oxlint-disable-next-line no-explicit-any
      ({ strapi }: any) => {
        expect(strapi.policy('global::is-open')()).to.equal(true);
        expect(strapi.policies['api::dish.is-cook']('cook')).to.equal(true);
        expect(strapi.middleware('global::stamp')).to.equal(strapi.middlewares['global::stamp']);
        expect(Object.keys(strapi.middlewares)).to.have.members(['global::stamp', 'api::dish.count']);
        expect([strapi.policy('global::nope'), strapi.middleware('nope')]).to.deep.equal([
          undefined,
          undefined,
        ]);
        expect(() => strapi.policy('admin::isAuthenticatedAdmin')).to.throw('is not offered');
        expect(() => strapi.middleware('strapi::cors')).to.throw('strapi::cors is not offered');
        expect(Object.keys(strapi.apis)).to.deep.equal(['chef', 'dish', 'oven']);
        const { dish, oven, nope } = strapi.apis;
        expect([dish.service('dish').cooked(), oven.services.oven.warm(), nope]).to.deep.equal([
          'cooked',
          'warm',
          undefined,
        ]);
        expect([dish.policy('is-cook')('cook'), Object.keys(dish.middlewares)]).to.deep.equal([
          true,
          ['count'],
        ]);
        expect(dish.contentType('dish')).to.equal(strapi.contentType('api::dish.dish'));
        expect(Object.keys(strapi.api('dish').contentTypes)).to.deep.equal(['dish']);
      },
    ));

  it('is the configuration, with the secret of its tokens', () =>
    serveProject(
      { 'config/plugins.js': `module.exports = { seo: { enabled: false, config: { depth: 4 } } };` },
      ({ strapi, url }) => {
        expect(strapi.config.get('plugin::seo.depth')).to.equal(4);
        expect(strapi.config.get('server.absoluteUrl')).to.match(/^http:\/\/127\.0\.0\.1/);
        const secret = strapi.config.get('plugin::users-permissions.jwtSecret');
        expect(secret).to.be.a('string').with.length(64);
        expect(strapi.config.get('plugin::users-permissions.jwtSecret')).to.equal(secret);
        expect(url).to.be.a('string');
      },
    ));

  it('is a log for several values, which scripts can quieten', () =>
    serveProject({}, ({ strapi, said, errors }) => {
      strapi.log.info('sold', 3, { of: 'soup' });
      strapi.log.http('GET %s', '/x');
      strapi.log.error('lost', new Error('gone'));
      expect(said.slice(-2)).to.deep.equal(["sold 3 { of: 'soup' }", 'GET /x']);
      expect((errors[0] as readonly [string])[0]).to.equal('lost gone');
      strapi.log.level = 'error';
      strapi.log.warn('not said');
      expect(said.at(-1)).to.equal('GET /x');
    }));
});
