import { expect } from 'chai';
import { serveApp, typeFile, type Person, type ServedApp } from './served-app.js';

const handlers = `
  const seen = (ctx) => ({
    user: ctx.state.user && { ...ctx.state.user, role: ctx.state.user.role.type },
    strategy: ctx.state.auth && ctx.state.auth.strategy.name,
    route: ctx.state.route.path,
    isCurrent: strapi.requestContext.get() === ctx,
  });`;

describe('routes of an app', () => {
  let app: ServedApp;
  let ada: Person;

  before(async () => {
    app = await serveApp({
      ...typeFile('dish', { Name: { type: 'string' }, Secret: { type: 'string', private: true } }),
      'src/index.cjs': `module.exports = {
        register({ strapi }) {
          globalThis.strapi = strapi;
          strapi.server.use(async (ctx, next) => { await next(); ctx.set('X-Outer', '1'); });
          strapi.server.routes([
            { method: 'GET', path: '/root', handler: (ctx) => ({ root: ctx.path }), config: { auth: false } },
          ]);
        },
        bootstrap({ strapi }) {
          strapi.server.routes([
            { method: 'GET', path: '/late', handler: () => 'late', config: { auth: false } },
          ]);
          strapi.server.routes([
            { method: 'GET', path: '/later', handler: () => 'later',
              config: { auth: false, middlewares: ['global::counted'] } },
          ]);
        },
      };`,
      'src/middlewares/stamp.cjs': `module.exports = (config) => async (ctx, next) => {
        await next();
        ctx.set('X-Stamp', config.text);
      };`,
      'src/middlewares/counted.cjs': `let made = 0;
        module.exports = () => {
          const number = ++made;
          return async (ctx, next) => { await next(); ctx.set('X-Made', String(number) + ' of ' + made); };
        };`,
      'config/middlewares.cjs': `module.exports = [
        'strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::query', 'strapi::body', 'strapi::public',
        { name: 'global::stamp', config: { text: 'stamped' } }, 'strapi::favicon',
      ];`,
      'src/api/pay/routes/pay.cjs': `${handlers}
        module.exports = { routes: [
          { method: 'GET', path: '/me', handler: seen },
          { method: 'GET', path: '/open', handler: seen, config: { auth: false, middlewares: ['global::counted'] } },
          { method: 'POST', path: '/pay', handler: seen, config: { auth: { scope: ['api::pay.pay.checkout'] } } },
        ] };`,
    });
    ada = await app.signUp('ada');
  });
  after(() => app.stop());

  it('give handlers the whole row of the user with their role', async () => {
    const { status, body } = await app.rest(ada, 'GET', '/me');
    expect(status).to.equal(200);
    expect(body.user).to.include({
      documentId: ada.documentId,
      username: 'ada',
      email: 'ada@example.com',
      role: ada.role,
    });
    expect(body).to.include({ strategy: 'users-permissions', route: '/api/me', isCurrent: true });
    expect((await app.rest(undefined, 'GET', '/me')).status).to.equal(403);
    expect((await app.rest({ token: 'wrong' }, 'GET', '/me')).status).to.equal(401);
  });

  it('read no token if they are open', async () => {
    for (const who of [undefined, { token: 'wrong' }, ada]) {
      const { status, body } = await app.rest(who, 'GET', '/open');
      expect(status).to.equal(200);
      expect(body).to.deep.equal({ route: '/api/open', isCurrent: true });
    }
  });

  it('require the grants that they name, which roles and tokens can have', async () => {
    expect((await app.rest(ada, 'POST', '/pay')).status).to.equal(403);
    await app.app.access.grant(ada.role, 'api::pay.pay', ['checkout']);
    expect((await app.rest(ada, 'POST', '/pay')).status).to.equal(200);
    const { token } = await app.app.access.createToken({
      name: 'till',
      access: 'custom',
      grants: { 'api::pay.pay': ['checkout'] },
    });
    const paid = await app.rest({ token }, 'POST', '/pay');
    expect([paid.status, paid.body.strategy]).to.deep.equal([200, 'content-api-token']);
    const { token: reader } = await app.app.access.createToken({ name: 'reader', access: 'read-only' });
    expect((await app.rest({ token: reader }, 'POST', '/pay')).status).to.equal(403);
    const { token: all } = await app.app.access.createToken({ name: 'all', access: 'full-access' });
    expect((await app.rest({ token: all }, 'POST', '/pay')).status).to.equal(200);
    await app.app.access.revoke(ada.role, 'api::pay.pay', ['checkout']);
    expect((await app.rest(ada, 'POST', '/pay')).status).to.equal(403);
    expect((await fetch(`${app.url}/api/pay`)).status).to.equal(405);
  });

  it('accept no grants for actions that no route has', async () => {
    const refusal = (uid: string, action: string, limits?: object) =>
      app.app.access.grant('public', uid, [action], limits).then(
        () => 'granted',
        (error: Error) => error.message,
      );
    expect(await refusal('api::pay.pay', 'chekout')).to.equal(
      'Unknown action "chekout" (did you mean "checkout"?); there are: checkout',
    );
    expect(await refusal('api::pay.pays', 'checkout')).to.match(
      /^Unknown content-type "api::pay\.pays" \(did you mean "api::pay\.pay"\?\); there are: /,
    );
    expect(await refusal('api::pay.pay', 'checkout', { fields: ['a'] })).to.equal(
      '"checkout" is an action of a controller: grant it without fields and filters',
    );
    expect(await refusal('api::dish.dish', 'checkout')).to.match(
      /^Unknown action "checkout"; there are: find, /,
    );
  });

  it('list their actions with the permissions of roles', async () => {
    const { token } = await app.app.access.createToken({ name: 'admin', access: 'full-access' });
    const made = await app.rest({ token }, 'POST', '/users-permissions/roles', {
      name: 'Cashier',
      permissions: { 'api::pay': { controllers: { pay: { checkout: { enabled: true } } } } },
    });
    expect(made.status).to.equal(200);
    const { body } = await app.rest({ token }, 'GET', '/users-permissions/roles');
    const { id } = body.roles.find(({ type }: { type: string }) => type === 'cashier');
    const role = await app.rest({ token }, 'GET', `/users-permissions/roles/${id}`);
    expect(role.body.role.permissions['api::pay'].controllers.pay.checkout.enabled).to.equal(true);
    const all = await app.rest({ token }, 'GET', '/users-permissions/permissions');
    expect(all.body.permissions['api::pay'].controllers.pay.checkout.enabled).to.equal(false);
  });

  it('can lie outside the prefix of REST, and middlewares run around them', async () => {
    expect(await (await fetch(`${app.url}/root`)).json()).to.deep.equal({ root: '/root' });
    expect(await (await fetch(`${app.url}/late`)).text()).to.equal('late');
    for (const path of ['/root', '/api/dishs', '/nothing', '/graphql', '/_health']) {
      const { headers } = await fetch(`${app.url}${path}`);
      expect([headers.get('x-stamp'), headers.get('x-outer')], path).to.deep.equal(['stamped', '1']);
    }
    const { data } = await app.graphql(undefined, '{ __typename }');
    expect(data).to.deep.equal({ __typename: 'Query' });
    const made = async (path: string) => (await fetch(`${app.url}${path}`)).headers.get('x-made');
    // Factories of middlewares run once for each use, also where routes come later.
    expect([await made('/api/open'), await made('/later')]).to.deep.equal(['1 of 2', '2 of 2']);
    expect(app.errors).to.deep.equal([]);
  });
});

