import { expect } from 'chai';
import type { StoreTraits } from '../../../../src/application/schema-changes/store-traits.js';
import { schemaOf, type Attributes, type Files } from '../../../integration/schema/schema-files.js';
import { applied, compared, emptyStore, typedStore, untypedStore } from './modelled-store.js';

const text = { type: 'string' };
const dish = (attributes: Attributes, more: object = {}): Files => ({
  types: { dish: { attributes, ...more } },
});
const linked = (dishOptions: object, chefOptions: object, kind = 'manyToMany'): Files => ({
  types: {
    dish: {
      attributes: { chefs: { type: 'relation', relation: kind, target: 'api::chef.chef' } },
      ...dishOptions,
    },
    chef: { attributes: { name: text }, ...chefOptions },
  },
});

/** The messages for the operator: each change, with its refusals as if 2 were counted. */
function sentences(before: Files, after: Files, traits: StoreTraits = typedStore): readonly string[] {
  const stored = applied(emptyStore, compared(schemaOf(before), emptyStore, traits), traits);
  const { changes, refused, leftovers } = compared(schemaOf(after), stored, traits);
  return [
    ...changes.flatMap(({ message, checks }) => [
      message,
      ...checks.map(({ refusal }) => `! ${refusal({ count: 2, example: 'd1' })}`),
    ]),
    ...[...refused, ...leftovers].map(({ message }) => message),
  ];
}

describe('the messages of schema changes', () => {
  it('name what is created, renamed, converted and left over', () => {
    const before = dish({ name: text, size: text, old: text });
    const after = dish({ title: { ...text, renamedFrom: 'name' }, size: { type: 'integer' }, fresh: text });
    expect(sentences(before, after)).to.deep.equal([
      'Column "name" of "dishs" is renamed to "title".',
      'Column "fresh" is added to "dishs".',
      'Column "dishs.size" changes from text to integer.',
      '! 2 values do not fit when "dishs.size" changes from text to integer, for example in document "d1". Change or clear them first with the former schema, or give the attribute a new name.',
      'Column "old" of "dishs" is no longer in the schema; its data is kept until `quire schema drop dishs.old`.',
    ]);
  });

  it('say that a renamedFrom names nothing, and what is left over', () => {
    const before = dish({ name: text, size: { type: 'integer' } });
    const misspelt = dish({ title: { ...text, renamedFrom: 'nam' } });
    expect(sentences(before, misspelt)[0]).to.equal(
      'Column "title" is added to "dishs", and is empty: nothing is stored under its renamedFrom "nam". Left over there: "name".',
    );
    const fresh = dish({ name: text, size: { type: 'integer' }, title: { ...text, renamedFrom: 'nam' } });
    expect(sentences(before, fresh)).to.deep.equal([
      'Column "title" is added to "dishs", and is empty: nothing is stored under its renamedFrom "nam".',
    ]);
  });

  it('say that the renamedFrom of a content-type or relation names nothing', () => {
    const meals = {
      ...linked({}, {}).types,
      dish: { attributes: {}, collectionName: 'meals', renamedFrom: 'dishes' },
    };
    expect(sentences(linked({}, {}), { types: meals })[0]).to.equal(
      'Table "meals" is made, and is empty: nothing is stored under its renamedFrom "dishes".',
    );
    const cooks = {
      ...text,
      type: 'relation',
      relation: 'manyToMany',
      target: 'api::chef.chef',
      renamedFrom: 'chef',
    };
    expect(sentences(linked({}, {}), linked({ attributes: { cooks } }, {}))[0]).to.equal(
      'Table "dishs_cooks_links" is made, and is empty: nothing is stored under its renamedFrom "chef".',
    );
  });

  it('accept a renamedFrom that was followed already, and in a new database', () => {
    const renamed = dish(
      { title: { ...text, renamedFrom: 'name' } },
      { collectionName: 'meals', renamedFrom: 'dishs' },
    );
    expect(sentences(renamed, renamed)).to.deep.equal([]);
    expect(sentences({ types: {} }, renamed)).to.deep.equal(['Table "meals" is made.']);
  });

  it('use the words of the store', () => {
    const renamed = dish(
      { name: { ...text, unique: true } },
      { collectionName: 'meals', renamedFrom: 'dishs' },
    );
    expect(sentences(dish({ name: text }), renamed, untypedStore)).to.deep.equal([
      'Collection "dishs" is renamed to "meals".',
      'Index "meals_name_unique" is made on "meals".',
      '! "meals.name" is to be unique, but 2 values are there more than once, for example in document "d1". Make them differ first with the former schema.',
    ]);
  });

  it('list pending links when draft & publish is turned off at both ends', () => {
    expect(sentences(linked({ draftAndPublish: true }, {}), linked({}, {}))).to.deep.equal([
      '"dishs" has published documents only.',
      '! Draft & publish cannot be turned off for "dishs": 2 drafts are not published, for example of document "d1". Publish or discard them first.',
      'Links of "dishs_chefs_links" are published only.',
      '! Draft & publish cannot be turned off for both ends of "dishs_chefs_links": 2 links are changed in drafts only, for example of document "d1". Publish or discard them first.',
      '! Draft & publish cannot be turned off for both ends of "dishs_chefs_links": 2 links are in drafts only, for example of document "d1". Connect them without a status first, or disconnect them.',
    ]);
  });

  it('refuse only sources with several links when they lose their locales', () => {
    const both = linked({ localized: true }, { localized: true }, 'oneToOne');
    const refusal =
      '! "dishs_chefs_links" cannot be one link for all locales: 2 documents have another one in each, for example "d1". Disconnect the others first, with the former schema.';
    const withoutSource = sentences(both, linked({}, { localized: true }, 'oneToOne'));
    expect(withoutSource).to.include(refusal);
    const withoutTarget = sentences(both, linked({ localized: true }, {}, 'oneToOne'));
    expect(withoutTarget).to.include('Links of "dishs_chefs_links" hold for their target as a whole.');
    expect(withoutTarget).not.to.include(refusal);
  });
});
