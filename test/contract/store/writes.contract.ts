import { expect } from 'chai';
import { createDocuments } from '../../../src/application/documents/documents.js';
import { failure } from '../../../src/domain/failure.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { err } from '../../../src/domain/result.js';
import { contentTypeOf } from '../../../src/domain/schema/schema.js';
import { uidOf, type TypeName } from '../fixture-schema.js';
import { asc } from '../questions.js';
import { failureOf, idOf, randomDocumentId, valueOf, type Data, type World } from '../world.js';
import type { Cases } from './case.js';

const nobody = 'nobodynobodynobodynobody';

const createRefused = async (world: World, type: TypeName, data: Data) =>
  failureOf(
    await world.documents.create(systemPrincipal, {
      kind: 'create',
      type: uidOf(type),
      layer: 'published',
      data,
      answer: {},
    }),
  );

/** Creates a document with a given documentId. */
const createAs = async (world: World, documentId: string, type: TypeName, data: Data): Promise<void> =>
  void valueOf(await tryToCreateAs(world, documentId, type, data));

function tryToCreateAs(world: World, documentId: string, type: TypeName, data: Data) {
  const documents = createDocuments({
    schema: world.schema,
    store: world.store.documents,
    clock: { now: () => new Date().toISOString() },
    ids: { documentId: () => documentId },
    passwords: { hash: async () => 'hash' },
  });
  return documents.create(systemPrincipal, {
    kind: 'create',
    type: uidOf(type),
    layer: 'published',
    data,
    answer: {},
  });
}

