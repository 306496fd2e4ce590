import { expect } from 'chai';
import { createQuire } from '../../src/bootstrap/index.js';
import { openTestDatabase } from '../database.js';
import { openDatabaseUrl } from '../http/chosen-store.js';
import { chefFile, makeApp } from '../cli/program.js';

const schema = (more: object): string =>
  JSON.stringify({
    kind: 'collectionType',
    collectionName: 'chefs',
    info: { singularName: 'chef', pluralName: 'chefs', displayName: 'Chef' },
    attributes: { Name: { type: 'string' } },
    ...more,
  });

interface Served {
  readonly url: string;
  readonly said: readonly string[];
}

/** Starts an app with these files on the store of `HTTP_STORE`. Fails with the message of the start. */
async function serving(
  files: Readonly<Record<string, string>>,
  use: (served: Served) => Promise<void> | void,
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const app = await makeApp(files);
  const said: string[] = [];
  const note = (message: string): void => void said.push(message);
  const log = { debug: () => undefined, info: note, warn: note, error: note };
  const env = { DATABASE_URL: await openDatabaseUrl(), PORT: '0', NODE_ENV: 'test', ADMIN: 'false' };
  const quire = createQuire({ app: app.directory, env: { ...env, ...environment }, log });
  try {
    await use({ ...(await quire.start()), said });
  } finally {
    await quire.stop();
    await app.remove();
  }
}

const faultOf = (files: Readonly<Record<string, string>>): Promise<string> =>
  serving(files, () => undefined).then(
    () => 'started',
    (error: Error) => error.message.split('\n').slice(1).join('\n').trim(),
  );

