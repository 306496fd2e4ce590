import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  execute,
  isScalarType,
  parse,
  validate,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
} from 'graphql';
import { buildGraphqlSchema } from '../../src/adapters/delivery/graphql/build-graphql-schema.js';
import { readExtension, type Extension } from '../../src/adapters/delivery/graphql/extension/extension.js';
import type { ResponseFormat } from '../../src/adapters/delivery/graphql/shape/shape.js';
import { createShadowCrud } from '../../src/adapters/delivery/graphql/extension/shadow-crud.js';
import {
  createDirectReads,
  type AnswerDirectly,
  type Direct,
} from '../../src/adapters/delivery/graphql/read/create-direct-reads.js';
import { noParts } from '../../src/application/app-code/app-parts.js';
import type { Documents } from '../../src/application/documents/documents.js';
import type { Principal } from '../../src/domain/permission/permission.js';
import { withoutLayout } from '../../src/domain/query/query.js';
import { ok } from '../../src/domain/result.js';
import { fixtureSchema } from '../http/fixture.js';
import { arbitraryQuestion } from './arbitrary-question.js';
import { createGraphqlWorld } from './graphql-world.js';
import { arrangedAnswer, inventDocuments, type Faults, type Invented } from './invented-documents.js';

const principal: Principal = { kind: 'token', name: 'full', grants: { kind: 'all' } };

const schemaOver = (
  { documents }: Invented,
  extensions: readonly Extension[] = [],
  format: ResponseFormat = 'v4',
): Promise<GraphQLSchema> => {
  const schema = fixtureSchema();
  return buildGraphqlSchema({
    format,
    schema,
    documents,
    limits: { defaultLimit: 10, maxLimit: 100 },
    shadow: createShadowCrud(schema),
    extensions,
    parts: noParts,
    instance: { strapi: {}, quire: {} },
  });
};

const silent = { debug() {}, warn() {} };

