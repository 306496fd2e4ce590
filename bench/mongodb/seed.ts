import { createHash } from 'node:crypto';
import { Decimal128, Long, type Db, type Document } from 'mongodb';
import { sequenceKey } from '../../src/adapters/store/mongodb/counters.js';
import type { Names } from './hand-written/names.js';
import { documentId, guideSizes, inboundSizes, locales, ownSizes, sizes, type Kind } from '../world.js';

/**
 * Fills the empty collections. Returns the last sequence number that it used. Quire has created the collections;
 * only the rows bypass it.
 */
export async function seed(db: Db, names: Names, log: (line: string) => void): Promise<number> {
  const insert = async (what: string, collection: string, rows: Iterable<Document>): Promise<void> => {
    let count = 0;
    for (const batch of batches(rows, 5_000)) {
      await db.collection(collection).insertMany(batch, { ordered: false });
      count += batch.length;
    }
    log(`  ${count.toLocaleString('en')} × ${what}`);
  };
  const plain = (kind: Kind, count: number, more: (n: number) => Document) =>
    upTo(count, (n) => ({ _id: n, ...version(kind, n, 'published'), ...more(n) }));
  await insert(
    'category',
    names.categories,
    plain('category', sizes.categories, (n) => ({ Name: `Category ${n}` })),
  );
  await insert(
    'chef',
    names.chefs,
    plain('chef', sizes.chefs, (n) => ({ Name: `Chef ${n}` })),
  );
  await insert('restaurant', names.restaurants, plain('restaurant', sizes.restaurants, restaurant));
  await insert('dish', names.dishes, plain('dish', sizes.dishes, dish));
  await insert(
    'guide',
    names.guides,
    plain('guide', guideSizes.length, (n) => ({ Name: `Guide ${n}` })),
  );
  await insert(
    'stop',
    names.stops,
    plain('stop', sizes.stops, (n) => ({ Name: `Stop ${n}` })),
  );
  await insert(
    'post, twice',
    names.posts,
    both('post', sizes.posts, (n) => ({ Name: `Post ${n}`, Text: `What post ${n} says.` })),
  );
  await insert(
    'topic, twice',
    names.topics,
    both('topic', sizes.topics, (n) => ({ Name: `Topic ${n}` })),
  );
  await insert('notice', names.notices, notices());
  let tick = 0;
  const next = (): number => (tick += 1);
  for (const [what, collection, rows] of links(names, next)) await insert(what, collection, rows);
  await db.collection<{ _id: string }>('quire_counters').bulkWrite(
    ['tick', ...Object.values(names)].map((_id) => ({
      updateOne: { filter: { _id }, update: { $max: { value: 2_000_000 } }, upsert: true },
    })),
  );
  return tick;
}

