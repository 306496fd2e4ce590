import { isDeepStrictEqual } from 'node:util';
import type { Db, IndexDescription } from 'mongodb';
import { Refusal, violatedIndex } from '../database-error.js';
import type { Match } from './match-collections.js';
import { unsafeChange } from './unsafe-change.js';
import { counted, refuse, type Check, type Step } from './step.js';
import type { Index } from './target.js';

/** What an index is called in messages, and for `drop`. */
export const indexName = (collection: string, index: string): string => `${collection}/${index}`;

/** Makes and removes indexes of one match; MongoDB makes them while readers and writers go on. Somebody else's are left alone. */
export function indexSteps(match: Match, converted: ReadonlySet<string>): readonly Step[] {
  const { name, wanted, stored, record } = match;
  const there = stored?.indexes ?? [];
  const isKept = (index: Index): boolean =>
    wanted.indexes.some((each) => isDeepStrictEqual(each, index)) &&
    !(index.unique && isOn(index, converted));
  const removed = there.filter(
    (index) =>
      !isKept(index) &&
      (record?.indexes.includes(index.name) === true ||
        wanted.indexes.some((each) => each.name === index.name)),
  );
  const made = wanted.indexes.filter(
    (index) => !there.some((each) => isKept(each) && each.name === index.name),
  );
  return [
    ...removed.map((index) =>
      removeIndex(
        name,
        stored?.name ?? name,
        index,
        made.some((each) => each.name === index.name),
      ),
    ),
    ...made.map((index) => makeIndex(match, index)),
  ];
}

/** Values that are equal for a while only must not stand in their own way. */
const isOn = (index: Index, attributes: ReadonlySet<string>): boolean =>
  index.fields.some((field) => attributes.has(field));

const removeIndex = (collection: string, stored: string, index: Index, isMadeAnew: boolean): Step => ({
  phase: 'unindex',
  name: indexName(collection, index.name),
  message: `Index "${index.name}" of "${collection}" is ${isMadeAnew ? 'made anew' : 'no longer wanted and is removed'}.`,
  checks: [],
  run: async ({ db }) => {
    await db.collection(stored).dropIndex(index.name).catch(ignoreMissing);
  },
});

/** "ns not found", "index not found": it is done. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && [26, 27].includes(Number(error.code)))) throw error;
}

function makeIndex(match: Match, index: Index): Step {
  const { name: collection, stored } = match;
  const name = indexName(collection, index.name);
  return {
    phase: 'index',
    name,
    message: `Index "${index.name}" is made on "${collection}".`,
    checks: stored === undefined || !index.unique ? [] : duplicateCheck(match, index),
    run: async ({ db }) => {
      try {
        await db.collection(collection).createIndexes([describeIndex(index)]);
      } catch (error) {
        if (violatedIndex(error) === undefined) throw error;
        const duplicates = duplicateCheck({ ...match, attributes: sameNames(match) }, index, collection);
        const found = await Promise.all(duplicates.map((check) => check(db)));
        const message = found.find((each) => each !== null) ?? `"${name}": ${(error as Error).message}`;
        throw new Refusal(unsafeChange([refuse(name, message)]));
      }
    },
  };
}

const sameNames = ({ wanted }: Match): ReadonlyMap<string, string> =>
  new Map(Object.keys(wanted.attributes).map((name) => [name, name]));

const describeIndex = ({ name, fields, unique, where }: Index): IndexDescription => ({
  name,
  key: Object.fromEntries(fields.map((field) => [field, 1])),
  ...(unique && { unique }),
  ...(where !== null && { partialFilterExpression: where }),
});

/** Values that a new unique index would refuse. An attribute that is still to be made has none. */
function duplicateCheck(match: Match, index: Index, collection = match.stored?.name ?? ''): readonly Check[] {
  const { wanted, attributes } = match;
  const storedName = (field: string): string | undefined =>
    field in wanted.attributes ? attributes.get(field) : field;
  const fields = index.fields.map(storedName);
  const [field] = fields;
  if (field === undefined || fields.includes(undefined)) return [];
  const where = Object.fromEntries(
    Object.entries(index.where ?? {}).map(([key, value]) => [storedName(key) ?? key, value as unknown]),
  );
  const isLink = wanted.origin.kind === 'link';
  return [
    async (db) => {
      const found = await findDuplicates(db, collection, {
        where,
        fields,
        example: isLink ? field : 'documentId',
      });
      if (found === null) return null;
      return isLink
        ? `The relation of "${match.name}" now allows one, but ${counted(found.count, 'document holds', 'documents hold')} several, for example "${found.example}". ` +
            'Disconnect the others first with the former schema.'
        : `"${match.name}.${index.fields[0]}" is to be unique, but ${counted(found.count, 'value is', 'values are')} there more than once, for example in document "${found.example}". ` +
            'Make them differ first with the former schema.';
    },
  ];
}

async function findDuplicates(
  db: Db,
  collection: string,
  by: { readonly where: object; readonly fields: readonly unknown[]; readonly example: string },
): Promise<{ readonly count: number; readonly example: string } | null> {
  const key = Object.fromEntries(by.fields.map((field, place) => [`k${place}`, `$${String(field)}`]));
  const [found] = await db
    .collection(collection)
    .aggregate<{ count: number; example: string }>(
      [
        { $match: by.where },
        { $group: { _id: key, rows: { $sum: 1 }, example: { $min: `$${by.example}` } } },
        { $match: { rows: { $gt: 1 } } },
        { $group: { _id: null, count: { $sum: 1 }, example: { $min: '$example' } } },
      ],
      { allowDiskUse: true },
    )
    .toArray();
  return found ?? null;
}
