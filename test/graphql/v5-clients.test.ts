import apollo from '@apollo/client/core/core.cjs';
import { expect } from 'chai';
import { createHttpServer, type HttpServer } from '../../src/adapters/delivery/rest/create-http-server.js';
import { compileOperations } from './compile-operations.js';
import { createGraphqlWorld } from './graphql-world.js';

const { ApolloClient, HttpLink, InMemoryCache, gql } = apollo;

describe('Apollo Client in the flat format', () => {
  let server: HttpServer;
  let client: InstanceType<typeof ApolloClient>;
  const cache = new InMemoryCache({
    typePolicies: { Restaurant: { keyFields: ['documentId'] } },
    possibleTypes: {
      RestaurantSectionsDynamicZone: ['ComponentSectionsQuote', 'ComponentSectionsGallery', 'Error'],
    },
  });

  before(async () => {
    server = createHttpServer((await createGraphqlWorld()).app);
    const { port } = await server.listen(0, '127.0.0.1');
    const link = new HttpLink({
      uri: `http://127.0.0.1:${port}/graphql`,
      headers: { authorization: 'Bearer full', 'strapi-response-format': 'v5' },
    });
    client = new ApolloClient({ link, cache });
  });

  after(async () => {
    client.stop();
    await server.close();
  });

  it('writes, reads, and caches documents by type and documentId', async () => {
    const created = await client.mutate({
      mutation: gql`
        mutation ($data: RestaurantInput!) {
          createRestaurant(data: $data) {
            documentId
            Name
          }
        }
      `,
      variables: {
        data: {
          Name: 'Blue',
          Kind: 'bistro',
          sections: [{ __typename: 'ComponentSectionsQuote', text: 'Good' }],
        },
      },
    });
    const { documentId } = created.data.createRestaurant as { documentId: string };
    const read = await client.query({
      query: gql`
        query ($name: String) {
          restaurants_connection(filters: { Name: { eq: $name } }) {
            nodes {
              documentId
              Name
              Kind
              sections {
                ... on ComponentSectionsQuote {
                  text
                }
                ... on Error {
                  code
                }
              }
            }
            pageInfo {
              total
            }
          }
        }
      `,
      variables: { name: 'Blue' },
    });
    expect(read.data.restaurants_connection.nodes[0].sections).to.deep.equal([
      { __typename: 'ComponentSectionsQuote', text: 'Good' },
    ]);
    expect(read.data.restaurants_connection.pageInfo.total).to.equal(1);
    await client.mutate({
      mutation: gql`
        mutation ($id: ID!) {
          updateRestaurant(documentId: $id, data: { Name: "Green" }) {
            documentId
            Name
          }
        }
      `,
      variables: { id: documentId },
    });
    const kept = cache.extract()[`Restaurant:{"documentId":"${documentId}"}`] as { Name: string };
    expect(kept.Name).to.equal('Green');
  });
});

describe('GraphQL Code Generator in the flat format', () => {
  it('generates types that compile', async () => {
    const operations = `
      query Restaurants($filters: RestaurantFiltersInput, $status: PublicationStatus) {
        restaurants(filters: $filters, status: $status, sort: ["Name"]) {
          documentId Name Kind dishes { documentId Name }
          sections { __typename ... on ComponentSectionsQuote { text } }
        }
      }
      mutation Create($data: RestaurantInput!) { createRestaurant(data: $data) { documentId } }`;
    const program = `import type { RestaurantsQuery, RestaurantsQueryVariables, CreateMutationVariables } from './types.ts';
         export const name = (found: RestaurantsQuery): string | undefined => found.restaurants[0]?.Name;
         export const dish = (found: RestaurantsQuery): string | undefined => found.restaurants[0]?.dishes[0]?.Name;
         export const asked: RestaurantsQueryVariables = { filters: { or: [{ Name: { containsi: 'a' } }], owner: { documentId: { eq: 'b' } } } };
         export const made: CreateMutationVariables = { data: { Name: 'x', dishes: ['1'], seo: { metaTitle: 't' } } };
         // @ts-expect-error there is no such attribute
         export const wrong: CreateMutationVariables = { data: { Nope: 'x' } };\n`;
    expect(await compileOperations('v5', operations, program)).to.equal('');
  });
});
