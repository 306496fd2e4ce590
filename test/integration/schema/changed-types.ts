import { expect } from 'chai';
import * as fc from 'fast-check';
import { withinTwoMinutes } from '../../time-limits.js';
import type { SchemaDatabase } from './schema-database.js';
import type { Attributes, Files } from './schema-files.js';

/** Of the attribute for the type at this place. */
const nameOf = (place: number): string => `value${place}`;
const named = <Value>(each: readonly Value[]): Readonly<Record<string, Value>> =>
  Object.fromEntries(each.map((value, place) => [nameOf(place), value]));
const dishes = (types: readonly string[]): Files => ({
  types: { dish: { attributes: named(types.map((type) => ({ type }))) } },
});
const dish = (type: string): Files => dishes([type]);
export const parts = (attributes: Attributes, part: object = { repeatable: true }): Files => ({
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

export const noFit = Symbol('it does not fit');

/** From, to, what is stored before, and after. */
export type Change = readonly [from: string, to: string, before: unknown, after: unknown];

export interface ChangedTypes<Database extends SchemaDatabase> {
  readonly changes: readonly Change[];
  /** What an attribute of all dishes holds, as far as it can be compared. */
  values(database: Database, attribute: string): Promise<readonly unknown[]>;
  /** The same of what `changes` names. */
  shown(value: unknown): unknown;
  /** Of random contents. */
  readonly runs: number;
}

/** What a number, truth or time means, however it is written. */
const same = (value: unknown, type: string): unknown => {
  if (type === 'biginteger' || type === 'decimal' || type === 'integer' || type === 'float')
    return Number(value) + 0;
  if (type === 'boolean') return value === 'true' || value === '1';
  if (type === 'date' || type === 'datetime') return Date.parse(String(value));
  return value;
};

export const item = (weight: unknown) => [{ id: 1, weight, kept: 'x' }];
export const zone = (weight: unknown) => [{ __component: 'shared.outer', id: 2, inner: { id: 3, weight } }];

/** What every store makes of values when the types of their attributes change. */
export function describeChangedTypes<Database extends SchemaDatabase>(
  database: () => Database,
  { changes, values, shown, runs }: ChangedTypes<Database>,
): void {
  describe('changed attribute types with rows', () => {
    /** One row without values, and one with those of these changes. */
    const stored = async (some: readonly Change[]): Promise<void> => {
      await database().apply(dishes(some.map(([from]) => from)));
      await database().insert('dishs', {}, named(some.map(([, , before]) => before)));
    };
    const titles = (some: readonly Change[]): readonly string[] =>
      some.map(([from, to, before]) => `${from} ${JSON.stringify(shown(before))} as ${to}`);
    const valuesOf = (some: readonly Change[]): Promise<readonly (readonly unknown[])[]> =>
      Promise.all(some.map((_change, place) => values(database(), nameOf(place))));

    it('values that fit are converted', async () => {
      const fitting = changes.filter(([, , , after]) => after !== noFit);
      await stored(fitting);
      const wanted = dishes(fitting.map(([, to]) => to));
      await database().apply(wanted);
      const now = (await valuesOf(fitting)).map((found, place) => [titles(fitting)[place], ...found]);
      expect(now).to.deep.equal(
        fitting.map(([, , , after], place) => [titles(fitting)[place], null, shown(after)]),
      );
      expect(await database().apply(wanted)).to.deep.equal([]);
    });

    it('values that do not fit are named, and stay', async () => {
      const unfit = changes.filter(([, , , after]) => after === noFit);
      const types = unfit.map(([from]) => from);
      await stored(unfit);
      const before = await valuesOf(unfit);
      for (const [place, [, to]] of unfit.entries()) {
        const { message } = await database().refused(dishes(types.with(place, to)));
        expect(message, titles(unfit)[place])
          .to.include('1 value does not fit')
          .and.include('document "d2"')
          .and.include(`dishs.${nameOf(place)}"`);
      }
      expect(await valuesOf(unfit)).to.deep.equal(before);
      expect(await database().apply(dishes(types))).to.deep.equal([]);
    });

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
      await database().apply(dish('string'));
      await fc.assert(
        fc.asyncProperty(fc.array(content, { minLength: 1, maxLength: 4 }), type, async (contents, to) => {
          await database().remove('dishs');
          await database().apply(dish('string'));
          await database().insert('dishs', ...contents.map((value) => named([value])));
          const changed = (await database().status(dish(to))).every(({ kind }) => kind !== 'unsafe');
          if (!changed) await database().refused(dish(to));
          else await database().apply(dish(to));
          await database().apply(dish('string'));
          const now = (await values(database(), nameOf(0))).map((value) =>
            same(value, changed ? to : 'string'),
          );
          expect(now).to.deep.equal(contents.map((value) => same(value, changed ? to : 'string')));
        }),
        { numRuns: runs, ...withinTwoMinutes },
      );
    });

    describe('inside components', () => {
      const before = parts({ weight: { type: 'string' } });
      const after = parts({ weight: { type: 'integer' } });

      beforeEach(() => database().apply(before));

      it('are rewritten at every depth when they fit', async () => {
        await database().insert(
          'dishs',
          { part: item('12'), zone: zone('7') },
          { zone: [] },
          { part: [{ id: 4 }], zone: [] },
        );
        await database().apply(after);
        expect(await database().stored('dishs', 'part', 'zone')).to.deep.equal([
          { part: item(12), zone: zone(7) },
          { part: null, zone: [] },
          { part: [{ id: 4 }], zone: [] },
        ]);
        expect(await database().apply(after)).to.deep.equal([]);
      });

      it('are refused, and left alone, when one does not fit', async () => {
        await database().insert(
          'dishs',
          { part: item('12'), zone: zone('7') },
          { part: item('3'), zone: zone('heavy') },
        );
        const { message } = await database().refused(after);
        expect(message)
          .to.include('In 1 version, component values in "dishs.zone"')
          .and.include('document "d2"');
        expect((await database().stored('dishs', 'part'))[0]).to.deep.equal({ part: item('12') });
      });

      it('move along with a declared rename', async () => {
        await database().insert('dishs', { part: item('12'), zone: zone('7') });
        await database().apply(parts({ mass: { type: 'integer', renamedFrom: 'weight' } }));
        expect(await database().stored('dishs', 'part', 'zone')).to.deep.equal([
          {
            part: [{ id: 1, mass: 12, kept: 'x' }],
            zone: [{ __component: 'shared.outer', id: 2, inner: { id: 3, mass: 7 } }],
          },
        ]);
      });

      it('stay when their attribute goes, and must fit when it comes back', async () => {
        await database().insert('dishs', { part: item('heavy') });
        await database().apply(parts({ other: { type: 'string' } }));
        await database().refused(parts({ other: { type: 'string' }, weight: { type: 'integer' } }));
        await database().apply(before);
        expect(await database().stored('dishs', 'part')).to.deep.equal([{ part: item('heavy') }]);
      });

      it('are one or several, as the attribute says, as long as none is lost', async () => {
        await database().insert('dishs', { part: item('a') }, { part: [] });
        const single = parts({ weight: { type: 'string' } }, {});
        await database().apply(single);
        expect(await database().stored('dishs', 'part')).to.deep.equal([
          { part: item('a')[0] },
          { part: null },
        ]);
        await database().apply(before);
        const two = [...item('a'), { id: 9 }];
        await database().set('dishs', 'd1', 'part', two);
        expect((await database().refused(single)).message).to.include('1 value does not fit');
      });
    });
  });
}
