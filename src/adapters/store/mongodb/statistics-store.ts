import type { Db, Document } from 'mongodb';
import type { StatisticsStore } from '../../../application/ports/statistics-store.js';
import type { KeptTotals } from '../../../application/totals/kept-totals.js';
import { attributesOfAnySize, type FanOut, type LinkStatistics } from '../../../domain/plan/statistics.js';
import { ok } from '../../../domain/result.js';
import type { ContentType, Link, Schema, Side, Uid } from '../../../domain/schema/schema.js';
import { attempt } from './database-error.js';
import { collectionOf, endFields, linkCollectionOf } from './layout.js';

/** Up to this many documents of a collection are counted, and up to this many links are all read. */
const maxCounted = 20_000;

/** Size of the sample of links whose documents' links are counted. */
const sampledLinks = 300;

/** Size of the sample of versions whose values are measured. */
const sampledVersions = 300;

/**
 * Measures the number of versions and links, and the size of values. For large collections, the numbers come from
 * metadata.
 */
export const createStatisticsStore = (db: Db, schema: Schema, kept: KeptTotals): StatisticsStore => ({
  measure: () =>
    attempt(async () => {
      const versions = new Map<Uid, number>();
      const meanBytes = new Map<Uid, ReadonlyMap<string, number>>();
      for (const type of schema.contentTypes.values()) {
        versions.set(type.uid, await countOf(db, collectionOf(type)));
        meanBytes.set(type.uid, await measureBytes(db, type));
      }
      const links = new Map<string, LinkStatistics>();
      for (const link of schema.links) links.set(link.name, await measureLink(db, link));
      const types = [...schema.contentTypes.values()];
      const keptTotals = new Set(types.filter((type) => kept.has(type)).map(({ uid }) => uid));
      return ok({ versions, links, meanBytes, keptTotals });
    }),
});

/** Metadata can be wrong after a crash, and some servers estimate it, so it is used for large collections only. */
async function countOf(db: Db, name: string): Promise<number> {
  const collection = db.collection(name);
  const estimated = await collection.estimatedDocumentCount();
  if (estimated > maxCounted) return estimated;
  return collection.countDocuments({}, { limit: maxCounted });
}

/** The server measures the values, so that no content is sent. */
async function measureBytes(db: Db, type: ContentType): Promise<ReadonlyMap<string, number>> {
  const names = attributesOfAnySize(type).map(({ name }) => name);
  const means = names.map((name) => [name, { $avg: { $bsonSize: { v: `$${name}` } } }] as const);
  const stages = [
    { $sample: { size: sampledVersions } },
    { $group: { _id: null, ...Object.fromEntries(means) } },
  ];
  const [row] = await db.collection(collectionOf(type)).aggregate(stages).toArray();
  if (row === undefined) return new Map();
  return new Map(names.map((name) => [name, Number(row[name]) - emptyBytes]));
}

/** The size of a BSON document without fields, which is measured for an absent value. */
const emptyBytes = 5;

async function measureLink(db: Db, link: Link): Promise<LinkStatistics> {
  const count = await countOf(db, linkCollectionOf(link));
  const measure = count <= maxCounted ? countFanOut : sampleFanOut;
  const source = await measure(db, link, 'source');
  const target = await measure(db, link, 'target');
  return { count, source, target };
}

const endOf = (side: Side): Document => ({
  document: `$${endFields[side].document}`,
  locale: `$${endFields[side].locale}`,
});

async function countFanOut(db: Db, link: Link, side: Side): Promise<FanOut> {
  const stages = [
    { $group: { _id: endOf(side), d: { $sum: 1 } } },
    {
      $group: {
        _id: 1,
        count: { $sum: '$d' },
        squares: { $sum: { $multiply: ['$d', '$d'] } },
        most: { $max: '$d' },
      },
    },
  ];
  const [row] = await db.collection(linkCollectionOf(link)).aggregate(stages).toArray();
  if (row === undefined) return { typical: 0, most: 0 };
  return { typical: Number(row['squares']) / Number(row['count']), most: Number(row['most']) };
}

/**
 * A random link belongs to a document with a probability proportional to its number of links. `typical` is the mean
 * over such documents, and documents with many links are likely to be in the sample.
 */
async function sampleFanOut(db: Db, link: Link, side: Side): Promise<FanOut> {
  const links = db.collection(linkCollectionOf(link));
  const { document, locale } = endFields[side];
  const sample = await links
    .aggregate([{ $sample: { size: sampledLinks } }, { $group: { _id: endOf(side), weight: { $sum: 1 } } }])
    .toArray();
  let sum = 0;
  let most = 0;
  for (const { _id: end, weight } of sample) {
    const { document: id, locale: code } = end as { document: string; locale: string };
    const degree = await links.countDocuments(
      { [document]: id, [locale]: code },
      { limit: maxLinksOfDocument },
    );
    sum += Number(weight) * degree;
    most = Math.max(most, degree);
  }
  return { typical: sum / sampledLinks, most };
}

/** The most links of one document that are counted. */
const maxLinksOfDocument = 50_000;
