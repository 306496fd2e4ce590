import type { Response } from 'supertest';
import type { World } from './fixture.js';
import type { HostileRequest, Victims } from './hostile-requests.js';
import { hostileTexts } from './hostile-words.js';

/** The longest text that makes a backtracking engine run for ever. */
export const catastrophicText = `${'a'.repeat(10_000)}!`;

/** A restaurant with every attribute, and one restaurant for each hostile text as its name. */
export async function plantVictims(world: World): Promise<Victims> {
  const chef = await world.create('chef', { Name: 'Ann', Pass: 'secret-one' });
  const neighbour = await world.create('restaurant', { Name: 'Next' });
  const restaurant = await world.create('restaurant', {
    Name: 'One',
    Description: catastrophicText,
    Rating: 3,
    owner: chef,
    neighbours: [neighbour],
    seo: { metaTitle: 't', author: chef },
    Openings: [{ day: 'mon', note: { text: 'n' } }],
    sections: [{ __component: 'sections.quote', text: 'q', speaker: chef }],
  });
  for (const Name of hostileTexts)
    await world.create('restaurant', { Name, seo: { metaTitle: Name }, owner: chef });
  const article = await world.create('article', { title: 'Hello' });
  const menu = await world.create('menu', { Name: 'main', entries: [{ documentId: article }] });
  return { restaurant, chef, menu, article };
}

/** Reads all documents that requests refer to. */
export async function readEverything(world: World): Promise<unknown> {
  const lists = [];
  for (const plural of ['restaurants', 'chefs', 'articles', 'menus']) {
    const response = await world.full('get', `/api/${plural}?populate=*&pagination[pageSize]=100`);
    if (response.status !== 200) throw new Error(response.text);
    lists.push(response.body.data);
  }
  return lists;
}

export async function sendHostile(world: World, request: HostileRequest): Promise<Response> {
  const { method, path, body, headers = {} } = request;
  const sent = world.full(method, `/api/${path}`).set(headers);
  return body === undefined ? sent : sent.set('Content-Type', 'application/json').send(body);
}