for (const format of ['v4', 'v5'] as const)
  describe(`direct answers in the format ${format}`, function () {
    this.timeout(120_000);
    const invented = inventDocuments(fixtureSchema());
    let schema: GraphQLSchema;
    let answer: AnswerDirectly;

    before(async () => {
      schema = await schemaOver(invented, [], format);
      answer = createDirectReads(schema, silent);
    });

    type Variables = Readonly<Record<string, unknown>>;

    const byGraphql = async (document: DocumentNode, variableValues: Variables, found: object = {}) => {
      const { data, errors } = await execute({
        schema,
        document,
        variableValues,
        contextValue: { principal, ...found },
      });
      return told(data, errors);
    };

    const told = (data: unknown, errors: readonly GraphQLError[] | undefined) => ({
      text: `${JSON.stringify({ data })}\n`,
      // The order of errors of different root fields is not fixed.
      errors: errors
        ?.map(({ message, path, extensions }) => JSON.stringify({ message, path, extensions }))
        .sort(),
    });

    interface Both {
      readonly direct: Direct | null;
      readonly expected: Awaited<ReturnType<typeof byGraphql>>;
      /** The refusal, or the answer of graphql-js to the results and the number of its reads. */
      readonly finished: Awaited<ReturnType<typeof byGraphql>>;
      readonly readAgain: number;
    }

    /** Reads the same documents. */
    async function both(
      query: string,
      variables: Variables,
      seed: number,
      faults: number,
      kind?: Faults,
    ): Promise<Both> {
      const document = parse(query);
      invented.invent(seed, faults, kind);
      const expected = await byGraphql(document, variables);
      invented.invent(seed, faults, kind);
      const direct = await answer({ query, document, variables }, principal);
      const { reads } = invented;
      const finished =
        direct !== null && 'refused' in direct
          ? told(direct.data, [direct.refused])
          : await byGraphql(document, variables, direct ?? {});
      return { direct, expected, finished, readAgain: invented.reads - reads };
    }

    /** Documents fit the schema only if `faults` is 0. */
    const property = (faults: number, kind: Faults | undefined, compare: (both: Both) => void) =>
      fc.asyncProperty(arbitraryQuestion(schema), fc.nat(), async ({ query, variables }, seed) => {
        fc.pre(validate(schema, parse(query)).length === 0);
        for (const values of variables) compare(await both(query, values, seed, faults, kind));
      });

    it('equal those of graphql-js byte by byte for any selection', async () => {
      const compare = ({ direct, expected, finished }: Both): void => {
        if (expected.errors === undefined) expect(direct).to.deep.equal({ text: expected.text });
        else if (direct !== null && 'refused' in direct) expect(finished).to.deep.equal(expected);
        else expect(direct === null || 'found' in direct).to.equal(true);
      };
      await fc.assert(property(0, undefined, compare), { numRuns: format === 'v4' ? 250 : 150 });
    });

    const expectFallback = (kind: Faults) => {
      const compare = ({ direct, expected, finished, readAgain }: Both): void => {
        if (expected.errors === undefined) return void expect(direct).to.deep.equal({ text: expected.text });
        expect(finished.text).to.equal(expected.text);
        // Once a root field leaves no data, it is chance which of the others have told their errors by then.
        if (expected.text === '{"data":null}\n') expect(finished.errors).to.have.length.above(0);
        else expect(finished).to.deep.equal(expected);
        if (direct !== null) expect(readAgain).to.equal(0);
      };
      return fc.assert(property(12, kind, compare), { numRuns: format === 'v4' ? 150 : 100 });
    };

    it('fall back to graphql-js for values that do not fit the schema, without a second read', () =>
      expectFallback('any'));

    it('fall back to graphql-js for values that are missing or not in their list', () =>
      expectFallback('missing'));

    if (format === 'v4')
      it('use the variables of each request, not those of an earlier one', async () => {
        const query = `query ($few: Int, $with: Boolean = false, $page: PaginationArg) {
      restaurants(pagination: $page) { data { id @include(if: $with) attributes { dishes(pagination: { limit: $few }) { data { id } } } }
      meta { pagination { pageSize } } } }`;
        const answers = new Map<string, string>();
        const pages = [{ page: { limit: 1 } }, { page: { limit: 2 } }];
        const asked = [
          {},
          { with: true },
          { with: true, few: 1 },
          { with: true, few: null },
          {},
          { few: 1 },
          ...pages,
        ];
        for (const seed of [1, 2, 3, 4, 5, 6])
          for (const variables of asked) {
            const { direct, expected } = await both(query, variables, seed, 0);
            expect(direct).to.deep.equal({ text: expected.text });
            const key = JSON.stringify(variables);
            answers.set(key, (answers.get(key) ?? '') + expected.text);
          }
        expect(new Set(answers.values()).size).to.equal(6);
      });
  });

