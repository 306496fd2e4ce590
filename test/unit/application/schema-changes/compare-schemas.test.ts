import { expect } from 'chai';
import * as fc from 'fast-check';
import type { StoreTraits } from '../../../../src/application/schema-changes/store-traits.js';
import type { SchemaRecord } from '../../../../src/application/schema-changes/wanted-schema.js';
import type { Schema } from '../../../../src/domain/schema/schema.js';
import { schemaOf, type Attributes, type Files } from '../../../integration/schema/schema-files.js';
import { applied, compared, emptyStore, typedStore, untypedStore, wantedOf } from './modelled-store.js';

const stores: readonly (readonly [string, StoreTraits])[] = [
  ['a store with typed fields', typedStore],
  ['a store without a catalogue of fields', untypedStore],
];

const names = ['a', 'b', 'c'] as const;
const attribute = fc.record(
  {
    type: fc.constantFrom('string', 'enumeration', 'integer', 'json', 'media', 'component', 'relation'),
    unique: fc.boolean(),
    repeatable: fc.boolean(),
    localized: fc.boolean(),
    renamedFrom: fc.option(fc.constantFrom(...names), { nil: undefined, freq: 4 }),
    kind: fc.constantFrom('manyToMany', 'manyToOne'),
  },
  { noNullPrototype: true },
);

type Drawn = typeof attribute extends fc.Arbitrary<infer T> ? T : never;

function attributeOf(
  name: string,
  { type, unique, repeatable, localized, renamedFrom, kind }: Drawn,
): object {
  const more = {
    ...(renamedFrom !== undefined && renamedFrom !== name && { renamedFrom }),
    pluginOptions: { i18n: { localized } },
  };
  if (type === 'component') return { type, component: 'shared.part', repeatable, ...more };
  if (type === 'relation') return { type, relation: kind, target: 'api::chef.chef', ...more };
  if (type === 'enumeration') return { type, enum: repeatable ? ['x', 'y'] : ['x'], ...more };
  if (type === 'media') return { type, multiple: repeatable, ...more };
  return { type, ...(unique && type !== 'json' && { unique }), ...more };
}

const attributes = fc
  .dictionary(fc.constantFrom(...names), attribute, { noNullPrototype: true })
  .map((drawn) =>
    Object.fromEntries(Object.entries(drawn).map(([name, each]) => [name, attributeOf(name, each)])),
  ) as fc.Arbitrary<Attributes>;

const options = { draftAndPublish: fc.boolean(), localized: fc.boolean() };
const files: fc.Arbitrary<Files> = fc.record({
  types: fc.record({
    dish: fc
      .record({ attributes, collectionName: fc.constantFrom('dishs', 'meals'), ...options })
      .map((type) => ({ ...type, renamedFrom: type.collectionName === 'dishs' ? 'meals' : 'dishs' })),
    chef: fc.record({ attributes: fc.constant({ name: { type: 'string' } }), ...options }),
  }),
  components: fc.record({
    'shared.part': fc.constantFrom('string', 'integer').map((type): Attributes => ({ size: { type } })),
  }),
});

const versions = fc.array(files, { minLength: 1, maxLength: 4 });

/** Schemas of valid files: two attributes may be renamed from one. */
const schemasOf = (each: readonly Files[]): readonly Schema[] => each.flatMap((one) => built(one) ?? []);

function built(one: Files): Schema | undefined {
  try {
    return schemaOf(one);
  } catch {
    return undefined;
  }
}

describe('comparing schemas', () => {
  for (const [store, traits] of stores) {
    it(`finds no difference between a schema and itself, on ${store}`, () => {
      fc.assert(
        fc.property(versions, (each) => {
          for (const schema of schemasOf(each)) {
            const stored = applied(emptyStore, compared(schema, emptyStore, traits), traits);
            const { changes, refused, leftovers, record } = compared(schema, stored, traits);
            expect({ changes, refused, leftovers }).to.deep.equal({
              changes: [],
              refused: [],
              leftovers: [],
            });
            expect(record).to.deep.equal(stored.record);
          }
        }),
      );
    });

    it(`returns changes that lead to the wanted schema when applied in order, on ${store}`, () => {
      fc.assert(
        fc.property(versions, (each) => {
          let stored = emptyStore;
          for (const schema of schemasOf(each)) {
            stored = applied(stored, compared(schema, stored, traits), traits);
            for (const { name, fields, indexes } of wantedOf(schema, traits).collections) {
              const made = stored.collections.get(name);
              const types = fields.map((field) => [field.name, made?.fields?.get(field.name)]);
              if (traits.indexesFollowFields)
                expect(types).to.deep.equal(fields.map((field) => [field.name, field.type]));
              expect(made?.indexes).to.have.deep.members([...indexes]);
            }
            expect(compared(schema, stored, traits).changes).to.deep.equal([]);
          }
        }),
        { numRuns: 200 },
      );
    });
  }

  it('takes an enumeration as it is where the record of an earlier version does not have its values', () => {
    const schema = schemaOf({
      types: { dish: { attributes: { kind: { type: 'enumeration', enum: ['a'] } } } },
    });
    const { collections, record } = applied(emptyStore, compared(schema, emptyStore, typedStore), typedStore);
    const earlier = JSON.parse(
      JSON.stringify(record, (key, value: unknown) => (key === 'choices' ? undefined : value)),
    ) as SchemaRecord;
    const comparison = compared(schema, { collections, record: earlier }, typedStore);
    expect(comparison.changes).to.deep.equal([]);
    expect(comparison.record).to.deep.equal(record);
  });
});
