import { expect } from 'chai';
import { asc, where } from '../questions.js';
import { idOf, type Data, type World } from '../world.js';
import type { Cases } from './case.js';

/** Creates a restaurant with a value and returns it as read, which must equal the answer of the create. */
async function kept(world: World, attribute: string, value: unknown): Promise<unknown> {
  const data: Data = { [attribute]: value };
  const created = await world.createFor('restaurant', data, { fields: [attribute] });
  const read = await world.one('restaurant', idOf(created), { fields: [attribute] });
  expect(read).to.deep.equal(created);
  return read[attribute];
}

async function keeps(world: World, attribute: string, ...values: readonly unknown[]): Promise<void> {
  for (const value of values) expect(await kept(world, attribute, value)).to.deep.equal(value);
}

export const valueCases = {
  'an attribute that was never set is null': async (world) => {
    const id = await world.create('restaurant', {});
    const read = await world.one('restaurant', id, { fields: ['name', 'tags', 'visits'] });
    expect(read).to.include({ name: null, tags: null, visits: null });
  },
  'null clears a value': async (world) => {
    const id = await world.create('restaurant', { name: 'Anna', tags: [1], rating: 3 });
    await world.update('restaurant', id, { name: null, tags: null, rating: null });
    const read = await world.one('restaurant', id, { fields: ['name', 'tags', 'rating'] });
    expect(read).to.include({ name: null, tags: null, rating: null });
  },
  'an update keeps the attributes that it does not name': async (world) => {
    const id = await world.create('restaurant', { name: 'Anna', rating: 3, tags: { a: 1 } });
    await world.update('restaurant', id, { rating: 4 });
    const read = await world.one('restaurant', id, { fields: ['name', 'rating', 'tags'] });
    expect(read).to.deep.include({ name: 'Anna', rating: 4, tags: { a: 1 } });
  },
  'text keeps every character': async (world) => {
    const texts = [
      '',
      ' ',
      "O'Brien",
      '"quoted"',
      'back\\slash',
      '{a,b}',
      'a\nb\tc',
      'éàü',
      '😀',
      '\u{10FFFF}',
      '$1',
      '%_',
    ];
    await keeps(world, 'name', ...texts);
  },
  'an integer keeps its whole range': (world) => keeps(world, 'rating', 0, -1, 2147483647, -2147483648),
  'a big integer is a string of all its digits': (world) =>
    keeps(world, 'visits', '9223372036854775807', '-9223372036854775808', '9007199254740993', '0'),
  'a decimal is a number with two decimal places': async (world) => {
    await keeps(world, 'price', 10.5, 0.1, 19.99, -0.01, 100, 0, 123456789012.34);
    expect(await kept(world, 'price', '2.50')).to.equal(2.5);
  },
  'a float keeps its precision': (world) => keeps(world, 'score', 0.1, 1 / 3, 1e21, 5e-324, -1.5, 0),
  'a boolean is true, false or null': (world) => keeps(world, 'active', true, false, null),
  'a date has no time zone': (world) => keeps(world, 'opened', '2024-02-29', '0001-01-01', '9999-12-31'),
  'a time shows milliseconds only if it has some': async (world) => {
    await keeps(world, 'opensAt', '10:15:00', '00:00:00', '23:59:59.999', '10:15:00.120');
    expect(await kept(world, 'opensAt', '10:15:00.000')).to.equal('10:15:00');
  },
  'a datetime is UTC with milliseconds': async (world) => {
    await keeps(
      world,
      'inspectedAt',
      '2024-01-02T03:04:05.678Z',
      '0001-01-01T00:00:00.000Z',
      '9999-12-31T23:59:59.999Z',
    );
    expect(await kept(world, 'inspectedAt', '2024-01-02T03:04:05+02:00')).to.equal(
      '2024-01-02T01:04:05.000Z',
    );
    await keeps(world, 'seenAt', '1970-01-01T00:00:00.000Z');
  },
  'json keeps the order of its keys, its nulls and its depth': async (world) => {
    const tags = { zebra: 1, apple: { two: null, one: [1, 'b', null, { c: false }] }, '': '', 'a b': 1.5 };
    expect(JSON.stringify(await kept(world, 'tags', tags))).to.equal(JSON.stringify(tags));
    await keeps(world, 'tags', [], {}, [[]], 'text', 0, false, [null]);
    await keeps(world, 'words', ['b', 'a'], []);
    await keeps(world, 'page', [{ type: 'paragraph', children: [{ text: 'x', type: 'text' }] }]);
  },
  'ids are ascending integers, and no two versions share one': async (world) => {
    await world.createNamed('chef', 'a', 'b', 'c');
    const ids = (await world.find('chef', { fields: ['id'], sort: [asc('name')] })).map(({ id }) =>
      Number(id),
    );
    expect(ids.every(Number.isSafeInteger)).to.equal(true);
    expect(new Set(ids).size).to.equal(3);
    expect([...ids].sort((a, b) => a - b)).to.deep.equal(ids);
  },
  'an update keeps the id and createdAt, and changes updatedAt': async (world) => {
    const before = await world.createFor('chef', { name: 'a' }, {});
    await new Promise((resolve) => setTimeout(resolve, 5));
    const after = await world.updateFor('chef', idOf(before), { name: 'b' }, {});
    expect(after).to.include({ id: before['id'], createdAt: before['createdAt'], name: 'b' });
    expect(new Date(after['updatedAt'] as string)).to.be.above(new Date(before['updatedAt'] as string));
  },
  'values in a filter are as precise as stored ones': async (world) => {
    await world.create('restaurant', {
      name: 'exact',
      visits: '9007199254740993',
      price: 0.3,
      inspectedAt: '2024-01-02T03:04:05.678Z',
    });
    const found = async (path: string, value: unknown) =>
      world.names('restaurant', { filters: where(path, '$eq', value) });
    expect(await found('visits', '9007199254740993')).to.deep.equal(['exact']);
    expect(await found('visits', '9007199254740992')).to.deep.equal([]);
    expect(await found('price', '0.3')).to.deep.equal(['exact']);
    expect(await found('inspectedAt', '2024-01-02T03:04:05.678Z')).to.deep.equal(['exact']);
    expect(await found('inspectedAt', '2024-01-02T03:04:05.677Z')).to.deep.equal([]);
  },
} satisfies Cases;
