import { expect } from 'chai';
import { createQuire, errors, factories } from '../../src/bootstrap/index.js';
import { makeApp } from '../cli/program.js';

const env = { DATABASE_URL: 'memory:', PORT: '0', NODE_ENV: 'production' };

const packageUrl = new URL('../../src/bootstrap/index.ts', import.meta.url).href;

const files = {
  'src/policies/named.mjs': `
    import { errors } from '${packageUrl}';
    export default async ({ query }, { names }, { strapi }) => {
      if (!names.includes(query.filters?.Name)) throw new errors.ForbiddenError('Ask for one by name');
      return (await strapi.documents('api::chef.chef').count()) > 0;
    };`,
  'src/api/chef/middlewares/signed.mjs': `
    export default ({ as }, { quire }) => async (ctx, next) => {
      await next();
      ctx.set('X-Signed', as + ' of ' + quire.contentType('api::chef.chef').info.pluralName);
    };`,
  'src/api/chef/routes/chef.mjs': `
    import { factories } from '${packageUrl}';
    export default factories.createCoreRouter('api::chef.chef', {
      except: ['delete'],
      config: {
        find: {
          auth: false,
          policies: [{ name: 'global::named', config: { names: ['Ada'] } }],
          middlewares: [{ name: 'signed', config: { as: 'chief' } }],
        },
      },
    });`,
  'src/api/chef/routes/custom.mjs': `
    export default {
      routes: [{ method: 'GET', path: '/chefs/:id/mood', handler: 'chef.mood', config: { auth: false } }],
    };`,
  'src/api/chef/controllers/chef.mjs': `
    import { factories } from '${packageUrl}';
    export default factories.createCoreController('api::chef.chef', {
      mood: (ctx) => ({ mood: 'of ' + ctx.params.id }),
    });`,
  'src/middlewares/all.mjs': `
    export default () => async (ctx, next) => {
      await next();
      ctx.set('X-All', 'yes');
    };`,
  'src/policies/other.ts': 'export default (): boolean => true;',
  'config/middlewares.mjs': `export default ['strapi::body', 'global::all', { name: 'strapi::cors' }];`,
  'src/index.mjs': `
    export const bootstrap = ({ strapi }) => strapi.documents('api::chef.chef').create({ data: { Name: 'Ada' } });`,
};

const recorder = () => {
  const said: string[] = [];
  const note = (message: string): void => void said.push(message);
  return { said, log: { debug: () => undefined, info: note, warn: note, error: () => undefined } };
};

interface Fault {
  readonly message: string;
  /** The stacks that were logged. */
  readonly stacks: readonly string[];
}

/** Returns why an app with these files does not start. */
async function faultIn(added: Readonly<Record<string, string>>): Promise<Fault> {
  const app = await makeApp(added);
  const stacks: string[] = [];
  const error = (_said: string, { error: logged }: { readonly error?: unknown } = {}): void =>
    void stacks.push((logged as Error).stack ?? '');
  const quire = createQuire({ app: app.directory, env, log: { ...recorder().log, error } });
  const message = await quire.start().then(
    () => 'started',
    (thrown: Error) => thrown.message,
  );
  await quire.stop();
  await app.remove();
  return { message, stacks };
}

const faultOf = async (added: Readonly<Record<string, string>>): Promise<string> =>
  (await faultIn(added)).message;

