import { expect } from 'chai';
import { Decimal128, Long } from 'mongodb';
import { describeChangedEnumerations } from '../schema/changed-enumerations.js';
import { describeChangedTypes, item, noFit, parts, type Change } from '../schema/changed-types.js';
import type { Files } from '../schema/schema-files.js';
import { shown, useMongo, type MongoSchemaDatabase } from './mongo-schema-database.js';

const int64 = (digits: string) => Long.fromString(digits);
const decimal = (digits: string) => Decimal128.fromString(digits);

const changes: readonly Change[] = [
  ['integer', 'biginteger', 2147483647, int64('2147483647')],
  ['integer', 'float', -7, -7],
  ['integer', 'decimal', 7, decimal('7.00')],
  ['integer', 'string', 7, '7'],
  ['biginteger', 'integer', int64('2147483648'), noFit],
  ['biginteger', 'integer', int64('-2147483648'), -2147483648],
  ['biginteger', 'float', int64('9007199254740993'), noFit],
  ['biginteger', 'decimal', int64('9223372036854775807'), noFit],
  ['float', 'integer', 2.5, noFit],
  ['float', 'integer', 3, 3],
  ['float', 'decimal', 0.1, decimal('0.10')],
  ['float', 'decimal', 0.125, noFit],
  ['float', 'integer', 1e300, noFit],
  ['float', 'biginteger', 1e3, int64('1000')],
  ['decimal', 'integer', decimal('4.00'), 4],
  ['decimal', 'float', decimal('4.25'), 4.25],
  ['decimal', 'float', decimal('123456789012345678.25'), noFit],
  ['string', 'integer', '42', 42],
  ['string', 'integer', '007', noFit],
  ['string', 'integer', 'many', noFit],
  ['string', 'integer', '', noFit],
  ['string', 'integer', '99999999999999999999', noFit],
  ['string', 'biginteger', '9223372036854775807', int64('9223372036854775807')],
  ['string', 'biginteger', '9223372036854775808', noFit],
  ['string', 'decimal', '1.5', decimal('1.50')],
  ['string', 'decimal', '1.505', noFit],
  ['string', 'float', '1e99', 1e99],
  ['string', 'float', '0.1', 0.1],
  ['string', 'float', '1e-320', noFit],
  ['string', 'float', '1e999', noFit],
  ['string', 'boolean', 'true', true],
  ['string', 'boolean', 'yes', noFit],
  ['string', 'date', '2024-02-29', '2024-02-29'],
  ['string', 'date', '2023-02-29', noFit],
  ['string', 'date', '0000-01-01', noFit],
  ['string', 'date', '2024-13-01', noFit],
  ['string', 'date', 'tomorrow', noFit],
  ['string', 'time', '10:15:00.250', '10:15:00.250'],
  ['string', 'time', '24:00:00', noFit],
  ['string', 'datetime', '2024-02-29T10:00:00.000Z', new Date('2024-02-29T10:00:00.000Z')],
  ['string', 'datetime', '2024-02-29T10:00:00', noFit],
  ['string', 'text', 'as it is', 'as it is'],
  ['string', 'json', 'a "word"', '"a \\"word\\""'],
  ['date', 'datetime', '2024-02-29', new Date('2024-02-29T00:00:00.000Z')],
  ['datetime', 'date', new Date('2024-02-29T00:00:00.000Z'), '2024-02-29'],
  ['datetime', 'date', new Date('2024-02-29T00:01:00.000Z'), noFit],
  ['datetime', 'string', new Date('2024-02-29T10:00:00.500Z'), '2024-02-29T10:00:00.500Z'],
  ['date', 'time', '2024-02-29', noFit],
  ['boolean', 'string', true, 'true'],
  ['boolean', 'json', true, 'true'],
  ['integer', 'boolean', 1, true],
  ['integer', 'boolean', 2, noFit],
  ['json', 'string', '"word"', 'word'],
  ['json', 'string', '{"a":1}', noFit],
  ['json', 'integer', '12', 12],
  ['json', 'integer', '"x"', noFit],
  ['array', 'json', '[1,2]', '[1,2]'],
];

async function values({ db }: MongoSchemaDatabase, attribute: string): Promise<readonly unknown[]> {
  const rows = db.collection('dishs').find({}, { sort: { _id: 1 }, promoteLongs: false });
  return (await rows.toArray()).map((row) => shown(row[attribute]));
}

describe('a MongoDB database', () => {
  const database = useMongo();

  describeChangedTypes(database, { changes, values, shown, runs: 40 });
  describeChangedEnumerations(database);

  it('a unique attribute is converted with its index', async () => {
    const unique = (type: string): Files => ({
      types: { dish: { attributes: { value: { type, unique: true } } } },
    });
    await database().apply(unique('string'));
    await database().insert('dishs', { value: '1' }, { value: '1.0' });
    expect((await database().refused(unique('float'))).message).to.include('1 value is there more than once');
  });

  it('components become JSON with the values that they show', async () => {
    const json: Files = { types: { dish: { attributes: { part: { type: 'json' } } } } };
    const priced = parts({ weight: { type: 'decimal' } });
    await database().apply(parts({ weight: { type: 'string' } }));
    await database().insert('dishs', { part: item('1.5') });
    await database().apply(priced);
    await database().apply(json);
    expect(await database().rows('dishs', 'part')).to.deep.equal([
      { part: '[{"id":1,"kept":"x","weight":1.5}]' },
    ]);
  });
});
