import { expect } from 'chai';
import * as fc from 'fast-check';
import { openSchemaDatabase, type Files, type SchemaDatabase } from './schema-database.js';

const dish = (type: string): Files => ({ types: { dish: { attributes: { value: { type } } } } });
const parts = (
  attributes: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  part: object = { repeatable: true },
): Files => ({
  types: {
    dish: {
      attributes: {
        part: { type: 'component', component: 'shared.part', ...part },
        zone: { type: 'dynamiczone', components: ['shared.outer'] },
      },
    },
  },
  components: {
    'shared.part': attributes,
    'shared.outer': { inner: { type: 'component', component: 'shared.part' } },
  },
});

/** From, to, the column's text before, and after; null: it does not fit. */
const changes: readonly (readonly [string, string, string, string | null])[] = [
  ['integer', 'biginteger', '2147483647', '2147483647'],
  ['integer', 'float', '-7', '-7'],
  ['integer', 'decimal', '7', '7.00'],
  ['integer', 'string', '7', '7'],
  ['biginteger', 'integer', '2147483648', null],
  ['biginteger', 'integer', '-2147483648', '-2147483648'],
  ['biginteger', 'float', '9007199254740993', null],
  ['biginteger', 'decimal', '9223372036854775807', null],
  ['float', 'integer', '2.5', null],
  ['float', 'integer', '3', '3'],
  ['float', 'decimal', '0.1', '0.10'],
  ['float', 'decimal', '0.125', null],
  ['float', 'integer', '1e300', null],
  ['decimal', 'integer', '4.00', '4'],
  ['decimal', 'float', '4.25', '4.25'],
  ['decimal', 'float', '123456789012345678.25', null],
  ['string', 'integer', '42', '42'],
  ['string', 'integer', '007', null],
  ['string', 'integer', 'many', null],
  ['string', 'integer', '', null],
  ['string', 'integer', '99999999999999999999', null],
  ['string', 'decimal', '1.5', '1.50'],
  ['string', 'decimal', '1.505', null],
  ['string', 'float', '1e99', '1e+99'],
  ['string', 'float', '0.1', '0.1'],
  ['string', 'float', '1e-320', null],
  ['string', 'float', '1e999', null],
  ['string', 'boolean', 'true', 'true'],
  ['string', 'boolean', 'yes', null],
  ['string', 'date', '2024-02-29', '2024-02-29'],
  ['string', 'date', '2023-02-29', null],
  ['string', 'date', '0000-01-01', null],
  ['string', 'date', '2024-13-01', null],
  ['string', 'date', 'tomorrow', null],
  ['string', 'time', '10:15:00.250', '10:15:00.25'],
  ['string', 'time', '24:00:00', null],
  ['string', 'datetime', '2024-02-29T10:00:00.000Z', '2024-02-29 10:00:00+00'],
  ['string', 'datetime', '2024-02-29T10:00:00', null],
  ['string', 'text', 'as it is', 'as it is'],
  ['string', 'json', 'a "word"', '"a \\"word\\""'],
  ['date', 'datetime', '2024-02-29', '2024-02-29 00:00:00+00'],
  ['datetime', 'date', '2024-02-29 00:00:00Z', '2024-02-29'],
  ['datetime', 'date', '2024-02-29 00:01:00Z', null],
  ['datetime', 'string', '2024-02-29 10:00:00.5Z', '2024-02-29T10:00:00.500Z'],
  ['date', 'time', '2024-02-29', null],
  ['boolean', 'string', 'true', 'true'],
  ['boolean', 'json', 'true', 'true'],
  ['integer', 'boolean', '1', 'true'],
  ['integer', 'boolean', '2', null],
  ['json', 'string', '"word"', 'word'],
  ['json', 'string', '{"a":1}', null],
  ['json', 'integer', '12', '12'],
  ['json', 'integer', '"x"', null],
  ['array', 'json', '[1,2]', '[1,2]'],
];

/** What a number, truth or time means, however it is written. */
const same = (value: string, type: string): unknown => {
  if (type === 'biginteger' || type === 'decimal' || type === 'integer' || type === 'float')
    return Number(value) + 0;
  if (type === 'boolean') return value === 'true' || value === '1';
  if (type === 'date' || type === 'datetime') return Date.parse(value);
  return value;
};

const item = (weight: unknown) => JSON.stringify([{ id: 1, weight, kept: 'x' }]);
const zone = (weight: unknown) =>
  JSON.stringify([{ __component: 'shared.outer', id: 2, inner: { id: 3, weight } }]);

