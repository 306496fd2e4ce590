import { inspect } from 'node:util';
import { expect } from 'chai';
import { serveProject } from './project.js';
import { addNotOffered, notOfferedUid } from '../../src/adapters/app-code/not-offered.js';

// App code has no types for what is not there.
/* oxlint-disable no-explicit-any */

describe('what is not offered to app code', () => {
  const strapi: any = { db: { query: () => 'rows' }, server: {} };
  addNotOffered(strapi);

  it('can be read in passing', async () => {
    expect(Boolean(strapi.db?.connection)).to.equal(true);
    expect('sessionManager' in strapi).to.equal(true);
    expect(typeof strapi.db.connection).to.equal('function');
    expect(await strapi.db.connection).to.equal(strapi.db.connection);
    expect(inspect(strapi.db.connection)).to.be.a('string');
    expect(Object.keys(strapi)).to.deep.equal(['db', 'server']);
    expect({ ...strapi.db }).to.have.all.keys('query');
    expect(JSON.stringify(strapi)).to.equal('{"db":{},"server":{}}');
  });

  const uses: readonly (readonly [string, () => unknown, string])[] = [
    [
      'called',
      () => strapi.db.connection('users'),
      'strapi.db.connection is not offered: use strapi.db.query',
    ],
    ['called by a member', () => strapi.db.connection.raw('SELECT 1'), 'strapi.db.connection is not offered'],
    ['called as a method', () => strapi.get('x'), 'strapi.get is not offered: use the members of strapi'],
    ['made with new', () => new strapi.hook(), 'strapi.hook is not offered'],
    [
      'changed',
      () => (strapi.server.app.keys = []),
      'strapi.server.app is not offered: use strapi.server.use',
    ],
    [
      'read deeper',
      () => strapi.admin.services.user,
      "strapi.admin is not offered: it is a part of Strapi's admin panel",
    ],
  ];
  for (const [how, use, message] of uses)
    it(`throws when it is ${how}`, () => {
      expect(use).to.throw(message);
    });

  it('may be replaced by the app, and replaces nothing', () => {
    strapi.fs = 'own';
    expect([strapi.fs, strapi.db.query()]).to.deep.equal(['own', 'rows']);
  });

  it('is named by UID', () => {
    expect(notOfferedUid('admin::user')).to.match(
      /^admin::user is not offered: administrators are not for code/,
    );
    expect(notOfferedUid('strapi::core-store')).to.equal(
      'strapi::core-store is not offered: use strapi.store',
    );
    expect(notOfferedUid('api::a.a')).to.equal(undefined);
  });

  it('is named for methods of the services of plugins', () =>
    serveProject(
      {
        'src/extensions/upload/strapi-server.js': `module.exports = (plugin) => {
          plugin.services.upload.shrink = () => 'small';
          return plugin;
        };`,
      },
      ({ strapi: app }) => {
        const [upload, role]: any[] = [
          app.plugin('upload')?.service('upload'),
          app.plugin('users-permissions')?.service('role'),
        ];
        expect(() => upload.uploadToEntity({})).to.throw(
          "strapi.plugin('upload').service('upload').uploadToEntity is not offered: use upload with data.ref",
        );
        expect(() => role.deleteRole(3)).to.throw(
          "strapi.plugin('users-permissions').service('role').deleteRole is not offered: use strapi.documents('plugin::users-permissions.role')",
        );
        const methods = ['find', 'findOne', 'createRole', 'updateRole'];
        expect([upload.shrink(), Object.keys(role)]).to.deep.equal(['small', methods]);
      },
    ));

  it('is named wherever code asks for a content-type, a service or a controller', () =>
    serveProject({}, async ({ strapi: app }) => {
      const { entityService, query, db, documents, service, controller } = app as any;
      const asked: readonly (() => unknown)[] = [
        () => documents('admin::user'),
        () => query('admin::user'),
        () => db.query('admin::user'),
        ...['findMany', 'findPage', 'count'].map((name) => () => entityService[name]('admin::user', {})),
        ...['findOne', 'update', 'delete'].map((name) => () => entityService[name]('admin::user', 1, {})),
        () => entityService.create('admin::user', { data: {} }),
        () => service('admin::user'),
        () => controller('admin::user'),
      ];
      for (const ask of asked) {
        const message = await (async () => ask())().then(
          () => `no failure: ${String(ask)}`,
          (error: Error) => error.message,
        );
        expect(message).to.match(/^admin::user is not offered: administrators are not for code/);
      }
      expect([service('api::nothing.nothing'), controller('api::nothing.nothing')]).to.deep.equal([
        undefined,
        undefined,
      ]);
    }));

  it('is a mistake of the code in a request: 500 without details, and the reason in the log', () =>
    serveProject({ 'src/api/dish/routes/ways.js': mistakes }, async ({ url, errors }) => {
      for (const [name, reason] of reasons) {
        const answer = await fetch(`${url}/api/${name}`);
        expect(answer.status, name).to.equal(500);
        expect(await answer.text()).not.to.match(/offered|there are|not found|api::/);
        expect(inspect((errors as unknown[]).splice(0), { depth: 5 }), name).to.contain(reason);
      }
      const { status } = await fetch(`${url}/api/passed-on?filters[Nope]=1`);
      expect([status, errors]).to.deep.equal([400, []]);
    }));
});

const reasons = [
  ['connection', 'strapi.db.connection is not offered'],
  ['documents', 'Unknown content-type "api::nope.nope"'],
  ['model', 'Model api::nope.nope not found'],
  ['entities', 'Unknown content-type "api::nope.nope"'],
  ['decorate', 'entityService.decorate is not offered'],
  ['service', 'admin::user is not offered'],
  ['part', 'The plugin upload has no service nope'],
] as const;

const mistakes = `
  const ways = {
    connection: () => strapi.db.connection.raw('SELECT 1'),
    documents: () => strapi.documents('api::nope.nope').findMany(),
    model: () => strapi.db.query('api::nope.nope').findMany(),
    entities: () => strapi.entityService.findMany('api::nope.nope'),
    decorate: () => strapi.entityService.decorate(() => ({})),
    service: () => strapi.service('admin::user'),
    part: () => strapi.plugin('upload').service('nope'),
    'passed-on': (ctx) => strapi.documents('api::dish.dish').findMany(ctx.query),
  };
  module.exports = { routes: Object.entries(ways).map(([name, handler]) =>
    ({ method: 'GET', path: '/' + name, handler, config: { auth: false } })) };`;
