import { expect } from 'chai';
import { createDocuments } from '../../../src/application/documents/documents.js';
import type { CursorCodec } from '../../../src/application/ports/cursor-codec.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { compare } from '../../../src/domain/query/compare.js';
import type { PageCursor, Query, Sort } from '../../../src/domain/query/query.js';
import type { Json } from '../../../src/domain/schema/schema.js';
import { failureOf, queryOf, valueOf, type Data, type World } from '../world.js';
import type { Cases } from './case.js';

/** Cursors that can be read. */
const cursors: CursorCodec = {
  write: (question, values) => JSON.stringify([question, values]),
  read(question, text) {
    const [ofQuestion, values] = JSON.parse(text) as [string, readonly Json[]];
    return ofQuestion === question ? values : null;
  },
};

const withCursors = (world: World): World => ({
  ...world,
  documents: createDocuments({ ...world.dependencies, cursors }),
});

const sortsOf = (...texts: readonly string[]): readonly Sort[] =>
  texts.map((text) => {
    const [path = '', direction = 'asc'] = text.split(':');
    return { path: path.split('.'), direction: direction === 'desc' ? 'desc' : 'asc' };
  });

interface Walk {
  readonly names: readonly Json[];
  readonly pages: number;
}

/** Follows cursors through the whole list. `between` runs after each page. */
async function walk(
  world: World,
  query: Query,
  direction: PageCursor['direction'],
  between: () => Promise<unknown> = async () => null,
): Promise<Walk> {
  let at: string | null = null;
  let names: readonly Json[] = [];
  for (let pages = 1; ; pages += 1) {
    const cursor: PageCursor = { direction, at };
    const found = valueOf(
      await world.documents.find(systemPrincipal, { ...query, cursor, range: { offset: 0, limit: 3 } }),
    );
    const page = found.answer.documents().map(({ name }) => name ?? null);
    names = direction === 'after' ? [...names, ...page] : [...page, ...names];
    const { start = null, end = null, hasNext, hasPrevious } = found.cursors ?? {};
    if (!(direction === 'after' ? hasNext : hasPrevious)) return { names, pages };
    at = direction === 'after' ? end : start;
    await between();
  }
}

const orders: readonly (readonly string[])[] = [
  [],
  ['id:desc'],
  ['name'],
  ['rating', 'name:desc'],
  ['rating:desc', 'opened'],
  ['owner.name:desc', 'rating'],
  ['owner.name', 'id:desc'],
  ['updatedAt:desc'],
  ['seo.title', 'score:desc'],
  ['price:desc', 'opensAt'],
  ['visits', 'active:desc'],
  ['inspectedAt:desc', 'kind'],
];

async function fill(world: World): Promise<void> {
  const chefs = await world.createNamed('chef', 'A', 'B');
  const restaurants: readonly Data[] = Array.from({ length: 11 }, (_, at) => ({
    name: `r${(at * 7) % 11}`,
    ...(at % 3 !== 0 && { rating: at % 4 }),
    ...(at % 4 !== 0 && { owner: chefs[at % 2] }),
    ...(at % 3 !== 1 && {
      seo: { title: `t${at % 3}` },
      price: `${at % 4}.${at % 3}5`,
      visits: `9007199254740${990 + (at % 5)}`,
    }),
    ...(at % 4 !== 1 && { score: at / 3, opensAt: `0${at % 3}:30:00.000`, active: at % 2 === 0 }),
    ...(at % 2 === 0 && { inspectedAt: `2026-01-0${1 + (at % 4)}T10:00:00.${100 + at}Z`, kind: 'diner' }),
    ...(at % 5 !== 0 && { opened: `20${10 + (at % 3)}-01-01` }),
  }));
  for (const data of restaurants) await world.create('restaurant', data);
}

export const cursorCases = {
  'pages by cursor show each row of a list once, in its order, in both directions': async (given) => {
    const world = withCursors(given);
    await fill(world);
    for (const texts of orders) {
      const query = queryOf('restaurant', { sort: sortsOf(...texts), fields: ['name'] });
      const all = valueOf(await world.documents.find(systemPrincipal, query)).answer.documents();
      const names = all.map(({ name }) => name);
      for (const direction of ['after', 'before'] as const) {
        const walked = await walk(world, query, direction);
        expect(walked, `${direction} ${texts.join()}`).to.deep.equal({ names, pages: 4 });
      }
    }
  },
  'rows that are written between two pages neither repeat nor hide others': async (given) => {
    const world = withCursors(given);
    await fill(world);
    const query = queryOf('restaurant', { sort: sortsOf('name:desc'), fields: ['name'] });
    const before = await walk(world, query, 'after');
    let count = 0;
    const walked = await walk(world, query, 'after', () =>
      world.create('restaurant', { name: `zz${(count += 1)}` }),
    );
    expect(walked.names).to.deep.equal(before.names);
  },
  'a page counts if it is asked to, and filters as a list does': async (given) => {
    const world = withCursors(given);
    await fill(world);
    const filters = compare('rating', '$gt', 1);
    const query = queryOf('restaurant', { filters, fields: ['name'], sort: sortsOf('rating') });
    const cursor: PageCursor = { direction: 'after', at: null };
    const asked = { ...query, cursor, range: { offset: 0, limit: 2 }, count: true };
    const found = valueOf(await world.documents.find(systemPrincipal, asked));
    expect(found.answer.total).to.equal((await world.find('restaurant', { filters })).length);
    expect(found.answer.size).to.equal(2);
  },
  'a cursor of another list, and a list that is sorted by many values, are refused': async (given) => {
    const world = withCursors(given);
    await fill(world);
    const ask = (more: Partial<Query>, at: string | null) =>
      world.documents.find(systemPrincipal, {
        ...queryOf('restaurant', more),
        cursor: { direction: 'after', at },
        range: { offset: 0, limit: 2 },
      });
    const { cursors: found } = valueOf(await ask({ sort: sortsOf('name') }, null));
    expect(failureOf(await ask({ sort: sortsOf('rating') }, found?.end ?? '')).code).to.equal(
      'QUERY.PAGINATION',
    );
    expect(failureOf(await ask({ sort: sortsOf('categories.name') }, null)).code).to.equal(
      'QUERY.PAGINATION',
    );
  },
} satisfies Cases;
