import { expect } from 'chai';
import { columnsOf } from '../../../src/domain/plan/aggregate-plan.js';
import { planAggregate } from '../../../src/domain/plan/plan-aggregate.js';
import { systemPrincipal, type Principal } from '../../../src/domain/permission/permission.js';
import type { AggregateQuery } from '../../../src/domain/query/aggregate.js';
import { compare } from '../../../src/domain/query/compare.js';
import type { Json } from '../../../src/domain/schema/schema.js';
import { createDocuments } from '../../../src/application/documents/documents.js';
import { uidOf, type TypeName } from '../schema-files.js';
import { populate } from '../questions.js';
import { failureOf, queryOf, valueOf, type World } from '../world.js';
import type { Cases } from './case.js';
import {
  createRandom,
  randomAggregate,
  randomRestaurant,
  type AskedAggregate,
  type Random,
} from './random-aggregates.js';
import { groupsOf, type PlainGroup } from './plain-aggregate.js';

const asked = (type: TypeName, more: AskedAggregate = {}): AggregateQuery => ({
  type: uidOf(type),
  layer: 'published',
  showsCount: true,
  values: [],
  groupBy: [],
  range: { offset: 0, limit: null },
  ...more,
});

const aggregate = async (
  world: World,
  type: TypeName,
  more: AskedAggregate,
  principal: Principal = systemPrincipal,
) => valueOf(await world.documents.aggregate(principal, asked(type, more)));

async function fill(world: World, random: Random, count: number): Promise<void> {
  const [one, two] = await world.createNamed('chef', 'A', 'A');
  await world.create('chef', { name: 'B', pupils: [one] });
  const owners = [one, two, undefined];
  for (let at = 0; at < count; at += 1) {
    const data = { ...randomRestaurant(random), ...(at % 4 < 3 && { owner: owners[at % 4] ?? null }) };
    await (at % 5 === 0 ? world.createDraft('restaurant', data) : world.create('restaurant', data));
  }
}

/** What the random group keys reach. */
const paths = populate({ name: 'owner', populate: populate('mentor') }, 'seo');

const shown = (groups: readonly PlainGroup[]): string =>
  groups.map((group) => JSON.stringify(group)).join('\n');

