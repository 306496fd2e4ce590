import type { Db } from 'mongodb';
import type { TotalDifference, TotalsStore } from '../../../../application/ports/totals-store.js';
import type { KeptTotals } from '../../../../application/totals/kept-totals.js';
import { isLogged } from '../../../../domain/change-log/is-logged.js';
import { ok } from '../../../../domain/result.js';
import type { ContentType, Schema } from '../../../../domain/schema/schema.js';
import { moveAllWaiting } from '../change-log/change-log.js';
import type { Connection } from '../connection.js';
import { attempt } from '../database-error.js';
import { collectionOf } from '../layout.js';
import { withoutTimeout } from '../schema/create-schema-store.js';
import { increments, splitSums, sumStages, totalsOf, type KeptSums, type TotalsRow } from './kept-sums.js';
import { VersionCounts, type VersionCount } from './version-counts.js';

export interface TotalsStoreOptions {
  readonly connection: Connection;
  /** The address of the database, for connections that wait as long as a count takes. */
  readonly url: string;
  readonly schema: Schema;
  /** The number of versions from which the totals of a type are kept. */
  readonly leastVersions: number;
}

/**
 * How long a count is trusted. Only writes of Quire append their differences, so this finds what people and releases
 * without totals have written.
 */
const recountAfterMs = 60 * 60 * 1_000;

/** The most that is added to it by chance, so that servers that began together do not all count. */
const recountJitterMs = 5 * 60 * 1_000;

/** The most counts in a row that another server, or a change of the collection, makes void. */
const attempts = 3;

/**
 * Keeps the totals of collections with at least `leastVersions` rows. Every logged write that adds or removes versions
 * appends the difference to its entry in the change log, so that it costs no command. Whoever numbers the entries adds
 * the differences up.
 */
export function createTotalsStore({ connection, url, schema, leastVersions }: TotalsStoreOptions): {
  readonly store: TotalsStore;
  readonly kept: KeptTotals;
} {
  const { db } = connection;
  const types = new Map(
    [...schema.contentTypes.values()].filter(isLogged).map((type) => [collectionOf(type), type]),
  );
  let kept = new Set<ContentType>();
  const complete = async (): Promise<readonly TotalsRow[]> =>
    (await totalsOf(db).find({ isComplete: true }).toArray()).filter(({ _id }) => types.has(_id));
  const patiently = <T>(work: (patient: Db) => Promise<T>): Promise<T> => withoutTimeout({ db, url }, work);
  return {
    kept: { has: (type) => kept.has(type) },
    store: {
      prepare: () =>
        attempt(async () => {
          const rows = new Map((await complete()).map((row) => [row._id, row]));
          const due: string[] = [];
          for (const name of types.keys())
            if (await isDue(db, name, rows.get(name), leastVersions)) due.push(name);
          if (due.length > 0)
            await patiently(async (patient) => {
              for (const name of due) await count(patient, name);
            });
          kept = new Set((await complete()).flatMap(({ _id }) => types.get(_id) ?? []));
          return ok(kept.size);
        }),
      fold: () =>
        attempt(async () => {
          await moveAllWaiting(connection);
          return ok(undefined);
        }),
      verify: (repair) =>
        attempt(async () => {
          const names = (await complete()).map(({ _id }) => _id);
          const uidOf = (name: string): string => types.get(name)?.uid ?? name;
          const differences = await patiently(async (patient) => {
            const found: TotalDifference[] = [];
            for (const name of names) {
              const compared = repair ? await count(patient, name) : await compare(patient, name);
              found.push(...compared.differences.map((each) => ({ type: uidOf(name), ...each })));
            }
            return found;
          });
          return ok({ types: names.map(uidOf), differences });
        }),
    },
  };
}

/** Whether a collection is to be counted: it has become large, or its last count is old. */
async function isDue(
  db: Db,
  name: string,
  row: TotalsRow | undefined,
  leastVersions: number,
): Promise<boolean> {
  const age = Date.now() - (row?.countedAt?.getTime() ?? 0);
  if (row !== undefined) return age > recountAfterMs + Math.random() * recountJitterMs;
  return (await db.collection(name).estimatedDocumentCount()) >= leastVersions;
}

/** Counts a collection, and has the sum say the same from then on. Returns where it differed. */
async function count(db: Db, name: string): Promise<Compared> {
  const totals = totalsOf(db);
  for (let attempt = 1; ; attempt += 1) {
    // From then on, whoever adds differences up changes this row.
    await totals.updateOne({ _id: name }, { $setOnInsert: { generation: 0 } }, { upsert: true });
    const compared = await compare(db, name);
    const missing = compared.differences.map(({ counted, kept, ...place }) => ({
      ...place,
      count: counted - kept,
    }));
    // What is added up meanwhile makes no difference to what is missing.
    const { matchedCount } = await totals.updateOne(
      { _id: name, generation: compared.sums.generation ?? 0 },
      {
        $inc: { ...increments(missing), generation: 1 },
        $set: { isComplete: true },
        $currentDate: { countedAt: true },
      },
    );
    if (matchedCount > 0 || attempt === attempts) return compared;
    // Another server may have counted meanwhile, which does as well.
    if ((await totals.findOne({ _id: name }))?.isComplete === true) return compared;
  }
}

interface Compared {
  readonly sums: KeptSums;
  readonly differences: readonly Omit<TotalDifference, 'type'>[];
}

/** Counts a collection beside its sum, in one snapshot, so that a write is in both or in neither. */
async function compare(db: Db, name: string): Promise<Compared> {
  const stages = [
    { $group: { _id: { layer: '$_layer', locale: '$locale' }, count: { $sum: 1 } } },
    { $project: { _id: 0, layer: '$_id.layer', locale: '$_id.locale', count: '$count' } },
    ...sumStages(name),
  ];
  const found = await db
    .collection(name)
    .aggregate<VersionCount>(stages, { readConcern: { level: 'snapshot' } })
    .toArray();
  const { rows, sums } = splitSums<VersionCount>(found);
  const counted = new VersionCounts();
  const places = new VersionCounts();
  for (const { layer, locale, count } of rows) counted.add(layer, locale, count);
  for (const { layer, locale } of [...rows, ...sums.counts.all()]) places.add(layer, locale, 1);
  const differences = places.all().flatMap(({ layer, locale }) => {
    const [has, says] = [counted.get(layer, locale), sums.counts.get(layer, locale)];
    return has === says ? [] : [{ layer, locale, counted: has, kept: says }];
  });
  return { sums, differences };
}
