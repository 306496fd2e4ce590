import { expect } from 'chai';
import type { Document, ReadAnswer } from '../../../src/application/ports/document-store.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import type { Limits } from '../../../src/domain/plan/read-plan.js';
import type { Layer, Populate } from '../../../src/domain/query/query.js';
import type { Result } from '../../../src/domain/result.js';
import type { TypeName } from '../fixture-schema.js';
import { populate, where } from '../questions.js';
import { failureOf, queryOf, valueOf, type Asked, type World } from '../world.js';
import type { Cases } from './case.js';

const answerTo = async (world: World, type: TypeName, asked: Asked): Promise<ReadAnswer> =>
  valueOf(await world.documents.find(systemPrincipal, queryOf(type, asked))).answer;

/** Plans the same query under other limits. */
async function limited(
  world: World,
  type: TypeName,
  asked: Asked,
  limits: Partial<Limits>,
): Promise<Result<ReadAnswer>> {
  const { plan } = valueOf(await world.documents.find(systemPrincipal, queryOf(type, asked)));
  return world.store.documents.read({ ...plan, limits: { ...plan.limits, ...limits } });
}

export const answerCases = {
  'the text and the documents of an answer agree': async (world) => {
    const [ann] = await world.createNamed('chef', 'Ann "A" \\ é 😀');
    const [soup] = await world.createNamed('dish', 'Soup');
    await world.create('restaurant', {
      name: 'full',
      price: 1.5,
      visits: '12',
      tags: { b: [1, null], a: 'x' },
      opensAt: '10:00:00',
      owner: ann,
      dishes: [soup],
      seo: { title: 'T', note: { extra: { z: 1, y: 2 } } },
      sections: [{ __component: 'sections.quote', text: 'q' }],
    });
    await world.create('restaurant', {});
    const answer = await answerTo(world, 'restaurant', { populate: { all: true, members: [] } });
    expect(JSON.stringify(answer.documents())).to.equal(JSON.stringify(JSON.parse(answer.text())));
    expect(answer.size).to.equal(2);
    const none = await answerTo(world, 'restaurant', { filters: where('name', '$eq', 'nobody') });
    expect([none.text(), none.documents(), none.size]).to.deep.equal(['[]', [], 0]);
  },
  'a list with more links than the limit is whole, or null on stores that read none of it': async (world) => {
    const dishes = await world.createNamed('dish', 'a', 'b', 'c', 'd', 'e');
    await world.create('restaurant', { name: 'long', dishes: dishes.slice(0, 3) });
    await world.create('restaurant', { name: 'short', dishes: dishes.slice(3) });
    await world.create('restaurant', { name: 'none' });
    const asked = { populate: populate({ name: 'dishes', fields: ['name'] }), fields: ['name'] };
    const read = valueOf(await limited(world, 'restaurant', asked, { links: 2 }));
    const namesIn = (name: string): readonly unknown[] | null => {
      const found = read.documents().find((document) => document['name'] === name)?.['dishes'];
      return found === null ? null : (found as { name: string }[]).map((dish) => dish.name);
    };
    expect([namesIn('short'), namesIn('none')]).to.deep.equal([['d', 'e'], []]);
    expect(namesIn('long') ?? ['a', 'b', 'c']).to.deep.equal(['a', 'b', 'c']);
  },
  'members have the order and the names of the plan': async (world) => {
    const [soup] = await world.createNamed('dish', 'Soup');
    await world.create('restaurant', { name: 'a', dishes: [soup], seo: { title: 'T' } });
    const members = populate({ name: 'dishes', as: 'menu', fields: ['cost', 'name'] }, 'seo', {
      name: 'dishes',
      as: 'n',
      count: true,
    });
    const query = queryOf('restaurant', { fields: ['rating', 'name'], populate: members });
    const { answer, plan } = valueOf(await world.documents.find(systemPrincipal, query));
    const [document = {}] = answer.documents();
    expect(Object.keys(document)).to.deep.equal(plan.shape.members.map((member) => member.as));
    const menu = plan.shape.members.find((member) => member.as === 'menu');
    const [dish = {}] = document['menu'] as object[];
    expect(Object.keys(dish)).to.deep.equal(
      menu?.kind === 'relation' && menu.shape.members.map((member) => member.as),
    );
    expect(document['n']).to.deep.equal({ count: 1 });
  },
  'an empty list is [], an empty relation to one null, an empty component null': async (world) => {
    const id = await world.create('restaurant', {});
    const read = await world.one('restaurant', id, { populate: { all: true, members: [] } });
    expect(read).to.deep.include({ dishes: [], categories: [], neighbourOf: [], openings: [], sections: [] });
    expect(read).to.include({ owner: null, flagship: null, seo: null });
  },
  'populate follows several levels, also back to the start': async (world) => {
    const [ann] = await world.createNamed('chef', 'Ann');
    const id = await world.create('restaurant', { name: 'a', owner: ann });
    const back = populate({ name: 'restaurants', fields: ['name'] });
    const read = await world.one('restaurant', id, {
      fields: ['name'],
      populate: populate({ name: 'owner', fields: ['name'], populate: back }),
    });
    const owner = read['owner'] as { name: string; restaurants: { name: string }[] };
    expect([owner.name, owner.restaurants.map(({ name }) => name)]).to.deep.equal(['Ann', ['a']]);
  },
  'a count is the number of resolved targets that match': async (world) => {
    const dishes = await world.createNamed('dish', 'a', 'b', 'c');
    const id = await world.create('restaurant', { dishes });
    await world.delete('dish', String(dishes[0]));
    const members = populate(
      { name: 'dishes', count: true },
      { name: 'dishes', as: 'fitting', count: true, filters: where('name', '$eq', 'c') },
    );
    const read = await world.one('restaurant', id, { fields: ['name'], populate: members });
    expect(read).to.deep.include({ dishes: { count: 2 }, fitting: { count: 1 } });
  },
  'what many documents lead to counts once for the limit, however many lead there': async (world) => {
    const categories = await world.createNamed('category', 'a', 'b', 'c', 'd');
    for (let at = 0; at < 10; at += 1) await world.create('restaurant', { name: `r${at}`, categories });
    const named = { fields: ['name'] };
    const counted = populate({ name: 'restaurants', count: true });
    const listed = populate({
      name: 'restaurants',
      ...named,
      populate: populate({ name: 'owner', ...named }),
    });
    const shown = async (inside: Populate, textSize: number): Promise<readonly unknown[]> => {
      const asked = { ...named, populate: populate({ name: 'categories', ...named, populate: inside }) };
      const answer = valueOf(await limited(world, 'restaurant', asked, { textSize }));
      const lists = answer.documents().map((document) => document['categories'] as readonly Document[]);
      return [...new Set(lists.flat().map(({ restaurants }) => JSON.stringify(restaurants)))];
    };
    // Ten restaurants lead to four categories each, and these to ten restaurants: 400 times in all.
    expect(await shown(counted, 300 * 50)).to.deep.equal(['{"count":10}']);
    expect((await shown(listed, 1000 * 50)).length).to.equal(1);
  },
  'changing an answer does not change stored content': async (world) => {
    const id = await world.create('restaurant', { tags: { deep: [1] } });
    const answer = await answerTo(world, 'restaurant', {});
    const [document = {}] = answer.documents();
    (document['tags'] as { deep: number[] }).deep.push(2);
    expect((await world.one('restaurant', id))['tags']).to.deep.equal({ deep: [1] });
  },
  'changing the input of a write afterwards does not change stored content': async (world) => {
    const tags = { deep: [1] };
    const id = await world.create('restaurant', { tags });
    tags.deep.push(2);
    expect((await world.one('restaurant', id))['tags']).to.deep.equal({ deep: [1] });
  },
  'an answer does not change with later writes': async (world) => {
    const id = await world.create('chef', { name: 'before' });
    const answer = await answerTo(world, 'chef', { fields: ['name'] });
    await world.update('chef', id, { name: 'after' });
    expect(answer.text()).to.contain('before');
    expect(answer.documents()[0]?.['name']).to.equal('before');
  },
  'more rows than the limits allow are refused, in the list and in a relation': async (world) => {
    const dishes = await world.createNamed('dish', 'a', 'b', 'c');
    await world.create('restaurant', { dishes });
    expect(failureOf(await limited(world, 'dish', {}, { rows: 2 })).code).to.equal('PLAN.TOO_LARGE');
    const inside = { populate: populate('dishes') };
    expect(failureOf(await limited(world, 'restaurant', inside, { rows: 2 })).code).to.equal(
      'PLAN.TOO_LARGE',
    );
    expect(valueOf(await limited(world, 'dish', {}, { rows: 3 })).size).to.equal(3);
    const page = { range: { offset: 0, limit: 2 } };
    expect(valueOf(await limited(world, 'dish', page, { rows: 2 })).size).to.equal(2);
  },
  'an answer that is longer than the limits allow is refused': async (world) => {
    await world.create('restaurant', { about: 'x'.repeat(5000) });
    const long = await limited(world, 'restaurant', {}, { textSize: 4000 });
    expect(failureOf(long).code).to.equal('PLAN.TOO_LARGE');
    expect((await limited(world, 'restaurant', {}, { textSize: 8000 })).ok).to.equal(true);
  },
  'a draft and its links are visible in the draft layer only': async (world) => {
    const [sea] = await world.createNamed('category', 'Sea');
    await world.create('restaurant', { name: 'open', categories: [sea] });
    const draft = await world.createDraft('restaurant', { name: 'draft', categories: [sea] });
    const names = async (layer: Layer) => world.names('restaurant', { layer });
    expect(await names('published')).to.deep.equal(['open']);
    expect(await names('draft')).to.deep.equal(['open', 'draft']);
    expect(await world.list('category', String(sea), 'restaurants')).to.deep.equal(['open']);
    expect(await world.list('category', String(sea), 'restaurants', 'draft')).to.deep.equal([
      'open',
      'draft',
    ]);
    expect(await world.list('restaurant', draft, 'categories', 'draft')).to.deep.equal(['Sea']);
  },
  'drafts have no publishedAt': async (world) => {
    const id = await world.create('restaurant', { name: 'open' });
    expect((await world.one('restaurant', id, {}, 'draft'))['publishedAt']).to.equal(null);
    expect((await world.one('restaurant', id))['publishedAt']).to.match(/^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/);
  },
} satisfies Cases;
