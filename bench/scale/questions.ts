import { createHash } from 'node:crypto';
import { scattered } from '../world.js';
import { numbersOf } from './seed.js';

/** What is asked of a database with so many places. No two requests in a row are equal. */
export interface Question {
  readonly name: string;
  /** `cursor` leads to the page after the first 15,000 places. */
  path(places: number, n: number, cursor: string): string;
}

/** The documentId of the nth place. */
const placeId = (n: number): string => createHash('md5').update(`place${n}`).digest('hex').slice(0, 24);
const page = (n: number): string => `pagination[page]=${(n % 20) + 1}`;
const city = (places: number, n: number): string =>
  `filters[City][$eq]=City ${scattered(n, numbersOf(places).cities)}`;
const list = (name: string, query: (places: number, n: number, cursor: string) => string): Question => ({
  name,
  path: (places, n, cursor) => `/api/places?${query(places, n, cursor)}`,
});

export const questions: readonly Question[] = [
  list('list', (_, n) => page(n)),
  list('list, without a total', (_, n) => `${page(n)}&pagination[withCount]=false`),
  list('list by an indexed attribute', (_, n) => `${page(n)}&sort=Name`),
  { name: 'find one', path: (places, n) => `/api/places/${placeId(scattered(n, places))}` },
  list('first page by cursor', (_, n) => `pagination[after]=&pagination[pageSize]=${25 + (n % 3)}`),
  list(
    'page by cursor after 15,000',
    (_, n, cursor) => `pagination[after]=${cursor}&pagination[pageSize]=${25 + (n % 3)}`,
  ),
  list('20 of an indexed attribute', city),
  list('the same, sorted', (places, n) => `${city(places, n)}&sort=Name`),
  list(
    'a sixth, without a total',
    (_, n) => `filters[Rating][$eq]=${n % 6}&${page(n)}&pagination[withCount]=false`,
  ),
  list(
    'a sixth, with an estimate',
    (_, n) => `filters[Rating][$eq]=${n % 6}&${page(n)}&pagination[count]=estimated`,
  ),
  list('populate one', (_, n) => `${page(n)}&populate=owner`),
  list(
    'populate two, with categories',
    (_, n) => `${page(n)}&populate[owner][populate][0]=region&populate[categories]=true`,
  ),
  list(
    'filter through a relation',
    (places, n) => `filters[owner][documentId][$eq]=${ownerId(scattered(n, numbersOf(places).owners))}`,
  ),
];

const ownerId = (n: number): string => createHash('md5').update(`owner${n}`).digest('hex').slice(0, 24);

/** Questions whose cost grows with what they count or read, asked once or twice. */
export const growing: readonly Question[] = [
  list('a sixth, with its total', (_, n) => `filters[Rating][$eq]=${n % 6}&${page(n)}`),
  list('page 700 by number', (_, n) => `pagination[page]=${690 + (n % 20)}`),
  list('filter without an index', (_, n) => `filters[Price][$eq]=${n % 90}.5`),
];

/** For an app that was made with search. */
export const searches: readonly Question[] = [
  list('search for a word', (places, n) => `_q=w${scattered(n, places / 20)}`),
  list('search for two words', (places, n) => `_q=house w${scattered(n, places / 20)}`),
  list('search for a common word', (_, n) => `_q=cooks&${page(n)}`),
];
