import { expect } from 'chai';
import * as fc from 'fast-check';
import type { AppObject } from '../../src/adapters/app-code/create-app-object.js';
import type { Store } from '../../src/application/ports/store.js';
import type { Schema } from '../../src/domain/schema/schema.js';
import { createQueriesWorld } from '../app-code/queries-world.js';
import { contentType, drafts, relation, schemaFrom } from '../schema-builders.js';
import { withinTwoMinutes } from '../time-limits.js';

const note = 'api::note.note';
const author = 'api::author.author';

const rowsSchema = schemaFrom({
  contentTypes: [
    contentType(
      'note',
      'notes',
      {
        text: { type: 'string' },
        size: { type: 'integer' },
        done: { type: 'boolean' },
        author: relation('manyToOne', 'author', { inversedBy: 'notes' }),
      },
      drafts,
    ),
    contentType('author', 'authors', {
      name: { type: 'string' },
      notes: relation('oneToMany', 'note', { mappedBy: 'author' }),
    }),
  ],
});

type Value = string | number | boolean | null;

interface Row {
  readonly text: string | null;
  readonly size: number | null;
  readonly done: boolean | null;
  /** An index. */
  readonly author: number | null;
  readonly published: boolean;
}

type Where = Readonly<Record<string, unknown>>;

const texts = ['', 'a', 'A', 'ab', 'b%', 'é'];
const names = ['Ann', 'Bob', 'bob'];
const orNull = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(values, { freq: 4 });
const text = fc.constantFrom(...texts);
const size = fc.integer({ min: -2, max: 3 });

const arbitraryRow: fc.Arbitrary<Row> = fc.record({
  text: orNull(text),
  size: orNull(size),
  done: orNull(fc.boolean()),
  author: orNull(fc.nat({ max: names.length - 1 })),
  published: fc.boolean(),
});

const comparing = (values: fc.Arbitrary<Value>, operators: readonly string[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    orNull(values),
    fc.array(values, { maxLength: 2 }),
    fc.tuple(fc.constantFrom(...operators), values).map(([operator, value]) => ({ [operator]: value })),
    fc
      .tuple(fc.constantFrom('$in', '$notIn'), fc.array(values, { maxLength: 3 }))
      .map(([operator, value]) => ({ [operator]: value })),
    fc
      .tuple(fc.constantFrom('$null', '$notNull'), fc.boolean())
      .map(([operator, value]) => ({ [operator]: value })),
    orNull(values).map((value) => ({ $not: { $eq: value } })),
  );

const ofText = comparing(text, [
  '$eq',
  '$ne',
  '$eqi',
  '$nei',
  '$contains',
  '$notContains',
  '$containsi',
  '$startsWith',
  '$endsWithi',
  '$lt',
  '$gte',
]);
const ofSize = comparing(size, ['$eq', '$ne', '$lt', '$lte', '$gt', '$gte']);
const ofFlag = comparing(fc.boolean(), ['$eq', '$ne']);

const leaf: fc.Arbitrary<Where> = fc.oneof(
  ofText.map((value) => ({ text: value })),
  ofSize.map((value) => ({ size: value })),
  ofFlag.map((value) => ({ done: value })),
  fc.boolean().map((value) => ({ publishedAt: { $null: value } })),
  fc.constantFrom(...names, null).map((name) => ({ author: name === null ? null : { name } })),
);

const arbitraryWhere = fc.letrec<{ where: Where }>((tie) => ({
  where: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.array(tie('where'), { minLength: 1, maxLength: 3 }).map(($and) => ({ $and })),
    fc.array(tie('where'), { minLength: 1, maxLength: 3 }).map(($or) => ({ $or })),
    tie('where').map(($not) => ({ $not })),
    fc.tuple(ofText, ofSize).map(([one, other]) => ({ text: one, size: other })),
  ),
})).where;

const arbitraryOrder = fc.array(
  fc.tuple(
    fc.constantFrom('text', 'size', 'done', 'author'),
    fc.constantFrom('asc' as const, 'desc' as const),
  ),
  { maxLength: 2 },
);

const arbitraryQuestion = fc.record({
  where: arbitraryWhere,
  order: arbitraryOrder,
  offset: fc.nat({ max: 3 }),
  limit: fc.nat({ max: 4 }),
});

/** Whether a row matches: true, false, or null where an absent value makes neither a comparison nor its negation hold. */
function matches(row: Row, where: Where): boolean | null {
  return all(
    Object.entries(where).map(([key, value]) => {
      if (key === '$and') return all((value as Where[]).map((part) => matches(row, part)));
      if (key === '$or') return any((value as Where[]).map((part) => matches(row, part)));
      if (key === '$not') return not(matches(row, value as Where));
      if (key === 'author') {
        const name = row.author === null ? null : (names[row.author] ?? null);
        if (value === null) return name === null;
        return name === null ? null : name === (value as { name: string }).name;
      }
      if (key === 'publishedAt') return row.published !== (value as { $null: boolean }).$null;
      return fits(row[key as 'text'], value);
    }),
  );
}

