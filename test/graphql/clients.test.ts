import apollo from '@apollo/client/core/core.cjs';
import { expect } from 'chai';
import { createHttpServer, type HttpServer } from '../../src/adapters/delivery/rest/create-http-server.js';
import { compileOperations } from './compile-operations.js';
import { createGraphqlWorld } from './graphql-world.js';

const { ApolloClient, HttpLink, InMemoryCache, gql } = apollo;

describe('Apollo Client', () => {
  let server: HttpServer;
  let client: InstanceType<typeof ApolloClient>;
  const cache = new InMemoryCache({
    typePolicies: { Restaurant: { merge: true } },
    possibleTypes: { RestaurantSectionsDynamicZone: ['ComponentSectionsQuote', 'ComponentSectionsGallery'] },
  });

  before(async () => {
    server = createHttpServer((await createGraphqlWorld()).app);
    const { port } = await server.listen(0, '127.0.0.1');
    const link = new HttpLink({
      uri: `http://127.0.0.1:${port}/graphql`,
      headers: { authorization: 'Bearer full' },
    });
    client = new ApolloClient({ link, cache });
  });

  after(async () => {
    client.stop();
    await server.close();
  });

  it('writes, reads, and caches entities by type and id', async () => {
    const created = await client.mutate({
      mutation: gql`
        mutation ($data: RestaurantInput!) {
          createRestaurant(data: $data) {
            data {
              id
              attributes {
                Name
              }
            }
          }
        }
      `,
      variables: {
        data: { Name: 'Blue', Kind: 'bistro', sections: [{ __component: 'sections.quote', text: 'Good' }] },
      },
    });
    const { id } = created.data.createRestaurant.data as { id: string };
    const read = await client.query({
      query: gql`
        query ($name: String) {
          restaurants(filters: { Name: { eq: $name } }) {
            data {
              id
              attributes {
                Name
                Kind
                sections {
                  ... on ComponentSectionsQuote {
                    text
                  }
                }
              }
            }
            meta {
              pagination {
                total
              }
            }
          }
        }
      `,
      variables: { name: 'Blue' },
    });
    expect(read.data.restaurants.data[0].attributes.sections).to.deep.equal([
      { __typename: 'ComponentSectionsQuote', text: 'Good' },
    ]);
    expect(read.data.restaurants.meta.pagination.total).to.equal(1);
    await client.mutate({
      mutation: gql`
        mutation ($id: ID!) {
          updateRestaurant(id: $id, data: { Name: "Green" }) {
            data {
              id
              attributes {
                Name
              }
            }
          }
        }
      `,
      variables: { id },
    });
    const kept = cache.extract()[`RestaurantEntity:${id}`] as { attributes: { Name: string } };
    expect(kept.attributes.Name).to.equal('Green');
  });

  it('reads the code of a refusal', async () => {
    const refused = await client.mutate({
      mutation: gql`
        mutation {
          createRestaurant(data: { Rating: 9 }) {
            data {
              id
            }
          }
        }
      `,
      errorPolicy: 'all',
    });
    expect(refused.errors?.[0]?.extensions?.['code']).to.equal('BAD_USER_INPUT');
  });
});

describe('GraphQL Code Generator', () => {
  it('generates types that compile', async () => {
    const operations = `
      query Restaurants($filters: RestaurantFiltersInput, $state: PublicationState) {
        restaurants(filters: $filters, publicationState: $state, sort: ["Name"]) {
          data { id attributes { Name Kind dishes { data { id attributes { Name } } }
            sections { __typename ... on ComponentSectionsQuote { text } } } }
          meta { pagination { total } }
        }
      }
      mutation Create($data: RestaurantInput!) { createRestaurant(data: $data) { data { id } } }`;
    const program = `import type { RestaurantsQuery, RestaurantsQueryVariables, CreateMutationVariables } from './types.ts';
         export const name = (found: RestaurantsQuery): string | null | undefined => found.restaurants?.data[0]?.attributes?.Name;
         export const asked: RestaurantsQueryVariables = { filters: { or: [{ Name: { containsi: 'a' } }], owner: { Name: { eq: 'b' } } } };
         export const made: CreateMutationVariables = { data: { Name: 'x', dishes: ['1'], seo: { metaTitle: 't' } } };
         // @ts-expect-error there is no such attribute
         export const wrong: CreateMutationVariables = { data: { Nope: 'x' } };\n`;
    expect(await compileOperations('v4', operations, program)).to.equal('');
  });
});
