import { expect } from 'chai';
import { describeChangedEnumerations } from '../schema/changed-enumerations.js';
import { describeChangedTypes, item, noFit, parts, zone, type Change } from '../schema/changed-types.js';
import { usePostgres, type PostgresSchemaDatabase } from './postgres-schema-database.js';

/** Values are the texts of columns. */
const changes: readonly Change[] = [
  ['integer', 'biginteger', '2147483647', '2147483647'],
  ['integer', 'float', '-7', '-7'],
  ['integer', 'decimal', '7', '7.00'],
  ['integer', 'string', '7', '7'],
  ['biginteger', 'integer', '2147483648', noFit],
  ['biginteger', 'integer', '-2147483648', '-2147483648'],
  ['biginteger', 'float', '9007199254740993', noFit],
  ['biginteger', 'decimal', '9223372036854775807', noFit],
  ['float', 'integer', '2.5', noFit],
  ['float', 'integer', '3', '3'],
  ['float', 'decimal', '0.1', '0.10'],
  ['float', 'decimal', '0.125', noFit],
  ['float', 'integer', '1e300', noFit],
  ['decimal', 'integer', '4.00', '4'],
  ['decimal', 'float', '4.25', '4.25'],
  ['decimal', 'float', '123456789012345678.25', noFit],
  ['string', 'integer', '42', '42'],
  ['string', 'integer', '007', noFit],
  ['string', 'integer', 'many', noFit],
  ['string', 'integer', '', noFit],
  ['string', 'integer', '99999999999999999999', noFit],
  ['string', 'decimal', '1.5', '1.50'],
  ['string', 'decimal', '1.505', noFit],
  ['string', 'float', '1e99', '1e+99'],
  ['string', 'float', '0.1', '0.1'],
  ['string', 'float', '1e-320', noFit],
  ['string', 'float', '1e999', noFit],
  ['string', 'boolean', 'true', 'true'],
  ['string', 'boolean', 'yes', noFit],
  ['string', 'date', '2024-02-29', '2024-02-29'],
  ['string', 'date', '2023-02-29', noFit],
  ['string', 'date', '0000-01-01', noFit],
  ['string', 'date', '2024-13-01', noFit],
  ['string', 'date', 'tomorrow', noFit],
  ['string', 'time', '10:15:00.250', '10:15:00.25'],
  ['string', 'time', '24:00:00', noFit],
  ['string', 'datetime', '2024-02-29T10:00:00.000Z', '2024-02-29 10:00:00+00'],
  ['string', 'datetime', '2024-02-29T10:00:00', noFit],
  ['string', 'text', 'as it is', 'as it is'],
  ['string', 'json', 'a "word"', '"a \\"word\\""'],
  ['date', 'datetime', '2024-02-29', '2024-02-29 00:00:00+00'],
  ['datetime', 'date', '2024-02-29 00:00:00Z', '2024-02-29'],
  ['datetime', 'date', '2024-02-29 00:01:00Z', noFit],
  ['datetime', 'string', '2024-02-29 10:00:00.5Z', '2024-02-29T10:00:00.500Z'],
  ['date', 'time', '2024-02-29', noFit],
  ['boolean', 'string', 'true', 'true'],
  ['boolean', 'json', 'true', 'true'],
  ['integer', 'boolean', '1', 'true'],
  ['integer', 'boolean', '2', noFit],
  ['json', 'string', '"word"', 'word'],
  ['json', 'string', '{"a":1}', noFit],
  ['json', 'integer', '12', '12'],
  ['json', 'integer', '"x"', noFit],
  ['array', 'json', '[1,2]', '[1,2]'],
];

const values = async (database: PostgresSchemaDatabase, attribute: string): Promise<readonly unknown[]> =>
  (await database.rows(`SELECT ${attribute}::text AS value FROM dishs ORDER BY id`)).map(
    ({ value }) => value,
  );

describe('a PostgreSQL database', () => {
  const database = usePostgres();

  describeChangedTypes(database, { changes, values, shown: (value) => value, runs: 60 });
  describeChangedEnumerations(database);

  it('keeps nulls inside components whose type changes', async () => {
    await database().apply(parts({ weight: { type: 'string' } }));
    await database().insert('dishs', { part: item(null), zone: zone(null) });
    await database().apply(parts({ weight: { type: 'integer' } }));
    expect(await database().stored('dishs', 'part', 'zone')).to.deep.equal([
      { part: item(null), zone: zone(null) },
    ]);
  });
});
