import { expect } from 'chai';
import type { Action, Permission, Principal } from '../../../src/domain/permission/permission.js';
import type { Filter, Selection } from '../../../src/domain/query/query.js';
import type { Result } from '../../../src/domain/result.js';
import { asc, not, populate, where } from '../questions.js';
import { failureOf, queryOf, valueOf, type World } from '../world.js';
import { uidOf, type TypeName } from '../schema-files.js';
import type { Cases } from './case.js';

type Limits = Partial<Record<Action, Partial<Permission>>>;

const everything: Permission = { fields: null, filter: null };

/** Returns a user, represented by a chef, with the given grants. */
const holding = (documentId: string, grants: Partial<Record<TypeName, Limits>>): Principal => ({
  kind: 'user',
  name: 'user',
  user: { id: 1, documentId },
  grants: {
    kind: 'listed',
    listed: new Map(
      Object.entries(grants).map(([name, limits]) => [
        uidOf(name as TypeName),
        new Map(
          Object.entries(limits).map(([action, limit]) => [action as Action, { ...everything, ...limit }]),
        ),
      ]),
    ),
  },
});

const mine: Filter = where('author', '$eq', '$me');
const vegan: Filter = where('vegan', '$eq', true);

const find = async (world: World, principal: Principal, type: TypeName, selection: Selection = {}) => {
  const found = valueOf(await world.documents.find(principal, { ...queryOf(type, selection), count: true }));
  const documents = found.answer.documents();
  expect(found.answer.total).to.equal(documents.length);
  return documents;
};

const update = (world: World, principal: Principal, type: TypeName, documentId: string, data: object) =>
  world.documents.update(principal, {
    kind: 'update',
    type: uidOf(type),
    documentId,
    layer: 'published',
    data,
    answer: {},
  });

const create = (world: World, principal: Principal, type: TypeName, data: object) =>
  world.documents.create(principal, {
    kind: 'create',
    type: uidOf(type),
    layer: 'published',
    data,
    answer: {},
  });

const code = (result: Result<unknown>): string => failureOf(result).code;

/** Creates two chefs with a review each. The first is the user. */
async function reviewed(world: World) {
  const [me = '', other = ''] = await world.createNamed('chef', 'me', 'other');
  const own = await world.create('review', { text: 'own', stars: 3, author: me });
  const foreign = await world.create('review', { text: 'foreign', stars: 5, author: other });
  return { me, other, own, foreign };
}

