import { expect } from 'chai';
import { faultOf, serveProject, type ServedProject } from './project.js';

// Tests read answers without types.
// oxlint-disable-next-line no-explicit-any
type Json = any;

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

const file = 'src/extensions/users-permissions/strapi-server.js';

const extension = `
  const { errors } = require('@strapi/utils');
  module.exports = (plugin) => {
    const { me } = plugin.controllers.user;
    plugin.controllers.user.me = async (ctx) => {
      await me(ctx);
      ctx.body = { ...ctx.body, badge: 'reader ' + ctx.body.username, sees: ctx.state.user.email };
    };
    plugin.controllers.user.updateMe = async (ctx) => {
      ctx.params.id = ctx.state.user.id;
      ctx.request.body = { username: ctx.request.body.username };
      await plugin.controllers.user.update(ctx);
    };
    const original = plugin.controllers.auth;
    plugin.controllers.auth = ({ strapi }) => {
      const auth = original({ strapi });
      const { callback, register } = auth;
      auth.callback = async (ctx) => {
        if (ctx.request.body.identifier === 'banned@example.com') throw new errors.ApplicationError('Banned', { why: 'spam' });
        ctx.request.body.identifier = String(ctx.request.body.identifier).trim();
        try {
          await callback(ctx);
        } catch (error) {
          if (!(error instanceof errors.ApplicationError)) throw error;
          return ctx.unauthorized('No: ' + error.message);
        }
        ctx.body = { ...ctx.body, roles: [ctx.body.user.username] };
      };
      return { ...auth, register: async (ctx) => {
        await register(ctx);
        ctx.status = 201;
      } };
    };
    plugin.policies['is-tester'] = (ctx) => ctx.state.user?.username === 'tester';
    plugin.policies.closed = () => false;
    const { routes } = plugin.routes['content-api'];
    routes.unshift({ method: 'PUT', path: '/users/me/name', handler: 'user.updateMe', config: { prefix: '' } });
    routes.push({ method: 'GET', path: '/users/:username', handler: 'user.find', config: { prefix: '' } });
    routes.push({ method: 'GET', path: '/hello', handler: (ctx) => ({ hello: ctx.state.user.username }), config: { policies: ['is-tester'] } });
    routes.find(({ method, path }) => method === 'DELETE' && path === '/users/:id').config.policies = ['closed'];
    plugin.routes['content-api'].routes = routes.filter(({ handler }) => handler !== 'user.count');
    plugin.contentTypes.user.lifecycles = { afterCreate: ({ result }) => void strapi.log.info('made ' + result.username) };
    plugin.services.greeter = ({ strapi }) => ({ greet: (name) => 'hello ' + name + typeof strapi.log.info });
    const { bootstrap } = plugin;
    plugin.bootstrap = async (context) => {
      await bootstrap(context);
      context.strapi.log.info(context.strapi.plugin('users-permissions').service('greeter').greet('plugin '));
      for (const action of ['updateMe', 'find', 'findOne', 'delete'])
        await context.strapi.access.grant('authenticated', 'plugin::users-permissions.user', [action]);
    };
    return plugin;
  };`;

const password = 'correct-horse-1';