/** Columns of users that Strapi does not have, so existing code does not take them out of what it answers. */
const internal = [
  'usernameForm',
  'pendingEmail',
  'resetPasswordExpiresAt',
  'confirmationExpiresAt',
  'signInToken',
  'signInExpiresAt',
  'sessionEpoch',
  'subject',
];

describe('code of an app that works with users', () => {
  let app: ServedApp;
  let ada: Person;

  before(async () => {
    app = await serveApp({
      'src/index.cjs': `module.exports = {
        bootstrap({ strapi }) {
          const uid = 'plugin::users-permissions.user';
          strapi.heard = [];
          strapi.db.lifecycles.subscribe((event) => void strapi.heard.push([event.action, event.params, event.result]));
          strapi.documents.use(async (context, next) => {
            strapi.heard.push(['middleware', context.action, { ...context.params }]);
            const result = await next();
            strapi.heard.push(['result', context.action, result]);
            return result;
          });
          const withoutSecrets = (row) => {
            const { password, resetPasswordToken, confirmationToken, ...rest } = row;
            return rest;
          };
          const where = { username: 'ada' };
          const ways = {
            state: (ctx) => ctx.state.user,
            query: () => strapi.db.query(uid).findOne({ where, populate: true }),
            document: () => strapi.documents(uid).findFirst({ filters: where, populate: '*' }),
            entity: async () => (await strapi.entityService.findMany(uid, { filters: where }))[0],
            service: async (ctx) => strapi.plugin('users-permissions').service('user').fetch(ctx.state.user.id),
            core: async () => (await strapi.db.query('plugin::users-permissions.role')
              .findOne({ where: { users: where }, populate: ['users'] })).users[0],
            updated: () => strapi.db.query(uid).update({ where, data: { provider: 'local' } }),
            written: (ctx) => strapi.documents(uid)
              .update({ documentId: ctx.state.user.documentId, data: { provider: 'local' } }),
            found: () => strapi.documents(uid).findFirst({ _q: 'ada@' }),
          };
          const tried = (work) => Promise.resolve().then(work).then(() => 'done', (error) => error.message);
          const attempts = (name) => [
            () => strapi.db.query(uid).findMany({ where: { [name]: null } }),
            () => strapi.db.query(uid).findMany({ select: [name] }),
            () => strapi.db.query(uid).findMany({ orderBy: name }),
            () => strapi.db.query(uid).updateMany({ where, data: { [name]: null } }),
            () => strapi.documents(uid).findMany({ filters: { [name]: { $null: true } } }),
            () => strapi.documents(uid).findMany({ fields: [name] }),
            () => strapi.documents(uid).findMany({ sort: name }),
            () => strapi.documents(uid).create({ data: { username: 'eve', email: 'eve@example.com', [name]: null } }),
            () => strapi.documents('plugin::users-permissions.role')
              .findMany({ filters: { users: { [name]: { $null: true } } } }),
          ];
          strapi.server.routes([
            { method: 'GET', path: '/rows/:way', handler: async (ctx) => withoutSecrets(await ways[ctx.params.way](ctx)) },
            { method: 'GET', path: '/try/:name', handler: async (ctx) => Promise.all(attempts(ctx.params.name).map(tried)),
              config: { auth: false } },
            { method: 'GET', path: '/heard', handler: () => strapi.heard.splice(0), config: { auth: false } },
            { method: 'GET', path: '/attributes', handler: () => Object.keys(strapi.contentType(uid).attributes),
              config: { auth: false } },
          ]);
        },
      };`,
    });
    ada = await app.signUp('ada');
  });
  after(() => app.stop());

  const own = async (path: string, who?: Person) => {
    const answer = await fetch(`${app.url}${path}`, {
      headers: who ? { Authorization: `Bearer ${who.token}` } : {},
    });
    return (await answer.json()) as unknown;
  };

  for (const way of [
    'state',
    'query',
    'document',
    'entity',
    'service',
    'core',
    'updated',
    'written',
    'found',
  ])
    it(`reads no column of a user that only the server knows (${way})`, async () => {
      const row = await own(`/rows/${way}`, ada);
      expect(row).to.include({ username: 'ada', email: 'ada@example.com', confirmed: true });
      expect(row).to.not.have.any.keys(...internal);
    });

  it('cannot filter, sort, select or write by such a column', async () => {
    for (const name of internal)
      expect(await own(`/try/${name}`), name).to.deep.equal([
        ...Array<string>(8).fill(`Invalid key ${name}`),
        `Invalid key ${name} at users`,
      ]);
    expect(await own('/attributes')).to.not.include.members(internal);
  });

  it('cannot filter or write by such a column in a middleware', async () => {
    const users = app.app.documents('plugin::users-permissions.user');
    let added: object = {};
    app.app.documents.use((context, next) => {
      context.params = { ...context.params, ...added };
      return next();
    });
    const messageOf = (work: Promise<unknown>) => work.then(String, ({ message }: Error) => message);
    added = { filters: { sessionEpoch: { $null: true } } };
    expect(await messageOf(users.findMany())).to.equal('Invalid key sessionEpoch');
    added = { data: { sessionEpoch: 'chosen' } };
    const { documentId } = ada;
    expect(await messageOf(users.update({ documentId, data: {} }))).to.equal('Invalid key sessionEpoch');
    added = {};
    expect(await users.findOne({ documentId })).to.include({ username: 'ada' });
  });

  it('gets no private attributes of users in events of what leads to them', async () => {
    const roles = app.app.documents('plugin::users-permissions.role');
    const [role] = await roles.findMany({ filters: { type: ada.role } });
    const told = new Promise<{ readonly entry: { readonly users: readonly object[] } }>((resolve) => {
      app.app.eventHub.once('entry.update', resolve as (payload: unknown) => void);
    });
    await roles.update({ documentId: role?.['documentId'] as string, data: { description: 'of ada' } });
    const [user] = (await told).entry.users;
    expect(user).to.include({ username: 'ada' });
    expect(user).to.not.have.any.keys('password', 'resetPasswordToken', 'confirmationToken', ...internal);
  });

  it('cannot mask a user from what the server reads for itself', async () => {
    const stop = app.app.db.lifecycles.subscribe((event) => {
      if (event.action !== 'afterFindOne' || event.result === null) return;
      const { email: _, username: __, ...rest } = event.result as Readonly<Record<string, unknown>>;
      event.result = rest;
    });
    const { documentId } = await app.signUp('cid');
    const users = app.app.documents('plugin::users-permissions.user');
    await users.update({ documentId, data: { email: 'new@example.org' } });
    stop();
    expect(await users.findOne({ documentId })).to.include({ username: 'cid', email: 'new@example.org' });
  });

  it('hears nothing of such columns in hooks and middlewares, and the server keeps them', async () => {
    await own('/heard');
    const account = { username: 'bea', email: 'bea@example.com', password: 'password of bea' };
    const registered = await app.rest(undefined, 'POST', '/auth/local/register', account);
    expect(registered.status).to.equal(200);
    const bea = { token: registered.body.jwt as string };
    const next = { password: 'another of bea', passwordConfirmation: 'another of bea' };
    const changed = await app.rest(bea, 'POST', '/auth/change-password', {
      currentPassword: account.password,
      ...next,
    });
    expect(changed.status).to.equal(200);
    // The new epoch of sessions ends the first one.
    expect((await app.rest(bea, 'GET', '/users/me')).status).to.equal(401);
    const look = { ...account, username: 'BEA', email: 'other@example.com' };
    expect((await app.rest(undefined, 'POST', '/auth/local/register', look)).status).to.equal(400);
    const heard = JSON.stringify(await own('/heard'));
    expect(heard).to.include('beforeCreate').and.to.include('bea@example.com');
    for (const name of internal) expect(heard).to.not.include(name);
    expect(app.errors).to.deep.equal([]);
  });
});

