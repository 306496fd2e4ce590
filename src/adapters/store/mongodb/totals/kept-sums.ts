import type { ClientSession, Collection, Db, Document } from 'mongodb';
import type { Context } from '../../../../domain/plan/read-plan.js';
import type { Layer } from '../../../../domain/query/query.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import { ownCollections } from '../layout.js';
import { VersionCounts, type VersionCount } from './version-counts.js';

/** The sum of what was folded for a collection. */
export interface TotalsRow {
  /** The name of the collection. */
  readonly _id: string;
  /** By `countField`. Absent: nothing was folded yet. */
  readonly counts?: Readonly<Record<string, number>>;
  /** Whether the versions from before the first difference are in `counts` too, so that the sum is the total. */
  readonly isComplete?: boolean;
  readonly countedAt?: Date;
  /** Changes when the collection is counted, and when it was changed without differences: a count from before is void. */
  readonly generation: number;
}

/** What a write appends, with its entry in the change log, to the collection of entries without a position. */
export interface AppendedCounts {
  readonly collection: string;
  readonly counts: readonly VersionCount[];
}

export const totalsOf = (db: Db): Collection<TotalsRow> => db.collection(ownCollections.totals);

/** Names of fields cannot contain every character of a locale. */
const countField = ({ layer, locale }: Pick<VersionCount, 'layer' | 'locale'>): string =>
  `${layer}:${encodeURIComponent(locale).replaceAll('.', '%2E')}`;

function countOf([field, count]: readonly [string, number]): VersionCount {
  const [layer = '', locale = ''] = field.split(':');
  return { layer: layer as Layer, locale: decodeURIComponent(locale), count };
}

/** The change of a row's `counts`. */
export const increments = (counts: readonly VersionCount[]): Readonly<Record<string, number>> =>
  Object.fromEntries(counts.map((each) => [`counts.${countField(each)}`, each.count]));

/** Adds what writes have appended to the sums, in the transaction that removes it from where it was. */
export async function foldCounts(
  db: Db,
  session: ClientSession,
  appended: readonly AppendedCounts[],
): Promise<void> {
  const sums = new Map<string, VersionCounts>();
  for (const { collection, counts } of appended) {
    const sum = sums.get(collection) ?? new VersionCounts();
    sums.set(collection, sum);
    for (const { layer, locale, count } of counts) sum.add(layer, locale, count);
  }
  const changed = [...sums].filter(([, sum]) => sum.all().length > 0);
  if (changed.length === 0) return;
  const updates = changed.map(([_id, sum]) => ({
    updateOne: {
      filter: { _id },
      update: { $inc: increments(sum.all()), $setOnInsert: { generation: 0 } },
      upsert: true,
    },
  }));
  await totalsOf(db).bulkWrite(updates, { session });
}

/** No field of a version has these names. */
const sumField = '_sum';
const appendedField = '_appended';

/** A row that `sumStages` adds to those of an aggregate. */
interface SumRow {
  readonly [sumField]: Pick<TotalsRow, 'isComplete' | 'generation'> & {
    readonly counts: Record<string, number>;
  };
}

interface AppendedRow {
  readonly [appendedField]: VersionCount;
}

/** The stages on the collection of sums, from its rows of one collection. */
const sumOf = (collection: string): readonly Document[] => [
  { $match: { _id: collection } },
  {
    $project: {
      _id: 0,
      [sumField]: {
        counts: { $ifNull: ['$counts', { $literal: {} }] },
        isComplete: '$isComplete',
        generation: '$generation',
      },
    },
  },
];

const appendedTo = (collection: string): readonly Document[] => [
  { $match: { 'appended.collection': collection } },
  { $unwind: '$appended.counts' },
  {
    $group: {
      _id: { layer: '$appended.counts.layer', locale: '$appended.counts.locale' },
      count: { $sum: '$appended.counts.count' },
    },
  },
  { $project: { _id: 0, [appendedField]: { layer: '$_id.layer', locale: '$_id.locale', count: '$count' } } },
];

const unionAppended = (collection: string): Document => ({
  $unionWith: { coll: ownCollections.changeInbox, pipeline: appendedTo(collection) },
});

/** Stages that add what is kept of a collection to the rows of an aggregate, so that all are of one snapshot. */
export const sumStages = (collection: string): readonly Document[] => [
  { $unionWith: { coll: ownCollections.totals, pipeline: sumOf(collection) } },
  unionAppended(collection),
];

/** An aggregate of the collection of sums that returns nothing else. */
export const sumsAlone = (collection: string): readonly Document[] => [
  ...sumOf(collection),
  unionAppended(collection),
];

/** What is kept of a collection in one snapshot. */
export interface KeptSums {
  readonly isComplete: boolean;
  /** Undefined: there is no row of the collection. */
  readonly generation: number | undefined;
  readonly counts: VersionCounts;
}

/** Takes the rows of `sumStages` from those of the aggregate that they follow. */
export function splitSums<Row extends object>(
  rows: readonly (Row | SumRow | AppendedRow)[],
): { readonly rows: readonly Row[]; readonly sums: KeptSums } {
  const others: Row[] = [];
  const counts = new VersionCounts();
  let sum: SumRow[typeof sumField] | undefined;
  for (const row of rows) {
    if (appendedField in row) add(counts, row[appendedField]);
    else if (sumField in row) sum = row[sumField];
    else others.push(row);
  }
  for (const field of Object.entries(sum?.counts ?? {})) add(counts, countOf(field));
  return {
    rows: others,
    sums: { isComplete: sum?.isComplete === true, generation: sum?.generation, counts },
  };
}

const add = (counts: VersionCounts, { layer, locale, count }: VersionCount): void =>
  counts.add(layer, locale, count);

/** The number of versions that a read without a filter finds; null if the sums do not say it. */
export function totalIn(
  { isComplete, counts }: KeptSums,
  type: ContentType,
  { layer, locale }: Context,
): number | null {
  if (!isComplete) return null;
  const own = type.draftAndPublish ? layer : 'any';
  const isRead = (each: VersionCount): boolean =>
    (own === 'any' || each.layer === own) &&
    (!type.localized || locale === '*' || [locale].flat().includes(each.locale));
  return counts
    .all()
    .filter(isRead)
    .reduce((sum, { count }) => sum + count, 0);
}

/**
 * Runs `work`, which adds or removes versions without appending the difference: the totals of the collections are counted
 * until a server has counted them anew.
 */
export async function withoutTotals<T>(
  db: Db,
  collections: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const forget = () =>
    totalsOf(db).updateMany(
      { _id: { $in: [...collections] } },
      { $inc: { generation: 1 }, $set: { isComplete: false } },
    );
  await forget();
  try {
    return await work();
  } finally {
    // A server may have counted in the meantime.
    await forget();
  }
}
