import { expect } from 'chai';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import type { RowWrite } from '../../../src/domain/query/mutation.js';
import type { Layer } from '../../../src/domain/query/query.js';
import type { Document } from '../../../src/application/ports/document-store.js';
import { populate, where } from '../questions.js';
import { failureOf, idOf, textOf, valueOf, type Asked, type Data, type World } from '../world.js';
import { uidOf, type TypeName } from '../schema-files.js';
import type { Cases } from './case.js';

const rows = (world: World, type: TypeName, asked: Asked = {}): Promise<readonly Document[]> =>
  world.find(type, { layer: 'any', locale: '*', ...asked });

interface Row {
  readonly layer?: Layer;
  readonly row?: RowWrite;
}

async function insertRow(
  world: World,
  type: TypeName,
  data: Data,
  { layer = 'published', row = {} }: Row = {},
) {
  const mutation = { kind: 'create', type: uidOf(type), layer, row, data, answer: {} } as const;
  const [made] = valueOf(await world.documents.create(systemPrincipal, mutation)).answer.documents();
  return idOf(made);
}

const updateRow = (
  world: World,
  type: TypeName,
  documentId: string,
  data: Data,
  { layer = 'published', row = {} }: Row = {},
) =>
  world.documents.update(systemPrincipal, {
    kind: 'update',
    type: uidOf(type),
    documentId,
    layer,
    row,
    data,
    answer: {},
  });

const deleteRow = (world: World, type: TypeName, documentId: string, layer: Layer) =>
  world.documents.delete(systemPrincipal, { kind: 'delete', type: uidOf(type), documentId, layer });

const named = (document: Document): string =>
  `${textOf(document['name'])}${document['publishedAt'] === null ? '' : '!'}`;

