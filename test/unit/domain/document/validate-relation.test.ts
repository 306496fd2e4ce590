import { expect } from 'chai';
import type { RelationInput } from '../../../../src/domain/relation/relation-input.js';
import { accepted, create, refused, type Asked } from './restaurants.js';

const asked = (name: string, raw: unknown, options?: Asked): RelationInput | undefined =>
  accepted({ [name]: raw }, options).relations.get(name);

const set = (...items: object[]) => ({ kind: 'set', items });
const a = { documentId: 'a' };
const b = { documentId: 'b' };
const end = { at: 'end' };
const shelf: Asked = { name: 'shelf' };

describe('relations in bodies', () => {
  const sets: readonly [string, unknown, object][] = [
    ['a list of documentIds', ['a', 'b'], set(a, b)],
    ['one documentId', 'a', set(a)],
    ['a numeric id', 3, set({ id: 3 })],
    ['digits', '3', set({ id: 3 })],
    ['24 digits, which are a documentId', '1'.repeat(24), set({ documentId: '1'.repeat(24) })],
    ['one object', { documentId: 'a' }, set(a)],
    ['objects and ids, mixed', [{ id: 3 }, 'a', { id: '4' }], set({ id: 3 }, a, { id: 4 })],
    ['an object as it was read', { id: 3, documentId: 'a', locale: null, status: null }, set(a)],
    ['a list with repeats', ['a', 'b', 'a'], set(a, b)],
    ['an empty list', [], set()],
    ['null', null, set()],
    ['set', { set: ['a'] }, set(a)],
    ['set with one object', { set: { documentId: 'a' } }, set(a)],
    ['set beside connect and disconnect', { disconnect: ['a'], connect: ['b'], set: ['a', 'b'] }, set(a, b)],
  ];
  for (const [title, raw, expected] of sets) {
    it(`replace the list: ${title}`, () => {
      expect(asked('categories', raw)).to.deep.equal(expected);
    });
  }

  for (const raw of [
    {},
    { connect: null },
    { set: null },
    { disconnect: null },
    { connect: [], disconnect: [] },
  ]) {
    it(`change nothing: ${JSON.stringify(raw)}`, () => {
      expect(asked('categories', raw)).to.equal(undefined);
    });
  }

  const positions: readonly [unknown, object][] = [
    [undefined, end],
    [null, end],
    [{}, end],
    [{ end: true }, end],
    [{ start: true }, { at: 'start' }],
    [{ start: false }, end],
    [
      { start: false, before: 'b' },
      { at: 'before', ref: b },
    ],
    [{ after: 'b' }, { at: 'after', ref: b }],
    [{ after: 7 }, { at: 'after', ref: { id: 7 } }],
    [{ before: { documentId: 'b' } }, { at: 'before', ref: b }],
  ];
  for (const [position, expected] of positions) {
    it(`connect at ${JSON.stringify(position)}`, () => {
      expect(
        asked('categories', { connect: [{ documentId: 'a', position }], disconnect: 'b' }),
      ).to.deep.equal({
        kind: 'change',
        connect: [{ ref: a, position: expected }],
        disconnect: [b],
      });
    });
  }

  it('use only the last of several items for a to-one relation', () => {
    expect(asked('owner', ['a', 'b'])).to.deep.equal(set(b));
    expect(asked('owner', { connect: ['a', 'b'], disconnect: ['c'] })).to.deep.equal(set(b));
    expect(asked('owner', { disconnect: ['a'] })).to.deep.equal({
      kind: 'change',
      connect: [],
      disconnect: [a],
    });
    expect(asked('owner', null)).to.deep.equal(set());
  });

  it('accept files by id, but not by connect', () => {
    expect(asked('Cover', 1)).to.deep.equal(set({ id: 1 }));
    expect(asked('Gallery', [{ id: 1 }, 'a'])).to.deep.equal(set({ id: 1 }, a));
    expect(refused({ Gallery: { connect: ['a'] } }).message).to.equal(
      'Gallery.connect cannot be used for media: send the list of files itself',
    );
  });

  it('keep a locale and a status only if the target type has them and the source type does not', () => {
    const item = { documentId: 'a', locale: 'fr', status: 'draft' };
    expect(asked('articles', [item], shelf)).to.deep.equal(set(item));
    expect(asked('keeper', item, shelf)).to.deep.equal(set({ documentId: 'a', status: 'draft' }));
    expect(asked('categories', [item])).to.deep.equal(set(a));
    expect(asked('related', [item], { name: 'article' })).to.deep.equal(set(a));
    const moved = { documentId: 'a', position: { before: 'b', locale: 'de' } };
    expect(asked('articles', { connect: [moved] }, shelf)).to.deep.equal({
      kind: 'change',
      connect: [{ ref: a, position: { at: 'before', ref: { documentId: 'b', locale: 'de' } } }],
      disconnect: [],
    });
  });

  it('may connect one document in several locales, and in both layers at one place', () => {
    const items = [
      { documentId: 'a', locale: 'fr' },
      { documentId: 'a', locale: 'en', status: 'draft' },
      { documentId: 'a', locale: 'en', status: 'published' },
    ];
    const refs = [
      { documentId: 'a', locale: 'fr' },
      { documentId: 'a', locale: 'en' },
    ];
    expect(asked('articles', items, shelf)).to.deep.equal(set(...refs));
    expect(asked('articles', { connect: items }, shelf)).to.deep.equal({
      kind: 'change',
      connect: refs.map((ref) => ({ ref, position: end })),
      disconnect: [],
    });
  });

  it('inside components have no status', () => {
    const item = { documentId: 'a', locale: 'fr', status: 'draft' };
    const picks = accepted({ picks: { picked: [item] } }, shelf).components.get('picks');
    expect(picks).to.have.property('relations');
    const { relations } = picks as { relations: ReadonlyMap<string, RelationInput> };
    expect(relations.get('picked')).to.deep.equal(set({ documentId: 'a', locale: 'fr' }));
  });

  it('must have a target if they are required', () => {
    const fresh: Asked = { ...create, name: 'shelf' };
    const whole = { weight: 1, picks: {} };
    expect(refused(whole, fresh).message).to.equal('keeper must be defined.');
    expect(refused({ keeper: null }, shelf).message).to.equal('keeper must be defined.');
    expect(accepted({ keeper: null }, { ...shelf, mode: { draft: true } }).relations.size).to.equal(1);
    expect(accepted({ ...whole, keeper: 'a' }, fresh).relations.size).to.equal(1);
  });

  it('count as missing if a new document connects nothing', () => {
    const fresh: Asked = { ...create, name: 'shelf' };
    for (const keeper of [{}, { connect: [] }, { set: null }, { disconnect: ['a'] }])
      expect(refused({ weight: 1, picks: {}, keeper }, fresh).message).to.equal('keeper must be defined.');
    expect(accepted({ keeper: { connect: [] } }, shelf).relations.size).to.equal(0);
  });

  const wrong: readonly [unknown, string][] = [
    [true, 'Invalid relations'],
    ['', 'Invalid relations'],
    [-1, 'Invalid relations'],
    [1.5, 'Invalid relations'],
    [[null], 'Invalid relations'],
    [[['a']], 'Invalid relations'],
    [{ set: [{}] }, 'Invalid relations'],
    [{ connect: [{ locale: 'fr' }] }, 'Invalid relations'],
    [{ documentId: 5 }, 'Invalid relations'],
    [
      { connect: ['a', 'b', 'a'] },
      'The relation with id a is already connected. You cannot connect the same relation twice.',
    ],
    [
      { connect: [{ documentId: 'a', position: { before: 'b', after: 'c' } }] },
      'categories.connect[0].position must have exactly one of before, after, start, end',
    ],
    [
      { connect: [{ documentId: 'a', position: { start: 1 } }] },
      'categories.connect[0].position.start must be a `boolean` type, but the final value was: `1`.',
    ],
    [
      { connect: [{ documentId: 'a', position: 'end' }] },
      'categories.connect[0].position must be a `object` type, but the final value was: `"end"`.',
    ],
    [
      { connect: [{ documentId: 'a', position: { first: true } }] },
      'categories.connect[0].position.first is not a position',
    ],
    [
      { connect: [{ documentId: 'a', position: { before: true } }] },
      'categories.connect[0].position.before must be the documentId of a relation',
    ],
    [Array.from({ length: 10_001 }, () => 'a'), 'categories must not have more than 10000 items'],
    [{ connect: ['a'], nope: 1 }, 'Invalid key nope at categories'],
    [{ nope: 1 }, 'Invalid key nope at categories'],
    [{ connect: [{ documentId: 'a', nope: 1 }] }, 'Invalid key nope at categories.connect'],
  ];
  for (const [raw, message] of wrong) {
    it(`are refused: ${JSON.stringify(raw).slice(0, 70)}`, () => {
      expect(refused({ categories: raw }).message).to.equal(message);
    });
  }

  it('are refused with an invalid status or locale', () => {
    expect(refused({ articles: [{ documentId: 'a', status: 'live' }] }, shelf).message).to.equal(
      'articles[0].status must be one of the following values: draft, published',
    );
    expect(refused({ articles: [{ documentId: 'a', locale: 5 }] }, shelf).message).to.equal(
      'articles[0].locale must be a locale code',
    );
  });

  it('are refused with their path', () => {
    expect(refused({ categories: true }).details).to.deep.equal({
      errors: [{ path: ['categories'], message: 'Invalid relations', name: 'ValidationError', value: true }],
    });
  });
});
