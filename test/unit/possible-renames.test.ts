import { expect } from 'chai';
import { outlineOf, possibleRenames } from '../../src/domain/schema/possible-renames.js';
import { contentType, relation, schemaFrom } from '../schema-builders.js';

const text = { type: 'string' };

const renames = (before: object, after: object): readonly string[] => {
  const schema = (attributes: object) =>
    schemaFrom({ contentTypes: [contentType('dish', 'dishes', attributes as never)] });
  return possibleRenames(outlineOf(schema(before)), schema(after));
};

describe('possible renames', () => {
  it('are attributes that are gone while others of their kind are new', () => {
    expect(renames({ a: text, b: { type: 'integer' } }, { c: text, b: { type: 'integer' } })).to.deep.equal([
      'api::dish.dish: a is gone and c is new',
    ]);
    expect(renames({ a: text }, { b: text, c: text })).to.deep.equal([
      'api::dish.dish: a is gone and b, c are new',
    ]);
    const toDish = relation('manyToMany', 'api::dish.dish');
    expect(renames({ a: toDish }, { b: toDish })).to.deep.equal(['api::dish.dish: a is gone and b is new']);
  });

  it('are not those of another kind, with renamedFrom, or without a new one', () => {
    expect(renames({ a: text, x: text }, { x: text })).to.deep.equal([]);
    expect(renames({ x: text }, { x: text, b: text })).to.deep.equal([]);
    expect(renames({ a: text }, { b: { type: 'integer' } })).to.deep.equal([]);
    expect(renames({ a: text }, { b: { ...text, renamedFrom: 'a' } })).to.deep.equal([]);
    expect(renames({ a: text, b: text }, { b: { ...text, renamedFrom: 'z' } })).to.deep.equal([]);
  });

  it('are those whose renamedFrom names nothing that was there', () => {
    expect(renames({ a: text }, { b: { ...text, renamedFrom: 'aa' }, c: text })).to.deep.equal([
      'api::dish.dish: a is gone and b (renamedFrom "aa", which was not there), c are new',
    ]);
    expect(renames({ x: text }, { x: text, b: { ...text, renamedFrom: 'aa' } })).to.deep.equal([]);
  });

  it('are collections too', () => {
    const schema = (...names: readonly string[]) =>
      schemaFrom({ contentTypes: names.map((name) => contentType(name, `${name}s`, { a: text })) });
    const before = outlineOf(schema('dish', 'menu'));
    expect(possibleRenames(before, schema('menu', 'meal'))).to.have.length(1);
    expect(possibleRenames(before, schema('menu'))).to.deep.equal([]);
    const meal = (renamedFrom: string) =>
      schemaFrom({
        contentTypes: [
          contentType('menu', 'menus', { a: text }),
          contentType('meal', 'meals', { a: text }, { renamedFrom }),
        ],
      });
    expect(possibleRenames(before, meal('dishs'))).to.deep.equal([]);
    expect(possibleRenames(before, meal('dish'))).to.deep.equal([
      'dishs is gone and meals (renamedFrom "dish", which was not there) is new',
    ]);
  });
});
