import type { BenchRequest, Case } from './case.js';
import { documentId, scattered, sizes } from './world.js';

const listOf = (attributes: string): string => `query ($page: Int, $pageSize: Int) {
  restaurants(pagination: { page: $page, pageSize: $pageSize }) {
    data { id attributes { ${attributes} } }
    meta { pagination { page pageSize pageCount total } }
  }
}`;

const times = 'createdAt updatedAt publishedAt';
const attributes = `Name Description Rating Price Slug Kind Opened OpensAt LastInspection Active Tags Story
  Blocks Email Big Score ${times}`;
const categories = `categories { data { id attributes { Name ${times} } } }`;
const dishes = `dishes { data { id attributes { Name Cost Vegan ${times}
  flagshipOf { data { id attributes { ${attributes} } } } } } }`;
const chosen = `Name Rating Price
  categories { data { id attributes { Name } } }
  dishes { data { id attributes { Name Cost flagshipOf { data { id attributes { Name } } } } } }`;

const nestedListInRest =
  'restaurants?fields=Name,Rating,Price&populate[categories][fields]=Name' +
  '&populate[dishes][fields]=Name,Cost&populate[dishes][populate][flagshipOf][fields]=Name';

const findOne = `query ($id: ID) {
  restaurant(id: $id) {
    data { id attributes { ${attributes} } }
  }
}`;

const page = (i: number): number => (i % 20) + 1;
const restaurant = (i: number): string => documentId('restaurant', scattered(i, sizes.restaurants));

const ask = (query: string, variables: object): BenchRequest => ({
  method: 'POST',
  path: '/graphql',
  body: { query, variables },
});
const get = (path: string): BenchRequest => ({ method: 'GET', path: `/api/${path}` });

/** A list in GraphQL, and in REST by a query string that begins without pagination. */
const list = (name: string, selected: string, path: string, pageSize = 25): Case => {
  const query = listOf(selected);
  return {
    name: `graphql: ${name}`,
    kind: 'read',
    make: (i) => ask(query, { page: page(i), pageSize }),
    beside: {
      make: (i) => get(`${path}&pagination[page]=${page(i)}&pagination[pageSize]=${pageSize}`),
      data: (body, from) => plain(from === 'case' ? rootField(body) : body),
    },
  };
};

/** The cost of GraphQL, compared with the REST request for the same data. */
export const graphqlCases: readonly Case[] = [
  list('list 25', attributes, 'restaurants?sort=id'),
  list('list 100', attributes, 'restaurants?sort=id', 100),
  list('populate one relation', `${attributes} ${categories}`, 'restaurants?populate=categories'),
  list(
    'populate two levels',
    `${attributes} ${dishes}`,
    'restaurants?populate[dishes][populate][0]=flagshipOf',
  ),
  list('nested list', chosen, nestedListInRest),
  {
    name: 'graphql: find one',
    kind: 'read',
    make: (i) => ask(findOne, { id: restaurant(i) }),
    beside: {
      make: (i) => get(`restaurants/${restaurant(i)}`),
      data: (body, from) => plain((from === 'case' ? rootField(body) : (body as Members))['data']),
    },
  },
];

type Members = Readonly<Record<string, unknown>>;

const rootField = (body: unknown): Members => Object.values((body as { data: Members }).data)[0] as Members;

/** An answer without what only one of the two has: numeric ids in REST, wrappers in GraphQL. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const { id, documentId: named = id, attributes, ...members } = value as Members;
  if (named !== undefined) return { named, ...plainMembers({ ...members, ...(attributes as object) }) };
  return plainMembers(members);
}

const plainMembers = (members: Members): Members =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => {
      const isWrapper =
        typeof member === 'object' && member !== null && Object.keys(member).join() === 'data';
      return [name, plain(isWrapper ? (member as Members)['data'] : member)];
    }),
  );
