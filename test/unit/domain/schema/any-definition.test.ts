import { expect } from 'chai';
import * as fc from 'fast-check';
import { buildSchema } from '../../../../src/domain/schema/build-schema.js';

const words = fc.constantFrom(
  'attributes',
  'type',
  'relation',
  'target',
  'inversedBy',
  'mappedBy',
  'component',
  'components',
  'info',
  'singularName',
  'pluralName',
  'displayName',
  'options',
  'draftAndPublish',
  'pluginOptions',
  'i18n',
  'localized',
  'default',
  'enum',
  'min',
  'max',
  'regex',
  'targetField',
  'renamedFrom',
  '__proto__',
  'constructor',
  'multiple',
  'allowedTypes',
  'repeatable',
);
const values = fc.oneof(
  words,
  fc.constantFrom(
    'string',
    'integer',
    'uid',
    'media',
    'component',
    'dynamiczone',
    'relation',
    'oneToMany',
    'manyToOne',
    'enumeration',
    'biginteger',
    'datetime',
    'json',
    'api::a.a',
    'api::b.b',
    'x.y',
    'a',
    'b',
    'plugin::upload.file',
  ),
  fc.jsonValue({ maxDepth: 1 }),
);
const { attributes } = fc.letrec((tie) => ({
  attributes: fc.dictionary(fc.constantFrom('a', 'b', 'it', '__proto__', 'Ab'), tie('attribute'), {
    maxKeys: 4,
  }),
  attribute: fc.oneof(
    values,
    fc.dictionary(words, fc.oneof(values, fc.array(values, { maxLength: 3 })), { maxKeys: 8 }),
  ),
}));
const definition = fc.oneof(
  { weight: 1, arbitrary: fc.jsonValue() },
  {
    weight: 5,
    arbitrary: fc.record({
      info: fc.constantFrom(
        { singularName: 'a', pluralName: 'as', displayName: 'A' },
        { singularName: 'b', pluralName: 'bs', displayName: 'B' },
      ),
      attributes,
    }),
  },
);

describe('any JSON in the schema files', () => {
  it('gives a schema, or faults with a file and a message; nothing is thrown', () => {
    const sources = fc.record({
      contentTypes: fc.tuple(definition, definition, definition).map((definitions) =>
        definitions.map((given, index) => ({
          uid: ['api::a.a', 'api::b.b', 'plugin::users-permissions.user'][index] ?? '',
          file: `${index}.json`,
          definition: given,
        })),
      ),
      components: definition.map((given) => [{ uid: 'x.y', file: 'x.json', definition: given }]),
    });
    fc.assert(
      fc.property(sources, (given) => {
        const result = buildSchema(given);
        if (result.ok) return;
        const faults = result.failure.details?.['faults'] as readonly Record<string, unknown>[];
        expect(faults).to.not.have.lengthOf(0);
        for (const fault of faults)
          expect(`${String(fault['file'])}|${String(fault['message'])}`).to.match(/^[012x]\.json\|.+/);
      }),
      { numRuns: 500 },
    );
  });
});