describe('controllers and services in files', () => {
  let app: ServedApp;

  before(async () => {
    app = await serveApp({
      ...typeFile('dish', { Name: { type: 'string' }, Secret: { type: 'string', private: true } }),
      ...typeFile('guide', { Title: { type: 'string' } }, { kind: 'singleType' }),
      'src/api/dish/controllers/dish.js': `
        const { createCoreController } = require('@strapi/strapi').factories;
        module.exports = createCoreController('api::dish.dish', ({ strapi }) => ({
          async find(ctx) {
            const { data, meta } = await super.find(ctx);
            return { data, meta: { ...meta, shouted: data.map(({ Name }) => this.shout(Name)) } };
          },
          async top(ctx) {
            const found = await strapi.service('api::dish.dish').top();
            return this.transformResponse(await this.sanitizeOutput(found, ctx));
          },
          shout: (text) => text.toUpperCase(),
        }));`,
      'src/api/dish/services/dish.js': `
        const { factories } = require('@strapi/strapi');
        module.exports = factories.createCoreService('api::dish.dish', {
          async top() {
            const { results } = await super.find({ sort: 'Name', pagination: { pageSize: 1 } });
            return results;
          },
        });`,
      'src/api/dish/services/never-called.js': `module.exports = class { constructor() { throw new Error('called'); } };`,
      'src/api/dish/routes/01-top.js': `module.exports = {
        routes: [{ method: 'GET', path: '/dishs/top', handler: 'dish.top' }],
      };`,
      'src/api/dish/routes/dish.js': `
        const { factories } = require('@strapi/strapi');
        module.exports = factories.createCoreRouter('api::dish.dish');`,
      'src/api/guide/controllers/guide.js': `
        const { factories } = require('@strapi/strapi');
        module.exports = factories.createCoreController('api::guide.guide', {
          async find(ctx) { return super.find(ctx); },
          async update(ctx) { ctx.request.body.data.Title += '!'; return super.update(ctx); },
        });`,
      'src/api/guide/routes/guide.js': `
        const { factories } = require('@strapi/strapi');
        module.exports = factories.createCoreRouter('api::guide.guide');`,
    });
    for (const Name of ['Soup', 'Bread'])
      await app.app.documents('api::dish.dish').create({ data: { Name, Secret: 'planted' } });
  });
  after(() => app.stop());

  it('run with super, this, and the service of the app', async () => {
    const ada = await app.signUp('ada');
    await app.app.access.grant(ada.role, 'api::dish.dish', ['find', 'top']);
    const { body } = await app.rest(ada, 'GET', '/dishs?sort=Name');
    expect(body.meta).to.deep.equal({
      pagination: { page: 1, pageSize: 25, pageCount: 1, total: 2 },
      shouted: ['BREAD', 'SOUP'],
    });
    const top = await app.rest(ada, 'GET', '/dishs/top');
    expect(top.body.data.map(({ Name }: { Name: string }) => Name)).to.deep.equal(['Bread']);
    expect(top.body.data[0]).to.not.have.property('Secret');
    expect((await app.rest(undefined, 'GET', '/dishs/top')).status).to.equal(403);
    expect(app.errors).to.deep.equal([]);
  });

  it('respect the limits of grants', async () => {
    const bob = await app.signUp('bob');
    await app.app.access.grant(bob.role, 'api::dish.dish', ['find'], { filters: { Name: 'Soup' } });
    const { body } = await app.rest(bob, 'GET', '/dishs');
    expect(body.meta.shouted).to.deep.equal(['SOUP']);
  });

  it('serve single types', async () => {
    const cy = await app.signUp('cyd');
    await app.app.access.grant(cy.role, 'api::guide.guide', ['find', 'update']);
    expect((await app.rest(cy, 'GET', '/guide')).status).to.equal(404);
    const put = await app.rest(cy, 'PUT', '/guide', { data: { Title: 'Hello' } });
    expect([put.status, put.body.data.Title]).to.deep.equal([200, 'Hello!']);
    expect((await app.rest(cy, 'GET', '/guide')).body.data.Title).to.equal('Hello!');
  });
});