export const rowCases = {
  'drafts and published versions are rows of one list, each populated in its own layer': async (world) => {
    const [ann, bob] = await world.createNamed('chef', 'Ann', 'Bob');
    const id = await world.create('restaurant', { name: 'a', owner: ann });
    await world.drafts.update('restaurant', id, { name: 'b', owner: bob });
    const found = await rows(world, 'restaurant', { populate: populate('owner') });
    expect(found.map((row) => [named(row), (row['owner'] as Document)['name']])).to.deep.equal([
      ['b', 'Bob'],
      ['a!', 'Ann'],
    ]);
    expect(new Set(found.map((row) => row['id'])).size).to.equal(2);
  },
  'a type without drafts leads to the versions of both layers': async (world) => {
    const ann = await world.create('chef', { name: 'Ann' });
    await world.create('restaurant', { name: 'a', owner: ann });
    await world.createDraft('restaurant', { name: 'b', owner: ann });
    const [chef] = await rows(world, 'chef', { populate: populate('restaurants') });
    expect(((chef ?? {})['restaurants'] as Document[]).map(named)).to.deep.equal(['a', 'b', 'a!']);
    const filters = where('restaurants.publishedAt', '$null');
    expect(await rows(world, 'chef', { filters })).to.have.length(1);
  },
  'rows are found and sorted by what is linked in their own layer': async (world) => {
    const [ann, bob] = await world.createNamed('chef', 'Ann', 'Bob');
    const id = await world.create('restaurant', { name: 'a', owner: ann });
    await world.drafts.update('restaurant', id, { owner: bob });
    const found = await rows(world, 'restaurant', { filters: where('owner.name', '$eq', 'Ann') });
    expect(found.map(named)).to.deep.equal(['a!']);
    const sorted = await rows(world, 'restaurant', { sort: [{ path: ['owner', 'name'], direction: 'asc' }] });
    expect(sorted.map(named)).to.deep.equal(['a!', 'a']);
  },
  'a published row needs no draft, and no required value': async (world) => {
    const ann = await world.create('chef', { name: 'Ann' });
    const id = await insertRow(world, 'restaurant', {
      name: 'a',
      email: 'no address',
      owner: ann,
      stranger: 1,
    });
    expect((await rows(world, 'restaurant')).map(named)).to.deep.equal(['a!']);
    expect(await world.drafts.version('restaurant', id)).to.equal(null);
    expect(await world.linked('restaurant', id, 'owner')).to.equal('Ann');
    const review = await insertRow(world, 'review', {});
    expect(await world.one('review', review)).to.include({ text: null });
  },
  'the times and the documentId of a row can be given': async (world) => {
    const time = (day: number, ms = 0): string => new Date(Date.UTC(2020, 0, day) + ms).toISOString();
    const [createdAt, updatedAt, publishedAt] = [time(1), time(2), time(3)];
    const row = { createdAt, updatedAt, publishedAt };
    const id = await insertRow(world, 'restaurant', { name: 'a' }, { row });
    expect(await world.one('restaurant', id)).to.include({ createdAt, updatedAt, publishedAt });
    valueOf(await updateRow(world, 'restaurant', id, { name: 'b' }, { row: { updatedAt: null } }));
    expect(await world.one('restaurant', id)).to.include({ name: 'b', updatedAt: time(2, 1) });
    valueOf(
      await updateRow(world, 'restaurant', id, {}, { row: { updatedAt: null, createdAt: publishedAt } }),
    );
    expect(await world.one('restaurant', id)).to.include({ createdAt: publishedAt, updatedAt: time(2, 2) });
  },
  'a row is changed alone, with its links': async (world) => {
    const [ann, bob] = await world.createNamed('chef', 'Ann', 'Bob');
    const id = await world.create('restaurant', { name: 'a', owner: ann });
    valueOf(await updateRow(world, 'restaurant', id, { name: 'b', owner: bob }));
    expect(await world.drafts.one('restaurant', id)).to.include({ name: 'a' });
    expect(await world.one('restaurant', id)).to.include({ name: 'b' });
    expect(await world.drafts.linked('restaurant', id, 'owner')).to.equal('Ann');
    expect(await world.linked('restaurant', id, 'owner')).to.equal('Bob');
    await world.publish('restaurant', id);
    expect(await world.one('restaurant', id)).to.include({ name: 'a' });
    expect(await world.linked('restaurant', id, 'owner')).to.equal('Ann');
    valueOf(await updateRow(world, 'restaurant', id, { name: 'c', owner: null }, { layer: 'draft' }));
    expect(await world.one('restaurant', id)).to.include({ name: 'a' });
    expect(await world.drafts.linked('restaurant', id, 'owner')).to.equal(null);
  },
  'the components of a row are merged with those of that row': async (world) => {
    const id = await world.create('restaurant', { name: 'a', openings: [{ day: 'mon' }] });
    await world.drafts.update('restaurant', id, { openings: [] });
    const [opening] = (await world.one('restaurant', id, { populate: populate('openings') }))[
      'openings'
    ] as Document[];
    valueOf(await updateRow(world, 'restaurant', id, { openings: [{ id: opening?.['id'], places: 3 }] }));
    const [merged] = (await world.one('restaurant', id, { populate: populate('openings') }))[
      'openings'
    ] as Document[];
    expect(merged).to.include({ day: 'mon', places: 3 });
  },
  'an update of a row that is not there is refused': async (world) => {
    const id = await world.createDraft('restaurant', { name: 'a' });
    expect(failureOf(await updateRow(world, 'restaurant', id, { name: 'b' })).code).to.equal(
      'DOCUMENT.NOT_FOUND',
    );
  },
  'deleting a row keeps the other one with its links': async (world) => {
    const ann = await world.create('chef', { name: 'Ann' });
    const id = await world.create('restaurant', { name: 'a', owner: ann });
    valueOf(await deleteRow(world, 'restaurant', id, 'draft'));
    expect((await rows(world, 'restaurant')).map(named)).to.deep.equal(['a!']);
    expect(await world.linked('restaurant', id, 'owner')).to.equal('Ann');
    valueOf(await deleteRow(world, 'restaurant', id, 'published'));
    expect(await rows(world, 'restaurant')).to.deep.equal([]);
    expect(await world.list('chef', ann, 'restaurants')).to.deep.equal([]);
  },
  'a draft whose published row was deleted can be published again': async (world) => {
    const id = await world.create('restaurant', { name: 'a' });
    valueOf(await deleteRow(world, 'restaurant', id, 'published'));
    expect((await rows(world, 'restaurant')).map(named)).to.deep.equal(['a']);
    await world.publish('restaurant', id);
    expect((await rows(world, 'restaurant')).map(named)).to.deep.equal(['a', 'a!']);
  },
  'only the server itself reads and writes rows': async (world) => {
    const reader = { ...systemPrincipal, kind: 'token' } as const;
    const found = await world.documents.find(reader, {
      type: uidOf('restaurant'),
      action: 'find',
      range: { offset: 0, limit: 1 },
      count: false,
      layer: 'any',
    });
    expect(failureOf(found).code).to.equal('POLICY.DENIED');
    const mutation = {
      kind: 'create',
      type: uidOf('chef'),
      layer: 'published',
      row: {},
      data: {},
      answer: {},
    } as const;
    expect(failureOf(await world.documents.create(reader, mutation)).code).to.equal('POLICY.DENIED');
  },
} satisfies Cases;
