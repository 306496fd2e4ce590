import type { World } from './fixture.js';
import { createWorld } from './fixture.js';

type Data = Awaited<ReturnType<World['full']>>['body'];

/** Four different restaurants, and functions that read them with every permission. */
export interface Reading {
  readonly world: World;
  /** The documentId of the complete restaurant. */
  readonly anchor: string;
  /** The data of a successful answer. */
  data(path: string): Promise<Data>;
  /** Returns the names of the matching restaurants without their common beginning. */
  namesOf(query: string): Promise<readonly string[]>;
  /** Returns the error of a list that fails with 400. */
  errorOf(query: string, as?: World['full']): Promise<unknown>;
}

export async function createReading(): Promise<Reading> {
  const world = createWorld();
  const anchor = await plant(world);
  const data: Reading['data'] = async (path) => {
    const response = await world.full('get', path);
    if (response.status !== 200) throw new Error(`${path}: ${response.text}`);
    return response.body.data;
  };
  return {
    world,
    anchor,
    data,
    namesOf: async (query) => {
      const found = (await data(`/api/restaurants?fields=Name&${query}`)) as readonly { Name: string }[];
      return found.map(({ Name }) => Name.slice(2));
    },
    errorOf: async (query, as = world.full) => {
      const response = await as('get', `/api/restaurants?${query}`);
      if (response.status !== 400) throw new Error(`${query}: ${response.text}`);
      return response.body.error;
    },
  };
}

export const invalidKey = (key: string, path: string | null, param: string) => ({
  status: 400,
  name: 'ValidationError',
  message: path === null || path === key ? `Invalid key ${key}` : `Invalid key ${key} at ${path}`,
  details: { key, path, source: 'query', param },
});

async function plant(world: World): Promise<string> {
  const ann = await world.create('chef', { Name: 'F Ann', Nick: 'ann', Diary: 'd' });
  const bob = await world.create('chef', { Name: 'F Bob' });
  const alpha = await world.create('category', { Name: 'F Alpha' });
  const beta = await world.create('category', { Name: 'F Beta' });
  const soup = await world.create('dish', { Name: 'F Soup', Cost: 4.5 });
  const corner = { Name: 'F Corner', Slug: 'f-corner', Rating: 1, Price: 0, Opened: '2020-06-01' };
  await world.create('restaurant', { ...corner, categories: [alpha] });
  const anchor = await world.create('restaurant', {
    Name: 'F Anchor',
    Slug: 'f-anchor',
    Description: "Fish & chips, O'B",
    Rating: 3,
    Price: 10.5,
    Big: '100',
    OpensAt: '08:00:00',
    LastInspection: '2023-01-01T10:00:00.000Z',
    Opened: '2019-01-15',
    Tags: ['sea', 'fish'],
    owner: ann,
    categories: [beta, alpha],
    flagship: soup,
    seo: { metaTitle: 't', author: ann },
    Openings: [{ day: 'mon', from: '08:00:00', note: { text: 'early' } }, { day: 'tue' }],
    sections: [
      { __component: 'sections.quote', text: 'Nice', speaker: ann },
      { __component: 'sections.gallery', title: 'Pics', dishes: [soup] },
    ],
  });
  const bistro = { Name: 'F bistro', Slug: 'f-bistro', Rating: 5, Price: 20.25, Opened: '2020-06-01' };
  await world.create('restaurant', { ...bistro, Active: false, owner: bob });
  await world.create('restaurant', { Name: 'F éclair 50%', Slug: 'f-eclair' });
  return anchor;
}