export const permissionCases = {
  'a principal who may find some documents lists, counts and reads only these': async (world) => {
    const { me, own, foreign } = await reviewed(world);
    const principal = holding(me, { review: { find: { filter: mine }, findOne: { filter: mine } } });
    expect(await find(world, principal, 'review')).to.have.length(1);
    const one = async (documentId: string) =>
      world.documents.findOne(principal, { ...queryOf('review', { documentId }), action: 'findOne' });
    expect(valueOf(await one(own)).answer.documents()).to.have.nested.property('[0].text', 'own');
    expect(code(await one(foreign))).to.equal('DOCUMENT.NOT_FOUND');
  },
  'a principal without a user owns nothing': async (world) => {
    const { me } = await reviewed(world);
    const { user: _user, ...anonymous } = holding(me, { review: { find: { filter: mine } } });
    expect(await find(world, anonymous, 'review')).to.deep.equal([]);
  },
  'populate, counts, filters and sorts through a relation include only targets that the user may find':
    async (world) => {
      const [plain = '', green = ''] = await world.createNamed('restaurant', 'plain', 'green');
      await world.create('dish', {
        name: 'steak',
        vegan: false,
        cost: 1,
        restaurant: plain,
        flagshipOf: plain,
      });
      const salad = { name: 'salad', vegan: true, cost: 2, restaurant: green, flagshipOf: green };
      await world.create('dish', salad);
      await world.create('dish', { name: 'ham', restaurant: green });
      const principal = holding('nobody', { restaurant: { find: {} }, dish: { find: { filter: vegan } } });
      const shown = await find(world, principal, 'restaurant', {
        fields: ['name'],
        populate: populate(
          { name: 'dishes', fields: ['name'] },
          { name: 'dishes', as: 'dishCount', count: true },
          { name: 'flagship', fields: ['name'] },
        ),
      });
      expect(shown.map(({ dishes, flagship }) => [names(dishes), names(flagship)])).to.deep.equal([
        [[], [null]],
        [['salad'], ['salad']],
      ]);
      expect(shown.map(({ dishCount }) => dishCount)).to.deep.equal([{ count: 0 }, { count: 1 }]);
      const through = async (filters: Filter) =>
        names(await find(world, principal, 'restaurant', { filters }));
      expect(await through(where('dishes.name', '$eq', 'steak'))).to.deep.equal([]);
      expect(await through(where('dishes.name', '$startsWith', 's'))).to.deep.equal(['green']);
      expect(await through(where('flagship', '$null', true))).to.deep.equal(['plain']);
      expect(await through(not(where('flagship', '$null', true)))).to.deep.equal(['green']);
      for (const key of ['flagship.cost', 'dishes.cost'])
        expect(names(await find(world, principal, 'restaurant', { sort: [asc(key)] }))).to.deep.equal([
          'green',
          'plain',
        ]);
    },
  'a user may change a document only if it is permitted both before and after the change': async (world) => {
    const { me, other, own, foreign } = await reviewed(world);
    const limits = { filter: mine };
    const principal = holding(me, { review: { update: limits, delete: limits }, chef: { find: {} } });
    valueOf(await update(world, principal, 'review', own, { stars: 4 }));
    expect(code(await update(world, principal, 'review', foreign, { stars: 1 }))).to.equal(
      'DOCUMENT.NOT_FOUND',
    );
    expect(code(await update(world, principal, 'review', foreign, { author: me }))).to.equal(
      'DOCUMENT.NOT_FOUND',
    );
    expect(code(await update(world, principal, 'review', own, { author: other, stars: 1 }))).to.equal(
      'POLICY.DENIED',
    );
    expect(await world.find('review', { sort: [asc('stars')] })).to.have.nested.property('[0].stars', 4);
    const remove = (documentId: string) =>
      world.documents.delete(principal, { kind: 'delete', type: uidOf('review'), documentId });
    expect(code(await remove(foreign))).to.equal('DOCUMENT.NOT_FOUND');
    valueOf(await remove(own));
    expect((await world.find('review')).map(({ text }) => text)).to.deep.equal(['foreign']);
  },
  'a user who may create some documents cannot create others': async (world) => {
    const { me, other } = await reviewed(world);
    const principal = holding(me, { review: { create: { filter: mine } }, chef: { find: {} } });
    valueOf(await create(world, principal, 'review', { text: 'mine', author: me }));
    expect(code(await create(world, principal, 'review', { text: 'theirs', author: other }))).to.equal(
      'POLICY.DENIED',
    );
    expect(code(await create(world, principal, 'review', { text: 'nobody’s' }))).to.equal('POLICY.DENIED');
    expect(await world.find('review')).to.have.length(3);
  },
  'the answer of a write contains only what the user may read': async (world) => {
    const { me, own, foreign } = await reviewed(world);
    const principal = holding(me, {
      review: { update: {}, findOne: { filter: mine, fields: new Set(['text']) } },
    });
    expect(code(await update(world, principal, 'review', foreign, { stars: 1 }))).to.equal(
      'DOCUMENT.NOT_FOUND',
    );
    const [shown] = valueOf(await update(world, principal, 'review', own, { stars: 1 })).answer.documents();
    expect(shown).to.have.property('text', 'own');
    expect(shown).not.to.have.property('stars');
    expect(await world.find('review', { sort: [asc('stars')] })).to.have.nested.property('[1].stars', 5);
  },
  'a user can link only targets that they may find': async (world) => {
    const [restaurant = ''] = await world.createNamed('restaurant', 'r');
    const steak = await world.create('dish', { name: 'steak', vegan: false });
    const salad = await world.create('dish', { name: 'salad', vegan: true });
    const principal = holding('nobody', { restaurant: { update: {} }, dish: { find: { filter: vegan } } });
    const refused = await update(world, principal, 'restaurant', restaurant, { dishes: [salad, steak] });
    expect(failureOf(refused).message).to.include(steak).and.include('not found');
    const missing = await update(world, principal, 'restaurant', restaurant, { dishes: ['nosuchdish'] });
    expect(failureOf(missing).message.replace('nosuchdish', steak)).to.equal(failureOf(refused).message);
    await world.update('restaurant', restaurant, { dishes: [steak] });
    const beside = async (before: string) => {
      const dishes = { connect: [{ documentId: salad, position: { before } }] };
      return failureOf(await update(world, principal, 'restaurant', restaurant, { dishes })).message;
    };
    expect(await beside(steak)).to.equal((await beside('nosuchdish')).replace('nosuchdish', steak));
    await world.update('restaurant', restaurant, { dishes: [] });
    valueOf(await update(world, principal, 'restaurant', restaurant, { dishes: { connect: [salad] } }));
    expect(await world.list('restaurant', restaurant, 'dishes')).to.deep.equal(['salad']);
  },
  'changing a link that a permission depends on needs that permission, also from its other end': async (
    world,
  ) => {
    const [me = '', other = ''] = await world.createNamed('chef', 'me', 'other');
    const [own, foreign] = [
      await world.create('restaurant', { name: 'own', owner: me }),
      await world.create('restaurant', { name: 'foreign', owner: other }),
    ];
    const held = { filter: where('owner', '$eq', '$me') };
    const self = { update: { filter: where('documentId', '$eq', '$me') }, find: {} };
    const chef = (...restaurant: readonly Limits[]) =>
      holding(me, {
        chef: self,
        dish: { delete: { filter: where('restaurant.owner', '$eq', '$me') } },
        restaurant: Object.assign({ find: {} }, ...restaurant) as Limits,
      });
    const asking = (restaurants: unknown, ...grants: readonly Limits[]) =>
      update(world, chef(...grants), 'chef', me, { restaurants });
    for (const grants of [
      [{ update: held }],
      [{ delete: held }],
      [{ update: { fields: new Set(['name']) } }],
      [],
    ])
      for (const taking of [{ connect: [foreign] }, [own, foreign]])
        expect(code(await asking(taking, ...grants))).to.equal('POLICY.DENIED');
    for (const leaving of [{ disconnect: [own] }, { disconnect: [foreign] }])
      expect(code(await asking(leaving, { update: held }))).to.equal('POLICY.DENIED');
    expect(code(await asking([], { delete: held }))).to.equal('POLICY.DENIED');
    expect(
      code(
        await create(
          world,
          holding(me, { chef: { create: {} }, restaurant: { find: {}, update: held } }),
          'chef',
          { name: 'third', restaurants: [own] },
        ),
      ),
    ).to.equal('POLICY.DENIED');
    expect(await world.list('chef', me, 'restaurants')).to.deep.equal(['own']);
    expect(await world.list('chef', other, 'restaurants')).to.deep.equal(['foreign']);
    valueOf(await asking([own], { update: held }));
    valueOf(await asking({ connect: [foreign] }, { update: {}, delete: held }));
    expect(await world.list('chef', me, 'restaurants')).to.deep.equal(['own', 'foreign']);
    const free = holding(me, {
      chef: self,
      restaurant: { find: held, update: { filter: where('name', '$ne', 'x') } },
    });
    valueOf(await update(world, free, 'chef', me, { restaurants: { connect: [own] } }));
  },
  'permissions apply to the layers that a write changes': async (world) => {
    const [me = '', other = ''] = await world.createNamed('chef', 'me', 'other');
    const held: Filter = where('owner', '$eq', '$me');
    const limits = { filter: held };
    const all = { update: limits, publish: limits, unpublish: limits, discardDraft: limits };
    const principal = holding(me, { restaurant: all, chef: { find: {} } });
    const own = await world.create('restaurant', { name: 'own', owner: me });
    const foreign = await world.create('restaurant', { name: 'foreign', owner: other });
    const move = (kind: 'publish' | 'unpublish' | 'discardDraft', documentId: string) => {
      const mutation = { type: uidOf('restaurant'), documentId, answer: {} };
      if (kind === 'publish') return world.documents.publish(principal, { ...mutation, kind });
      if (kind === 'unpublish') return world.documents.unpublish(principal, { ...mutation, kind });
      return world.documents.discardDraft(principal, { ...mutation, kind });
    };
    for (const kind of ['discardDraft', 'publish', 'unpublish'] as const) {
      valueOf(await move(kind, own));
      expect(code(await move(kind, foreign))).to.equal('DOCUMENT.NOT_FOUND');
    }
    valueOf(await update(world, principal, 'restaurant', own, { name: 'again' }));
    expect(code(await update(world, principal, 'restaurant', foreign, { name: 'again' }))).to.equal(
      'DOCUMENT.NOT_FOUND',
    );
    expect(await world.names('restaurant', { sort: [asc('id')] })).to.have.members(['again', 'foreign']);
  },
  'a delete of several locales needs permission for all of them': async (world) => {
    const calm: Filter = where('name', '$startsWith', 'calm');
    const principal = holding('nobody', { topic: { delete: { filter: calm }, update: { filter: calm } } });
    const topic = await world.create('topic', { name: 'calm' });
    await world.in('fr').update('topic', topic, { name: 'agité' });
    const remove = (locale: string) =>
      world.documents.delete(principal, { kind: 'delete', type: uidOf('topic'), documentId: topic, locale });
    expect(code(await remove('*'))).to.equal('DOCUMENT.NOT_FOUND');
    expect(code(await remove('fr'))).to.equal('DOCUMENT.NOT_FOUND');
    // A new translation is based on the existing versions.
    const translate = world.documents.update(principal, {
      kind: 'update',
      type: uidOf('topic'),
      documentId: topic,
      locale: 'de',
      layer: 'published',
      data: { name: 'calm, too' },
      answer: {},
    });
    expect(code(await translate)).to.equal('DOCUMENT.NOT_FOUND');
    valueOf(await remove('en'));
    expect(await world.in('*').names('topic')).to.deep.equal(['agité']);
  },
  'a write of shared values needs permission for all locales': async (world) => {
    const principal = holding('nobody', {
      topic: { update: { filter: where('name', '$startsWith', 'calm') } },
    });
    const topic = await world.create('topic', { name: 'calm', kind: 'old' });
    await world.in('fr').update('topic', topic, { name: 'agité' });
    const kinds = async () => (await world.in('*').find('topic')).map(({ kind }) => kind);
    valueOf(await update(world, principal, 'topic', topic, { name: 'calmer' }));
    const refused = await update(world, principal, 'topic', topic, { name: 'calm again', kind: 'new' });
    expect(code(refused)).to.equal('DOCUMENT.NOT_FOUND');
    expect(await world.names('topic')).to.deep.equal(['calmer']);
    expect(await kinds()).to.deep.equal(['old', 'old']);
    await world.in('fr').update('topic', topic, { name: 'calme' });
    valueOf(await update(world, principal, 'topic', topic, { kind: 'new' }));
    expect(await kinds()).to.deep.equal(['new', 'new']);
  },
  'a write changes nothing if its permission ends before it commits': async (world) => {
    const { me, other, own } = await reviewed(world);
    const principal = holding(me, { review: { update: { filter: mine } }, chef: { find: {} } });
    const outcomes = await Promise.all([
      ...Array.from({ length: 8 }, (_, stars) => update(world, principal, 'review', own, { stars })),
      world.update('review', own, { author: other, text: 'taken' }),
    ]);
    for (const outcome of outcomes)
      if (outcome !== undefined && !outcome.ok) expect(outcome.failure.code).to.equal('DOCUMENT.NOT_FOUND');
    expect(code(await update(world, principal, 'review', own, { stars: 9 }))).to.equal('DOCUMENT.NOT_FOUND');
  },
} satisfies Cases;

const names = (value: unknown): unknown[] =>
  [value].flat().map((each) => (each as { name?: string } | null)?.name ?? null);
