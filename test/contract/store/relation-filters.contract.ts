import { expect } from 'chai';
import type { Filter } from '../../../src/domain/query/query.js';
import { and, not, populate, where } from '../questions.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import type { Json } from '../../../src/domain/schema/schema.js';
import { idOf, queryOf, valueOf, type World } from '../world.js';
import type { Cases } from './case.js';

const fitting = (world: World, filters: Filter) => world.names('restaurant', { filters });

/** Returns the names of restaurants without a matching target or item, by negating the relation in the plan of `filters`. */
async function lacking(world: World, filters: Filter): Promise<readonly Json[]> {
  const asked = valueOf(await world.documents.find(systemPrincipal, queryOf('restaurant', { filters })));
  const where = asked.plan.where;
  if (where?.kind !== 'related' && where?.kind !== 'component')
    throw new Error(`no relation in ${where?.kind}`);
  const answer = valueOf(
    await world.store.documents.read({ ...asked.plan, where: { ...where, negated: true } }),
  );
  return answer.documents().map(({ name }) => name ?? null);
}

/** Creates two restaurants with owners, dishes and categories, and one without. */
async function town(world: World): Promise<void> {
  const [ann, ben] = await world.createNamed('chef', 'Ann', 'Ben');
  const [fish, soup, cake] = await world.createNamed('dish', 'Fish', 'Soup', 'Cake');
  const [sea, old] = await world.createNamed('category', 'Sea', 'Old');
  await world.create('restaurant', {
    name: 'Anchor',
    owner: ann,
    dishes: [fish, soup],
    categories: [sea, old],
  });
  await world.create('restaurant', { name: 'Bell', owner: ben, dishes: [cake], categories: [old] });
  await world.create('restaurant', { name: 'Crow' });
}