export const writeCases = {
  'a document that is there is not created again': async (world) => {
    for (const type of ['restaurant', 'category'] as const) {
      const id = randomDocumentId();
      await createAs(world, id, type, { name: 'first' });
      const again = failureOf(await tryToCreateAs(world, id, type, { name: 'second' }));
      expect(again.code).to.equal('STORE.CONFLICT');
      expect(await world.names(type)).to.deep.equal(['first']);
    }
  },
  'a unique value can be used once': async (world) => {
    await world.create('chef', { name: 'a', nick: 'ann' });
    const refusal = await createRefused(world, 'chef', { name: 'b', nick: 'ann' });
    expect(refusal).to.deep.include({ code: 'INPUT.INVALID', message: 'This attribute must be unique' });
    expect(refusal.details).to.deep.equal({
      errors: [
        { path: ['nick'], message: 'This attribute must be unique', name: 'ValidationError', value: 'ann' },
      ],
    });
    expect(await world.names('chef')).to.deep.equal(['a']);
  },
  'an update with a taken unique value is refused completely': async (world) => {
    const [r] = await world.createNamed('restaurant', 'r');
    await world.create('chef', { name: 'a', nick: 'ann' });
    const b = await world.create('chef', { name: 'b', nick: 'ben' });
    const refusal = await world.refused('chef', b, { name: 'changed', nick: 'ann', restaurants: [r] });
    expect(refusal.code).to.equal('INPUT.INVALID');
    expect(await world.one('chef', b)).to.include({ name: 'b', nick: 'ben' });
    expect(await world.linked('restaurant', String(r), 'owner')).to.equal(null);
  },
  'updates and deletes free a unique value, and a document does not conflict with itself': async (world) => {
    const a = await world.create('chef', { name: 'a', nick: 'ann' });
    await world.update('chef', a, { name: 'a2', nick: 'ann' });
    await world.update('chef', a, { nick: 'other' });
    const b = await world.create('chef', { name: 'b', nick: 'ann' });
    await world.delete('chef', b);
    await world.create('chef', { name: 'c', nick: 'ann' });
    expect(await world.names('chef', { sort: [asc('name')] })).to.deep.equal(['a2', 'c']);
  },
  'drafts may have the same unique value, published documents may not': async (world) => {
    await world.createDraft('restaurant', { name: 'd', slug: 'same' });
    await world.createDraft('restaurant', { name: 'e', slug: 'same' });
    const f = await world.create('restaurant', { name: 'f', slug: 'same' });
    const g = await world.create('restaurant', { name: 'g', slug: 'other' });
    expect((await world.refused('restaurant', g, { name: 'changed', slug: 'same' })).code).to.equal(
      'INPUT.INVALID',
    );
    expect((await createRefused(world, 'restaurant', { name: 'h', slug: 'same' })).code).to.equal(
      'INPUT.INVALID',
    );
    expect(await world.names('restaurant')).to.deep.equal(['f', 'g']);
    expect(await world.names('restaurant', { layer: 'draft' })).to.deep.equal(['d', 'e', 'f', 'g']);
    await world.update('restaurant', f, { name: 'f2', slug: 'same' });
  },
  'nulls, and texts that differ in case, do not collide': async (world) => {
    await world.create('chef', { name: 'a', nick: null });
    await world.create('chef', { name: 'b' });
    await world.create('chef', { name: 'c', nick: 'ann' });
    await world.create('chef', { name: 'd', nick: 'Ann' });
    expect(await world.names('chef')).to.have.length(4);
  },
  'of concurrent creates with the same unique value, one succeeds': async (world) => {
    const mutation = {
      kind: 'create',
      type: uidOf('chef'),
      layer: 'published',
      data: { nick: 'ann' },
      answer: {},
    } as const;
    const results = await Promise.all(
      Array.from({ length: 8 }, () => world.documents.create(systemPrincipal, mutation)),
    );
    expect(results.filter(({ ok }) => ok)).to.have.length(1);
    const codes = results.flatMap((result) => (result.ok ? [] : [result.failure.code]));
    expect(new Set(codes)).to.deep.equal(new Set(['INPUT.INVALID']));
    expect(await world.find('chef')).to.have.length(1);
  },
  'a missing target refuses a create, and nothing is created': async (world) => {
    const [sea] = await world.createNamed('category', 'Sea');
    const refusal = await createRefused(world, 'restaurant', { name: 'r', categories: [sea, nobody] });
    expect(refusal).to.include({
      code: 'INPUT.INVALID',
      message: `Document with id "${nobody}", locale "null" not found`,
    });
    expect(await world.find('restaurant')).to.deep.equal([]);
    expect(await world.list('category', String(sea), 'restaurants')).to.deep.equal([]);
  },
  'a missing target refuses an update, and nothing changes': async (world) => {
    const [sea, old] = await world.createNamed('category', 'Sea', 'Old');
    const id = await world.create('restaurant', { name: 'r', categories: [sea] });
    for (const categories of [
      [old, nobody],
      { connect: [old, nobody] },
      { disconnect: [sea], connect: [nobody] },
    ]) {
      const refusal = await world.refused('restaurant', id, { name: 'changed', categories });
      expect(refusal.message).to.contain(nobody);
      expect(await world.list('restaurant', id, 'categories')).to.deep.equal(['Sea']);
      expect((await world.one('restaurant', id))['name']).to.equal('r');
    }
  },
  'a deleted target counts as missing': async (world) => {
    const [sea] = await world.createNamed('category', 'Sea');
    await world.delete('category', String(sea));
    expect((await createRefused(world, 'restaurant', { categories: [sea] })).code).to.equal('INPUT.INVALID');
  },
  'an update of a missing document is refused, whatever it contains': async (world) => {
    const [sea, ann] = [await world.create('category', { name: 'Sea' }), await world.create('chef', {})];
    const [soup] = await world.createNamed('dish', 'Soup');
    const bodies = [
      {},
      { name: 'x' },
      { categories: [sea] },
      { categories: { connect: [sea] } },
      { owner: ann },
      { dishes: [soup] },
      { seo: { title: 'T' } },
      { categories: { disconnect: [sea] } },
    ];
    for (const data of bodies) {
      expect((await world.refused('restaurant', nobody, data)).code, JSON.stringify(data)).to.equal(
        'DOCUMENT.NOT_FOUND',
      );
    }
    expect(await world.find('restaurant')).to.deep.equal([]);
    expect(await world.list('category', sea, 'restaurants')).to.deep.equal([]);
    expect(await world.linked('dish', String(soup), 'restaurant')).to.equal(null);
  },
  'deleting a missing document succeeds': async (world) => {
    await world.delete('restaurant', nobody);
  },
  'a deleted document is removed from every layer': async (world) => {
    const id = await world.create('restaurant', { name: 'r' });
    await world.delete('restaurant', id);
    expect(await world.find('restaurant')).to.deep.equal([]);
    expect(await world.find('restaurant', { layer: 'draft' })).to.deep.equal([]);
  },
  'the links of a deleted document do not come back with its documentId': async (world) => {
    const [id, sea] = [randomDocumentId(), await world.create('category', { name: 'Sea' })];
    const [soup, fish] = await world.createNamed('dish', 'Soup', 'Fish');
    const [other = ''] = await world.createNamed('restaurant', 'other');
    await createAs(world, id, 'restaurant', {
      name: 'r',
      categories: [sea],
      flagship: soup,
      dishes: [soup, fish],
      neighbours: [other],
      neighbourOf: [other],
    });
    await world.delete('restaurant', id);
    await createAs(world, id, 'restaurant', { name: 'again' });
    for (const relation of ['categories', 'dishes', 'neighbours', 'neighbourOf']) {
      expect(await world.list('restaurant', id, relation), relation).to.deep.equal([]);
    }
    expect(await world.linked('restaurant', id, 'flagship')).to.equal(null);
    expect(await world.list('category', sea, 'restaurants')).to.deep.equal([]);
  },
  'a refused decision is returned, and nothing changes': async (world) => {
    const refusal = failure('INPUT.MISMATCH', 'no');
    const result = await world.store.documents.write({
      requirements: null,
      decide: () => err(refusal),
      answer: null,
    });
    expect(result).to.deep.equal({ ok: false, failure: refusal });
  },
  'the answer of a write contains the written values': async (world) => {
    const [sea, old] = await world.createNamed('category', 'Sea', 'Old');
    const answer = {
      fields: ['name'],
      populate: { all: false, members: [{ name: 'categories', fields: ['name'] }] },
    };
    const created = await world.createFor('restaurant', { name: 'r', categories: [old] }, answer);
    expect((created['categories'] as Data[]).map(({ name }) => name)).to.deep.equal(['Old']);
    const updated = await world.updateFor(
      'restaurant',
      idOf(created),
      { categories: { connect: [{ documentId: sea, position: { start: true } }] } },
      answer,
    );
    expect((updated['categories'] as Data[]).map(({ name }) => name)).to.deep.equal(['Sea', 'Old']);
  },
  'numeric ids are resolved, and unknown ones are left out': async (world) => {
    await world.createNamed('chef', 'a', 'b');
    const [a, b] = await world.find('chef', { sort: [asc('name')] });
    const type = contentTypeOf(world.schema, uidOf('chef'));
    const ids = [Number(a?.['id']), Number(b?.['id']), 2147483646];
    const found = valueOf(await world.store.documents.identify(type, ids));
    expect([...found]).to.have.deep.members([
      [a?.['id'], a?.['documentId']],
      [b?.['id'], b?.['documentId']],
    ]);
    expect([...valueOf(await world.store.documents.identify(type, []))]).to.deep.equal([]);
  },
  'a numeric id in a body refers to its document': async (world) => {
    await world.createNamed('category', 'a', 'b');
    const [a, b] = await world.find('category', { sort: [asc('name')] });
    const id = await world.create('restaurant', { categories: [b?.['id'], { id: a?.['id'] }] });
    expect(await world.list('restaurant', id, 'categories')).to.deep.equal(['b', 'a']);
  },
} satisfies Cases;
