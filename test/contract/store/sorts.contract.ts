import { expect } from 'chai';
import { asc, desc, populate, where } from '../questions.js';
import { queryOf, valueOf, type World } from '../world.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import type { Sort } from '../../../src/domain/query/query.js';
import type { Cases } from './case.js';

const sorted = (world: World, ...sort: readonly Sort[]) => world.names('restaurant', { sort });

const page = async (world: World, offset: number, limit: number | null) =>
  world.names('restaurant', { range: { offset, limit } });

export const sortCases = {
  'nulls come last when ascending, first when descending': async (world) => {
    for (const rating of [2, null, 1]) await world.create('restaurant', { name: String(rating), rating });
    expect(await sorted(world, asc('rating'))).to.deep.equal(['1', '2', 'null']);
    expect(await sorted(world, desc('rating'))).to.deep.equal(['null', '2', '1']);
  },
  'text sorts by its bytes': async (world) => {
    const names = ['é', 'a', 'Z', '😀', '\uFFFD', 'ab', '', 'z'];
    for (const name of names) await world.create('restaurant', { name });
    const expected = ['', 'Z', 'a', 'ab', 'z', 'é', '\uFFFD', '😀'];
    expect(await sorted(world, asc('name'))).to.deep.equal(expected);
    expect(await sorted(world, desc('name'))).to.deep.equal([...expected].reverse());
  },
  'numbers, big integers, decimals and times sort by value': async (world) => {
    const values = [
      { rating: 10, visits: '10', price: 10, score: 1e21, opensAt: '09:00:00.001', active: true },
      { rating: 9, visits: '9', price: 9.5, score: -1, opensAt: '09:00:00', active: false },
      { rating: -1, visits: '9007199254740993', price: -1, score: 0.5, opensAt: '23:00:00', active: null },
    ];
    for (const [index, data] of values.entries())
      await world.create('restaurant', { name: String(index), ...data });
    expect(await sorted(world, asc('rating'))).to.deep.equal(['2', '1', '0']);
    expect(await sorted(world, asc('visits'))).to.deep.equal(['1', '0', '2']);
    expect(await sorted(world, asc('price'))).to.deep.equal(['2', '1', '0']);
    expect(await sorted(world, asc('score'))).to.deep.equal(['1', '2', '0']);
    expect(await sorted(world, asc('opensAt'))).to.deep.equal(['1', '0', '2']);
    expect(await sorted(world, asc('active'))).to.deep.equal(['1', '0', '2']);
  },
  'ties are broken by id, in the direction of the last key': async (world) => {
    for (const [name, rating] of [
      ['a', 1],
      ['b', 1],
      ['c', 0],
      ['d', 1],
    ] as const) {
      await world.create('restaurant', { name, rating });
    }
    expect(await sorted(world, asc('rating'))).to.deep.equal(['c', 'a', 'b', 'd']);
    expect(await sorted(world, desc('rating'))).to.deep.equal(['d', 'b', 'a', 'c']);
    expect(await sorted(world)).to.deep.equal(['a', 'b', 'c', 'd']);
  },
  'several keys sort in turn': async (world) => {
    for (const [name, rating] of [
      ['a', 1],
      ['b', 2],
      ['c', 1],
      ['d', null],
    ] as const) {
      await world.create('restaurant', { name, rating });
    }
    expect(await sorted(world, asc('rating'), desc('name'))).to.deep.equal(['c', 'a', 'b', 'd']);
    expect(await sorted(world, desc('rating'), asc('name'))).to.deep.equal(['d', 'b', 'a', 'c']);
  },
  'a sort goes through to-one relations, and treats missing targets as null': async (world) => {
    const [zoe, ann] = await world.createNamed('chef', 'Zoe', 'Ann');
    await world.update('chef', String(zoe), { mentor: ann });
    for (const [name, owner] of [
      ['a', zoe],
      ['b', ann],
      ['c', null],
    ] as const) {
      await world.create('restaurant', { name, owner });
    }
    expect(await sorted(world, asc('owner.name'))).to.deep.equal(['b', 'a', 'c']);
    expect(await sorted(world, desc('owner.name'))).to.deep.equal(['c', 'a', 'b']);
    expect(await sorted(world, asc('owner.mentor.name'))).to.deep.equal(['a', 'b', 'c']);
    expect(await sorted(world, desc('owner.mentor.name'), asc('name'))).to.deep.equal(['b', 'c', 'a']);
  },
  'a sort through to-many relations uses the smallest value when ascending, the largest when descending':
    async (world) => {
      const dish = (name: string, cost: number | null, vegan: boolean | null = null) =>
        world.create('dish', { name, cost, vegan });
      const [soup, cake, tea, water] = [
        await dish('soup', 5, true),
        await dish('cake', 9, false),
        await dish('tea', 7, true),
        await dish('water', null),
      ];
      await world.create('restaurant', { name: 'a', dishes: [cake, soup, water] });
      await world.create('restaurant', { name: 'b', dishes: [tea] });
      await world.create('restaurant', { name: 'c' });
      await world.create('restaurant', { name: 'd', dishes: [await dish('air', null)] });
      expect(await sorted(world, asc('dishes.cost'))).to.deep.equal(['a', 'b', 'c', 'd']);
      expect(await sorted(world, desc('dishes.cost'))).to.deep.equal(['d', 'c', 'a', 'b']);
      expect(await sorted(world, asc('dishes.name'))).to.deep.equal(['d', 'a', 'b', 'c']);
      expect(await sorted(world, desc('dishes.name'))).to.deep.equal(['c', 'a', 'b', 'd']);
      expect(await sorted(world, asc('dishes.vegan'), desc('name'))).to.deep.equal(['a', 'b', 'd', 'c']);
      expect(await sorted(world, desc('dishes.vegan'), desc('name'))).to.deep.equal(['d', 'c', 'b', 'a']);
      expect(await sorted(world, desc('dishes.documentId'))).to.have.members(['a', 'b', 'c', 'd']);
      const counted = queryOf('restaurant', { sort: [asc('dishes.cost')], count: true });
      const { answer } = valueOf(await world.documents.find(systemPrincipal, counted));
      expect([answer.size, answer.total]).to.deep.equal([4, 4]);
    },
  'a sort through circular relations terminates': async (world) => {
    const ids = await world.createNamed('restaurant', 'a', 'b', 'c', 'd', 'e', 'f');
    for (const id of ids) await world.update('restaurant', id, { neighbours: ids });
    const path = `${'neighbours.'.repeat(4)}name`;
    expect(await sorted(world, asc(path))).to.deep.equal(['a', 'b', 'c', 'd', 'e', 'f']);
  },
  'a sort through several to-many relations includes all targets': async (world) => {
    const [zoe, ann, bob] = await world.createNamed('chef', 'Zoe', 'Ann', 'Bob');
    const [north, south] = await world.createNamed('category', 'north', 'south');
    await world.create('restaurant', { name: 'a', owner: zoe, categories: [north] });
    await world.create('restaurant', { name: 'b', owner: ann, categories: [north, south] });
    await world.create('restaurant', { name: 'c', owner: bob });
    const found = async (sort: Sort) => world.names('category', { sort: [sort] });
    expect(await found(asc('restaurants.owner.name'))).to.deep.equal(['north', 'south']);
    expect(await found(desc('restaurants.owner.name'))).to.deep.equal(['north', 'south']);
    expect(await sorted(world, desc('categories.restaurants.owner.name'), asc('name'))).to.deep.equal([
      'c',
      'a',
      'b',
    ]);
    await world.update('chef', String(ann), { pupils: [zoe, bob] });
    expect(await world.names('chef', { sort: [desc('pupils.restaurants.name')] })).to.deep.equal([
      'Bob',
      'Zoe',
      'Ann',
    ]);
    const member = { name: 'restaurants', fields: ['name'], sort: [desc('categories.name'), asc('name')] };
    const all = await world.one('category', String(north), { populate: populate(member) });
    expect((all['restaurants'] as { name: string }[]).map(({ name }) => name)).to.deep.equal(['b', 'a']);
  },
  'sorts may use fields of single components': async (world) => {
    const [zoe] = await world.createNamed('chef', 'Zoe');
    await world.create('restaurant', { name: 'a', seo: { title: 'é', weight: 10 } });
    await world.create('restaurant', { name: 'b', seo: { title: 'Z', weight: 9, contact: zoe } });
    await world.create('restaurant', { name: 'c' });
    expect(await sorted(world, asc('seo.title'))).to.deep.equal(['b', 'a', 'c']);
    expect(await sorted(world, desc('seo.weight'))).to.deep.equal(['c', 'a', 'b']);
    expect(await sorted(world, asc('seo.contact.name'))).to.deep.equal(['b', 'a', 'c']);
  },
  'a range selects its part of the sorted list': async (world) => {
    await world.createNamed('restaurant', 'a', 'b', 'c', 'd');
    expect(await page(world, 0, 2)).to.deep.equal(['a', 'b']);
    expect(await page(world, 2, 2)).to.deep.equal(['c', 'd']);
    expect(await page(world, 3, null)).to.deep.equal(['d']);
    expect(await page(world, 9, 2)).to.deep.equal([]);
  },
  'limit 0 returns the total and no documents': async (world) => {
    await world.createNamed('restaurant', 'a', 'b');
    const query = queryOf('restaurant', { range: { offset: 0, limit: 0 }, count: true });
    const { answer } = valueOf(await world.documents.find(systemPrincipal, query));
    expect([answer.documents(), answer.size, answer.total]).to.deep.equal([[], 0, 2]);
  },
  'the total counts all matches, whatever the range is': async (world) => {
    for (const rating of [1, 2, 3]) await world.create('restaurant', { rating });
    const asked = { filters: where('rating', '$gt', 1), range: { offset: 1, limit: 1 } };
    const counted = valueOf(
      await world.documents.find(systemPrincipal, queryOf('restaurant', { ...asked, count: true })),
    );
    expect([counted.answer.size, counted.answer.total]).to.deep.equal([1, 2]);
    const past = queryOf('restaurant', { range: { offset: 7, limit: 1 }, count: true });
    expect(valueOf(await world.documents.find(systemPrincipal, past)).answer.total).to.equal(3);
    const uncounted = valueOf(await world.documents.find(systemPrincipal, queryOf('restaurant', asked)));
    expect(uncounted.answer.total).to.equal(null);
  },
  'a range inside populate applies to each parent': async (world) => {
    for (const name of ['a', 'b']) {
      const dishes = await world.createNamed('dish', `${name}3`, `${name}1`, `${name}2`);
      await world.create('restaurant', { name, dishes });
    }
    const lists = async (...sort: readonly Sort[]) => {
      const member = { name: 'dishes', fields: ['name'], sort, range: { offset: 1, limit: 1 } };
      const found = await world.find('restaurant', { populate: populate(member) });
      return found.map(({ dishes }) => (dishes as { name: string }[]).map(({ name }) => name));
    };
    expect(await lists()).to.deep.equal([['a1'], ['b1']]);
    expect(await lists(asc('name'))).to.deep.equal([['a2'], ['b2']]);
    expect(await lists(desc('name'))).to.deep.equal([['a2'], ['b2']]);
  },
  'a sort inside populate replaces the order of the list': async (world) => {
    const dishes = await world.createNamed('dish', 'b', 'a', 'c');
    const id = await world.create('restaurant', { dishes });
    const inside = async (sort: Sort) => {
      const member = { name: 'dishes', fields: ['name'], sort: [sort] };
      const read = await world.one('restaurant', id, { populate: populate(member) });
      return (read['dishes'] as { name: string }[]).map(({ name }) => name);
    };
    expect(await inside(asc('name'))).to.deep.equal(['a', 'b', 'c']);
    expect(await inside(desc('name'))).to.deep.equal(['c', 'b', 'a']);
    expect(await inside(desc('id'))).to.deep.equal(['c', 'a', 'b']);
  },
} satisfies Cases;