describe('an extension of the plugin of users', () => {
  const ask = async (
    { url }: ServedProject,
    method: string,
    path: string,
    { body, jwt }: { readonly body?: unknown; readonly jwt?: string } = {},
  ): Promise<Answer> => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(jwt !== undefined && { Authorization: `Bearer ${jwt}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
  };

  const register = async (served: ServedProject, username: string): Promise<Answer> =>
    ask(served, 'POST', '/auth/local/register', {
      body: { username, email: `${username}@example.com`, password },
    });

  it('wraps, replaces and adds actions, routes, policies, hooks, services and steps', async () => {
    await serveProject({ [file]: extension }, async (served) => {
      expect(served.said.join('\n')).to.include('hello plugin function');
      expect(served.said.join('\n')).to.match(/GET \/users\/:username is never reached/);

      const registered = await register(served, 'tester');
      expect(
        [registered.status, registered.body.user?.username],
        JSON.stringify(registered.body),
      ).to.deep.equal([201, 'tester']);
      expect(registered.headers.get('cache-control')).to.equal('no-store');
      expect(served.said).to.include('made tester');
      const { jwt } = registered.body;

      const signedIn = await ask(served, 'POST', '/auth/local', {
        body: { identifier: ' tester ', password },
      });
      expect(signedIn.status, JSON.stringify(signedIn.body)).to.equal(200);
      expect(signedIn.body.roles).to.deep.equal(['tester']);
      expect(signedIn.body.jwt).to.be.a('string');
      expect(signedIn.headers.get('x-ratelimit-limit')).to.be.a('string');
      const wrong = await ask(served, 'POST', '/auth/local', {
        body: { identifier: 'tester', password: 'x' },
      });
      expect([wrong.status, wrong.body.error.message]).to.deep.equal([
        401,
        'No: Invalid identifier or password',
      ]);
      const banned = await ask(served, 'POST', '/auth/local', {
        body: { identifier: 'banned@example.com', password },
      });
      expect([banned.status, banned.body.error]).to.deep.equal([
        400,
        { status: 400, name: 'ApplicationError', message: 'Banned', details: { why: 'spam' } },
      ]);

      const me = await ask(served, 'GET', '/users/me', { jwt });
      expect(me.body).to.include({ username: 'tester', badge: 'reader tester', sees: 'tester@example.com' });
      expect(me.body).not.to.have.any.keys('password', 'role', 'resetPasswordToken');
      expect((await ask(served, 'GET', '/users/me')).status).to.equal(403);
      expect((await ask(served, 'GET', '/users/me', { jwt: 'wrong' })).status).to.equal(401);

      expect((await ask(served, 'GET', '/users-permissions/hello', { jwt })).body).to.deep.equal({
        hello: 'tester',
      });
      const other = (await register(served, 'other')).body;
      expect((await ask(served, 'GET', '/users-permissions/hello', { jwt: other.jwt })).status).to.equal(403);

      expect((await ask(served, 'GET', '/users', { jwt })).body).to.have.length(2);
      expect((await ask(served, 'GET', `/users/${other.user.id}`, { jwt })).body.username).to.equal('other');
      expect((await ask(served, 'GET', '/users/count', { jwt })).status).to.equal(404);
      expect((await ask(served, 'DELETE', `/users/${other.user.id}`, { jwt })).status).to.equal(403);
      // The route grants an update of one's own record, and no more.
      expect(
        (await ask(served, 'PUT', `/users/${other.user.id}`, { jwt, body: { username: 'x y z' } })).status,
      ).to.equal(403);
      const renamed = await ask(served, 'PUT', '/users/me/name', {
        jwt,
        body: { username: 'tester2', blocked: true },
      });
      expect(
        [renamed.status, renamed.body.username, renamed.body.blocked],
        JSON.stringify(renamed.body),
      ).to.deep.equal([200, 'tester2', false]);
      expect((await ask(served, 'PUT', '/users/me/name', { body: { username: 'nobody' } })).status).to.equal(
        403,
      );
      const own = await ask(served, 'PUT', '/users/me', {
        jwt,
        body: { username: 'tester3', currentPassword: password },
      });
      expect(own.body.username, JSON.stringify(own.body)).to.equal('tester3');
    });
  });

  it('stands in for the same use cases of GraphQL, and leaves out mutations that would pass it by', async () => {
    const resolvers = `module.exports = {
      register: ({ strapi }) => strapi.plugin('graphql').service('extension').use({
        typeDefs: 'type Query { whoAmI: String }',
        resolvers: { Query: { whoAmI: { resolve: (_p, _a, { state }) => state.user.email + ' ' + state.user.role.type } } },
        resolversConfig: { 'Query.whoAmI': { auth: false } },
      }),
    };`;
    const replaced = `const { errors } = require('@strapi/utils');
      module.exports = (plugin) => {
        const { callback } = plugin.controllers.auth;
        const { update } = plugin.controllers.user;
        plugin.controllers.auth.callback = async (ctx) => {
          if (ctx.request.body.identifier === 'banned') throw new errors.ForbiddenError('Banned');
          if (ctx.request.body.identifier === 'late') return ctx.badRequest('Too late', { since: 9 });
          await callback(ctx);
        };
        plugin.controllers.user.update = (ctx) => update(ctx);
        return plugin;
      };`;
    await serveProject({ [file]: replaced, 'src/index.js': resolvers }, async (served) => {
      const query = async (text: string, jwt?: string): Promise<Json> => {
        const answer = await fetch(`${served.url}/graphql`, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            'Strapi-Response-Format': 'v5',
            ...(jwt !== undefined && { Authorization: `Bearer ${jwt}` }),
          },
          body: JSON.stringify({ query: text }),
        });
        return answer.json();
      };
      const login = (identifier: string): Promise<Json> =>
        query(
          `mutation { login(input: { identifier: "${identifier}", password: "${password}" }) { jwt user { username } } }`,
        );
      const registered = await register(served, 'grace');
      expect(registered.status).to.equal(200);
      const signedIn = await login('grace');
      expect(signedIn.data?.login.user, JSON.stringify(signedIn)).to.deep.equal({ username: 'grace' });
      expect((await login('banned')).errors[0].message).to.equal('Banned');
      expect((await login('late')).errors[0]).to.deep.include({ message: 'Too late' });
      expect((await login('unknown')).errors[0].message).to.equal('Invalid identifier or password');
      const whole = await query('{ whoAmI }', signedIn.data.login.jwt);
      expect(whole.data, JSON.stringify(whole)).to.deep.equal({ whoAmI: 'grace@example.com authenticated' });
      const { errors } = await query(
        'mutation { updateUsersPermissionsUser(id: 1, data: {}) { data { username } } }',
      );
      expect(errors[0].message).to.match(/Cannot query field "updateUsersPermissionsUser"/);
      expect(served.said.join('\n')).to.match(
        /GraphQL has no mutations of plugin::users-permissions\.user, as .*user\.update/,
      );
    });
  });

  it('stands in for uploads and lists of locales and roles', async () => {
    const upload = `module.exports = (plugin) => {
      const original = plugin.controllers['content-api'];
      plugin.controllers['content-api'] = ({ strapi }) => {
        const made = original({ strapi });
        return { ...made, upload: async (ctx) => {
          ctx.request.body.fileInfo = JSON.stringify({ caption: 'by ' + ctx.request.files.files.originalFilename });
          await made.upload(ctx);
          ctx.body = { kept: ctx.body };
        } };
      };
      return plugin;
    };`;
    const locales = `module.exports = (plugin) => {
      const { listLocales } = plugin.controllers.locales;
      plugin.controllers.locales.listLocales = async (ctx) => {
        await listLocales(ctx);
        ctx.body = ctx.body.map(({ code }) => code);
      };
      return plugin;
    };`;
    const roles = `module.exports = (plugin) => {
      const { find } = plugin.controllers.role;
      plugin.controllers.role.find = async (ctx) => { await find(ctx); ctx.set('X-Roles', String(ctx.body.roles.length)); };
      return plugin;
    };`;
    const grants = `module.exports = { bootstrap: async ({ strapi }) => {
      for (const [uid, action] of [['plugin::upload.file', 'create'], ['plugin::i18n.locale', 'find'], ['plugin::users-permissions.role', 'find']])
        await strapi.access.grant('public', uid, [action]);
    } };`;
    const files = {
      'src/extensions/upload/strapi-server.js': upload,
      'src/extensions/i18n/strapi-server.js': locales,
      [file]: roles,
      'src/index.js': grants,
    };
    await serveProject(files, async (served) => {
      const form = new FormData();
      form.append('files', new Blob(['hello']), 'hello.txt');
      const uploaded = await fetch(`${served.url}/api/upload`, { method: 'POST', body: form });
      const { kept, error } = await uploaded.json();
      expect(uploaded.status, JSON.stringify(error)).to.equal(201);
      expect(kept[0]).to.include({ name: 'hello.txt', caption: 'by hello.txt' });
      expect(await (await fetch(`${served.url}${kept[0].url}`)).text()).to.equal('hello');
      expect((await ask(served, 'GET', '/i18n/locales')).body).to.deep.equal(['en']);
      const listed = await ask(served, 'GET', '/users-permissions/roles');
      expect(listed.headers.get('x-roles')).to.equal(String(listed.body.roles.length));
      expect((await ask(served, 'GET', '/upload/files')).status).to.equal(403);
    });
  });

  it('limits an action that it replaces', async () => {
    const replaced = `module.exports = (plugin) => {
      plugin.controllers.auth.callback = (ctx) => { ctx.body = 'mine'; };
      return plugin;
    };`;
    const config = `module.exports = { 'users-permissions': { config: { ratelimit: { max: 2, interval: { min: 5 } } } } };`;
    await serveProject({ [file]: replaced, 'config/plugins.js': config }, async (served) => {
      const tries = [];
      for (let count = 0; count < 3; count += 1)
        tries.push((await ask(served, 'POST', '/auth/local', { body: {} })).status);
      expect(tries).to.deep.equal([200, 200, 429]);
    });
  });

  const refusals: readonly (readonly [title: string, code: string, message: RegExp])[] = [
    [
      'a replaced service of the server',
      '\n plugin.services.jwt.issue = () => "x";',
      /strapi-server\.js:2: plugin\.services\.jwt\.issue is not offered: the server does not call it/,
    ],
    [
      'a method that the server never calls',
      'plugin.services.user.sendConfirmationEmail = () => {};',
      /strapi-server\.js:1: plugin\.services\.user\.sendConfirmationEmail is not offered/,
    ],
    [
      'controllers of the admin panel',
      'plugin.controllers.settings.find = () => {};',
      /strapi-server\.js: .*plugin\.controllers\.settings of users-permissions is not offered: it is a part of Strapi's admin panel/,
    ],
    [
      'routes of the admin panel',
      'plugin.routes.admin.routes.push({});',
      /plugin\.routes\.admin is not offered/,
    ],
    [
      'another configuration',
      '\n plugin.config = {};',
      /strapi-server\.js:2: plugin\.config is not offered: the settings of plugins are in config\/plugins/,
    ],
    ['a member of the configuration', 'plugin.config.x = 1;', /strapi-server\.js:1: plugin\.config is not/],
    ['a default of the configuration', 'plugin.config.default.x = 1;', /plugin\.config is not offered/],
    [
      'a controller of the admin panel under its name in Strapi',
      'plugin.controllers.contentmanageruser = {};',
      /plugin\.controllers\.contentmanageruser of users-permissions is not offered: it is a part of Strapi's admin panel/,
    ],
    [
      'a member that no plugin has',
      'plugin.nosuch = 1;',
      /strapi-server\.js:1: plugin\.nosuch is not offered: a plugin has controllers, services, /,
    ],
    [
      'attributes beside the schema',
      'plugin.contentTypes.user.attributes = { age: { type: "integer" } };',
      /plugin\.contentTypes\.user\.attributes is not offered: a content-type has schema and lifecycles; attributes are declared in src\/extensions\/users-permissions\/content-types\/user\/schema\.json/,
    ],
    [
      'an unknown handler',
      'plugin.routes["content-api"].routes.push({ method: "GET", path: "/x", handler: "user.nothing" });',
      /GET \/users-permissions\/x has an unknown handler "plugin::users-permissions\.user\.nothing"/,
    ],
    ['what does not return the plugin', 'return undefined;', /must return the plugin/],
    ['code that throws', 'throw new Error("broken");', /the extension of users-permissions threw: broken/],
  ];
  for (const [title, code, message] of refusals)
    it(`refuses ${title} at the start, by name`, async () => {
      const fault = await faultOf({ [file]: `module.exports = (plugin) => {${code} return plugin; };` });
      expect(fault).to.match(message);
    });

  it('refuses a step of uploads that the server does not call', async () => {
    const code =
      'module.exports = (plugin) => { plugin.services.upload.uploadImage = () => {}; return plugin; };';
    const fault = await faultOf({ 'src/extensions/upload/strapi-server.js': code });
    expect(fault).to.match(
      /strapi-server\.js:1: plugin\.services\.upload\.uploadImage is not offered: the server does not call it/,
    );
  });

  it('may add a method to a service that Strapi has and the server lacks', async () => {
    for (const added of [
      'plugin.services.role.getRoles = () => ["mine"];',
      'const { role } = plugin.services; plugin.services.role = () => ({ ...role(), getRoles: () => ["mine"] });',
    ])
      await serveProject(
        { [file]: `module.exports = (plugin) => { ${added} return plugin; };` },
        async ({ strapi }) => {
          const role: Json = strapi.plugin('users-permissions')?.service('role');
          expect(role.getRoles()).to.deep.equal(['mine']);
          expect(() => role.deleteRole({})).to.throw('deleteRole is not offered: use strapi.documents');
        },
      );
  });

  it('lets an extension read everything, copy it, and change what only the admin panel of Strapi reads', async () => {
    const harmless = `module.exports = (plugin) => {
      JSON.stringify(plugin);
      plugin.contentTypes.user.schema.pluginOptions = { 'content-manager': { visible: false } };
      plugin.contentTypes.role = { ...plugin.contentTypes.role };
      return {
        ...plugin,
        config: { ...plugin.config, default: { ...plugin.config.default } },
        controllers: { ...plugin.controllers },
        contentTypes: { ...plugin.contentTypes },
      };
    };`;
    expect(await faultOf({ [file]: harmless })).to.equal('started');
  });

  it('names no route of the server that a route of an extension takes the place of', async () => {
    const logout = `module.exports = (plugin) => {
      plugin.controllers.auth.logout = (ctx) => ctx.send({ left: true });
      const route = { method: 'POST', path: '/auth/logout', handler: 'auth.logout' };
      plugin.routes['content-api'].routes.unshift({ ...route, config: { prefix: '', auth: false } });
      return plugin;
    };`;
    await serveProject({ [file]: logout }, async (served) => {
      expect((await ask(served, 'POST', '/auth/logout')).body).to.deep.equal({ left: true });
      expect(served.said.join('\n')).not.to.include('is never reached');
    });
  });

  it('refuses an extension of a plugin that is not there', async () => {
    const fault = await faultOf({
      'src/extensions/documentation/strapi-server.js': 'module.exports = (plugin) => plugin;',
    });
    expect(fault).to.match(
      /src\/extensions\/documentation\/strapi-server\.js extends a plugin that is not offered: documentation/,
    );
  });
});
