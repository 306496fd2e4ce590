import { expect } from 'chai';
import * as fc from 'fast-check';
import { BSON, Decimal128, Long, ObjectId } from 'mongodb';
import { FieldNames } from '../../../../src/adapters/store/mongodb/read/field-names.js';
import { readRow } from '../../../../src/adapters/store/mongodb/read/raw-row.js';

const name = fc.oneof(
  fc.constantFrom('_id', 'documentId', 'locale', 'Name', 'Names', 'Nam', 'ä', '_links0'),
  fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0') && !(text in {})),
);

const decimal = fc.oneof(
  fc.tuple(fc.bigInt({ min: -(10n ** 34n) + 1n, max: 10n ** 34n - 1n }), fc.integer({ min: -60, max: 60 })),
  fc.tuple(fc.bigInt({ min: -(2n ** 54n), max: 2n ** 54n }), fc.integer({ min: -24, max: 24 })),
);

const scalar = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.date({ noInvalidDate: true }),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => Long.fromBigInt(value)),
  decimal.map(([digits, exponent]) => Decimal128.fromString(`${digits}E${exponent}`)),
  fc.constantFrom('-0', '0E-6176', 'NaN', '-Infinity', '9E6144').map((text) => Decimal128.fromString(text)),
);

const nested = fc.oneof(fc.array(scalar, { maxLength: 3 }), fc.dictionary(name, scalar, { maxKeys: 3 }));

/** Of types in which the store writes nothing. */
const foreign = fc.constantFrom(new ObjectId(), /a/, Buffer.from('b'));

const documents = (values: fc.Arbitrary<unknown>) =>
  fc.uniqueArray(fc.tuple(name, values), { selector: ([key]) => key, maxLength: 12 });

const bytesOf = (fields: readonly (readonly [string, unknown])[]): Buffer =>
  Buffer.from(BSON.serialize(new Map(fields) as unknown as BSON.Document));

/** Numbers by what they are, not by the class they have. */
function plain(value: unknown): unknown {
  if (value instanceof Decimal128) return Number(value.toString());
  if (value instanceof Long || typeof value === 'bigint') return Number(value.toString());
  return value;
}

describe('rows as they came', () => {
  it('have what the driver finds in them, wherever they stand and whatever they will be asked for', () => {
    const field = fc.oneof({ weight: 8, arbitrary: scalar }, { weight: 1, arbitrary: nested });
    fc.assert(
      fc.property(
        fc.oneof(
          { weight: 9, arbitrary: documents(field) },
          { weight: 1, arbitrary: documents(fc.oneof(field, foreign)) },
        ),
        fc.array(name, { maxLength: 8 }),
        fc.nat(9),
        (fields, expected, start) => {
          const bytes = bytesOf(fields);
          const row = readRow(
            Buffer.concat([Buffer.alloc(start, 7), bytes]),
            start,
            new FieldNames(expected.concat(fields.filter((_, index) => index % 2 === 0).map(([key]) => key))),
          );
          const found = new Map(Object.entries(BSON.deserialize(bytes)));
          for (const key of [...fields.map(([own]) => own), ...expected])
            expect(plain(row.get(key)), key).to.deep.equal(plain(found.get(key)));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('have rows inside', () => {
    fc.assert(
      fc.property(
        fc.array(documents(fc.oneof({ weight: 9, arbitrary: scalar }, { weight: 1, arbitrary: foreign })), {
          maxLength: 12,
        }),
        (inside) => {
          const items = inside.map((fields) => new Map(fields));
          const bytes = bytesOf([
            ['before', 1],
            ['items', items],
            ['after', 'x'],
          ]);
          const names = new FieldNames(['Name', '_id']);
          const rows = readRow(bytes, 0, new FieldNames(['after'])).rows('items', names);
          const { items: found } = BSON.deserialize(bytes) as { items: readonly Record<string, unknown>[] };
          expect(rows.length).to.equal(inside.length);
          for (const [index, fields] of inside.entries())
            for (const [key] of fields)
              expect(plain(rows[index]?.get(key)), key).to.deep.equal(
                plain(new Map(Object.entries(found[index] ?? {})).get(key)),
              );
        },
      ),
    );
  });

  it('keep 64-bit integers whole', () => {
    const row = readRow(bytesOf([['Big', Long.MAX_VALUE]]), 0, new FieldNames([]));
    expect(String(row.get('Big'))).to.equal('9223372036854775807');
  });
});
