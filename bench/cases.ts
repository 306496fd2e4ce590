import type { BenchRequest, Case } from './case.js';
import { graphqlCases } from './graphql-cases.js';
import { documentId, guideSizes, inboundSizes, ownSizes, scattered, sizes } from './world.js';

const get = (path: string): BenchRequest => ({ method: 'GET', path: `/api/${path}` });
export const kinds = ['bistro', 'diner', 'gastro'] as const;
const page = (i: number): string => `pagination[page]=${(i % 20) + 1}`;
const restaurant = (i: number): string => documentId('restaurant', scattered(i, sizes.restaurants));
const category = (i: number): string => documentId('category', scattered(i, sizes.categories));

const reads: readonly Case[] = [
  { name: 'list 25', kind: 'read', make: (i) => get(`restaurants?${page(i)}`) },
  {
    name: 'list 25 without count',
    kind: 'read',
    make: (i) => get(`restaurants?${page(i)}&pagination[withCount]=false`),
  },
  { name: 'list 100', kind: 'read', make: (i) => get(`restaurants?${page(i)}&pagination[pageSize]=100`) },
  { name: 'find one', kind: 'read', make: (i) => get(`restaurants/${restaurant(i)}`) },
  {
    name: 'filter + sort',
    kind: 'read',
    make: (i) =>
      get(
        `restaurants?filters[Rating][$gte]=${3 + (i % 3)}&filters[Kind][$eq]=${kinds[i % 3]}&sort=Name:desc`,
      ),
  },
  {
    name: 'populate one relation',
    kind: 'read',
    make: (i) => get(`restaurants?${page(i)}&populate=categories`),
  },
  {
    name: 'populate two levels',
    kind: 'read',
    make: (i) => get(`restaurants?${page(i)}&populate[dishes][populate][0]=flagshipOf`),
  },
  {
    name: 'filter through a relation',
    kind: 'read',
    make: (i) => get(`restaurants?filters[owner][Name][$eq]=Chef%20${scattered(i, sizes.chefs)}`),
  },
  {
    name: 'page 300 of a filter',
    kind: 'read',
    make: (i) => get(`restaurants?filters[Rating][$gte]=3&pagination[page]=${290 + (i % 20)}`),
  },
  {
    name: 'list 100, two levels',
    kind: 'read',
    make: (i) =>
      get(`restaurants?${page(i)}&pagination[pageSize]=100&populate[dishes][populate][0]=flagshipOf`),
  },
  { name: 'page 700', kind: 'read', make: (i) => get(`restaurants?pagination[page]=${690 + (i % 20)}`) },
];

export const newRestaurant = (i: number) => ({
  Name: `New place ${i}`,
  Description: 'Made while measuring',
  Rating: i % 6,
  Price: 12.5,
  Slug: `new-${process.pid}-${i}`,
  Kind: kinds[i % 3],
  Email: `new-${i}@example.com`,
});

const writes: readonly Case[] = [
  {
    name: 'create',
    kind: 'write',
    make: (i) => ({ method: 'POST', path: '/api/restaurants', body: { data: newRestaurant(i) } }),
  },
  {
    name: 'create with relations',
    kind: 'write',
    make: (i) => ({
      method: 'POST',
      path: '/api/restaurants',
      body: { data: { ...newRestaurant(i), ...relations(i) } },
    }),
  },
  {
    name: 'update with one connect',
    kind: 'write',
    make: (i) => ({
      method: 'PUT',
      path: `/api/restaurants/${restaurant(i)}`,
      body: { data: { categories: { connect: [category(i * 7)] } } },
    }),
  },
];

function relations(i: number) {
  const first = scattered(i, sizes.categories - 2);
  const categories = [first, first + 1, first + 2].map((n) => documentId('category', n));
  return { categories, owner: documentId('chef', scattered(i, sizes.chefs)) };
}

/** A stop that is not in a guide yet. */
const newStop = (i: number): string =>
  documentId('stop', guideSizes[2] + 1 + (i % (sizes.stops - guideSizes[2])));

const connect = (guide: number, item: unknown): BenchRequest => ({
  method: 'PUT',
  path: `/api/guides/${documentId('guide', guide)}`,
  body: { data: { stops: { connect: [item] } } },
});

