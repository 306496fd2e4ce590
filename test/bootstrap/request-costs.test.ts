import { expect } from 'chai';
import { createQuire, type Quire } from '../../src/bootstrap/index.js';
import { until } from '../until.js';
import { makeApp, type TestApp } from '../cli/program.js';

const nothing = (): void => undefined;
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
const chef = 'api::chef.chef';
const env = { DATABASE_URL: 'memory:', PORT: '0', API_COST_LIMIT: '1', JWT_SECRET: 'x'.repeat(40) };

/** The file of a controller, a router or a service. */
const madeBy = (factory: string, own = ''): string =>
  `import { factories } from '@strapi/strapi';\nexport default factories.${factory}('${chef}'${own});`;

describe('the cost limit of requests to a served app', () => {
  let app: TestApp;
  let quire: Quire;

  before(async () => {
    app = await makeApp();
  });

  after(async () => {
    await quire.stop();
    await app.remove();
  });

  it('follows the settings over REST and GraphQL, and applies to clients only', async () => {
    quire = createQuire({ app: app.directory, env, log });
    const { url } = await quire.start();
    const { token } = await quire.app.access.createToken({ name: 'reader', access: 'read-only' });
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const list = await fetch(`${url}/api/chefs`, { headers });
    const { error } = (await list.json()) as { error: { details: object } };
    expect(list.status).to.equal(400);
    expect(error.details).to.include({ allowed: 1 });
    const body = JSON.stringify({ query: '{ chefs { data { id } } }' });
    const asked = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
    const { errors } = (await asked.json()) as { errors: { extensions: { error: { details: object } } }[] };
    expect(errors[0]?.extensions.error.details).to.include({ allowed: 1 });
    expect(await quire.app.documents(chef).findMany({})).to.deep.equal([]);
    const long = await fetch(`${url}/api/chefs?filters[documentId][$containsi]=${'x'.repeat(8_001)}`, {
      headers,
    });
    expect(((await long.json()) as { error: { message: string } }).error.message).to.include(
      '8000 characters',
    );
  });
});

const ownAction = `, {
  async all(ctx) {
    const query = await this.sanitizeQuery(ctx);
    return strapi.documents('${chef}').findMany(query);
  },
  async checked(ctx) {
    await strapi.contentAPI.validate.query(ctx.query, strapi.contentType('${chef}'), { auth: ctx.state.auth });
    return strapi.documents('${chef}').findMany(ctx.query);
  },
}`;

describe('the cost limit of requests that code of the app answers', () => {
  let app: TestApp;
  let quire: Quire;
  let url: string;

  const serve = async (limit: string): Promise<void> => {
    app = await makeApp({
      'src/api/chef/controllers/chef.js': madeBy('createCoreController', ownAction),
      'src/api/chef/routes/own.js': `export default { routes: [
        { method: 'GET', path: '/all-chefs', handler: 'chef.all' },
        { method: 'GET', path: '/checked-chefs', handler: 'chef.checked' },
      ] };`,
      'src/api/chef/routes/chef.js': madeBy('createCoreRouter'),
      'src/api/chef/services/chef.js': madeBy(
        'createCoreService',
        ', { find(params) { return super.find(params); }, findOne(...args) { return super.findOne(...args); } }',
      ),
    });
    quire = createQuire({ app: app.directory, env: { ...env, API_COST_LIMIT: limit }, log });
    ({ url } = await quire.start());
  };

  afterEach(async () => {
    await quire.stop();
    await app.remove();
  });

  it('is that of a request, whatever the grants of who asks', async () => {
    await serve('1');
    const { access } = quire.app;
    const limited = { uid: chef, actions: ['find', 'findOne'], fields: ['Name'] };
    const own = { uid: chef, actions: ['all', 'checked'] };
    const tokens = [
      await access.createToken({ name: 'full', access: 'full-access' }),
      await access.createToken({ name: 'limited', access: 'custom', grants: [limited, own] }),
    ];
    for (const { token } of tokens)
      for (const path of ['chefs', 'chefs/someid', 'all-chefs', 'checked-chefs']) {
        const answer = await fetch(`${url}/api/${path}`, { headers: { Authorization: `Bearer ${token}` } });
        const { error } = (await answer.json()) as { error: { details: object } };
        expect(answer.status, path).to.equal(400);
        expect(error.details, path).to.include({ allowed: 1 });
      }
    expect(await quire.app.documents(chef).findMany({})).to.deep.equal([]);
  });

  it('is not that of a page for one document', async () => {
    await serve('20');
    // So many that they are counted at once.
    const many = Array.from({ length: 1_000 }, () =>
      quire.app.documents(chef).create({ data: {}, status: 'published' }),
    );
    const [first] = await Promise.all(many);
    const { token } = await quire.app.access.createToken({ name: 'reader', access: 'read-only' });
    const statusOf = async (path: string): Promise<number> =>
      (await fetch(`${url}/api/${path}`, { headers: { Authorization: `Bearer ${token}` } })).status;
    await until(async () => (await statusOf('chefs')) === 400);
    expect(await statusOf(`chefs/${first?.documentId as string}`)).to.equal(200);
  });
});
