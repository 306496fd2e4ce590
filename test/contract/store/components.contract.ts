import { expect } from 'chai';
import type { Document } from '../../../src/application/ports/document-store.js';
import type { PopulateMember } from '../../../src/domain/query/query.js';
import { asc, desc, not, or, populate, where } from '../questions.js';
import { valueOf, type World } from '../world.js';
import type { Cases } from './case.js';

const everything = { all: true, members: [] };

/** Returns a populated attribute of a restaurant. */
async function content<T = Document>(world: World, id: string, name: string): Promise<T> {
  const read = await world.one('restaurant', id, { populate: populate({ name, populate: everything }) });
  return read[name] as T;
}

export const componentCases = {
  'a component has its id, and its fields in the order of the schema': async (world) => {
    const id = await world.create('restaurant', { seo: { weight: 1.25, title: 'T' } });
    const seo = await content(world, id, 'seo');
    expect(Object.keys(seo)).to.deep.equal(['id', 'title', 'weight', 'note', 'contact']);
    expect(seo).to.include({ title: 'T', weight: 1.25, note: null, contact: null });
    expect(seo['id']).to.be.a('number');
  },
  'components nest, and keep json and times unchanged': async (world) => {
    const extra = { z: 1, a: [null, { y: 1, b: 2 }] };
    const id = await world.create('restaurant', {
      openings: [{ day: 'mon', from: '08:00:00', note: { text: 'n', extra } }, { from: '09:30:00.250' }],
    });
    const [first, second] = await content<[Document, Document]>(world, id, 'openings');
    expect([first['from'], second['from']]).to.deep.equal(['08:00:00', '09:30:00.250']);
    expect((first['note'] as Document)['text']).to.equal('n');
    expect(JSON.parse(JSON.stringify((first['note'] as Document)['extra']))).to.deep.equal(extra);
    expect(second['note']).to.equal(null);
  },
  'json inside a component keeps the order of its keys': async (world) => {
    const extra = { zebra: 1, ant: { y: 1, b: 2 } };
    const id = await world.create('restaurant', { seo: { note: { extra } } });
    const seo = await content(world, id, 'seo');
    expect(JSON.stringify((seo['note'] as Document)['extra'])).to.equal(JSON.stringify(extra));
  },
  'items are chosen and sorted by their values, and those inside of them': async (world) => {
    const openings = [
      { day: 'wed', places: 2, note: { text: 'a' } },
      { day: 'mon', places: 9 },
      { day: 'tue', places: 2, from: '08:00:00' },
    ];
    const id = await world.create('restaurant', { openings });
    const days = async (asked: Partial<PopulateMember>): Promise<readonly unknown[]> => {
      const read = await world.one('restaurant', id, { populate: populate({ name: 'openings', ...asked }) });
      return (read['openings'] as readonly Document[]).map(({ day }) => day);
    };
    expect(await days({ filters: where('places', '$eq', 2) })).to.deep.equal(['wed', 'tue']);
    expect(await days({ filters: not(where('places', '$eq', 2)) })).to.deep.equal(['mon']);
    expect(await days({ filters: where('day', '$containsi', 'E') })).to.deep.equal(['wed', 'tue']);
    expect(
      await days({ filters: or(where('from', '$notNull'), where('note.text', '$eq', 'a')) }),
    ).to.deep.equal(['wed', 'tue']);
    expect(await days({ filters: where('note', '$null') })).to.deep.equal(['mon', 'tue']);
    expect(await days({ sort: [asc('day')] })).to.deep.equal(['mon', 'tue', 'wed']);
    expect(await days({ sort: [desc('places'), asc('day')] })).to.deep.equal(['mon', 'tue', 'wed']);
    expect(await days({ sort: [asc('note.text')] })).to.deep.equal(['wed', 'mon', 'tue']);
    expect(await days({ filters: where('places', '$lt', 5), sort: [asc('from')] })).to.deep.equal([
      'tue',
      'wed',
    ]);
    const twice = await world.one('restaurant', id, {
      populate: populate(
        { name: 'openings', as: '@some', filters: where('day', '$eq', 'mon') },
        { name: 'openings', filters: where('day', '$eq', 'never') },
      ),
    });
    expect([(twice['@some'] as unknown[]).length, twice['openings']]).to.deep.equal([1, []]);
  },
  'a single component that its filter excludes is null, also by what its relation leads to': async (
    world,
  ) => {
    const [ann, ben] = await world.createNamed('chef', 'Ann', 'Ben');
    const seo = async (contact: string | undefined, name: string): Promise<unknown> => {
      const id = await world.create('restaurant', { seo: { title: 'T', contact } });
      const filters = where('contact.name', '$eq', name);
      const read = await world.one('restaurant', id, {
        populate: populate({ name: 'seo', fields: ['title'], filters }),
      });
      return (read['seo'] as Document | null)?.['title'] ?? null;
    };
    expect([await seo(ann, 'Ann'), await seo(ben, 'Ann')]).to.deep.equal(['T', null]);
  },
  'items keep their order and get ids': async (world) => {
    const days = ['wed', 'mon', 'tue'];
    const id = await world.create('restaurant', { openings: days.map((day) => ({ day })) });
    const items = await content<Document[]>(world, id, 'openings');
    expect(items.map(({ day }) => day)).to.deep.equal(days);
    expect(new Set(items.map((item) => item['id'])).size).to.equal(3);
  },
  'an item with an id is updated, one without an id is new, a missing one is removed': async (world) => {
    const id = await world.create('restaurant', {
      openings: [
        { day: 'mon', places: 1 },
        { day: 'tue', places: 2 },
      ],
    });
    const [monday, tuesday] = await content<Document[]>(world, id, 'openings');
    await world.update('restaurant', id, { openings: [{ day: 'new' }, { id: tuesday?.['id'], places: 3 }] });
    const after = await content<Document[]>(world, id, 'openings');
    expect(after.map(({ day, places }) => [day, places])).to.deep.equal([
      ['new', null],
      ['tue', 3],
    ]);
    expect(after[1]?.['id']).to.equal(tuesday?.['id']);
    expect([monday?.['id'], tuesday?.['id']]).not.to.include(after[0]?.['id']);
  },
  'an item of another document is refused, and nothing changes': async (world) => {
    const one = await world.create('restaurant', { openings: [{ day: 'mon' }] });
    const two = await world.create('restaurant', { name: 'two', openings: [{ day: 'tue' }] });
    const [item] = await content<Document[]>(world, one, 'openings');
    const refusal = await world.refused('restaurant', two, {
      name: 'x',
      openings: [{ id: item?.['id'], day: 'sun' }],
    });
    expect(refusal.code).to.equal('INPUT.MISMATCH');
    expect((await world.one('restaurant', two))['name']).to.equal('two');
  },
  'null removes a single component': async (world) => {
    const id = await world.create('restaurant', { seo: { title: 'T' } });
    await world.update('restaurant', id, { seo: null });
    expect(await content(world, id, 'seo')).to.equal(null);
  },
  'items of a zone name their component first': async (world) => {
    const sections = [
      { __component: 'sections.gallery', title: 'G' },
      { __component: 'sections.quote', text: 'Q' },
      { __component: 'sections.gallery', title: 'H' },
    ];
    const id = await world.create('restaurant', { sections });
    const items = await content<Document[]>(world, id, 'sections');
    expect(items.map((item) => Object.keys(item)[0])).to.deep.equal([
      '__component',
      '__component',
      '__component',
    ]);
    expect(items.map((item) => item['__component'])).to.deep.equal([
      'sections.gallery',
      'sections.quote',
      'sections.gallery',
    ]);
    expect(items.map(({ title, text }) => title ?? text)).to.deep.equal(['G', 'Q', 'H']);
  },
  'a zone contains only the components that the query selects': async (world) => {
    const sections = [
      { __component: 'sections.gallery', title: 'G' },
      { __component: 'sections.quote', text: 'Q' },
    ];
    const id = await world.create('restaurant', { sections });
    const member = { name: 'sections', on: [{ component: 'sections.quote', fields: ['text'] }] };
    const read = await world.one('restaurant', id, { populate: populate(member) });
    expect((read['sections'] as Document[]).map(({ text }) => text)).to.deep.equal(['Q']);
  },
  'relations inside components resolve in their own order': async (world) => {
    const [ann] = await world.createNamed('chef', 'Ann');
    const [soup, fish, cake] = await world.createNamed('dish', 'Soup', 'Fish', 'Cake');
    const id = await world.create('restaurant', {
      seo: { contact: ann },
      sections: [
        { __component: 'sections.gallery', shown: [cake, soup, fish] },
        { __component: 'sections.quote', speaker: ann },
      ],
    });
    expect((await content<{ contact: Document }>(world, id, 'seo')).contact['name']).to.equal('Ann');
    const [gallery, quote] = await content<[{ shown: Document[] }, { speaker: Document }]>(
      world,
      id,
      'sections',
    );
    expect(gallery.shown.map(({ name }) => name)).to.deep.equal(['Cake', 'Soup', 'Fish']);
    expect(quote.speaker['name']).to.equal('Ann');
  },
  'relations inside components tolerate deleted targets': async (world) => {
    const [ann] = await world.createNamed('chef', 'Ann');
    const [soup, fish] = await world.createNamed('dish', 'Soup', 'Fish');
    const id = await world.create('restaurant', {
      seo: { contact: ann },
      sections: [{ __component: 'sections.gallery', shown: [soup, fish] }],
    });
    await world.delete('chef', String(ann));
    await world.delete('dish', String(soup));
    expect((await content<{ contact: Document }>(world, id, 'seo')).contact).to.equal(null);
    const [gallery] = await content<[{ shown: Document[] }]>(world, id, 'sections');
    expect(gallery.shown.map(({ name }) => name)).to.deep.equal(['Fish']);
  },
  'a relation inside a component to a missing document is refused': async (world) => {
    const id = await world.create('restaurant', { name: 'before' });
    const refusal = await world.refused('restaurant', id, {
      name: 'x',
      seo: { contact: 'nobodynobodynobodynobody' },
    });
    expect(refusal.code).to.equal('INPUT.INVALID');
    expect((await world.one('restaurant', id))['name']).to.equal('before');
  },
  'ids of items are never reused': async (world) => {
    const { documents } = world.store;
    const runs = await Promise.all(
      [3, 1, 5, 2].map(async (count) => ({ count, first: valueOf(await documents.reserveItemIds(count)) })),
    );
    const ids = runs.flatMap(({ count, first }) =>
      Array.from({ length: count }, (_, index) => first + index),
    );
    expect(new Set(ids).size).to.equal(11);
  },
} satisfies Cases;