export const relationFilterCases = {
  'a filter through a relation matches if some target matches': async (world) => {
    await town(world);
    expect(await fitting(world, where('owner.name', '$eq', 'Ann'))).to.deep.equal(['Anchor']);
    expect(await fitting(world, where('dishes.name', '$contains', 'o'))).to.deep.equal(['Anchor']);
    expect(await fitting(world, where('categories.name', '$eq', 'Old'))).to.deep.equal(['Anchor', 'Bell']);
  },
  'a document is found once, however many of its targets match': async (world) => {
    await town(world);
    const filters = where('dishes.name', '$in', ['Fish', 'Soup']);
    expect(await fitting(world, filters)).to.deep.equal(['Anchor']);
    const counted = await world.documents.count(systemPrincipal, queryOf('restaurant', { filters }));
    expect(counted).to.deep.equal({ ok: true, value: 1 });
  },
  'a negation matches if some target differs': async (world) => {
    await town(world);
    expect(await fitting(world, where('dishes.name', '$ne', 'Fish'))).to.deep.equal(['Anchor', 'Bell']);
    expect(await fitting(world, not(where('dishes.name', '$eq', 'Fish')))).to.deep.equal(['Anchor', 'Bell']);
  },
  'a negated relation or component in a plan matches if no target or item matches': async (world) => {
    await town(world);
    await world.create('restaurant', { name: 'Dove', openings: [{ day: 'mon' }, { day: 'tue' }] });
    expect(await lacking(world, where('dishes.name', '$eq', 'Fish'))).to.deep.equal(['Bell', 'Crow', 'Dove']);
    expect(await lacking(world, where('openings.day', '$eq', 'mon'))).to.deep.equal([
      'Anchor',
      'Bell',
      'Crow',
    ]);
    expect(await lacking(world, where('openings.day', '$eq', 'sun'))).to.have.length(4);
  },
  'two conditions on one relation may be met by different targets': async (world) => {
    await town(world);
    const both = and(where('dishes.name', '$eq', 'Fish'), where('dishes.name', '$eq', 'Soup'));
    expect(await fitting(world, both)).to.deep.equal(['Anchor']);
    const one: Filter = {
      kind: 'at',
      key: 'dishes',
      filter: and(where('name', '$eq', 'Fish'), where('name', '$eq', 'Soup')),
    };
    expect(await fitting(world, one)).to.deep.equal([]);
  },
  'a relation is null when it has no resolved target': async (world) => {
    await town(world);
    expect(await fitting(world, where('owner', '$null'))).to.deep.equal(['Crow']);
    expect(await fitting(world, where('dishes', '$notNull'))).to.deep.equal(['Anchor', 'Bell']);
    const [ann] = await world.find('chef', { filters: where('name', '$eq', 'Ann') });
    await world.delete('chef', idOf(ann));
    expect(await fitting(world, where('owner', '$null'))).to.deep.equal(['Anchor', 'Crow']);
  },
  'filters go through several relations, in both directions': async (world) => {
    await town(world);
    const chefs = await world.names('chef', { filters: where('restaurants.dishes.name', '$eq', 'Cake') });
    expect(chefs).to.deep.equal(['Ben']);
    expect(
      await world.names('dish', { filters: where('restaurant.owner.name', '$eq', 'Ann') }),
    ).to.deep.equal(['Fish', 'Soup']);
    const filters = where('restaurants.categories.restaurants.name', '$eq', 'Bell');
    expect(await world.names('category', { filters })).to.deep.equal(['Sea', 'Old']);
  },
  'filters go through components and their contents': async (world) => {
    const [ann] = await world.createNamed('chef', 'Ann');
    await world.create('restaurant', {
      name: 'a',
      seo: { title: 'T', weight: 1.5, note: { text: 'N' }, contact: ann },
    });
    await world.create('restaurant', {
      name: 'b',
      seo: { title: 'U' },
      openings: [
        { day: 'mon', from: '08:00:00' },
        { day: 'tue', places: 3 },
      ],
    });
    await world.create('restaurant', { name: 'c' });
    expect(await fitting(world, where('seo.title', '$eq', 'T'))).to.deep.equal(['a']);
    expect(await fitting(world, where('seo.weight', '$lt', 1.6))).to.deep.equal(['a']);
    expect(await fitting(world, where('seo.note.text', '$eqi', 'n'))).to.deep.equal(['a']);
    expect(await fitting(world, where('seo.contact.name', '$eq', 'Ann'))).to.deep.equal(['a']);
    expect(await fitting(world, where('openings.day', '$eq', 'tue'))).to.deep.equal(['b']);
    expect(await fitting(world, where('openings.from', '$gte', '08:00:00'))).to.deep.equal(['b']);
    expect(await fitting(world, where('openings.places', '$gt', 2))).to.deep.equal(['b']);
    expect(await fitting(world, where('seo.weight', '$null'))).to.deep.equal(['b']);
  },
  'a negation through a component matches if some item differs': async (world) => {
    await world.create('restaurant', { name: 'a', openings: [{ day: 'mon' }, { day: 'tue' }] });
    await world.create('restaurant', { name: 'b', openings: [{ day: 'wed' }] });
    await world.create('restaurant', { name: 'c' });
    expect(await fitting(world, not(where('openings.day', '$eq', 'mon')))).to.deep.equal(['a', 'b']);
    expect(await fitting(world, where('openings.day', '$ne', 'mon'))).to.deep.equal(['a', 'b']);
    expect(await fitting(world, where('openings', '$null'))).to.deep.equal(['c']);
    expect(await fitting(world, where('seo', '$notNull'))).to.deep.equal([]);
  },
  'a filter inside populate restricts the targets, not the documents': async (world) => {
    await town(world);
    const members = populate({
      name: 'dishes',
      fields: ['name'],
      filters: where('name', '$startsWith', 'F'),
    });
    const found = await world.find('restaurant', { fields: ['name'], populate: members });
    const lists = found.map(({ dishes }) => (dishes as { name: string }[]).map(({ name }) => name));
    expect(lists).to.deep.equal([['Fish'], [], []]);
  },
} satisfies Cases;