function* batches(rows: Iterable<Document>, size: number): Generator<Document[]> {
  let batch: Document[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

function* upTo(count: number, make: (n: number) => Document): Generator<Document> {
  for (let n = 1; n <= count; n += 1) yield make(n);
}

const start = Date.UTC(2025, 0, 1);

function version(kind: Kind, n: number, layer: 'draft' | 'published', locale = ''): Document {
  const at = new Date(start + n * 61_123);
  return {
    documentId: documentId(kind, n),
    locale,
    createdAt: at,
    updatedAt: at,
    ...(layer === 'published' && { publishedAt: at }),
    _layer: layer,
  };
}

const dish = (n: number): Document => ({
  Name: `Dish ${n}`,
  Cost: Decimal128.fromString(((n % 4000) / 100).toFixed(2)),
  Vegan: n % 3 === 0,
});

const restaurant = (n: number): Document => ({
  Name: `Place ${createHash('md5').update(String(n)).digest('hex')}`,
  Description: `A place to eat, number ${n}, with a sentence or two about what it cooks.`,
  Rating: n % 6,
  Price: Decimal128.fromString(((n % 9000) / 100).toFixed(2)),
  Slug: `place-${n}`,
  Kind: ['bistro', 'diner', 'gastro'][n % 3],
  Opened: new Date(Date.UTC(1950, 0, 1 + n)).toISOString().slice(0, 10),
  OpensAt: `${String(8 + Math.floor((n % 40) / 4)).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}:00.000`,
  LastInspection: new Date(Date.UTC(2024, 0, 1) + n * 60_000),
  Active: n % 10 > 0,
  Tags: '["sea","late"]',
  Story: `## Place ${n}\n\nWe came for a coffee and stayed until dark.`,
  Blocks: '[{"type":"paragraph","children":[{"type":"text","text":"Ask for the table by the window."}]}]',
  Email: `place-${n}@example.com`,
  Big: Long.fromString('9007199254740993').add(n),
  Score: (n % 1000) / 100,
});

/** A draft and its equal published version. */
function* both(kind: Kind, count: number, more: (n: number) => Document): Generator<Document> {
  for (let n = 1; n <= count; n += 1) {
    yield { _id: n, ...version(kind, n, 'published'), ...more(n) };
    const draft = { ...version(kind, n, 'draft'), _publishedId: n, _published: true, _changed: false };
    yield { _id: count + n, ...draft, ...more(n) };
  }
}

function* notices(): Generator<Document> {
  let id = 0;
  for (let n = 1; n <= sizes.notices; n += 1) {
    for (const locale of n <= sizes.notices / 2 ? locales : locales.slice(0, 1)) {
      id += 1;
      const said = { Name: `Notice ${n} ${locale}`, Text: `What there is, in ${locale}` };
      yield {
        _id: id,
        ...version('notice', n, 'published', locale),
        ...said,
        Price: Decimal128.fromString(`${n % 90}.00`),
      };
    }
  }
}

type Linked = readonly [what: string, collection: string, rows: Iterable<Document>];

function links(names: Names, next: () => number): readonly Linked[] {
  const { restaurants, dishes, categories, chefs } = sizes;
  const rows = (count: number, from: (n: number) => string, to: (n: number) => string, layered = false) =>
    upTo(count, (counted) => link(next(), from(counted - 1), to(counted - 1), layered));
  const fixed = (kind: Kind, n: number) => () => documentId(kind, n);
  return [
    [
      'category of a restaurant',
      names.restaurantCategories,
      rows(
        restaurants * 2,
        (n) => documentId('restaurant', Math.floor(n / 2) + 1),
        (n) => documentId('category', ((n * 7 + Math.floor(n / categories)) % categories) + 1),
      ),
    ],
    [
      'dish of a restaurant',
      names.restaurantDishes,
      // The dish owns the relation.
      rows(
        dishes,
        (n) => documentId('dish', n + 1),
        (n) => documentId('restaurant', (n % restaurants) + 1),
      ),
    ],
    [
      'owner of a restaurant',
      names.restaurantOwner,
      rows(
        restaurants,
        (n) => documentId('restaurant', n + 1),
        (n) => documentId('chef', (n % chefs) + 1),
      ),
    ],
    [
      'flagship of a restaurant',
      names.restaurantFlagship,
      rows(
        restaurants,
        (n) => documentId('restaurant', n + 1),
        (n) => documentId('dish', n + 1),
      ),
    ],
    ...guideSizes.map((size, index): Linked => [
      `stop of guide ${index + 1}`,
      names.guideStops,
      rows(size, fixed('guide', index + 1), (n) => documentId('stop', n + 1)),
    ]),
    ...ownSizes.map((size, index): Linked => [
      `topic of post ${index + 1}`,
      names.postTopics,
      rows(size, fixed('post', index + 1), (n) => documentId('topic', n + 3), true),
    ]),
    ...inboundSizes.map((size, index): Linked => [
      `post of topic ${index + 1}`,
      names.postTopics,
      rows(size, (n) => documentId('post', n + 4), fixed('topic', index + 1), true),
    ]),
  ];
}

function link(tick: number, source: string, target: string, layered: boolean): Document {
  const key = sequenceKey(tick);
  return {
    _id: tick,
    source,
    sourceLocale: '',
    target,
    targetLocale: '',
    publishedKey: key,
    publishedInverseKey: key,
    ...(layered && { draftKey: key, draftInverseKey: key }),
  };
}