describe('settings and schema options without effect', () => {
  it('are logged at the start', () =>
    serving(
      {
        [chefFile]: schema({ options: { populateCreatorFields: true } }),
        'src/policies/alone.cjs': 'module.exports = () => true;',
        'src/middlewares/used.cjs': 'module.exports = () => (ctx, next) => next();',
        'src/middlewares/resolved.js': 'module.exports = () => (ctx, next) => next();',
        'src/api/chef/routes/chef.cjs': `module.exports = { type: 'content-api', uid: 'api::chef.chef', config: { find: { middlewares: ['global::used'] } } };`,
        'config/middlewares.cjs': `module.exports = [{ name: 'strapi::body', config: { jsonLimit: '10mb' } }, { resolve: './src/middlewares/resolved' }];`,
      },
      ({ said }) => {
        expect(said).to.include.members([
          'src/api/chef/content-types/chef/schema.json: options.populateCreatorFields has no effect here: createdBy and updatedBy are shown by a grant that names them',
          'named by no route and no resolver, so never run: global::alone (src/policies/alone.cjs)',
        ]);
      },
    ));

  it('include a renamedFrom that comes too late', async () => {
    const database = await openTestDatabase();
    const environment = { DATABASE_URL: database.url };
    const startWith = (attributes: object, use: (served: Served) => Promise<void>) =>
      serving({ [chefFile]: schema({ attributes }) }, use, environment);
    const until = async (said: readonly string[], pattern: RegExp): Promise<void> => {
      while (!said.some((line) => pattern.test(line)))
        await new Promise((resolve) => setTimeout(resolve, 20));
    };
    try {
      await startWith({ Name: { type: 'string' } }, async () => {});
      await startWith({ Title: { type: 'string' } }, async () => {});
      await startWith({ Title: { type: 'string', renamedFrom: 'Name' } }, ({ said }) =>
        until(said, /^renamedFrom "Name" of api::chef\.chef Title comes too late/),
      );
    } finally {
      await database.close();
    }
  });

  it('stop the start if they are misspelt, misplaced or concern security', async () => {
    expect(await faultOf({ [chefFile]: schema({ options: { draftAndPublsh: true } }) })).to.equal(
      `${chefFile} options.draftAndPublsh: is not known: did you mean "draftAndPublish"?`,
    );
    expect(await faultOf({ 'src/api/dish/schema.json': schema({}) })).to.match(
      /^src\/api\/dish\/schema\.json: is not read here: move it to src\/api\/<api>/,
    );
    expect(
      await faultOf({ 'config/api.cjs': `module.exports = { responses: { privateAttributes: ['Name'] } };` }),
    ).to.match(/^config\/api\.cjs responses\.privateAttributes: must be absent: name them in options/);
  });

  it('do not include headers of helmet and private attributes, which are supported', () =>
    serving(
      {
        [chefFile]: schema({ options: { privateAttributes: ['createdAt'] } }),
        'config/middlewares.cjs': `module.exports = [{ name: 'strapi::security', config: { frameguard: { action: 'deny' } } }];`,
        'src/index.cjs': `module.exports = { async bootstrap({ strapi }) {
          await strapi.documents('api::chef.chef').create({ data: { Name: 'Ada' } });
          await strapi.access.grant('public', 'api::chef.chef', ['find']);
        } };`,
      },
      async ({ url }) => {
        const listed = await fetch(`${url}/api/chefs`);
        expect(listed.headers.get('x-frame-options')).to.equal('DENY');
        const { data } = (await listed.json()) as { data: object[] };
        expect(data[0]).to.have.property('updatedAt');
        expect(data[0]).to.not.have.property('createdAt');
        expect((await fetch(`${url}/api/chefs?sort=createdAt`)).status).to.equal(400);
        const asked = await fetch(`${url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query: '{ chefs { data { attributes { createdAt } } } }' }),
        });
        expect(asked.status).to.equal(400);
      },
    ));
});

describe('the log in development', () => {
  const development = { NODE_ENV: 'development' };

  const ask = async (url: string, query: string, authorization?: string): Promise<void> => {
    await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: JSON.stringify({ query }),
    });
  };

  const files = {
    [chefFile]: schema({}),
    'src/index.cjs': `module.exports = { async bootstrap({ strapi }) {
      const { token } = await strapi.access.createToken({ name: 'one', access: 'custom', grants: [{ uid: 'api::chef.chef', actions: ['find'] }] });
      strapi.log.info('token ' + token);
    } };`,
  };
  const command = (action: string): string =>
    `403: public may not ${action} api::chef.chef. To allow it: quire grant public api::chef.chef ${action}`;

  const told = async (
    said: readonly string[],
    request: () => Promise<unknown>,
  ): Promise<readonly string[]> => {
    const before = said.length;
    await request();
    return said.slice(before);
  };

  it('names a missing grant, with the command that adds it', () =>
    serving(
      files,
      async ({ url, said }) => {
        expect(await told(said, () => fetch(`${url}/api/chefs`))).to.deep.equal([command('find')]);
        expect(await told(said, () => fetch(`${url}/api/chefs/x`, { method: 'DELETE' }))).to.deep.equal([
          command('delete'),
        ]);
        for (const [query, action] of [
          ['{ chef(id: "x") { data { id } } }', 'findOne'],
          ['mutation { createChef(data: { Name: "Ada" }) { data { id } } }', 'create'],
          ['mutation { updateChef(id: "1", data: { Name: "Ada" }) { data { id } } }', 'update'],
        ] as const)
          expect(await told(said, () => ask(url, query)), query).to.include(command(action));
        const token = said.find((line) => line.startsWith('token '))?.slice('token '.length);
        const headers = { authorization: `Bearer ${token}` };
        expect(await told(said, () => fetch(`${url}/api/chefs`, { method: 'POST', headers }))).to.deep.equal([
          '403: the token "one" may not create api::chef.chef. Make one that may: quire token create --name NAME --access custom --grant api::chef.chef:create',
        ]);
        expect(await told(said, () => fetch(`${url}/api/chefs`, { headers }))).to.deep.equal([]);
      },
      development,
    ));

  it('names the grant of the other end of a link, and no command where a grant has limits', () => {
    const relation = (relation: string, target: string, other: object): object => ({
      type: 'relation',
      relation,
      target,
      ...other,
    });
    const dishes = relation('oneToMany', 'api::dish.dish', { mappedBy: 'chef' });
    const chef = relation('manyToOne', 'api::chef.chef', { inversedBy: 'dishes' });
    const name = { Name: { type: 'string' } };
    return serving(
      {
        [chefFile]: schema({ attributes: { ...name, dishes } }),
        'src/api/dish/content-types/dish/schema.json': schema({
          collectionName: 'dishes',
          info: { singularName: 'dish', pluralName: 'dishes', displayName: 'Dish' },
          attributes: { ...name, chef },
        }),
        'src/index.cjs': `module.exports = { async bootstrap({ strapi }) {
          const { grant } = strapi.access;
          await grant('public', 'api::chef.chef', ['find', 'update']);
          await grant('public', 'api::chef.chef', ['create'], { filters: { Name: 'Ada' } });
          await grant('public', 'api::dish.dish', ['find']);
          await grant('authenticated', 'api::dish.dish', ['update'], { filters: { chef: { Name: 'Ada' } } });
          await strapi.documents('api::chef.chef').create({ data: { documentId: 'a'.repeat(24), Name: 'Ada' } });
          await strapi.documents('api::dish.dish').create({ data: { documentId: 'b'.repeat(24), Name: 'Soup' } });
        } };`,
      },
      async ({ url, said }) => {
        const headers = { 'content-type': 'application/json' };
        const send = (method: string, path: string, data: object) => () =>
          fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify({ data }) });
        const linked = send('PUT', `/chefs/${'a'.repeat(24)}`, { dishes: ['b'.repeat(24)] });
        expect(await told(said, linked)).to.deep.equal([
          '403: public may not update api::dish.dish. To allow it: quire grant public api::dish.dish update',
        ]);
        expect(await told(said, send('POST', '/chefs', { Name: 'Bob' }))).to.deep.equal([
          '403: public may create api::chef.chef, but this request goes beyond the fields or the filter of a grant. To see these: quire grants',
        ]);
      },
      development,
    );
  });

  it('names the first of the grants that a route asks for and that is missing', () =>
    serving(
      {
        ...files,
        'src/api/chef/controllers/kitchen.js': 'module.exports = { open: () => 1, close: () => 1 };',
        'src/api/chef/routes/kitchen.js': `module.exports = { routes: [
          { method: 'GET', path: '/open', handler: 'kitchen.open' },
          { method: 'GET', path: '/both', handler: 'kitchen.open', config: { auth: { scope: ['api::chef.chef.find', 'api::chef.kitchen.open'] } } },
        ] };`,
        'src/api/chef/routes/chef.js': `module.exports = { type: 'content-api', uid: 'api::chef.chef', config: { find: { auth: { scope: ['api::chef.chef.find', 'api::chef.kitchen.close'] } } } };`,
        'src/index.cjs': `module.exports = { bootstrap: ({ strapi }) => strapi.access.grant('public', 'api::chef.chef', ['find']) };`,
      },
      async ({ url, said }) => {
        const sentence =
          '403: public may not open api::chef.kitchen. To allow it: quire grant public api::chef.kitchen open';
        expect(await told(said, () => fetch(`${url}/api/both`))).to.deep.equal([sentence]);
        const query = () => ask(url, '{ chefs { data { id } } }');
        expect(await told(said, query)).to.deep.equal([sentence.replaceAll('open', 'close')]);
      },
      development,
    ));

  it('names missing grants over GraphQL', () =>
    serving(
      files,
      async ({ url, said }) => {
        expect(await told(said, () => ask(url, '{ chefs { data { id } } }'))).to.include(command('find'));
      },
      development,
    ));

  it('names missing grants for users, roles and uploads', () =>
    serving(
      files,
      async ({ url, said }) => {
        const [user, role, file] = [
          'plugin::users-permissions.user',
          'plugin::users-permissions.role',
          'plugin::upload.file',
        ];
        for (const [method, path, type, action] of [
          ['GET', '/users', user, 'find'],
          ['GET', '/users/x', user, 'findOne'],
          ['POST', '/users', user, 'create'],
          ['PUT', '/users/x', user, 'update'],
          ['DELETE', '/users/1', user, 'delete'],
          ['GET', '/users-permissions/roles', role, 'find'],
          ['GET', '/users-permissions/roles/1', role, 'findOne'],
          ['POST', '/users-permissions/roles', role, 'create'],
          ['PUT', '/users-permissions/roles/1', role, 'update'],
          ['DELETE', '/users-permissions/roles/1', role, 'delete'],
          ['GET', '/upload/files', file, 'find'],
          ['GET', '/upload/files/1', file, 'findOne'],
          ['POST', '/upload', file, 'create'],
          ['POST', '/upload?id=1', file, 'update'],
          ['DELETE', '/upload/files/1', file, 'delete'],
        ] as const)
          expect(await told(said, () => fetch(`${url}/api${path}`, { method })), path).to.deep.equal([
            `403: public may not ${action} ${type}. To allow it: quire grant public ${type} ${action}`,
          ]);
      },
      development,
    ));

  it('names a grant once a minute, however many requests lack it', () =>
    serving(
      files,
      async ({ url, said }) => {
        const flood = async (): Promise<void> => {
          for (let sent = 0; sent < 5; sent += 1) await fetch(`${url}/api/chefs`);
          await ask(url, '{ chefs { data { id } } }');
        };
        expect(await told(said, flood)).to.deep.equal([command('find')]);
      },
      development,
    ));

  const draftReads: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
    'a list': (url) => fetch(`${url}/api/chefs?status=draft`),
    'one document': (url) => fetch(`${url}/api/chefs/x?status=draft`),
    'a publication filter': (url) => fetch(`${url}/api/chefs?publicationFilter=modified`),
    GraphQL: (url) => ask(url, '{ chefs(publicationState: PREVIEW) { data { id } } }'),
  };
  for (const [name, request] of Object.entries(draftReads))
    it(`names findDrafts if only drafts are refused, in ${name}`, () =>
      serving(
        {
          [chefFile]: schema({ options: { draftAndPublish: true } }),
          'src/index.cjs': `module.exports = { async bootstrap({ strapi }) {
            await strapi.access.grant('public', 'api::chef.chef', ['find', 'findOne']);
          } };`,
        },
        async ({ url, said }) => {
          expect(await told(said, () => request(url))).to.deep.equal([command('findDrafts')]);
        },
        development,
      ));

  it('warns of an Authorization header without Bearer, and does not show it', () =>
    serving(
      files,
      async ({ url, said }) => {
        const before = said.length;
        for (const authorization of ['0123456789abcdef', 'Token 0123456789abcdef', 'Bearer', ''])
          expect((await fetch(`${url}/api/chefs`, { headers: { authorization } })).status).to.equal(403);
        const told = said.slice(before).filter((line) => line.includes('Authorization'));
        expect(told).to.have.length(2);
        expect(said.slice(before).join()).to.not.include('0123456789');
      },
      development,
    ));

  it('names no missing grants outside of development', () =>
    serving(files, async ({ url, said }) => {
      const before = said.length;
      await fetch(`${url}/api/chefs`, { headers: { authorization: 'Token x' } });
      expect(said.slice(before)).to.deep.equal([]);
    }));
});
