import { expect } from 'chai';
import { numericRefsOf, referencesOf, resolveRefs } from '../../../../src/domain/document/references.js';
import { accepted, schema, typeOf } from './restaurants.js';
import { withoutReasons } from '../../../without-reasons.js';

const type = typeOf('restaurant');

const data = {
  categories: {
    connect: [3, { documentId: 'b', position: { before: 4 } }, { documentId: 'a', position: { after: 'x' } }],
    disconnect: [5, 'y'],
  },
  owner: ['b', 1],
  seo: { id: 7, social: { chef: 2 } },
  sections: [{ __component: 'sections.picks', picked: ['z', 3, 'z'] }],
};

const ids = new Map([
  [
    'api::category.category',
    new Map([
      [3, 'c3'],
      [4, 'x'],
    ]),
  ],
  [
    'api::chef.chef',
    new Map([
      [1, 'h1'],
      [2, 'h2'],
    ]),
  ],
  ['api::article.article', new Map([[3, 'z']])],
]);
const lookup = (uid: string, id: number): string | undefined => ids.get(uid)?.get(id);

const resolve = (raw: object) =>
  resolveRefs(schema, type, accepted(raw), { lookup, defaultLocale: 'en', localized: type.localized });

function resolved(raw: object) {
  const result = resolve(raw);
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

const refusal = (raw: object) => {
  const result = resolve(raw);
  return result.ok ? null : withoutReasons(result.failure);
};

describe('numericRefsOf', () => {
  it('finds every numeric id, including positions, disconnects and components', () => {
    const found = numericRefsOf(schema, type, accepted(data)).map(({ type: { uid }, ids: named }) => [
      uid,
      named,
    ]);
    expect(found).to.deep.equal([
      ['api::article.article', [3]],
      ['api::category.category', [3, 4, 5]],
      ['api::chef.chef', [1, 2]],
    ]);
  });
});

describe('resolveRefs', () => {
  it('resolves every ref, and drops unknown ids from a disconnect', () => {
    const { relations, components } = resolved(data);
    expect(relations.get('owner')).to.deep.equal({ kind: 'set', items: [{ documentId: 'h1' }] });
    expect(relations.get('categories')).to.deep.equal({
      kind: 'change',
      connect: [
        { ref: { documentId: 'c3' }, position: { at: 'end' } },
        { ref: { documentId: 'b' }, position: { at: 'before', ref: { documentId: 'x' } } },
        { ref: { documentId: 'a' }, position: { at: 'after', ref: { documentId: 'x' } } },
      ],
      disconnect: [{ documentId: 'y' }],
    });
    expect(JSON.stringify([...components.keys()])).to.equal('["seo","sections"]');
  });

  it('joins refs to the same document', () => {
    expect(resolved({ categories: ['c3', 3, 'b'] }).relations.get('categories')).to.deep.equal({
      kind: 'set',
      items: [{ documentId: 'c3' }, { documentId: 'b' }],
    });
  });

  it('refuses a connect that names a document by both of its ids', () => {
    expect(refusal({ categories: { connect: ['c3', 3] } })?.message).to.equal(
      'The relation with id c3 is already connected. You cannot connect the same relation twice.',
    );
  });

  it('refuses an unknown id, including in a position', () => {
    const unknown = {
      code: 'INPUT.INVALID',
      message: 'Document with id "9", locale "null" not found',
      details: { target: 9 },
    };
    expect(refusal({ categories: [9] })).to.deep.equal(unknown);
    expect(refusal({ categories: { connect: [{ id: 3, position: { before: 9 } }] } })).to.deep.equal(unknown);
    const inside = { __component: 'sections.picks', picked: [{ id: 9, locale: 'fr' }] };
    expect(refusal({ sections: [inside] })?.message).to.equal('Document with id "9", locale "fr" not found');
  });
});

describe('referencesOf', () => {
  it('lists each linked document once, by type and in order, without positions and disconnects', () => {
    const found = referencesOf(schema, type, resolved(data)).map(({ type: { uid }, documentIds }) => [
      uid,
      documentIds,
    ]);
    expect(found).to.deep.equal([
      ['api::article.article', ['z']],
      ['api::category.category', ['a', 'b', 'c3']],
      ['api::chef.chef', ['h1', 'h2']],
    ]);
  });

  it('lists nothing without links', () => {
    expect(
      referencesOf(schema, type, accepted({ categories: { disconnect: ['a'] }, owner: null })),
    ).to.deep.equal([]);
  });
});
