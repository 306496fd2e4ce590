import { expect } from 'chai';
import { createGraphqlWorld, type GraphqlWorld } from './graphql-world.js';

const repeated = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');

/** A cycle from restaurants to dishes and back. */
const nested = (levels: number): string =>
  `{ restaurants { ${'dishes { restaurant { '.repeat(levels)} Name ${'} } '.repeat(levels)} } }`;

describe('limits in the flat format', () => {
  let world: GraphqlWorld;
  let reads = 0;

  before(async () => {
    world = await createGraphqlWorld({
      options: { responseFormat: 'v5' },
      wrap: (documents) => ({
        ...documents,
        find: (...asked) => {
          reads += 1;
          return documents.find(...asked);
        },
      }),
    });
  });

  const refusals: readonly (readonly [string, string, RegExp])[] = [
    ['nested too deep', nested(6), /^'' exceeds maximum operation depth of 10$/],
    ['nested very deep', nested(500), /exceeds maximum operation depth of 10|nested too deep/],
    [
      'with many aliases of a root field',
      `{ ${repeated(60, (n) => `a${n}: restaurants { documentId }`)} }`,
      /costs \d+, more than 1000/,
    ],
    [
      'with many aliases of an attribute',
      `{ restaurants { ${repeated(1001, (n) => `a${n}: Name`)} } }`,
      /costs \d+/,
    ],
    [
      'with a relation under many aliases',
      `{ restaurants { ${repeated(80, (n) => `a${n}: dishes_connection { nodes { Name } }`)} } }`,
      /costs \d+/,
    ],
    [
      'with fragments that double',
      `{ restaurants { ...f0 } } ${repeated(30, (n) => `fragment f${n} on Restaurant { a${n}: Name ...f${n + 1} ...on Restaurant { ...f${n + 1} } }`)} fragment f30 on Restaurant { Name }`,
      /costs \d+/,
    ],
  ];
  for (const [title, query, message] of refusals)
    it(`refuse a query ${title} before anything is read`, async () => {
      reads = 0;
      const { status, body } = await world.ask(query);
      expect(status).to.equal(400);
      expect(body.errors?.[0]?.message).to.match(message);
      expect(body.data).to.equal(undefined);
      expect(reads).to.equal(0);
    });

  it('say where a query is too deep, in fragments too', async () => {
    const chain = `Name ${'dishes { restaurant { '.repeat(5)}\n    Slug Name\n${'} } '.repeat(5)}`;
    const fragments = `{ __schema { types { name } } ...r } fragment r on Query { restaurants { ...f } }\nfragment f on Restaurant { ...f ... on Restaurant { ${chain} } }`;
    for (const format of ['v4', 'v5'] as const)
      for (const [query, line] of [
        [`{ restaurants { ${chain} } }`, 2],
        [fragments, 3],
      ] as const) {
        const { status, body } = await world.ask(query, undefined, undefined, format);
        expect(status).to.equal(400);
        expect(body.errors).to.deep.equal([
          {
            message: "'' exceeds maximum operation depth of 10",
            locations: [{ line, column: 5 }],
            extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
          },
        ]);
      }
  });

  it('apply to chains of relations, although their fields are less deep than in the nested format', async () => {
    expect((await world.ask(nested(3))).body).to.deep.equal({ data: { restaurants: [] } });
    const { body } = await world.ask(nested(4));
    expect(body.errors?.[0]?.message).to.contain('follows more than 6 relations one after the other');
  });
});