describe('direct answers', function () {
  this.timeout(120_000);
  const invented = inventDocuments(fixtureSchema());
  const isDirect = async (query: string, given: object = {}): Promise<boolean> => {
    const extended = await schemaOver(invented, [readExtension('extension', given)]);
    const document = parse(query);
    expect(validate(extended, document)).to.deep.equal([]);
    invented.invent(1, 0);
    const direct = await createDirectReads(extended, silent)({ query, document }, principal);
    expect(invented.reads).to.equal(direct === null ? 0 : 1);
    return direct !== null && 'text' in direct;
  };
  const list =
    '{ restaurants { data { attributes { Name sections { __typename } } } meta { pagination { total } } } }';

  it('are given only for generated fields, not for those of an app', async () => {
    const own = {
      typeDefs: 'extend type Restaurant { Shout: String }',
      resolvers: { Restaurant: { Shout: () => '!' } },
    };
    expect(await isDirect(list, own)).to.equal(true);
    expect(await isDirect('{ restaurants { data { attributes { Shout } } } }', own)).to.equal(false);
    for (const resolvers of [
      { Query: { restaurants: () => null } },
      { Restaurant: { Name: () => 'own' } },
      { RestaurantSectionsDynamicZone: { __resolveType: () => 'ComponentSectionsQuote' } },
      { RestaurantEntity: { __isTypeOf: () => false } },
    ])
      expect(await isDirect(list, { resolvers }), Object.keys(resolvers)[0]).to.equal(false);
    for (const path of [
      'Query.restaurants',
      'Restaurant.Name',
      'ResponseCollectionMeta.pagination',
      'Pagination.total',
    ])
      for (const config of [
        { auth: false },
        { policies: [() => true] },
        { middlewares: [(next: () => unknown) => next()] },
      ])
        expect(await isDirect(list, { resolversConfig: { [path]: config } }), path).to.equal(false);
  });

  it('log why graphql-js has to answer, and warn only of bugs', async () => {
    const logged: [level: string, fields: unknown][] = [];
    const log = {
      debug: (_message: string, fields: unknown) => void logged.push(['debug', fields]),
      warn: (_message: string, fields: unknown) => void logged.push(['warn', fields]),
    };
    const own = { resolvers: { Restaurant: { Name: () => 'own' } } };
    const extended = await schemaOver(invented, [readExtension('extension', own)]);
    const ask = async (asked: GraphQLSchema, query: string): Promise<Direct | null> => {
      invented.invent(1, 0);
      return createDirectReads(asked, log)({ query, document: parse(query) }, principal);
    };
    await ask(extended, 'query Names { restaurants { data { attributes { Name } } } }');
    expect(logged.splice(0)).to.deep.equal([['debug', { operation: 'Names', reason: 'Restaurant.Name' }]]);
    const broken = await schemaOver(invented);
    const scalar = broken.getType('DateTime');
    if (!isScalarType(scalar)) throw new Error('no DateTime');
    const { serialize } = scalar;
    scalar.serialize = () => {
      throw new RangeError('broken');
    };
    const direct = await ask(broken, '{ restaurants { data { attributes { createdAt } } } }');
    // Every schema shares this scalar.
    scalar.serialize = serialize;
    expect(direct).to.have.property('found');
    expect(logged.map(([level]) => level)).to.deep.equal(['warn']);
    expect(logged[0]?.[1]).to.have.property('error').that.includes('RangeError: broken');
  });

  it('are not given for mutations and introspection', async () => {
    for (const query of [
      'mutation { deleteRestaurant(id: 1) { data { id } } }',
      '{ __schema { queryType { name } } }',
      '{ restaurants { data { id } } __typename }',
    ])
      expect(await isDirect(query), query).to.equal(false);
  });

  for (const form of ['text', 'objects'])
    it(`are written in several turns of the event loop if they are long, from ${form}`, async () => {
      const order: string[] = [];
      const list = Array.from({ length: 100_000 }, (_, n) => ({ documentId: `d${n}`, id: n, Name: 'Blue' }));
      const documents: Documents = {
        ...invented.documents,
        find: async (asking, query) => {
          const found = await invented.documents.find(asking, form === 'text' ? query : withoutLayout(query));
          if (!found.ok) return found;
          const plain = { ...found.value.answer, documents: () => list };
          const answer = form === 'text' && query.layout ? arrangedAnswer(plain, query.layout) : plain;
          setImmediate(() => order.push('other request'));
          return ok({ ...found.value, answer });
        },
      };
      const direct = createDirectReads(await schemaOver({ ...invented, documents }), silent);
      const query = '{ restaurants { data { id attributes { Name } } } }';
      const answered = await direct({ query, document: parse(query) }, principal);
      order.push('answered');
      expect(answered).to.have.property('text').that.includes('"d99999"');
      expect(order).to.deep.equal(['other request', 'answered']);
    });

  it('get their errors over HTTP without a second read', async () => {
    let reads = 0;
    const world = await createGraphqlWorld({
      wrap: (documents) => ({
        ...documents,
        find: async (asking, query) => {
          reads += 1;
          const found = await documents.find(asking, withoutLayout(query));
          if (!found.ok) return found;
          const list = found.value.answer.documents().map((one) => ({ ...one, Kind: 'palace' }));
          return ok({ ...found.value, answer: { ...found.value.answer, documents: () => list } });
        },
      }),
    });
    await world.create('restaurant', { Name: 'Blue' });
    const query =
      '{ restaurants { data { attributes { Name Kind } } } dishes(sort: "nope") { data { id } } }';
    const { status, body } = await world.ask(query);
    expect(status).to.equal(200);
    expect(reads).to.equal(2);
    expect(body.data).to.deep.equal({
      restaurants: { data: [{ attributes: { Name: 'Blue', Kind: null } }] },
      dishes: null,
    });
    expect(body.errors?.map(({ path }) => path?.join('.'))).to.have.members([
      'dishes',
      'restaurants.data.0.attributes.Kind',
    ]);
  });
});
