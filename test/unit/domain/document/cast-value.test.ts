import { expect } from 'chai';
import * as fc from 'fast-check';
import { castForFilter } from '../../../../src/domain/document/cast-value.js';
import type { Scalar, ScalarType } from '../../../../src/domain/schema/schema.js';

const field = (type: ScalarType, rest: Partial<Scalar> = {}): Scalar => ({
  kind: 'scalar',
  name: 'x',
  type,
  private: false,
  required: false,
  localized: false,
  system: false,
  unique: false,
  index: false,
  ...rest,
});

const cast = (type: ScalarType, raw: unknown) => castForFilter(field(type), raw);

const cases: readonly [ScalarType, unknown, unknown][] = [
  ['string', 'a', 'a'],
  ['string', 3, '3'],
  ['text', true, 'true'],
  ['enumeration', 'none of them', 'none of them'],
  ['string', 'a\u0000', null],
  ['string', '\ud800', null],
  ['string', '\udc00x', null],
  ['string', '\u{1F600}', '\u{1F600}'],
  ['string', null, null],
  ['string', ['a'], null],
  ['string', { $ne: null }, null],
  ['integer', '3', 3],
  ['integer', '-0', 0],
  ['integer', 2147483647, 2147483647],
  ['integer', 2147483648, null],
  ['integer', '3.5', null],
  ['integer', '', null],
  ['integer', '0x10', null],
  ['integer', true, null],
  ['integer', [3], null],
  ['biginteger', '0009223372036854775807', '9223372036854775807'],
  ['biginteger', '9223372036854775808', null],
  ['biginteger', '-9223372036854775808', '-9223372036854775808'],
  ['biginteger', '9'.repeat(100_000), null],
  ['biginteger', 5, '5'],
  ['biginteger', 2 ** 60, null],
  ['biginteger', '1.5', null],
  ['float', '2.5', 2.5],
  ['float', '1e400', null],
  ['float', 'Infinity', null],
  ['decimal', '20.105', 20.105],
  ['boolean', 'true', true],
  ['boolean', 't', true],
  ['boolean', 1, true],
  ['boolean', 'F', false],
  ['boolean', '0', false],
  ['boolean', 'yes', null],
  ['date', '2020-06-01', '2020-06-01'],
  ['date', '2020-06-01T23:30:00-05:00', '2020-06-01'],
  ['date', 0, null],
  ['date', '1700000000000', null],
  ['date', '2024-02-30', null],
  ['date', '2024', null],
  ['date', '0000-01-01', null],
  ['date', '0000-12-31T23:00:00-05:00', null],
  ['time', '10:15', '10:15:00.000'],
  ['time', '10:15:00', '10:15:00.000'],
  ['time', '10:15:00.5', '10:15:00.500'],
  ['time', '24:00:00', null],
  ['datetime', '2001-01-01', '2001-01-01T00:00:00.000Z'],
  ['datetime', '2024', '2024-01-01T00:00:00.000Z'],
  ['datetime', '2024-01-02T03:04:05', '2024-01-02T03:04:05.000Z'],
  ['datetime', '2024-01-02T03:04:05.123456+02:00', '2024-01-02T01:04:05.123Z'],
  ['datetime', '2024-01-02 03:04', '2024-01-02T03:04:00.000Z'],
  ['datetime', 1700000000000, '2023-11-14T22:13:20.000Z'],
  ['datetime', '9999-12-31T23:59:59-01:00', null],
  ['datetime', 8.64e15, null],
  ['datetime', 'soon', null],
  ['timestamp', '2001-01-01T00:00:00.000Z', '2001-01-01T00:00:00.000Z'],
  ['json', '1', '1'],
  ['json', '{ "b": 1.0 }', '{"b":1}'],
  ['json', 'x', '"x"'],
  ['array', [], '[]'],
  ['blocks', [], '[]'],
];

describe('castForFilter', () => {
  for (const [type, raw, expected] of cases) {
    const shown = JSON.stringify(raw).slice(0, 40);
    it(`converts ${shown} to ${JSON.stringify(expected)} for a ${type}`, () => {
      expect(cast(type, raw)).to.equal(expected);
    });
  }

  it('accepts numeric ids beyond 32 bits', () => {
    const id = field('integer', { name: 'id', system: true });
    expect(castForFilter(id, '9007199254740991')).to.equal(9007199254740991);
    expect(castForFilter(id, '9007199254740992')).to.equal(null);
    expect(castForFilter(id, 'abc')).to.equal(null);
  });

  const types: readonly ScalarType[] = [
    'string',
    'integer',
    'biginteger',
    'float',
    'decimal',
    'boolean',
    'date',
    'time',
    'datetime',
    'json',
  ];

  it('never throws, and keeps its own results unchanged', () => {
    const raw = fc.oneof(
      fc.jsonValue(),
      fc.string({ unit: 'binary' }),
      fc.date().map(String),
      fc.double(),
      fc.integer().map(String),
    );
    fc.assert(
      fc.property(fc.constantFrom(...types), raw, (type, value) => {
        const first = cast(type, value);
        if (first !== null) expect(cast(type, first)).to.equal(first);
      }),
      { numRuns: 2000 },
    );
  });

  it('accepts every datetime that it can write', () => {
    const date = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, (value) => {
        expect(cast('datetime', value.toISOString())).to.equal(value.toISOString());
        expect(cast('datetime', value.getTime())).to.equal(value.toISOString());
      }),
    );
  });
});
