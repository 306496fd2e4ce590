import { expectSomeOrder, type Cast, type History } from './some-order.js';
import type { World } from '../world.js';
import type { Case } from './case.js';

/** DocumentIds by name. */
const cast = (names: string, ids: readonly string[]): Cast =>
  Object.fromEntries(names.split('').map((name, index) => [name, ids[index] ?? '']));

/** Creates halls h and i, which show the events a, b and c. */
async function showing(world: World): Promise<Cast> {
  const events = await world.createNamed('event', 'a', 'b', 'c');
  const h = await world.create('hall', { name: 'h', shown: events });
  const i = await world.create('hall', { name: 'i' });
  return cast('abchi', [...events, h, i]);
}

/** Creates halls g and h, which have the events a and b as targets and highlights, and a lone hall i and event c. */
async function holding(world: World): Promise<Cast> {
  const [a = '', b = '', c = ''] = await world.createNamed('event', 'a', 'b', 'c');
  const g = await world.create('hall', { name: 'g', highlight: a, events: [a, b] });
  const h = await world.create('hall', { name: 'h', highlight: b, events: [c] });
  const i = await world.create('hall', { name: 'i' });
  return cast('abcghi', [a, b, c, g, h, i]);
}

const types = ['hall', 'event'] as const;

const histories = {
  'concurrent publishing, unpublishing and disconnecting of both ends is serializable': {
    prepare: showing,
    types,
    acts: [
      (each, { h = '', b }) => each.drafts.update('hall', h, { shown: { disconnect: [b] } }),
      (each, { h = '' }) => each.publish('hall', h),
      (each, { b = '' }) => each.unpublish('event', b),
      (each, { b = '' }) => each.publish('event', b),
      (each, { b = '', i }) => each.drafts.update('event', b, { shownIn: { connect: [i] } }),
    ],
  },
  'concurrent edits, publishing and discarding of links at both ends are serializable': {
    prepare: showing,
    types,
    acts: [
      (each, { h = '', a = '', c }) =>
        each.drafts.update('hall', h, { shown: { connect: [{ documentId: c, position: { before: a } }] } }),
      (each, { a = '', i }) => each.update('event', a, { shownIn: [i] }),
      (each, { h = '' }) => each.move('discardDraft', 'hall', h),
      (each, { h = '' }) => each.publish('hall', h),
      (each, { c = '', h }) => each.drafts.update('event', c, { shownIn: { disconnect: [h] } }),
    ],
  },
  'concurrent appends to and replacements of a list are serializable': {
    prepare: showing,
    types,
    acts: [
      (each, { i = '', a }) => each.drafts.update('hall', i, { shown: { connect: [a] } }),
      (each, { i = '', b, c }) => each.drafts.update('hall', i, { shown: [c, b] }),
      (each, { b = '', i }) => each.drafts.update('event', b, { shownIn: { connect: [i] } }),
      (each, { i = '' }) => each.drafts.update('hall', i, { shown: [] }),
      (each, { i = '' }) => each.publish('hall', i),
    ],
  },
  'concurrent takeovers, publishing and discarding of one-to-ones are serializable': {
    prepare: holding,
    types,
    acts: [
      (each, { h = '', a }) => each.drafts.update('hall', h, { highlight: a }),
      (each, { h = '' }) => each.publish('hall', h),
      (each, { g = '' }) => each.move('discardDraft', 'hall', g),
      (each, { a = '', i }) => each.update('event', a, { highlightOf: i }),
      (each, { g = '', b }) => each.drafts.update('hall', g, { highlight: b }),
    ],
  },
  'concurrent takeovers, publishing and discarding of one-to-manys are serializable': {
    prepare: holding,
    types,
    acts: [
      (each, { h = '', a, c = '' }) =>
        each.drafts.update('hall', h, {
          events: { connect: [{ documentId: a, position: { before: c } }] },
        }),
      (each, { h = '' }) => each.move('publish', 'hall', h),
      (each, { g = '', b, a }) => each.drafts.update('hall', g, { events: [b, a] }),
      (each, { a = '', i }) => each.update('event', a, { hall: i }),
      (each, { g = '' }) => each.move('publish', 'hall', g),
    ],
  },
  'concurrent deletes of documents that are linked and published also remove their links': {
    prepare: showing,
    types,
    acts: [
      (each, { b = '' }) => each.delete('event', b),
      (each, { i = '', b }) => each.update('hall', i, { shown: { connect: [b] } }),
      (each, { h = '', b }) => each.drafts.update('hall', h, { shown: { disconnect: [b] } }),
      (each, { h = '' }) => each.move('publish', 'hall', h),
      (each, { b = '' }) => each.move('publish', 'event', b),
    ],
  },
  'concurrent edits of drafts and of ends without drafts are serializable': {
    async prepare(each) {
      const restaurants = await each.createNamed('restaurant', 'r', 's');
      const k = await each.create('category', { name: 'k', restaurants });
      return cast('rsk', [...restaurants, k]);
    },
    types: ['restaurant', 'category'],
    acts: [
      (each, { k = '', r }) =>
        each.update('category', k, { restaurants: [{ documentId: r, status: 'draft' }] }),
      (each, { r = '' }) => each.drafts.update('restaurant', r, { categories: [] }),
      (each, { r = '' }) => each.publish('restaurant', r),
      (each, { k = '', s }) => each.update('category', k, { restaurants: { connect: [s] } }),
      (each, { r = '' }) => each.move('discardDraft', 'restaurant', r),
    ],
  },
  'concurrent creation, updates, publishing and deletion of locales are serializable': {
    async prepare(each) {
      const t = await each.create('topic', { name: 't' });
      const one = await each.create('article', { name: 'one', mood: 'm', topics: [t] });
      await each.drafts.update('article', one, { style: 'bold' });
      return { t, one };
    },
    types: ['article', 'topic'],
    acts: [
      (each, { one = '' }) => each.in('fr').drafts.update('article', one, { name: 'un', mood: 'x' }),
      (each, { one = '', t }) => each.in('fr').update('article', one, { style: 'thin', topics: [t] }),
      (each, { one = '' }) => each.in('fr').delete('article', one),
      (each, { one = '' }) => each.update('article', one, { mood: 'y' }),
      (each, { one = '' }) => each.in('fr').move('publish', 'article', one),
    ],
  },
} satisfies Readonly<Record<string, History>>;

type Histories = typeof histories;

/** Returns a case for each history. */
export const orderCases = Object.fromEntries(
  Object.entries<History>(histories).map(([name, history]) => [
    name,
    (world: World) => expectSomeOrder(world, history),
  ]),
) as Readonly<Record<keyof Histories, Case>>;
