import { createHash } from 'node:crypto';
import type { BenchRequest, Case } from '../case.js';
import { kinds, newRestaurant } from '../cases.js';
import { scattered } from '../world.js';

/** What `seed.sql` makes. */
const sizes = { restaurants: 10_000, chefs: 500 } as const;

const get = (path: string): BenchRequest => ({ method: 'GET', path: `/api/${path}` });
const page = (i: number): string => `pagination[page]=${(i % 20) + 1}`;
const restaurant = (i: number): string =>
  createHash('md5')
    .update(`restaurant${scattered(i, sizes.restaurants)}`)
    .digest('hex')
    .slice(0, 24);

const read = (name: string, make: Case['make']): Case => ({ name, kind: 'read', make });

const nestedList = `query ($page: Int) {
  restaurants_connection(pagination: { page: $page, pageSize: 25 }) {
    nodes {
      documentId Name Rating Price
      categories { documentId Name }
      dishes { documentId Name Cost flagshipOf { documentId Name } }
    }
    pageInfo { page pageSize pageCount total }
  }
}`;

const create =
  (path: string): Case['make'] =>
  (i) => ({
    method: 'POST',
    path,
    body: { data: newRestaurant(i) },
  });

/** The same requests to Strapi and Quire, whose answers must be equal. */
export const strapiCases: readonly Case[] = [
  read('strapi: list 25', (i) => get(`restaurants?${page(i)}`)),
  read('strapi: list 25 without count', (i) => get(`restaurants?${page(i)}&pagination[withCount]=false`)),
  read('strapi: list 100', (i) => get(`restaurants?${page(i)}&pagination[pageSize]=100`)),
  read('strapi: find one', (i) => get(`restaurants/${restaurant(i)}`)),
  // A sixth of the restaurants each.
  read('strapi: filter + sort', (i) =>
    get(`restaurants?filters[Rating][$gte]=${3 + (i % 3)}&filters[Kind][$eq]=${kinds[i % 3]}&sort=Name:desc`),
  ),
  read('strapi: populate one relation', (i) => get(`restaurants?${page(i)}&populate=categories`)),
  read('strapi: populate two levels', (i) =>
    get(`restaurants?${page(i)}&populate[dishes][populate][0]=flagshipOf`),
  ),
  read('strapi: filter through a relation', (i) =>
    get(`restaurants?filters[owner][Name][$eq]=Chef%20${scattered(i, sizes.chefs)}`),
  ),
  read('strapi: page 300 of a filter', (i) =>
    get(`restaurants?filters[Rating][$gte]=1&pagination[page]=${290 + (i % 20)}`),
  ),
  read('strapi: GraphQL nested list', (i) => ({
    method: 'POST',
    path: '/graphql',
    body: { query: nestedList, variables: { page: (i % 20) + 1 } },
  })),
  { name: 'strapi: create', kind: 'write', make: create('/api/restaurants?status=draft') },
  { name: 'strapi: create and publish', kind: 'write', make: create('/api/restaurants') },
];
