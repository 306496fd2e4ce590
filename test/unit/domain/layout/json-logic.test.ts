import { expect } from 'chai';
import { holds } from '../../../../src/domain/layout/condition.js';
import { buildSchema } from '../../../../src/domain/schema/build-schema.js';
import { contentTypeOf } from '../../../../src/domain/schema/schema.js';
import type { SchemaFault } from '../../../../src/domain/schema/schema-source.js';
import { built, sources } from '../schema/sources.js';

const others = {
  kind: { type: 'enumeration', enum: ['plain', 'rich'] },
  shown: { type: 'boolean' },
  price: { type: 'decimal' },
  cook: { type: 'relation', relation: 'manyToOne', target: 'api::dish.dish' },
};

function read(conditions: unknown, more: Readonly<Record<string, unknown>> = { type: 'string' }) {
  const notes: SchemaFault[] = [];
  const schema = built(buildSchema(sources({ dish: { ...others, it: { ...more, conditions } } }), notes));
  const { attributes } = contentTypeOf(schema, 'api::dish.dish');
  const condition = attributes.get('it')?.visibleIf;
  return {
    notes: notes.map(({ path, message }) => `${path}: ${message}`),
    isVisible: (values: Readonly<Record<string, unknown>>): boolean | undefined =>
      condition &&
      holds(
        condition,
        (name) => attributes.get(name),
        (name) => values[name],
      ),
  };
}

const kind = { var: 'kind' };

describe('conditions of schema files', () => {
  for (const [visible, yes, no] of [
    [{ '==': [kind, 'rich'] }, { kind: 'rich' }, {}],
    [{ '!=': [kind, 'rich'] }, {}, { kind: 'rich' }],
    [{ '===': [{ var: ['shown'] }, true] }, { shown: true }, { shown: false }],
    [{ '==': [true, { var: 'shown' }] }, { shown: true }, {}],
    [{ '==': [kind, null] }, {}, { kind: 'rich' }],
    [{ '>': [{ var: 'price' }, 5] }, { price: 6 }, { price: 5 }],
    [{ '>': [5, { var: 'price' }] }, { price: 4 }, { price: 5 }],
    [{ in: [kind, ['rich', 'plain']] }, { kind: 'plain' }, {}],
    [{ var: 'shown' }, { shown: true }, {}],
    [{ '!': [{ var: 'shown' }] }, {}, { shown: true }],
    [{ '!': { '==': [kind, 'rich'] } }, {}, { kind: 'rich' }],
    [{ '!!': [{ var: 'shown' }] }, { shown: true }, { shown: false }],
    [{ and: [{ var: 'shown' }, { '==': [kind, 'rich'] }] }, { shown: true, kind: 'rich' }, { shown: true }],
    [{ '!': [{ or: [{ var: 'shown' }, { '==': [kind, 'rich'] }] }] }, {}, { kind: 'rich' }],
  ] as const)
    it(`are JSON Logic as Strapi writes it: ${JSON.stringify(visible)}`, () => {
      const { isVisible, notes } = read({ visible });
      expect([isVisible(yes), isVisible(no), notes]).to.deep.equal([true, false, []]);
    });

  it('are read for relations too', () => {
    const relation = { type: 'relation', relation: 'manyToOne', target: 'api::dish.dish' };
    expect(read({ visible: { var: 'shown' } }, relation).isVisible({})).to.equal(false);
  });

  for (const [conditions, note] of [
    [{ visible: { '==': [{ var: 'kin' }, 1] } }, '"kin" there is no attribute "kin" (did you mean "kind"?)'],
    [
      { visible: { '==': [{ var: 'it' }, 1] } },
      '"it" is the attribute itself: hidden, it could not be changed back',
    ],
    [
      { visible: { '==': [{ var: 'cook' }, 1] } },
      '"cook" is a relation: conditions are over texts, numbers, dates, booleans and enumerations',
    ],
    [{ visible: { '==': [kind, { var: 'shown' }] } }, '{"var":"shown"} is no value'],
    [{ visible: { '>': [{ var: 'price' }, 'x'] } }, 'Invalid value "x" for $gt at price'],
    [{ visible: { cat: ['a', 'b'] } }, '{"cat":["a","b"]} cannot be read'],
    [{ visible: { '==': [{ var: 'a.b' }, 1] } }, '"a.b" there is no attribute "a.b"'],
    [{ visible: kind }, '"kind" alone is no condition: compare it'],
    [{ visible: { constructor: [kind, 1] } }, '{"constructor":[{"var":"kind"},1]} cannot be read'],
    [{ visible: { and: [] } }, '"and" has no rules'],
    [{ visible: true }, 'true is no rule of JSON Logic'],
  ] as const)
    it(`that are not understood are noted: ${JSON.stringify(conditions)}`, () => {
      const { isVisible, notes } = read(conditions);
      expect(isVisible({})).to.equal(undefined);
      expect(notes).to.deep.equal([
        `attributes.it.conditions.visible: has no effect here: ${note}; the attribute is always shown`,
      ]);
    });
});
