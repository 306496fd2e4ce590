import { expect } from 'chai';
import { buildSchema, parse, printSchema } from 'graphql';
import { faultOf, menuSchema, served } from './menu-schema.js';

interface Nexus {
  readonly [name: string]: (...args: readonly unknown[]) => unknown;
}
interface Block {
  readonly [name: string]: (...args: readonly unknown[]) => void;
}

const useNexus = (make: (nexus: Nexus) => object) => (helpers: { nexus: Nexus }) => make(helpers.nexus);

describe('extending the schema', () => {
  it('changes nothing without an extension', async () => {
    const base = menuSchema();
    expect((await served([], {}, base)).schema).to.equal(base);
    expect((await served([{}], {}, base)).schema).to.equal(base);
  });

  it('leaves the generated schema itself as it is', async () => {
    const base = menuSchema();
    const before = Object.values(base.getQueryType()?.getFields() ?? {}).map(({ resolve }) => resolve);
    const config = { resolversConfig: { 'Query.me': { policies: [() => false] } } };
    const { ask } = await served([config, useNexus(() => ({ plugins: [] }))], {}, base);
    expect((await ask('{ me }')).errors).to.deep.equal(['Policy Failed']);
    const fields = Object.values(base.getQueryType()?.getFields() ?? {});
    expect(fields.map(({ resolve }) => resolve)).to.deep.equal(before);
  });

  it('takes typeDefs and resolvers, from an object, a function and a promise', async () => {
    const { ask } = await served([
      { typeDefs: 'extend type Query { one: Int }', resolvers: { Query: { one: () => 1 } } },
      () => ({
        typeDefs: parse('type Query { two: Int }'),
        resolvers: { Query: { two: { resolve: () => 2 } } },
      }),
      ({ strapi }: { strapi: { app: string } }) =>
        Promise.resolve({
          typeDefs: 'type Article { title: String } type Query { three: Article }',
          resolvers: { Query: { three: () => ({ title: strapi.app }) } },
        }),
    ]);
    expect(await ask('{ one two three { title } me restaurants { name } }')).to.deep.equal({
      data: { one: 1, two: 2, three: { title: 'it' }, me: 'me', restaurants: [{ name: 'Diner' }] },
      errors: [],
    });
  });

  it('adds to types, arguments, unions and inputs that are there', async () => {
    const { ask, schema } = await served([
      {
        typeDefs: `
          type Restaurant { loud: String }
          type Query { restaurants(custom: String): [Restaurant!]! }
          input RestaurantFiltersInput { extra: Int }
          type Film { url: String }
          union Part = Film
        `,
        resolvers: { Restaurant: { loud: (parent: { name: string }) => parent.name.toUpperCase() } },
      },
    ]);
    const { data } = await ask(
      '{ restaurants(custom: "c", filters: {extra: 1}) { loud kind args parts { ... on Quote { text } } } }',
    );
    expect(data).to.deep.equal({
      restaurants: [
        {
          loud: 'DINER',
          kind: 'diner',
          args: '{"filters":{"extra":1},"sort":["a"],"custom":"c"}',
          parts: [{ text: 'q' }],
        },
      ],
    });
    expect(printSchema(schema)).to.include('union Part = Quote | Picture | Film');
    expect(schema.getQueryType()?.getFields()['restaurants']?.extensions).to.include({
      about: 'restaurants',
    });
  });

  it('lets a resolver replace one that is generated', async () => {
    const { ask } = await served([
      { resolvers: { Query: { restaurants: { resolve: () => [{ name: 'Mine' }] } } } },
    ]);
    expect((await ask('{ restaurants { name } }')).data).to.deep.equal({ restaurants: [{ name: 'Mine' }] });
  });

  it('adds a root type that nothing is generated for', async () => {
    const base = () => buildSchema('type Query { me: String }');
    const resolvers = { Mutation: { ping: () => 'p' } };
    const type = 'Mutation';
    for (const extension of [
      { typeDefs: 'type Mutation { ping: String }', resolvers },
      { typeDefs: 'extend type Mutation { ping: String }', resolvers },
      useNexus((nexus) => ({
        types: [
          nexus['extendType']?.({
            type,
            definition: (t: Block) => t['string']?.('ping', { resolve: () => 'p' }),
          }),
        ],
      })),
    ]) {
      const { ask } = await served([extension], {}, base());
      expect(await ask('mutation { ping }')).to.deep.equal({ data: { ping: 'p' }, errors: [] });
    }
  });

  it('takes types of nexus, which know the generated ones, and those of other extensions', async () => {
    const { ask, schema } = await served([
      useNexus((nexus) => ({
        types: [
          nexus['objectType']?.({
            name: 'Book',
            definition(t: Block) {
              t['string']?.('title');
              t['field']?.('about', { type: 'Restaurant' });
            },
          }),
          [
            nexus['extendType']?.({
              type: 'Query',
              definition(t: Block) {
                t['field']?.('book', {
                  type: 'Book',
                  args: { filters: 'RestaurantFiltersInput' },
                  resolve: () => ({ title: 'T', about: { name: 'R' } }),
                });
              },
            }),
          ],
        ],
      })),
      useNexus((nexus) => ({
        types: [nexus['queryField']?.('other', { type: 'Book', resolve: () => ({ title: 'O' }) })],
        typeDefs: 'extend type Book { pages: Int }',
      })),
    ]);
    expect(
      await ask(
        '{ book { title about { name kind } } other { title pages } restaurants { kind parts { ... on Quote { text } } } }',
      ),
    ).to.deep.equal({
      data: {
        book: { title: 'T', about: { name: 'R', kind: null } },
        other: { title: 'O', pages: null },
        restaurants: [{ kind: 'diner', parts: [{ text: 'q' }] }],
      },
      errors: [],
    });
    expect(printSchema(schema)).to.include('sort: [String] = ["a"]').and.to.include('login(name: String)');
    expect(schema.getQueryType()?.getFields()['restaurants']?.extensions).to.include({
      about: 'restaurants',
    });
  });

  it('adds to a type that nexus defines a second time', async () => {
    const { ask } = await served([
      useNexus((nexus) => ({
        types: [
          nexus['mutationType']?.({
            definition: (t: Block) => t['boolean']?.('ping', { resolve: () => true }),
          }),
          nexus['objectType']?.({
            name: 'Restaurant',
            definition: (t: Block) =>
              t['string']?.('shout', { resolve: (r: { name: string }) => `${r.name}!` }),
          }),
          nexus['inputObjectType']?.({
            name: 'RestaurantFiltersInput',
            definition: (t: Block) => t['string']?.('extra'),
          }),
        ],
      })),
    ]);
    expect((await ask('mutation { ping login }')).data).to.deep.equal({ ping: true, login: 'in' });
    expect((await ask('{ restaurants(filters: {extra: "x"}) { shout } }')).data).to.deep.equal({
      restaurants: [{ shout: 'Diner!' }],
    });
  });

  it('runs plugins of nexus', async () => {
    const seen: string[] = [];
    const { ask } = await served([
      useNexus((nexus) => ({
        plugins: [
          nexus['plugin']?.({
            name: 'Counting',
            onAfterBuild: () => seen.push('built'),
            onCreateFieldResolver:
              () =>
              (...args: readonly unknown[]) => {
                const [root, given, context, info, next] = args as [
                  unknown,
                  unknown,
                  unknown,
                  { fieldName: string },
                  (...args: readonly unknown[]) => unknown,
                ];
                seen.push(info.fieldName);
                return next(root, given, context, info);
              },
          }),
        ],
      })),
    ]);
    expect((await ask('{ me }')).data).to.deep.equal({ me: 'me' });
    expect(seen).to.deep.equal(['built', 'me']);
  });

  it('names the extension that is at fault', async () => {
    const fine = { typeDefs: 'type Query { fine: Int }' };
    const faults: readonly [unknown, RegExp][] = [
      [5, /^graphql extension 2 \(.*menu-schema\.ts:\d+\): must be an object/],
      [
        () => {
          throw new Error('broken');
        },
        /^graphql extension 2 .* threw Error: broken$/,
      ],
      [() => undefined, /^graphql extension 2 .*must be an object/],
      [{ typeDef: 'x' }, /knows no typeDef; there are: types, plugins/],
      [{ types: {} }, /types must be a list/],
      [{ plugins: 'x' }, /plugins must be a list/],
      [{ typeDefs: 5 }, /typeDefs must be text/],
      [{ typeDefs: 'type {' }, /^graphql extension 2 .*Syntax Error/],
      [{ typeDefs: 'extend type Query { x: Missing }' }, /^graphql extension 2 .*Unknown type "Missing"/],
      [
        { typeDefs: 'type Query { me: Int }' },
        /^graphql extension 2 .*"me" already defined with a different type/,
      ],
      [{ resolvers: [] }, /resolvers must be an object, by type/],
      [{ resolvers: { Query: 5 } }, /resolvers\.Query must be an object, by field/],
      [
        { resolvers: { Query: { nope: () => 1 } } },
        /^graphql extension 2 .*Query\.nope defined in resolvers, but not in schema/,
      ],
      [{ resolvers: { Nope: { x: () => 1 } } }, /^graphql extension 2 .*"Nope" defined in resolvers/],
      [{ resolvers: { Query: { me: 5 } } }, /^graphql extension 2 .*Query\.me/],
      [useNexus(() => ({ types: ['x'] })), /^graphql extension 2 /],
      [
        useNexus((nexus) => ({ types: [nexus['enumType']?.({ name: 'Kind', members: ['x'] })] })),
        /^graphql extension 2 .*the type Kind is there already/,
      ],
      [
        useNexus((nexus) => ({ types: [nexus['queryField']?.('x', { type: 'Missing' })] })),
        /^graphql extension 2 .*Missing/s,
      ],
    ];
    for (const [given, message] of faults)
      expect(await faultOf([fine, given, fine]), String(message)).to.match(message);
  });
});
