import { expect } from 'chai';
import { createQuire } from '../../src/bootstrap/index.js';
import { chefFile, chefWith, makeApp, type TestApp } from '../cli/program.js';
import { openDatabaseUrl } from '../http/chosen-store.js';

const environment = async () => ({
  DATABASE_URL: await openDatabaseUrl(),
  PORT: '0',
  NODE_ENV: 'production',
  JWT_SECRET: 'a secret of these tests, long enough',
});
const nothing = (): void => undefined;
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

const registering = (code: string): Readonly<Record<string, string>> => ({
  [chefFile]: chefWith({
    Name: { type: 'string' },
    Motto: { type: 'string' },
    Mentor: { type: 'relation', relation: 'oneToOne', target: 'api::chef.chef' },
  }),
  'src/policies/named.cjs': `
    module.exports = ({ args, state, http }, { names }) =>
      http.get('X-Pass') === 'yes' || state.user !== undefined || names.includes(args.filters?.Name?.eq);`,
  'src/api/chef/middlewares/sorted.cjs': `
    module.exports = ({ by }) => (next, parent, args, context, info) => next(parent, { ...args, sort: [by] }, context, info);`,
  'src/index.cjs': `
    module.exports = {
      register({ strapi }) {
        const extension = strapi.plugin('graphql').service('extension');
        ${code}
      },
      async bootstrap({ strapi }) {
        const chefs = strapi.documents('api::chef.chef');
        const ada = await chefs.create({ data: { Name: 'Ada', Motto: 'Salt' } });
        await chefs.create({ data: { Name: 'Bo', Motto: 'Heat', Mentor: ada.documentId } });
      },
    };`,
});

const extended = registering(`
  extension.shadowCRUD('api::chef.chef').disableMutations().field('Motto').disableFilters();
  extension.use({
    typeDefs: \`
      extend type Chef { loud: String mentored: String }
      extend type Query { hello(name: String): String secret: String best: ChefEntityResponse everyone: [Chef]
        some(filters: ChefFiltersInput, pagination: PaginationArg, sort: [String]): ChefEntityResponseCollection }
    \`,
    resolvers: {
      Chef: {
        loud: (chef) => chef.Name.toUpperCase(),
        mentored: (chef) => Object.keys(chef).sort().join(),
        Motto: (chef) => chef.Motto + ' of ' + chef.Name,
      },
      Query: {
        hello: (parent, { name }) => 'Hello ' + name,
        secret: { resolve: () => 'secret' },
        some: async (parent, args) => {
          const contentType = strapi.contentType('api::chef.chef');
          const { transformArgs } = strapi.plugin('graphql').service('builders').utils;
          const { toEntityResponseCollection } = strapi.plugin('graphql').service('format').returnTypes;
          const found = await strapi.documents('api::chef.chef').findMany(
            transformArgs(args, { contentType, usePagination: true }),
          );
          return toEntityResponseCollection(found, { args, resourceUID: 'api::chef.chef' });
        },
        everyone: () => strapi.documents('api::chef.chef').findMany({ sort: 'Name' }),
        best: async () => ({ data: await strapi.documents('api::chef.chef').findFirst({ sort: 'Name' }) }),
      },
    },
    resolversConfig: {
      'Query.hello': { auth: false },
      'Query.best': { auth: false },
      'Query.everyone': { auth: false },
      'Query.some': { auth: false },
      'Query.chefs': {
        auth: false,
        policies: [{ name: 'global::named', config: { names: ['Bo'] } }],
        middlewares: [{ name: 'api::chef.sorted', options: { by: 'Name:desc' } }],
      },
      'Chef.Name': { middlewares: [async (next, ...rest) => (await next(...rest)) + '!'] },
    },
  });
  extension.use(({ nexus, strapi }) => ({
    types: [
      nexus.extendType({
        type: 'Query',
        definition: (t) =>
          t.field('named', {
            type: 'String',
            args: strapi
              .plugin('graphql')
              .service('builders')
              .utils.getContentTypeArgs(strapi.contentType('api::chef.chef')),
            resolve: (parent, { filters }) => JSON.stringify([filters.Name.eq]),
          }),
      }),
    ],
    resolversConfig: { 'Query.named': { auth: false } },
  }));
  extension.use(({ nexus }) => ({
    types: [nexus.extendType({ type: 'Query', definition: (t) => t.string('mood', { resolve: () => 'fine' }) })],
    resolversConfig: { 'Query.mood': { auth: false } },
  }));
`);

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions: unknown }[];
}

