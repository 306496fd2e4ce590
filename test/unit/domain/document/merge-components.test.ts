import { expect } from 'chai';
import type { ComponentInput } from '../../../../src/domain/document/input.js';
import {
  countNewItems,
  mergeComponent,
  needsStored,
} from '../../../../src/domain/document/merge-components.js';
import type { Json } from '../../../../src/domain/schema/schema.js';
import { accepted, schema, typeOf } from './restaurants.js';
import { withoutReasons } from '../../../without-reasons.js';

const input = (name: string, raw: unknown): ComponentInput =>
  accepted({ [name]: raw }).components.get(name) as ComponentInput;

function merge(name: string, stored: Json | undefined, raw: unknown, isNew = false) {
  const attribute = typeOf('restaurant').attributes.get(name);
  if (attribute?.kind !== 'component' && attribute?.kind !== 'zone') throw new Error(`no component ${name}`);
  let next = 100;
  return mergeComponent(attribute, stored, input(name, raw), { schema, nextItemId: () => next++, isNew });
}

function merged(name: string, stored: Json | undefined, raw: unknown, isNew?: boolean): Json {
  const result = merge(name, stored, raw, isNew);
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

const seo = {
  id: 7,
  metaTitle: 'old',
  metaDescription: 'with id',
  social: { id: 8, handle: 'h', chef: { documentId: 'c' } },
};
const openings = [
  { id: 1, day: 'mon', from: '08:00:00.000' },
  { id: 2, day: 'tue', from: null },
];
const picks = {
  __component: 'sections.picks',
  id: 5,
  title: 't',
  picked: [{ documentId: 'a' }, { documentId: 'b' }],
};

const chef = (raw: unknown) => {
  const value = merged('seo', seo, { id: 7, social: { id: 8, chef: raw } }) as { social: { chef: Json } };
  return value.social.chef;
};

describe('mergeComponent', () => {
  it('gives a new item an id and every attribute', () => {
    expect(merged('seo', undefined, { metaTitle: 'x', social: {} })).to.deep.equal({
      id: 100,
      metaTitle: 'x',
      metaDescription: 'none',
      social: { id: 101, handle: null, chef: null },
    });
    expect(JSON.stringify(merged('sections', null, [{ __component: 'sections.picks' }]))).to.equal(
      '[{"__component":"sections.picks","id":100,"title":null,"picked":[]}]',
    );
  });

  it('gives all items of a new version ids of their own', () => {
    const sent = { id: 7, metaTitle: 'x', social: { id: 8, handle: 'h' } };
    expect(merged('seo', undefined, sent, true)).to.deep.include({
      id: 100,
      metaTitle: 'x',
      social: { id: 101, handle: 'h', chef: null },
    });
  });

  it('finds items of a zone by their component and id, as imported ones can have one id twice', () => {
    const quote = { __component: 'sections.quote', id: 5, text: 'q' };
    const stored = [picks, quote];
    const sent = [
      { __component: 'sections.picks', id: 5 },
      { __component: 'sections.quote', id: 5 },
    ];
    const items = merged('sections', stored, sent) as readonly { title?: string; text?: string }[];
    expect(items.map(({ title, text }) => title ?? text)).to.deep.equal(['t', 'q']);
  });

  it('replaces the stored item when the new one has no id', () => {
    expect(merged('seo', seo, { metaTitle: 'x' })).to.deep.equal({
      id: 100,
      metaTitle: 'x',
      metaDescription: 'none',
      social: null,
    });
  });

  it('keeps attributes of an item with an id that were not sent, at every level', () => {
    expect(merged('seo', seo, { id: 7, metaTitle: 't3' })).to.deep.equal({ ...seo, metaTitle: 't3' });
    expect(merged('seo', seo, { id: 7, social: { id: 8, handle: null } })).to.deep.equal({
      ...seo,
      social: { ...seo.social, handle: null },
    });
  });

  it('uses the order of the input and removes items that are not in it', () => {
    expect(merged('Openings', openings, [{ day: 'tue' }, { id: 2, day: null }])).to.deep.equal([
      { id: 100, day: 'tue', from: null },
      { id: 2, day: null, from: null },
    ]);
    expect(merged('Openings', openings, [])).to.deep.equal([]);
    expect(merged('seo', seo, null)).to.equal(null);
  });

  it('keeps values of attributes that are no longer in the schema', () => {
    expect(
      merged('Openings', [{ id: 1, day: 'mon', from: null, former: 3 }], [{ id: 1, day: 'tue' }]),
    ).to.deep.equal([{ id: 1, day: 'tue', from: null, former: 3 }]);
  });

  const strangers: readonly [string, Json | undefined, unknown][] = [
    ['Openings', openings, [{ id: 3 }]],
    ['Openings', undefined, [{ id: 1 }]],
    ['seo', seo, { id: 8 }],
    ['sections', [picks], [{ __component: 'sections.quote', id: 5 }]],
  ];
  for (const [name, stored, raw] of strangers) {
    it(`refuses an id that no item of the attribute has: ${name} ${JSON.stringify(raw)}`, () => {
      const message = `Some of the provided components in ${name} are not related to the entity`;
      const result = merge(name, stored, raw);
      expect(!result.ok && withoutReasons(result.failure)).to.deep.equal({ code: 'INPUT.MISMATCH', message });
    });
  }

  it('refuses a nested id that the nested items do not have', () => {
    const result = merge('seo', seo, { id: 7, social: { id: 9 } });
    expect(!result.ok && result.failure.message).to.equal(
      'Some of the provided components in social are not related to the entity',
    );
  });

  it('applies changes to the stored list of links inside an item', () => {
    const change = {
      connect: [{ documentId: 'c', position: { before: 'a' } }],
      disconnect: ['b', 'nothing'],
    };
    const value = merged('sections', [picks], [{ __component: 'sections.picks', id: 5, picked: change }]);
    expect(value).to.deep.equal([{ ...picks, picked: [{ documentId: 'c' }, { documentId: 'a' }] }]);
  });

  it('changes a single link inside an item', () => {
    expect(chef({ connect: ['d'] })).to.deep.equal({ documentId: 'd' });
    expect(chef({ disconnect: ['c'] })).to.equal(null);
    expect(chef({ disconnect: ['d'] })).to.deep.equal({ documentId: 'c' });
    expect(chef(null)).to.equal(null);
  });

  it('refuses a position beside a document that is not linked, and names it', () => {
    const connect = [{ documentId: 'c', position: { after: 'z' } }];
    const result = merge(
      'sections',
      [picks],
      [{ __component: 'sections.picks', id: 5, picked: { connect } }],
    );
    expect(!result.ok && withoutReasons(result.failure)).to.deep.equal({
      code: 'INPUT.INVALID',
      message: 'There is no connection to "z" to stand after',
    });
  });
});

describe('countNewItems', () => {
  it('counts the ids that merging uses', () => {
    expect(countNewItems(input('seo', { id: 7, social: { id: 8 } }), true)).to.equal(2);
    expect(countNewItems(input('seo', { metaTitle: 'x', social: {} }), false)).to.equal(2);
    expect(countNewItems(input('seo', { id: 7, social: {} }), false)).to.equal(1);
    expect(countNewItems(input('Openings', [{ id: 1 }, {}, {}]), false)).to.equal(2);
    expect(countNewItems(null, false)).to.equal(0);
  });
});

describe('needsStored', () => {
  it('returns whether any item has an id', () => {
    expect(needsStored(input('Openings', [{}, { id: 1 }]))).to.equal(true);
    expect(needsStored(input('seo', { metaTitle: 'x', social: { id: 3 } }))).to.equal(false);
    expect(needsStored(input('seo', { metaTitle: 'x', social: {} }))).to.equal(false);
    expect(needsStored(null)).to.equal(false);
  });
});