describe('policies, middlewares and routes of an app', () => {
  it('apply in a started server', async () => {
    const app = await makeApp(files);
    const { said, log } = recorder();
    const quire = createQuire({ app: app.directory, env, log });
    try {
      const { url } = await quire.start();
      const served = await fetch(`${url}/api/chefs?filters[Name]=Ada&fields=Name`);
      expect([served.status, served.headers.get('x-signed')]).to.deep.equal([200, 'chief of chefs']);
      expect(((await served.json()) as { data: { Name: string }[] }).data[0]?.Name).to.equal('Ada');
      const refused = await fetch(`${url}/api/chefs`);
      expect(await refused.json()).to.deep.include({
        error: { status: 403, name: 'ForbiddenError', message: 'Ask for one by name', details: {} },
      });
      expect((await fetch(`${url}/api/chefs/x`, { method: 'DELETE' })).status).to.equal(405);
      const mood = await fetch(`${url}/api/chefs/ada/mood`);
      expect(await mood.json()).to.deep.equal({ mood: 'of ada' });
      // An error that a policy throws passes through the middleware.
      for (const each of [served, mood]) expect(each.headers.get('x-all'), each.url).to.equal('yes');
      expect(said.find((line) => line.startsWith('named by no route'))).to.contain('src/policies/other.ts');
    } finally {
      await quire.stop();
      await app.remove();
    }
  });

  it('stop the start if one is invalid', async () => {
    expect(await faultOf({ 'src/policies/a.cjs': 'throw new Error("broken");' })).to.match(
      /src\/policies\/a\.cjs: threw Error: broken/,
    );
    const router = (config: string) => ({
      'src/api/chef/routes/chef.cjs': `module.exports = { type: 'content-api', uid: 'api::chef.chef', config: ${config} };`,
    });
    expect(await faultOf(router('{ find: { policies: ["nope"] } }'))).to.equal(
      'src/api/chef/routes/chef.cjs: GET /chefs names an unknown policy "nope"; there are: none. Add src/policies/<name>.js, or correct the name',
    );
    expect(await faultOf(router('{}'))).to.equal('started');
  });

  it('can be written with the exports of the package', () => {
    expect(factories.createCoreRouter('api::chef.chef', { only: ['find'] })).to.deep.equal({
      type: 'content-api',
      uid: 'api::chef.chef',
      only: ['find'],
    });
    expect(new errors.PolicyError()).to.be.an('error').with.property('name', 'PolicyError');
    expect(new errors.NotFoundError('x', { a: 1 })).to.deep.include({ message: 'x', details: { a: 1 } });
  });

  const routeWith = (route: string): Readonly<Record<string, string>> => ({
    'src/api/chef/routes/own.mjs': `export default { routes: [${route}] };`,
  });

  it('say what is wrong with a route once, without a stack', async () => {
    for (const config of [
      "policies: ['nope']",
      "policies: ['global::broken', 'nope']",
      "middlewares: ['nope']",
      'auth: true',
      'auth: { scope: 5 }',
    ]) {
      const files = { ...routeWith(`{ path: '/a', handler: () => 1, config: { ${config} } }`) };
      const { message, stacks } = await faultIn({
        ...files,
        'src/policies/broken.mjs': 'export default () => true;',
      });
      expect(message, config).to.match(/^src\/api\/chef\/routes\/own\.mjs: GET \/a/);
      expect(stacks, config).to.deep.equal([]);
    }
    const unknown = await faultIn(routeWith("{ path: '/a', handler: 'chef.nope' }"));
    expect(unknown.message).to.match(/unknown handler "api::chef\.chef\.nope"/);
    expect(unknown.stacks).to.deep.equal([]);
  });

  it('show where code of the app has thrown', async () => {
    const route = (config: string, handler = "'chef.mood'"): Readonly<Record<string, string>> =>
      routeWith(`{ path: '/a', handler: ${handler}, config: { ${config} } }`);
    const thrower = `() => { throw new TypeError('broken'); }`;
    const faults: readonly (readonly [Readonly<Record<string, string>>, file: string, RegExp])[] = [
      [
        { 'src/api/chef/routes/own.mjs': `export default ${thrower};` },
        'src/api/chef/routes/own.mjs',
        /^src\/api\/chef\/routes\/own\.mjs threw: broken$/,
      ],
      [
        { ...route(''), 'src/api/chef/controllers/chef.mjs': `export default ${thrower};` },
        'src/api/chef/controllers/chef.mjs',
        /^the controller api::chef\.chef threw: broken$/,
      ],
      [
        {
          ...route("middlewares: ['global::m']", '() => 1'),
          'src/middlewares/m.mjs': `export default ${thrower};`,
        },
        'src/middlewares/m.mjs',
        /own\.mjs: GET \/a: the middleware global::m threw: broken$/,
      ],
      [
        {
          ...route("policies: ['global::p']", '() => 1'),
          'src/policies/p.mjs': `export default { handler: () => true, validator: ${thrower} };`,
        },
        'src/policies/p.mjs',
        /own\.mjs: GET \/a: the policy global::p refuses its config: broken$/,
      ],
    ];
    for (const [added, file, expected] of faults) {
      const { message, stacks } = await faultIn(added);
      expect(message).to.match(expected);
      expect(stacks, message).to.have.length(1);
      expect(stacks[0])
        .to.match(/^TypeError: broken\n/)
        .and.to.include(`${file}:1:`);
    }
  });
});

describe('the extension service of an app', () => {
  const registering = (code: string) => ({
    'src/index.cjs': `module.exports = { register({ strapi, quire }) { ${code} } };`,
  });

  it('is a service of the plugin graphql, under either name', async () => {
    const message = await faultOf(
      registering(`
        const of = (app) => app.plugin('graphql').service('extension');
        if (of(strapi) !== of(quire)) throw new Error('not the same');
        of(strapi).shadowCRUD('api::chef.chef').disableMutations().field('Name').disableFilters();
        of(strapi).use({ typeDefs: 'type Mood { name: String }' });
        if (strapi.plugin('nope') !== undefined) throw new Error('there is no such plugin');`),
    );
    expect(message).to.equal('started');
  });

  it('refuses unknown names, which stops the start', async () => {
    expect(
      await faultOf(
        registering("strapi.plugin('graphql').service('extension').shadowCRUD('api::nope.nope')"),
      ),
    ).to.match(
      /^register of the app's code failed: shadowCRUD knows no content-type "api::nope\.nope"; there are: .*api::chef\.chef/,
    );
    expect(await faultOf(registering("strapi.plugin('graphql').service('internals')"))).to.match(
      /The plugin graphql has no service internals; there are: extension, builders, format/,
    );
  });
});
