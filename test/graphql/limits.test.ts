import { expect } from 'chai';
import { createGraphqlWorld, type GraphqlAnswer, type GraphqlWorld } from './graphql-world.js';

/** A cycle from restaurants to dishes and back. */
const nested = (levels: number): string =>
  `{ restaurants { data { attributes { ${'dishes { data { attributes { restaurant { data { attributes { '.repeat(levels)} Name ${'} } } } } } '.repeat(levels)} } } } }`;

const repeated = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');

/** Each fragment doubles the previous one. */
const doubling = (levels: number): string =>
  `{ restaurants { data { attributes { ...f0 } } } } ${repeated(levels, (n) => `fragment f${n} on Restaurant { a${n}: Name ...f${n + 1} ...on Restaurant { ...f${n + 1} } }`)} fragment f${levels} on Restaurant { Name }`;

describe('GraphQL limits', () => {
  let world: GraphqlWorld;
  let reads = 0;

  before(async () => {
    world = await createGraphqlWorld({
      wrap: (documents) => ({
        ...documents,
        find: (...asked) => {
          reads += 1;
          return documents.find(...asked);
        },
      }),
    });
    await world.create('restaurant', { Name: 'Blue' });
  });

  beforeEach(() => {
    reads = 0;
  });

  const expectRefusal = ({ status, body }: GraphqlAnswer, message: RegExp): void => {
    expect(body.errors?.[0]?.message).to.match(message);
    expect(status).to.equal(400);
    expect(body.data).to.equal(undefined);
    expect(reads).to.equal(0);
  };

  const refusals: readonly (readonly [string, string, RegExp])[] = [
    ['nested too deep', nested(2), /exceeds maximum operation depth of 10/],
    ['nested very deep', nested(500), /exceeds maximum operation depth of 10|nested too deep/],
    [
      'with a filter that overflows the stack',
      `{ restaurants(filters: ${'{not:'.repeat(4900)}{}${'}'.repeat(4900)}) { data { id } } }`,
      /too deep|Syntax Error|tokens|nested/,
    ],
    [
      'with many aliases of a root field',
      `{ ${repeated(60, (n) => `a${n}: restaurants { data { id } }`)} }`,
      /costs \d+, more than 1000/,
    ],
    [
      'with many aliases of an attribute',
      `{ restaurants { data { attributes { ${repeated(1001, (n) => `a${n}: Name`)} } } } }`,
      /costs \d+/,
    ],
    [
      'with a field that is repeated',
      `{ restaurants { data { attributes { ${repeated(200, () => 'Name')} } } } }`,
      /costs \d+/,
    ],
    ['with fragments that double', doubling(30), /costs \d+/],
    [
      'with a circle of fragments',
      '{ restaurants { data { attributes { ...a } } } } fragment a on Restaurant { ...b } fragment b on Restaurant { ...a }',
      /Cannot spread fragment "a" within itself/,
    ],
    [
      'with a flood of directives',
      `{ restaurants { data { id ${'@include(if: true) '.repeat(600)} } } }`,
      /costs \d+/,
    ],
    [
      'with a relation under many aliases',
      `{ restaurants { data { attributes { ${repeated(80, (n) => `a${n}: dishes { data { id } }`)} } } } }`,
      /costs \d+/,
    ],
    [
      'with inline fragments in each other',
      `{ restaurants { data { ${'... { '.repeat(240)} ${'... { id } '.repeat(800)} ${'}'.repeat(240)} } } }`,
      /costs \d+/,
    ],
    [
      'with a field that inline fragments repeat',
      `{ restaurants { data { ${'... { id } '.repeat(90)} } } }`,
      /costs \d+/,
    ],
    ['with many operations', repeated(1500, (n) => `query q${n} { __typename }`), /\d+ operations/],
    [
      'with many variables',
      `query (${repeated(501, (n) => `$a${n}: Int`)}) { restaurants { data { id } } }`,
      /501 variables, more than 500/,
    ],
    [
      'with directives where no field is',
      `query ${'@a '.repeat(1001)} { restaurants { data { id } } }`,
      /1001 directives, more than 1000/,
    ],
    [
      'with a type of a variable that overflows the stack',
      `query ($a: ${'['.repeat(4000)}Int${']'.repeat(4000)}) { restaurants(sort: $a) { data { id } } }`,
      /nested too deep/,
    ],
    [
      'with a literal that is nested very deep',
      `{ restaurants(filters: ${'{not:'.repeat(2400)}{}${'}'.repeat(2400)}) { data { id } } }`,
      /nested too deep/,
    ],
    ['with a flood of tokens', `{ restaurants { data { ${'id '.repeat(20_000)} } } }`, /tokens/],
    [
      'with a flood of fragments',
      `{ restaurants { data { ${repeated(400, (n) => `...f${n}`)} } } } ${repeated(400, (n) => `fragment f${n} on RestaurantEntity { id }`)}`,
      /400 fragments, more than 200/,
    ],
    [
      'about the schema in circles',
      '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
      /introspection depth/i,
    ],
    [
      'with a null character',
      '{ restaurants(filters: { Name: { eq: "a\\u0000" } }) { data { id } } }',
      /null character/,
    ],
    [
      'with an unknown field',
      '{ restaurants { data { attributes { Nope } } } }',
      /Cannot query field "Nope"/,
    ],
    ['that is no query', '{ restaurants', /Syntax Error/],
    ['that is empty', '', /body missing|Must provide|Syntax Error|query/],
  ];
  for (const [title, query, message] of refusals) {
    it(`refuse a query ${title}`, async () => expectRefusal(await world.ask(query), message));
  }

  it('refuse variables that are nested too deep or have too many values', async () => {
    const query = 'query ($f: RestaurantFiltersInput) { restaurants(filters: $f) { data { id } } }';
    const deep = `${'{"not":'.repeat(100_000)}{}${'}'.repeat(100_000)}`;
    const { default: supertest } = await import('supertest');
    const { status, text } = await supertest(world.app)
      .post('/graphql')
      .set('Content-Type', 'application/json')
      .send(`{"query":${JSON.stringify(query)},"variables":{"f":${deep}}}`);
    expect(status).to.equal(400);
    expect(text).to.contain('nested deeper than 200 levels');
    expectRefusal(
      await world.ask(query, { f: { Name: { in: Array.from({ length: 60_000 }, () => 'a') } } }),
      /more than 50000 values/,
    );
    expectRefusal(await world.ask(query, { f: { Name: { eq: 'a\0' } } }), /null character/);
  });

  it('refuse large variables that are used several times, also in fragments', async () => {
    const list = (alias: string) => `${alias}: restaurants(filters: $f) { meta { pagination { total } } }`;
    const asked = (count: number) =>
      `query ($f: RestaurantFiltersInput) { ${repeated(count, (n) => list(`a${n}`))} }`;
    const dishes = 'dishes(filters: $d) { data { id } }';
    const spread = `query ($d: DishFiltersInput) { ${repeated(9, (n) => `a${n}: restaurants { data { attributes { ...f } } }`)} }
      fragment f on Restaurant { ${dishes} }`;
    const parts = { or: Array.from({ length: 320 }, () => ({ Name: { containsi: 'x' } })) };
    const ids = { id: { in: Array.from({ length: 1000 }, (_, index) => String(index)) } };
    const text = { Name: { eq: 'x'.repeat(200_000) } };
    for (const [query, variables, message] of [
      [asked(20), { f: parts }, /"\$f" is too large to be used 20 times/],
      [asked(20), { f: text }, /"\$f" is too large to be used 20 times/],
      [spread, { d: parts }, /"\$d" is too large to be used 9 times/],
    ] as const)
      expectRefusal(await world.ask(query, variables), message);
    for (const [query, variables] of [
      [asked(2), { f: parts }],
      [asked(20), { f: ids }],
      [asked(2), { f: text }],
      [asked(20), { f: null }],
      [asked(20), { other: parts }],
    ] as const) {
      const { body } = await world.ask(query, variables);
      expect(body.errors?.[0]?.message).to.equal(undefined);
    }
  });

  it('refuse filters with too many parts, in the answer', async () => {
    const query = 'query ($f: RestaurantFiltersInput) { restaurants(filters: $f) { data { id } } }';
    const { status, body } = await world.ask(query, {
      f: { or: Array.from({ length: 2000 }, () => ({ Rating: { eq: 1 } })) },
    });
    expect(status).to.equal(200);
    expect(body.errors?.[0]?.extensions.code).to.equal('BAD_USER_INPUT');
    expect(reads).to.equal(0);
  });

  it('refuse a body that is not JSON, a batch, and a body that is too large', async () => {
    const { default: supertest } = await import('supertest');
    const post = (type: string, body: string) =>
      supertest(world.app)
        .post('/graphql')
        .set('Authorization', 'Bearer full')
        .set('Content-Type', type)
        .send(body);
    const single = '{"query":"{ restaurants { data { id } } }"}';
    for (const [type, body, status] of [
      ['application/json', '{"query":', 400],
      ['application/json', `[${single},${single}]`, 400],
      ['application/json', '{"query":5}', 400],
      ['application/json', '{"query":"{ __typename }","variables":[]}', 400],
      ['application/json', `{"query":"${'x'.repeat(1_100_000)}"}`, 413],
      ['text/plain', single, 400],
      ['application/x-www-form-urlencoded', 'query=%7B__typename%7D', 400],
      ['multipart/form-data; boundary=x', '--x--', 400],
    ] as const) {
      const answer = await post(type, body);
      expect(answer.status, body.slice(0, 40)).to.equal(status);
      expect((answer.body as { errors: unknown[] }).errors, body.slice(0, 40)).to.have.length(1);
    }
    expect(reads).to.equal(0);
  });

  it('refuse requests that a page of another origin could send without a preflight', async () => {
    const { default: supertest } = await import('supertest');
    const answer = await supertest(world.app).get(
      `/graphql?query=${encodeURIComponent('{ restaurants { data { id } } }')}`,
    );
    expect(answer.status).to.equal(400);
    expect(answer.text).to.contain('CSRF');
    expect(reads).to.equal(0);
  });

  it('allow no mutation over GET', async () => {
    const { default: supertest } = await import('supertest');
    const mutation = encodeURIComponent('mutation { deleteRestaurant(id: 1) { data { id } } }');
    const answer = await supertest(world.app)
      .get(`/graphql?query=${mutation}`)
      .set('Authorization', 'Bearer full')
      .set('Apollo-Require-Preflight', 'true');
    expect(answer.status).to.equal(405);
    const { body } = await world.ask('{ restaurants { meta { pagination { total } } } }');
    expect(body.data.restaurants.meta.pagination.total).to.equal(1);
  });

  it('limit lists to the maximum number of items', async () => {
    const small = await createGraphqlWorld({ options: { maxLimit: 2, defaultLimit: 5 } });
    for (const Name of ['A', 'B', 'C']) await small.create('restaurant', { Name });
    for (const args of [
      '',
      '(pagination: { limit: 50 })',
      '(pagination: { pageSize: 9 })',
      '(pagination: { limit: -1 })',
    ]) {
      const { body } = await small.ask(`{ restaurants${args} { data { id } } }`);
      expect(body.data.restaurants.data, args).to.have.length(2);
    }
  });

  it('allow the longest introspection query', async () => {
    const { getIntrospectionQuery } = await import('graphql');
    const { status, body } = await world.ask(
      getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true }),
    );
    expect(body.errors).to.equal(undefined);
    expect(status).to.equal(200);
  });

  it('hide the schema and similar names if introspection and suggestions are off', async () => {
    const closed = await createGraphqlWorld({
      options: { introspection: false, suggestions: false, playground: false },
    });
    const introspected = await closed.ask('{ __schema { types { name } } }');
    expect(introspected.status).to.equal(400);
    for (const query of [
      '{ restaurant { data { attributes { Nam } } } }',
      '{ restaurantz { data { id } } }',
      '{ restaurants(filtres: {}) { data { id } } }',
      '{ restaurants(publicationState: LIV) { data { id } } }',
      'query ($x: RestaurantFilterInput) { restaurants(filters: $x) { data { id } } }',
      '{ restaurants(filters: { Nam: { eq: "x" } }) { data { id } } }',
      '{ restaurants { data { ...x } } } fragment x on RestaurantEntit { id }',
    ]) {
      const { status, text } = await closed.ask(query);
      expect(status, query).to.equal(400);
      expect(text, query).not.to.match(/Did you mean|stack/i);
    }
    const { text } = await closed.ask(
      'query ($x: PublicationState) { restaurants(publicationState: $x) { data { id } } }',
      { x: 'LIV' },
    );
    expect(text).not.to.match(/Did you mean/);
  });

  it('remove suggestions in time linear in the length of the message', async () => {
    const closed = await createGraphqlWorld({ options: { suggestions: false } });
    const limit = ' Did you mean '.repeat(30_000);
    const query = 'query ($p: PaginationArg) { restaurants(pagination: $p) { data { id } } }';
    const written = await closed.ask(query, { p: { limit } });
    expect(written.status).to.equal(400);
    expect(written.body.errors?.[0]?.message).to.contain(limit);
    const misspelt = await closed.ask(query, { p: { pageSiz: ' Did you mean ' } });
    expect(misspelt.body.errors?.[0]?.message).to.match(/is not defined by type "PaginationArg"\.$/);
  });

  it('hide a bug from the client and log it', async () => {
    const broken = await createGraphqlWorld({
      wrap: (documents) => ({ ...documents, find: () => Promise.reject(new Error('secret detail')) }),
    });
    const { status, body, text } = await broken.ask('{ restaurants { data { id } } }');
    expect(status).to.equal(200);
    expect(body.errors?.[0]).to.deep.equal({
      message: 'Internal Server Error',
      path: ['restaurants'],
      extensions: { code: 'INTERNAL_SERVER_ERROR' },
    });
    expect(text).not.to.contain('secret');
    expect(broken.errors).to.have.length(1);
    expect(broken.errors[0]).to.contain('secret detail');
  });

  after(() => expect(world.errors).to.deep.equal([]));
});
