import { expect } from 'chai';
import supertest from 'supertest';
import { createGraphqlWorld, type GraphqlWorld } from './graphql-world.js';

interface Told {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code?: string } }[];
}

describe('requests to GraphQL', () => {
  let world: GraphqlWorld;

  before(async () => {
    world = await createGraphqlWorld();
    await world.create('restaurant', { Name: 'Blue' });
  });

  const post = async (body: object) => {
    const { status, body: told } = await supertest(world.app).post('/graphql').send(body);
    return { status, told: told as Told };
  };

  const get = async (parameters: Readonly<Record<string, string>>, headers: object = preflighted) => {
    const { status, body, type } = await supertest(world.app)
      .get(`/graphql?${new URLSearchParams(parameters).toString()}`)
      .set('Authorization', 'Bearer full')
      .set(headers as Record<string, string>);
    return { status, told: body as Told, type };
  };
  const preflighted = { 'Apollo-Require-Preflight': 'true' };
  const codeOf = ({ told }: { told: Told }): unknown => told.errors?.[0]?.extensions.code;

  it('must name an existing operation, and need a name only if there are several', async () => {
    const several = 'query a { __typename } query b { restaurants { data { id } } }';
    for (const operationName of ['a', null])
      expect((await post({ query: 'query a { __typename }', operationName })).told.data).to.deep.equal({
        __typename: 'Query',
      });
    for (const [query, operationName, message] of [
      ['query a { __typename }', 'b', 'Unknown operation named "b".'],
      ['query a { __typename }', '', 'Unknown operation named "".'],
      ['query a { __typename }', 'constructor', 'Unknown operation named "constructor".'],
      [several, undefined, 'Must provide operation name if query contains multiple operations.'],
      ['fragment f on Query { __typename }', undefined, 'Must provide an operation.'],
    ] as const) {
      const answer = await post({ query, operationName });
      expect([answer.status, codeOf(answer)], message).to.deep.equal([400, 'OPERATION_RESOLUTION_FAILURE']);
      expect(answer.told.errors?.[0]?.message).to.equal(message);
    }
  });

  it('run queries and mutations, but no subscriptions', async () => {
    const answer = await post({ query: 'subscription { restaurants { data { id } } }' });
    expect([answer.status, codeOf(answer)]).to.deep.equal([400, 'BAD_REQUEST']);
    expect(answer.told.errors?.[0]?.message).to.match(/subscriptions/i);
  });

  it('must have an object as variables, also in the URL', async () => {
    for (const variables of ['"x"', '[1]', '5', 'true', '{']) {
      const answer = await get({ query: '{ __typename }', variables });
      expect([answer.status, codeOf(answer)], variables).to.deep.equal([400, 'BAD_REQUEST']);
      expect(answer.told.errors?.[0]?.message, variables).to.match(/variables/i);
    }
    for (const variables of ['null', '{}'])
      expect((await get({ query: '{ __typename }', variables })).status).to.equal(200);
  });

  it('may contain a mutation beside a query in the URL, but cannot run it', async () => {
    const query = 'query a { __typename } mutation b { deleteRestaurant(id: 1) { data { id } } }';
    expect((await get({ query, operationName: 'a' })).status).to.equal(200);
    expect((await get({ query, operationName: 'b' })).status).to.equal(405);
    const { body } = await world.ask('{ restaurants { meta { pagination { total } } } }');
    expect(body.data.restaurants.meta.pagination.total).to.equal(1);
  });

  it('are answered with errors as JSON, with a code', async () => {
    for (const answer of [
      await get({ query: '{ __typename }' }, {}),
      await get({ query: '{ __typename }' }, { 'Content-Type': 'text/plain' }),
      await get({}, {}),
      await get({ query: '' }),
      await post({ query: '' }),
      await post({ query: 'x'.repeat(1_100_000) }),
    ]) {
      expect(answer.status).to.be.oneOf([400, 413]);
      expect(codeOf(answer)).to.be.a('string');
    }
  });

  it('may mention a persisted query, which the server never keeps', async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } };
    const named = await post({ extensions });
    expect([named.status, codeOf(named)]).to.deep.equal([200, 'PERSISTED_QUERY_NOT_SUPPORTED']);
    expect(named.told.errors?.[0]?.message).to.equal('PersistedQueryNotSupported');
    expect(codeOf(await get({ extensions: JSON.stringify(extensions) }))).to.equal(
      'PERSISTED_QUERY_NOT_SUPPORTED',
    );
    for (const given of [extensions, 'x', [1], null])
      expect((await post({ query: '{ __typename }', extensions: given })).told.data).to.deep.equal({
        __typename: 'Query',
      });
  });

  after(() => expect(world.errors).to.deep.equal([]));
});
