import { expect } from 'chai';
import * as fc from 'fast-check';
import { Decimal128, Long } from 'mongodb';
import { skipWithoutMongo } from '../../mongo.js';
import { openSchemaDatabase, shown, type Files, type SchemaDatabase } from './schema-database.js';

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

const int64 = (digits: string) => Long.fromString(digits);
const decimal = (digits: string) => Decimal128.fromString(digits);

const noFit = Symbol('it does not fit');

/** From, to, what is stored before, and after. */
const changes: readonly (readonly [string, string, unknown, unknown])[] = [
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

/** What a number, truth or time means, however it is written. */
const same = (value: unknown, type: string): unknown => {
  if (type === 'biginteger' || type === 'decimal' || type === 'integer' || type === 'float')
    return Number(value) + 0;
  if (type === 'boolean') return value === 'true' || value === '1';
  if (type === 'date' || type === 'datetime') return Date.parse(String(value));
  return value;
};

const item = (weight: unknown) => [{ id: 1, weight, kept: 'x' }];
const zone = (weight: unknown) => [{ __component: 'shared.outer', id: 2, inner: { id: 3, weight } }];

describe('changed attribute types on a MongoDB database with rows', () => {
  let database: SchemaDatabase;
  before(async function () {
    await skipWithoutMongo(this);
  });
  beforeEach(async () => {
    database = await openSchemaDatabase();
  });
  afterEach(() => database.close());

  const values = async () => {
    const rows = database.db.collection('dishs').find({}, { sort: { _id: 1 }, promoteLongs: false });
    return (await rows.toArray()).map(({ value }) => shown(value));
  };

  for (const [from, to, before, after] of changes) {
    const now = after === noFit ? 'does not fit' : `is ${JSON.stringify(shown(after))}`;
    it(`${from} ${JSON.stringify(shown(before))} ${now} as ${to}`, async () => {
      await database.apply(dish(from));
      await database.insert('dishs', {}, { value: before });
      if (after === noFit) {
        const { message } = await database.refused(dish(to));
        expect(message).to.include('1 value does not fit').and.include('document "d2"');
        expect(await values()).to.deep.equal([null, shown(before)]);
      } else {
        await database.apply(dish(to));
        expect(await values()).to.deep.equal([null, shown(after)]);
      }
      expect(await database.apply(dish(after === noFit ? from : to))).to.deep.equal([]);
    });
  }

  it('a type that comes back by way of another loses nothing, whatever the values', async function () {
    this.timeout(120_000);
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
    await database.apply(dish('string'));
    await fc.assert(
      fc.asyncProperty(fc.array(content, { minLength: 1, maxLength: 4 }), type, async (contents, to) => {
        await database.db.collection('dishs').deleteMany({});
        await database.insert('dishs', ...contents.map((value) => ({ value })));
        const changed = (await database.status(dish(to))).every(({ kind }) => kind !== 'unsafe');
        if (!changed) await database.refused(dish(to));
        else await database.apply(dish(to));
        await database.apply(dish('string'));
        const now = (await values()).map((value) => same(value, changed ? to : 'string'));
        expect(now).to.deep.equal(contents.map((value) => same(value, changed ? to : 'string')));
      }),
      { numRuns: 40 },
    );
  });

  it('a unique attribute is converted with its index', async () => {
    const unique = (type: string): Files => ({
      types: { dish: { attributes: { value: { type, unique: true } } } },
    });
    await database.apply(unique('string'));
    await database.insert('dishs', { value: '1' }, { value: '1.0' });
    expect((await database.refused(unique('float'))).message).to.include('1 value is there more than once');
  });

  describe('inside components', () => {
    const before = parts({ weight: { type: 'string' } });
    const after = parts({ weight: { type: 'integer' } });

    beforeEach(() => database.apply(before));

    it('are rewritten at every depth when they fit', async () => {
      await database.insert(
        'dishs',
        { part: item('12'), zone: zone('7') },
        { zone: [] },
        { part: [{ id: 4 }], zone: [] },
      );
      await database.apply(after);
      expect(await database.rows('dishs', 'part', 'zone')).to.deep.equal([
        { part: item(12), zone: zone(7) },
        { zone: [] },
        { part: [{ id: 4 }], zone: [] },
      ]);
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
      expect((await database.rows('dishs', 'part'))[0]).to.deep.equal({ part: item('12') });
    });

    it('move along with a declared rename', async () => {
      await database.insert('dishs', { part: item('12'), zone: zone('7') });
      await database.apply(parts({ mass: { type: 'integer', renamedFrom: 'weight' } }));
      expect(await database.rows('dishs', 'part', 'zone')).to.deep.equal([
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
      expect(await database.rows('dishs', 'part')).to.deep.equal([{ part: item('heavy') }]);
    });

    it('are one or several, as the attribute says, as long as none is lost', async () => {
      await database.insert('dishs', { part: item('a') }, { part: [] });
      const single = parts({ weight: { type: 'string' } }, {});
      await database.apply(single);
      expect(await database.rows('dishs', 'part')).to.deep.equal([{ part: item('a')[0] }, {}]);
      await database.apply(before);
      const two = [...item('a'), { id: 9 }];
      await database.db.collection('dishs').updateOne({ documentId: 'd1' }, { $set: { part: two } });
      expect((await database.refused(single)).message).to.include('1 value does not fit');
    });

    it('become JSON with the values that they show', async () => {
      const json: Files = { types: { dish: { attributes: { part: { type: 'json' } } } } };
      const priced = parts({ weight: { type: 'decimal' } });
      await database.insert('dishs', { part: item('1.5') });
      await database.apply(priced);
      await database.apply(json);
      expect(await database.rows('dishs', 'part')).to.deep.equal([
        { part: '[{"id":1,"kept":"x","weight":1.5}]' },
      ]);
    });
  });
});