const connects = guideSizes.flatMap((size, index): Case[] => {
  const guide = index + 1;
  const grows = 'guideStops';
  const links = `${size.toLocaleString('en')} links`;
  const anchor = (i: number) => documentId('stop', scattered(i, size));
  return [
    { name: `connect into ${links}`, kind: 'write', grows, make: (i) => connect(guide, newStop(i)) },
    {
      name: `connect at the start of ${links}`,
      kind: 'write',
      grows,
      make: (i) => connect(guide, { documentId: newStop(i), position: { start: true } }),
    },
    {
      name: `connect before one of ${links}`,
      kind: 'write',
      grows,
      make: (i) => connect(guide, { documentId: newStop(i), position: { before: anchor(i) } }),
    },
  ];
});

/** A PUT edits and publishes topics and posts in one request. */
const putConnect = (
  type: 'post' | 'topic',
  n: number,
  attribute: 'topics' | 'related',
  i: number,
): BenchRequest => ({
  method: 'PUT',
  path: `/api/${type}s/${documentId(type, n)}`,
  body: { data: { [attribute]: { connect: [newTopic(i)] } } },
});

/** A topic that no post links yet. */
const newTopic = (i: number): string =>
  documentId('topic', ownSizes[2] + 3 + (i % (sizes.topics - ownSizes[2] - 3)));

const linkCounts = [0, 5, 50, 500] as const;
const on = 'postgres';

/** Topics that no post links yet. */
const newTopics = (i: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => newTopic(i * count + index));

/** Publishing with so many links of the same write, to documents that no other writer holds. */
const published: readonly Case[] = linkCounts.flatMap((count): Case[] => [
  {
    name: `create + publish with ${count} links`,
    kind: 'write',
    on,
    make: (i) => ({
      method: 'POST',
      path: '/api/posts',
      body: { data: { Name: `New post ${i}`, Text: 'Made while measuring', topics: newTopics(i, count) } },
    }),
  },
  {
    name: `edit + publish with ${count} links`,
    kind: 'write',
    on,
    ...(count > 0 && { grows: 'postTopics' }),
    make: (i) => ({
      method: 'PUT',
      path: `/api/posts/${documentId('post', ownSizes.length + scattered(i, sizes.posts - ownSizes.length))}`,
      body: {
        data: { ...(count > 0 && { topics: { connect: newTopics(i, count) } }), Text: `Written ${i}` },
      },
    }),
  },
]);

const lives: readonly Case[] = [
  { name: 'list of drafts', kind: 'read', make: (i) => get(`posts?status=draft&${page(i)}`) },
  { name: 'list in another locale', kind: 'read', make: (i) => get(`notices?locale=fr&${page(i)}`) },
  {
    name: 'create + publish',
    kind: 'write',
    make: (i) => ({
      method: 'POST',
      path: '/api/posts',
      body: { data: { Name: `New post ${i}`, Text: 'Made while measuring' } },
    }),
  },
  ...ownSizes.map((size, index): Case => ({
    name: `publish one of ${size.toLocaleString('en')} links`,
    kind: 'write',
    grows: 'postTopics',
    make: (i) => putConnect('post', index + 1, 'topics', i),
  })),
  ...inboundSizes.map((size, index): Case => ({
    name: `publish a link, ${size.toLocaleString('en')} inbound`,
    kind: 'write',
    grows: 'topicRelated',
    make: (i) => putConnect('topic', index + 1, 'related', i),
  })),
  ...([1, 10] as const).map((count): Case => ({
    name: `update with ${count} ${count === 1 ? 'locale' : 'locales'}`,
    kind: 'write',
    make: (i) => {
      const half = sizes.notices / 2;
      const notice = scattered(i, half) + (count === 1 ? half : 0);
      return {
        method: 'PUT',
        path: `/api/notices/${documentId('notice', notice)}?locale=de`,
        body: { data: { Text: `Written ${i}` } },
      };
    },
  })),
];

/** The cost of authentication, compared with the same request by the public. */
const identities: readonly Case[] = [
  {
    name: 'list 25 with an API token',
    kind: 'read',
    make: (i) => ({ ...get(`restaurants?${page(i)}`), by: 'token' }),
    beside: { make: (i) => get(`restaurants?${page(i)}`) },
  },
  {
    name: 'list 25 as a user',
    kind: 'read',
    make: (i) => ({ ...get(`restaurants?${page(i)}`), by: 'user' }),
    beside: { make: (i) => get(`restaurants?${page(i)}`) },
  },
];

export const cases: readonly Case[] = [
  ...reads,
  ...writes,
  ...connects,
  ...lives,
  ...published,
  ...identities,
  ...graphqlCases,
];