describe('GraphQL with extensions', () => {
  let app: TestApp;
  let quire: ReturnType<typeof createQuire>;
  let url: string;

  before(async () => {
    app = await makeApp(extended);
    quire = createQuire({ app: app.directory, env: await environment(), log });
    ({ url } = await quire.start());
  });
  after(async () => {
    await quire.stop();
    await app.remove();
  });

  async function ask(query: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    });
    return (await answer.json()) as Answer;
  }
  const pass = { 'X-Pass': 'yes' };

  it('answers fields of the app, which get every attribute of their parent', async () => {
    expect(await ask('{ hello(name: "Ada") mood }')).to.deep.equal({
      data: { hello: 'Hello Ada', mood: 'fine' },
    });
    expect(await ask('{ chefs { data { attributes { loud } } } }', pass)).to.deep.equal({
      data: { chefs: { data: [{ attributes: { loud: 'BO' } }, { attributes: { loud: 'ADA' } }] } },
    });
    const { data } = await ask('{ chefs { data { attributes { mentored } } } }', pass);
    expect(JSON.stringify(data)).to.match(/Motto,Name,/);
  });

  it('runs middlewares and policies from files, on root fields and nested ones', async () => {
    expect(await ask('{ chefs(sort: ["Name:asc"]) { data { attributes { Name } } } }', pass)).to.deep.equal({
      data: { chefs: { data: [{ attributes: { Name: 'Bo!' } }, { attributes: { Name: 'Ada!' } }] } },
    });
    expect(
      await ask('{ chefs(filters: { Name: { eq: "Bo" } }) { data { attributes { Motto } } } }'),
    ).to.deep.equal({
      data: { chefs: { data: [{ attributes: { Motto: 'Heat of Bo' } }] } },
    });
    const [refused] = (await ask('{ chefs { data { id } } }')).errors ?? [];
    expect(refused).to.deep.include({
      message: 'Policy Failed',
      extensions: {
        code: 'FORBIDDEN',
        error: { name: 'PolicyError', message: 'Policy Failed', details: {} },
      },
    });
  });

  it('reads aliased relations below, also beside a resolver of the app', async () => {
    await quire.app.access.grant('public', 'api::chef.chef', ['find']);
    const query = '{ chefs { data { attributes { loud first: Mentor { data { attributes { Name } } } } } } }';
    expect(await ask(query, pass)).to.deep.equal({
      data: {
        chefs: {
          data: [
            { attributes: { loud: 'BO', first: { data: { attributes: { Name: 'Ada!' } } } } },
            { attributes: { loud: 'ADA', first: { data: null } } },
          ],
        },
      },
    });
    await quire.app.access.revoke('public', 'api::chef.chef', ['find']);
  });

  it('answers generated types with documents of the app', async () => {
    expect(await ask('{ best { data { attributes { Name loud } } } }')).to.deep.equal({
      data: { best: { data: { attributes: { Name: 'Ada!', loud: 'ADA' } } } },
    });
  });

  it('reads relations that documents of the app are without, as far as the client may find their targets', async () => {
    const mentors = async (): Promise<unknown> =>
      (await ask('{ everyone { Name of: Mentor { data { attributes { Name Mentor { data { id } } } } } } }'))
        .data;
    const [ada, bo] = [{ Name: 'Ada!' }, { Name: 'Bo!' }];
    expect(await mentors()).to.deep.equal({
      everyone: [
        { ...ada, of: null },
        { ...bo, of: null },
      ],
    });
    await quire.app.access.grant('public', 'api::chef.chef', ['find']);
    expect(await mentors()).to.deep.equal({
      everyone: [
        { ...ada, of: { data: null } },
        { ...bo, of: { data: { attributes: { ...ada, Mentor: { data: null } } } } },
      ],
    });
    await quire.app.access.revoke('public', 'api::chef.chef', ['find']);
  });

  it('has the services by which resolvers take arguments and answer as generated fields do', async () => {
    const some = async (args: string, shown: string): Promise<unknown> =>
      (await ask(`{ some${args} { data { attributes { Motto } } ${shown} } }`)).data;
    expect(await some('(filters: { Name: { startsWith: "B" } })', '')).to.deep.equal({
      some: { data: [{ attributes: { Motto: 'Heat of Bo' } }] },
    });
    const page = 'meta { pagination { page pageSize pageCount total } }';
    expect(await some('(sort: ["Name:desc"], pagination: { page: 2, pageSize: 1 })', page)).to.deep.equal({
      some: {
        data: [{ attributes: { Motto: 'Salt of Ada' } }],
        meta: { pagination: { page: 2, pageSize: 1, pageCount: 2, total: 2 } },
      },
    });
    expect(
      await ask('{ named(filters: { Name: { eq: "Bo" } }, pagination: { limit: 1 }, sort: ["Name"]) }'),
    ).to.deep.equal({ data: { named: '["Bo"]' } });
  });

  it('keeps everything private that no rule has opened', async () => {
    expect((await ask('{ secret }')).errors?.[0]?.message).to.equal('Forbidden access');
    expect((await ask('{ chef(id: "1") { data { id } } }')).errors?.[0]?.message).to.equal(
      'Forbidden access',
    );
    const { token } = await quire.app.access.createToken({ name: 'full', access: 'full-access' });
    expect(await ask('{ secret }', { Authorization: `Bearer ${token}` })).to.deep.equal({
      data: { secret: 'secret' },
    });
  });

  it('omits the disabled parts', async () => {
    const messages = async (query: string) => (await ask(query)).errors?.map(({ message }) => message).join();
    expect(await messages('mutation { createChef(data: {}) { data { id } } }')).to.match(/mutation/i);
    expect(await messages('{ chefs(filters: { Motto: { eq: "x" } }) { data { id } } }')).to.match(/Motto/);
  });

  for (const [code, message] of [
    ["extension.use({ typeDefs: 'type {' })", /^graphql extension 1 \(src\/index\.cjs:\d+\): Syntax Error/],
    [
      "extension.use({ resolversConfig: { 'Query.nope': {} } })",
      /resolversConfig Query\.nope names an unknown field/,
    ],
    [
      "extension.use({ resolversConfig: { 'Query.chefs': { policies: ['global::nope'] } } })",
      /Query\.chefs names an unknown policy "global::nope" .*; there are: global::named/,
    ],
    ["extension.use(() => { throw new Error('broken'); })", /^graphql extension 1 .* threw Error: broken/],
  ] as const) {
    it(`does not start with ${code}`, async () => {
      const faulty = await makeApp(registering(code));
      const other = createQuire({ app: faulty.directory, env: await environment(), log });
      const said = await other.start().then(
        () => 'started',
        (error: Error) => error.message,
      );
      await other.stop();
      await faulty.remove();
      expect(said).to.match(message);
    });
  }
});