export const aggregateCases = {
  'groups are those that the documents of the list have': async (world) => {
    const random = createRandom(7);
    await fill(world, random, 40);
    for (let at = 0; at < 150; at += 1) {
      const more = randomAggregate(random);
      const { filters: where, layer = 'published' } = more;
      const list = queryOf('restaurant', { layer, populate: paths, ...(where && { filters: where }) });
      const documents = valueOf(await world.documents.find(systemPrincipal, list)).answer.documents();
      const expected = groupsOf(documents, asked('restaurant', more));
      const found = await aggregate(world, 'restaurant', more);
      expect(shown(found.groups), JSON.stringify(more)).to.equal(shown(expected.groups));
      expect(found.total, JSON.stringify(more)).to.equal(expected.total);
    }
  },
  'groups by a relation are those of its target, and one of those without': async (world) => {
    const [ann, bob] = await world.createNamed('chef', 'Ann', 'Bob');
    for (const [name, owner] of [
      ['a', ann],
      ['b', ann],
      ['c', bob],
      ['d', null],
    ] as const)
      await world.create('restaurant', { name, rating: 1, owner });
    const by = async (attribute: string) =>
      (await aggregate(world, 'restaurant', { groupBy: [{ attribute }] })).groups;
    expect(await by('owner.name')).to.deep.equal([
      { group: { 'owner.name': 'Ann' }, count: 2 },
      { group: { 'owner.name': 'Bob' }, count: 1 },
      { group: { 'owner.name': null }, count: 1 },
    ]);
    expect(await by('owner')).to.have.deep.members([
      { group: { owner: ann }, count: 2 },
      { group: { owner: bob }, count: 1 },
      { group: { owner: null }, count: 1 },
    ]);
  },
  'groups by lists, and by what leads to no value, are refused': async (world) => {
    for (const attribute of [
      'categories',
      'categories.name',
      'dishes.name',
      'owner.restaurants.name',
      'owner.phone.x',
      'owner.',
      'owner.nothing',
      'seo',
      'openings.day',
      'sections.text',
      'name.x',
    ]) {
      const refused = await world.documents.aggregate(
        systemPrincipal,
        asked('restaurant', { groupBy: [{ attribute }] }),
      );
      expect(failureOf(refused).code, attribute).to.equal('QUERY.INVALID_KEY');
    }
  },
  'no documents are one group without values, and no groups by an attribute': async (world) => {
    const values = [
      { function: 'sum', attribute: 'cost' },
      { function: 'max', attribute: 'name' },
    ] as const;
    expect(await aggregate(world, 'dish', { values })).to.deep.equal({
      groups: [{ group: {}, count: 0, sum: { cost: null }, max: { name: null } }],
      total: 1,
    });
    expect(await aggregate(world, 'dish', { values, groupBy: [{ attribute: 'name' }] })).to.deep.equal({
      groups: [],
      total: 0,
    });
    expect(await aggregate(world, 'dish', { values, having: compare('count', '$gt', 0) })).to.deep.equal({
      groups: [],
      total: 0,
    });
  },
  'sums of decimals and of 64-bit integers are exact': async (world) => {
    for (const price of ['0.1', '0.2', '0.3', '9007199254740.93'])
      await world.create('restaurant', { price, visits: '9223372036854775807' });
    const { groups } = await aggregate(world, 'restaurant', {
      values: [
        { function: 'sum', attribute: 'price' },
        { function: 'sum', attribute: 'visits' },
        { function: 'avg', attribute: 'price' },
      ],
      filters: compare('price', '$lt', 1),
    });
    expect(groups).to.deep.equal([
      { group: {}, count: 3, sum: { price: 0.6, visits: '27670116110564327421' }, avg: { price: 0.2 } },
    ]);
  },
  'a sum beyond all numbers is refused': async (world) => {
    for (const name of ['a', 'b']) await world.create('restaurant', { name, score: 1.7e308 });
    const values = [{ function: 'sum', attribute: 'score' }] as const;
    const refused = await world.documents.aggregate(systemPrincipal, asked('restaurant', { values }));
    expect(failureOf(refused).code).to.equal('PLAN.TOO_LARGE');
    const halves = await aggregate(world, 'restaurant', { values, groupBy: [{ attribute: 'name' }] });
    expect(halves.groups.map(({ sum }) => sum?.['score'])).to.deep.equal([1.7e308, 1.7e308]);
  },
  'groups of few documents are left out, also the one of all': async (world) => {
    for (const name of ['a', 'a', 'b']) await world.create('dish', { name });
    const bounded = { ...world, documents: createDocuments({ ...world.dependencies, minGroupSize: 2 }) };
    const groupBy = [{ attribute: 'name' }];
    expect(await aggregate(bounded, 'dish', { groupBy })).to.deep.equal({
      groups: [{ group: { name: 'a' }, count: 2 }],
      total: 1,
    });
    expect(await aggregate(bounded, 'dish', { filters: compare('name', '$eq', 'b') })).to.deep.equal({
      groups: [],
      total: 0,
    });
  },
  'more groups than the limit are refused': async (world) => {
    await world.createNamed('dish', 'a', 'b', 'c');
    const limits = { rows: 2, textSize: 100_000 };
    const documents = createDocuments({ ...world.dependencies, limits });
    const query = asked('dish', { groupBy: [{ attribute: 'name' }], range: { offset: 0, limit: 1 } });
    const refused = await documents.aggregate(systemPrincipal, query);
    expect(failureOf(refused).code).to.equal('PLAN.TOO_LARGE');
    const filtered = { ...query, filters: compare('name', '$ne', 'c') };
    expect(valueOf(await documents.aggregate(systemPrincipal, filtered)).total).to.equal(2);
  },
  'only what a principal may find is aggregated': async (world) => {
    for (const [name, vegan] of [
      ['a', true],
      ['a', false],
      ['b', true],
    ] as const)
      await world.create('dish', { name, vegan });
    const principal: Principal = {
      kind: 'token',
      name: 'vegan',
      grants: {
        kind: 'listed',
        listed: new Map([
          [uidOf('dish'), new Map([['find', { fields: null, filter: compare('vegan', '$eq', true) }]])],
        ]),
      },
    };
    const groupBy = [{ attribute: 'name' }];
    expect((await aggregate(world, 'dish', { groupBy }, principal)).groups).to.deep.equal([
      { group: { name: 'a' }, count: 1 },
      { group: { name: 'b' }, count: 1 },
    ]);
  },
  'versions are those of the locale that is asked for': async (world) => {
    const groupBy = [{ attribute: 'locale' }];
    for (const locale of ['en', 'de', 'de']) await world.in(locale).create('article', { name: locale });
    const { groups } = await aggregate(world, 'article', { groupBy, locale: '*' });
    expect(groups.map(({ group, count }): Json[] => [group['locale'] ?? null, count ?? null])).to.deep.equal([
      ['de', 2],
      ['en', 1],
    ]);
    const german = await aggregate(world, 'article', { locale: 'de' });
    expect(german.groups).to.deep.equal([{ group: {}, count: 2 }]);
  },
  'a unit of work aggregates what it has written': async (world) => {
    await world.create('dish', { name: 'before' });
    const within = await world.store.units.run(async () => {
      await world.create('dish', { name: 'within' });
      return world.documents.aggregate(systemPrincipal, asked('dish'));
    });
    expect(valueOf(within).groups).to.deep.equal([{ group: {}, count: 2 }]);
  },
  'the rows of an answer have the columns of the plan': async (world) => {
    await world.create('dish', { name: 'a', cost: '2.50' });
    const query = asked('dish', {
      groupBy: [{ attribute: 'name' }],
      values: [{ function: 'max', attribute: 'cost' }],
    });
    const limits = { rows: 10, textSize: 1_000, minGroupSize: 1 };
    const plan = valueOf(planAggregate(world.schema, { ...query, locale: 'en' }, systemPrincipal, limits));
    const { rows } = valueOf(await world.store.documents.aggregate(plan));
    expect(rows).to.deep.equal([['a', 1, 2.5]]);
    expect(columnsOf(plan)).to.have.length(3);
  },
} satisfies Cases;
