import { expect } from 'chai';
import type { Filter, Operator } from '../../../src/domain/query/query.js';
import { and, not, or, where } from '../questions.js';
import type { World } from '../world.js';
import type { Cases } from './case.js';

/** Returns the names of the restaurants that match, in the order of creation. */
const fitting = (world: World, filters: Filter) => world.names('restaurant', { filters });

/** Creates restaurants that are named after their ratings, and one without a rating. */
async function rated(world: World): Promise<void> {
  for (const rating of [1, 2, 3]) await world.create('restaurant', { name: String(rating), rating });
  await world.create('restaurant', { name: 'none' });
}

async function fit(
  world: World,
  path: string,
  operator: Operator,
  value: unknown,
  names: readonly string[],
): Promise<void> {
  expect(
    await fitting(world, where(path, operator, value)),
    `${path} ${operator} ${JSON.stringify(value)}`,
  ).to.deep.equal(names);
}

export const filterCases = {
  'numbers are compared by every operator': async (world) => {
    await rated(world);
    await fit(world, 'rating', '$eq', 2, ['2']);
    await fit(world, 'rating', '$lt', 2, ['1']);
    await fit(world, 'rating', '$lte', 2, ['1', '2']);
    await fit(world, 'rating', '$gt', 2, ['3']);
    await fit(world, 'rating', '$gte', 2, ['2', '3']);
    await fit(world, 'rating', '$between', [2, 3], ['2', '3']);
    await fit(world, 'rating', '$between', [3, 2], []);
    await fit(world, 'rating', '$in', [3, 1], ['1', '3']);
  },
  'an empty $in matches nothing, and its negation matches every value': async (world) => {
    await rated(world);
    await fit(world, 'rating', '$in', [], []);
    await fit(world, 'rating', '$notIn', [], ['1', '2', '3']);
  },
  'negations do not match absent values': async (world) => {
    await rated(world);
    await fit(world, 'rating', '$ne', 2, ['1', '3']);
    await fit(world, 'rating', '$notIn', [1, 2], ['3']);
    expect(await fitting(world, not(where('rating', '$gt', 1)))).to.deep.equal(['1']);
    expect(await fitting(world, not(where('rating', '$eq', 1)))).to.deep.equal(['2', '3']);
    expect(await fitting(world, not(not(where('rating', '$eq', 1))))).to.deep.equal(['1']);
  },
  'null and absent values are the same': async (world) => {
    await world.create('restaurant', { name: 'absent' });
    await world.create('restaurant', { name: 'null', rating: null, tags: null });
    await world.create('restaurant', { name: 'there', rating: 0, tags: false });
    await world.create('restaurant', { name: 'empty', rating: 1, about: '', tags: [] });
    await fit(world, 'rating', '$null', true, ['absent', 'null']);
    await fit(world, 'rating', '$notNull', true, ['there', 'empty']);
    await fit(world, 'rating', '$null', false, ['there', 'empty']);
    await fit(world, 'tags', '$null', true, ['absent', 'null']);
    await fit(world, 'about', '$null', true, ['absent', 'null', 'there']);
    await fit(world, 'about', '$eq', '', ['empty']);
  },
  'conditions are combined by and, or and not': async (world) => {
    await rated(world);
    const [one, two] = [where('rating', '$eq', 1), where('rating', '$eq', 2)];
    expect(await fitting(world, and(one, two))).to.deep.equal([]);
    expect(await fitting(world, or(one, two))).to.deep.equal(['1', '2']);
    expect(await fitting(world, not(or(one, two)))).to.deep.equal(['3']);
    expect(
      await fitting(world, not(and(where('rating', '$gt', 1), where('name', '$ne', '3')))),
    ).to.deep.equal(['1', '3']);
  },
  'an empty group restricts nothing': async (world) => {
    await rated(world);
    expect(await fitting(world, and())).to.have.length(4);
    expect(await fitting(world, and(where('rating', '$eq', 1), and()))).to.deep.equal(['1']);
  },
  'text compares by its bytes, case-sensitively': async (world) => {
    for (const name of ['Z', 'a', 'é', '😀', '\uFFFD', 'A']) await world.create('restaurant', { name });
    await fit(world, 'name', '$eq', 'a', ['a']);
    await fit(world, 'name', '$lt', 'a', ['Z', 'A']);
    await fit(world, 'name', '$gt', 'a', ['é', '😀', '\uFFFD']);
    await fit(world, 'name', '$gt', '\uFFFD', ['😀']);
    await fit(world, 'name', '$between', ['A', 'Z'], ['Z', 'A']);
  },
  'folding operators ignore case': async (world) => {
    for (const name of ['Café', 'CAFÉ', 'cafe', 'CÓDIGO']) await world.create('restaurant', { name });
    await fit(world, 'name', '$eqi', 'café', ['Café', 'CAFÉ']);
    await fit(world, 'name', '$nei', 'CAFÉ', ['cafe', 'CÓDIGO']);
    await fit(world, 'name', '$containsi', 'AF', ['Café', 'CAFÉ', 'cafe']);
    await fit(world, 'name', '$notContainsi', 'ó', ['Café', 'CAFÉ', 'cafe']);
    await fit(world, 'name', '$startsWithi', 'caf', ['Café', 'CAFÉ', 'cafe']);
    await fit(world, 'name', '$endsWithi', 'É', ['Café', 'CAFÉ']);
  },
  'other operators are case-sensitive': async (world) => {
    for (const name of ['Café', 'CAFÉ']) await world.create('restaurant', { name });
    await fit(world, 'name', '$eq', 'café', []);
    await fit(world, 'name', '$contains', 'af', ['Café']);
    await fit(world, 'name', '$notContains', 'af', ['CAFÉ']);
    await fit(world, 'name', '$startsWith', 'CA', ['CAFÉ']);
    await fit(world, 'name', '$endsWith', 'é', ['Café']);
  },
  'startsWith matches any prefix, whichever character follows': async (world) => {
    const names = ['a', '\uD7FFa', '\uE000', '\u{10FFFF}', '\u{10FFFF}\u{10FFFF}', '\u{10FFFE}'];
    for (const name of names) await world.create('restaurant', { name });
    for (const asked of ['', 'a', '\uD7FF', '\uE000', '\u{10FFFF}', '\u{10FFFE}']) {
      const beginning = names.filter((name) => name.startsWith(asked));
      await fit(world, 'name', '$startsWith', asked, beginning);
      await fit(world, 'name', '$startsWithi', asked, beginning);
    }
  },
  'percent, underscore and backslash are ordinary characters': async (world) => {
    for (const name of ['50%', '50x', 'a_b', 'axb', 'a\\b', 'a\\\\b'])
      await world.create('restaurant', { name });
    await fit(world, 'name', '$contains', '%', ['50%']);
    await fit(world, 'name', '$contains', '_', ['a_b']);
    await fit(world, 'name', '$contains', '\\', ['a\\b', 'a\\\\b']);
    await fit(world, 'name', '$contains', '\\\\', ['a\\\\b']);
    await fit(world, 'name', '$startsWith', '50%', ['50%']);
    await fit(world, 'name', '$endsWithi', '_B', ['a_b']);
    await fit(world, 'name', '$eqi', 'A_b', ['a_b']);
    await fit(world, 'name', '$containsi', '%', ['50%']);
  },
  'characters of regular expressions are ordinary characters everywhere': async (world) => {
    const names = [
      'a$',
      '^a',
      'a',
      '(a+)+',
      '.*',
      '[a]',
      'a|b',
      'a\n',
      '{1}',
      '?',
      '#',
      '- a',
      '\\z',
      '\\Qa\\E',
    ];
    for (const name of names) await world.create('restaurant', { name });
    for (const asked of names) {
      await fit(world, 'name', '$eqi', asked, [asked]);
      await fit(
        world,
        'name',
        '$contains',
        asked,
        names.filter((name) => name.includes(asked)),
      );
      await fit(
        world,
        'name',
        '$startsWith',
        asked,
        names.filter((name) => name.startsWith(asked)),
      );
      await fit(
        world,
        'name',
        '$endsWithi',
        asked,
        names.filter((name) => name.endsWith(asked)),
      );
      await fit(
        world,
        'name',
        '$notContainsi',
        asked,
        names.filter((name) => !name.includes(asked)),
      );
    }
  },
  'a decimal is compared with all decimal places of the filter value': async (world) => {
    for (const price of [1, 1.01]) await world.create('restaurant', { name: String(price), price });
    await fit(world, 'price', '$eq', 1.005, []);
    await fit(world, 'price', '$ne', '1.009', ['1', '1.01']);
    await fit(world, 'price', '$lt', 1.001, ['1']);
    await fit(world, 'price', '$gte', 1.0099, ['1.01']);
    await fit(world, 'price', '$in', [1.004, 1.01], ['1.01']);
    await fit(world, 'price', '$notIn', ['1.0000001', 1], ['1.01']);
    await fit(world, 'price', '$between', [1.001, 1.009], []);
  },
  'long texts are found, also in an indexed attribute': async (world) => {
    const mark = 'é'.repeat(255);
    await world.create('article', { name: 'long', mark });
    const named = (operator: Operator, value: string) =>
      world.names('article', { filters: where('mark', operator, value) });
    const longest = 'é'.repeat(world.store.limits.searchText);
    for (const operator of ['$eqi', '$contains', '$startsWith', '$endsWithi'] as const) {
      expect(await named(operator, mark), operator).to.deep.equal(['long']);
      expect(await named(operator, longest), operator).to.deep.equal([]);
    }
    expect(await named('$notContainsi', longest.toUpperCase())).to.deep.equal(['long']);
  },
  'several conditions on one attribute must all hold, also if it has an index': async (world) => {
    await world.create('article', { name: 'north', mark: 'north' });
    const documentId = await world.create('article', { name: 'south', mark: 'south' });
    for (const operator of ['$eqi', '$contains', '$containsi', '$startsWith', '$endsWith'] as const) {
      const south = where('mark', operator, 'south');
      const named = (other: Filter) => world.names('article', { filters: and(other, south) });
      expect(await named(where('mark', '$eq', 'north')), operator).to.deep.equal([]);
      expect(await named(where('mark', '$in', ['north', 'south'])), operator).to.deep.equal(['south']);
      const french = and(where('documentId', '$eq', documentId), where('locale', operator, 'fr'));
      expect(await world.names('article', { filters: french }), operator).to.deep.equal([]);
      const itself = and(where('documentId', '$eq', documentId), where('documentId', operator, documentId));
      expect(await world.names('article', { filters: itself }), operator).to.deep.equal(['south']);
    }
  },
  'every text contains the empty text': async (world) => {
    for (const name of ['a', '']) await world.create('restaurant', { name });
    await world.create('restaurant', {});
    await fit(world, 'name', '$contains', '', ['a', '']);
    await fit(world, 'name', '$startsWithi', '', ['a', '']);
  },
  'json is compared by its compact text': async (world) => {
    const values = { a: ['sea', { b: 'Fish', a: 1 }], b: 'sea', c: 5, d: '5', e: null, f: true };
    for (const [name, tags] of Object.entries(values)) await world.create('restaurant', { name, tags });
    await fit(world, 'tags', '$eq', '[ "sea", {"b": "Fish", "a": 1.0} ]', ['a']);
    await fit(world, 'tags', '$eq', '["sea",{"a":1,"b":"Fish"}]', []);
    await fit(world, 'tags', '$eq', 'sea', ['b']);
    await fit(world, 'tags', '$eq', '"sea"', ['b']);
    await fit(world, 'tags', '$eq', '5', ['c']);
    await fit(world, 'tags', '$eq', '"5"', ['d']);
    await fit(world, 'tags', '$eq', true, ['f']);
    await fit(world, 'tags', '$ne', 'sea', ['a', 'c', 'd', 'f']);
    await fit(world, 'tags', '$in', ['sea', '5'], ['b', 'c']);
    await fit(world, 'tags', '$notIn', ['sea', '5'], ['a', 'd', 'f']);
    await fit(world, 'tags', '$notNull', true, ['a', 'b', 'c', 'd', 'f']);
    await world.create('restaurant', { name: 'g', openings: [{ note: { extra: { deep: [1] } } }] });
    await fit(world, 'openings.note.extra', '$eq', '{"deep": [1]}', ['g']);
    await fit(world, 'openings.note.extra', '$ne', '{"deep":[1]}', []);
    await fit(world, 'openings.note.extra', '$ne', '{"deep":[2]}', ['g']);
  },
  'json is searched by its compact text': async (world) => {
    await world.create('restaurant', { name: 'a', tags: ['sea', { b: 'Fish', a: 1 }] });
    await world.create('restaurant', { name: 'b', tags: 'sea' });
    await fit(world, 'tags', '$contains', '"sea",{"b":"Fish","a":1}', ['a']);
    await fit(world, 'tags', '$contains', '"sea"', ['a', 'b']);
    await fit(world, 'tags', '$contains', 'fish', []);
    await fit(world, 'tags', '$containsi', 'fish', ['a']);
    await fit(world, 'tags', '$notContains', 'Fish', ['b']);
  },
  'dates, times and booleans compare by value': async (world) => {
    await world.create('restaurant', {
      name: 'a',
      opened: '2020-01-02',
      opensAt: '09:00:00',
      active: true,
      inspectedAt: '2024-01-01T00:00:00.000Z',
    });
    await world.create('restaurant', {
      name: 'b',
      opened: '2020-06-01',
      opensAt: '10:00:00.500',
      active: false,
      inspectedAt: '2024-01-01T00:00:00.001Z',
    });
    await fit(world, 'opened', '$gt', '2020-01-02', ['b']);
    await fit(world, 'opensAt', '$lte', '10:00:00.499', ['a']);
    await fit(world, 'opensAt', '$eq', '09:00:00.000', ['a']);
    await fit(world, 'active', '$eq', false, ['b']);
    await fit(world, 'active', '$ne', false, ['a']);
    await fit(world, 'inspectedAt', '$gt', '2024-01-01T00:00:00.000Z', ['b']);
  },
  'big integers compare as numbers, not as text': async (world) => {
    for (const visits of ['9', '10', '-5', '9007199254740993'])
      await world.create('restaurant', { name: visits, visits });
    await fit(world, 'visits', '$gt', '9', ['10', '9007199254740993']);
    await fit(world, 'visits', '$in', ['9007199254740992', '10'], ['10']);
    await fit(world, 'visits', '$between', ['-5', '9'], ['9', '-5']);
  },
  'filters may use system fields': async (world) => {
    const [a, b] = await world.createNamed('chef', 'a', 'b');
    const [found] = await world.find('chef', { filters: where('documentId', '$eq', b) });
    expect(found?.['name']).to.equal('b');
    expect(await world.names('chef', { filters: where('id', '$eq', found?.['id']) })).to.deep.equal(['b']);
    expect(await world.names('chef', { filters: where('documentId', '$in', [a, b]) })).to.deep.equal([
      'a',
      'b',
    ]);
    expect(await world.names('chef', { filters: where('documentId', '$ne', a) })).to.deep.equal(['b']);
    expect(
      await world.names('chef', { filters: where('createdAt', '$gt', '2001-01-01T00:00:00.000Z') }),
    ).to.have.length(2);
  },
} satisfies Cases;
