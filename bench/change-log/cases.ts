import type { Case } from '../case.js';
import { documentId, scattered, sizes } from '../world.js';

const restaurant = (i: number) => ({
  Name: `New place ${i}`,
  Description: 'Made while measuring',
  Rating: i % 6,
  Price: 12.5,
  Slug: `logged-${process.pid}-${i}`,
  Kind: 'bistro',
  Email: `new-${i}@example.com`,
});

/** Writes that are measured with and without what the change log adds to them. */
export const logCases: readonly Case[] = [
  {
    name: 'log: create',
    kind: 'write',
    make: (i) => ({ method: 'POST', path: '/api/restaurants', body: { data: restaurant(i) } }),
  },
  {
    name: 'log: update',
    kind: 'write',
    make: (i) => ({
      method: 'PUT',
      path: `/api/restaurants/${documentId('restaurant', scattered(i, sizes.restaurants))}`,
      body: { data: { Rating: i % 6, Price: (i % 9000) / 100 } },
    }),
  },
  {
    name: 'log: create + publish',
    kind: 'write',
    make: (i) => ({
      method: 'POST',
      path: '/api/posts',
      body: { data: { Name: `New post ${i}`, Text: 'Made while measuring' } },
    }),
  },
  {
    name: 'log: publish',
    kind: 'write',
    make: (i) => ({
      method: 'POST',
      path: `/api/posts/${documentId('post', 10 + scattered(i, sizes.posts - 10))}/actions/publish`,
      body: {},
    }),
  },
];