describe('changed attribute types on a PostgreSQL database with rows', () => {
  let database: SchemaDatabase;
  before(async () => {
    database = await openSchemaDatabase();
  });
  beforeEach(() => database.clear());
  after(() => database.close());

  const values = () => database.rows('SELECT value::text AS value FROM dishs ORDER BY id');

  for (const [from, to, before, after] of changes) {
    it(`${from} ${JSON.stringify(before)} ${after === null ? 'does not fit' : `is ${JSON.stringify(after)}`} as ${to}`, async () => {
      await database.apply(dish(from));
      await database.insert('dishs', { value: null }, { value: before });
      const [, stored] = await values();
      if (after === null) {
        const { message } = await database.refused(dish(to));
        expect(message).to.include('1 value does not fit').and.include('document "d2"');
        expect(await values()).to.deep.equal([{ value: null }, stored]);
      } else {
        await database.apply(dish(to));
        expect(await values()).to.deep.equal([{ value: null }, { value: after }]);
      }
      expect(await database.apply(dish(after === null ? from : to))).to.deep.equal([]);
    });
  }

  it('a type that comes back by way of another loses nothing, whatever the values', async () => {
    const type = fc.constantFrom(
      'integer',
      'biginteger',
      'float',
      'decimal',
      'string',
      'date',
      'datetime',
      'boolean',
      'json',
    );
    const content = fc.oneof(
      fc.integer().map(String),
      fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(String),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.string({ maxLength: 20 }).map((word) => word.replaceAll('\0', '')),
      fc.constantFrom('true', '0', '2024-01-31', '2024-01-31T00:00:00.000Z', '12.50', '-0', '1e5', '[1]'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(content, { minLength: 1, maxLength: 4 }), type, async (contents, to) => {
        await database.apply(dish('string'));
        await database.rows('TRUNCATE dishs');
        await database.insert('dishs', ...contents.map((value) => ({ value })));
        const changed = (await database.status(dish(to))).every(({ kind }) => kind !== 'unsafe');
        if (!changed) await database.refused(dish(to));
        else await database.apply(dish(to));
        await database.apply(dish('string'));
        const now = (await values()).map(({ value }) => same(String(value), changed ? to : 'string'));
        expect(now).to.deep.equal(contents.map((value) => same(value, changed ? to : 'string')));
      }),
      { numRuns: 60 },
    );
  });

  describe('inside components', () => {
    const before = parts({ weight: { type: 'string' } });
    const after = parts({ weight: { type: 'integer' } });

    beforeEach(() => database.apply(before));

    it('are rewritten at every depth when they fit', async () => {
      await database.insert(
        'dishs',
        { part: item('12'), zone: zone('7') },
        { part: null, zone: '[]' },
        { part: item(null), zone: zone(null) },
      );
      await database.apply(after);
      expect(await database.rows('SELECT part, zone FROM dishs ORDER BY id')).to.deep.equal(
        [
          [item(12), zone(7)],
          [null, '[]'],
          [item(null), zone(null)],
        ].map(([part, inZone]) => ({ part: JSON.parse(part ?? 'null'), zone: JSON.parse(inZone ?? '') })),
      );
      expect(await database.apply(after)).to.deep.equal([]);
    });

    it('are refused, and left alone, when one does not fit', async () => {
      await database.insert(
        'dishs',
        { part: item('12'), zone: zone('7') },
        { part: item('3'), zone: zone('heavy') },
      );
      const { message } = await database.refused(after);
      expect(message)
        .to.include('In 1 version, component values in "dishs.zone"')
        .and.include('document "d2"');
      expect(await database.rows('SELECT part FROM dishs WHERE document_id = $$d1$$')).to.deep.equal([
        { part: JSON.parse(item('12')) },
      ]);
    });

    it('move along with a declared rename', async () => {
      await database.insert('dishs', { part: item('12'), zone: zone('7') });
      await database.apply(parts({ mass: { type: 'integer', renamedFrom: 'weight' } }));
      expect(await database.rows('SELECT part, zone FROM dishs')).to.deep.equal([
        {
          part: [{ id: 1, mass: 12, kept: 'x' }],
          zone: [{ __component: 'shared.outer', id: 2, inner: { id: 3, mass: 7 } }],
        },
      ]);
    });

    it('stay when their attribute goes, and must fit when it comes back', async () => {
      await database.insert('dishs', { part: item('heavy') });
      await database.apply(parts({ other: { type: 'string' } }));
      await database.refused(parts({ other: { type: 'string' }, weight: { type: 'integer' } }));
      await database.apply(before);
      expect(await database.rows('SELECT part FROM dishs')).to.deep.equal([
        { part: JSON.parse(item('heavy')) },
      ]);
    });

    it('are one or several, as the attribute says, as long as none is lost', async () => {
      await database.insert('dishs', { part: item('a') }, { part: '[]' });
      const single = parts({ weight: { type: 'string' } }, {});
      await database.apply(single);
      expect(await database.rows('SELECT part FROM dishs ORDER BY id')).to.deep.equal([
        { part: { id: 1, weight: 'a', kept: 'x' } },
        { part: null },
      ]);
      await database.apply(before);
      await database.rows(`UPDATE dishs SET part = part::jsonb || '[{"id":9}]' WHERE document_id = 'd1'`);
      expect((await database.refused(single)).message).to.include('1 value does not fit');
    });
  });
});