function fits(own: Value, asked: unknown): boolean | null {
  if (Array.isArray(asked)) return fits(own, { $in: asked as Value[] });
  if (typeof asked !== 'object' || asked === null) return fits(own, { $eq: asked });
  return all(
    Object.entries(asked).map(([operator, value]: [string, unknown]) => {
      if (operator === '$not') return not(fits(own, value));
      if (operator === '$null') return (own === null) === value;
      if (operator === '$notNull') return (own !== null) === value;
      if (operator === '$eq' && value === null) return own === null;
      return own === null ? null : (holds[operator]?.(own, value as never) ?? null);
    }),
  );
}

const lower = (value: Value): string => String(value).toLowerCase();
const order = (left: Value, right: Value): number =>
  typeof left === 'string'
    ? Buffer.compare(Buffer.from(left), Buffer.from(String(right)))
    : Number(left) - Number(right);

const holds: Readonly<Record<string, (own: Value, value: never) => boolean>> = {
  $eq: (own, value) => own === value,
  $ne: (own, value) => own !== value,
  $eqi: (own, value) => lower(own) === lower(value),
  $nei: (own, value) => lower(own) !== lower(value),
  $lt: (own, value) => order(own, value) < 0,
  $lte: (own, value) => order(own, value) <= 0,
  $gt: (own, value) => order(own, value) > 0,
  $gte: (own, value) => order(own, value) >= 0,
  $in: (own, value) => (value as Value[]).includes(own),
  $notIn: (own, value) => !(value as Value[]).includes(own),
  $contains: (own, value) => String(own).includes(value),
  $notContains: (own, value) => !String(own).includes(value),
  $containsi: (own, value) => lower(own).includes(lower(value)),
  $startsWith: (own, value) => String(own).startsWith(value),
  $endsWithi: (own, value) => lower(own).endsWith(lower(value)),
};

const all = (found: readonly (boolean | null)[]): boolean | null =>
  found.includes(false) ? false : found.includes(null) ? null : true;
const any = (found: readonly (boolean | null)[]): boolean | null =>
  found.length === 0 ? true : found.includes(true) ? true : found.includes(null) ? null : false;
const not = (found: boolean | null): boolean | null => (found === null ? null : !found);

type Ordered = readonly (readonly ['text' | 'size' | 'done' | 'author', 'asc' | 'desc'])[];

/** Nulls come last in ascending order. Ties follow the ids, in the direction of the last key. */
function sorted(rows: readonly Row[], by: Ordered): readonly number[] {
  const valueOf = (row: Row, key: Ordered[number][0]): Value =>
    key !== 'author' ? row[key] : row.author === null ? null : (names[row.author] ?? null);
  const last = by.at(-1)?.[1] ?? 'asc';
  return rows
    .map((row, index) => ({ row, index }))
    .sort((left, right) => {
      for (const [key, direction] of by) {
        const [one, other] = [valueOf(left.row, key), valueOf(right.row, key)];
        const compared =
          one === null || other === null ? Number(one === null) - Number(other === null) : order(one, other);
        if (compared !== 0) return direction === 'asc' ? compared : -compared;
      }
      return last === 'asc' ? left.index - right.index : right.index - left.index;
    })
    .map(({ index }) => index);
}

async function fill(app: AppObject, rows: readonly Row[]): Promise<readonly unknown[]> {
  await app.db.query(note).deleteMany();
  await app.db.query(author).deleteMany();
  const authors = await app.db.query(author).createMany({ data: names.map((name) => ({ name })) });
  const ids: unknown[] = [];
  for (const { author: by, published, ...data } of rows) {
    const made = await app.db.query(note).create({
      data: {
        ...data,
        author: by === null ? null : authors.ids[by],
        ...(published ? {} : { publishedAt: null }),
      },
    });
    ids.push(made['id']);
  }
  return ids;
}

/** Tests `where`, `orderBy`, `offset` and `limit` of `db.query` on random rows against plain JavaScript. */
export function describeRows(
  name: string,
  open: (schema: Schema) => Promise<Store>,
  close: (store: Store) => Promise<void>,
  numRuns: number,
): void {
  describe(`rows on ${name}`, function () {
    this.timeout(120_000);
    let store: Store;
    before(async () => {
      store = await open(rowsSchema);
    });
    after(() => close(store));

    it('are found, sorted and cut as plain JavaScript does it', async () => {
      const { app } = await createQueriesWorld(rowsSchema, store);
      const property = fc.asyncProperty(
        fc.array(arbitraryRow, { maxLength: 10 }),
        fc.array(arbitraryQuestion, { minLength: 1, maxLength: 15, size: 'max' }),
        async (rows, questions) => {
          const ids = await fill(app, rows);
          for (const { where, order: by, offset, limit } of questions) {
            const orderBy = by.map(([key, direction]) =>
              key === 'author' ? { author: { name: direction } } : { [key]: direction },
            );
            const found = await app.db
              .query(note)
              .findMany({ where, orderBy, offset, limit, select: ['id'] });
            const fitting = sorted(rows, by).filter((index) => matches(rows[index] as Row, where) === true);
            const expected = fitting.slice(offset, limit === 0 ? undefined : offset + limit);
            expect(
              found.map((row) => row['id']),
              JSON.stringify({ where, orderBy, offset, limit }),
            ).to.deep.equal(expected.map((index) => ids[index]));
            expect(await app.db.query(note).count({ where })).to.equal(fitting.length);
          }
        },
      );
      await fc.assert(property, { numRuns, ...withinTwoMinutes });
    });
  });
}
