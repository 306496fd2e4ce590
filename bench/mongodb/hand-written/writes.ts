import { Decimal128, type ClientSession, type Document } from 'mongodb';
import { generateKeyBetween } from 'fractional-indexing';
import { collection, newDocumentId, nextIds, tickKey, ticks, transaction } from './database.js';
import { named, notice, post, restaurant } from './documents.js';
import type { Names } from './names.js';

const published = (now: Date, documentId = newDocumentId()) => ({
  documentId,
  locale: '',
  _layer: 'published',
  createdAt: now,
  updatedAt: now,
  publishedAt: now,
});

const link = (tick: number, source: string, target: string, keys: Document): Document & { _id: number } => ({
  _id: tick,
  source,
  sourceLocale: '',
  target,
  targetLocale: '',
  ...keys,
});

const endKeys = (tick: number) => ({ publishedKey: tickKey(tick), publishedInverseKey: tickKey(tick) });

async function areThere(
  of: keyof Names,
  documents: readonly string[],
  session: ClientSession,
): Promise<boolean> {
  const filter = { documentId: { $in: [...documents] } };
  return (await collection(of).countDocuments(filter, { session })) >= documents.length;
}

export async function createRestaurant(data: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { categories, owner, Price, ...scalars } = data;
  const row = {
    _id: await nextIds('restaurants', 1),
    ...published(new Date()),
    Active: true,
    ...scalars,
    Price: Decimal128.fromString(Number(Price).toFixed(2)),
  };
  if (!Array.isArray(categories) || typeof owner !== 'string') {
    await collection('restaurants').insertOne(row);
    return restaurant(row);
  }
  const first = await ticks(categories.length + 1);
  return transaction(async (session) => {
    if (!(await areThere('categories', categories as string[], session))) return undefined;
    if (!(await areThere('chefs', [owner], session))) return undefined;
    await collection('restaurants').insertOne(row, { session });
    const links = (categories as string[]).map((category, index) =>
      link(first + index, row.documentId, category, endKeys(first + index)),
    );
    await collection('restaurantCategories').insertMany(links, { session });
    const last = first + categories.length;
    await collection('restaurantOwner').insertOne(link(last, row.documentId, owner, endKeys(last)), {
      session,
    });
    return restaurant(row);
  });
}

interface Connecting {
  readonly of: keyof Names;
  readonly links: keyof Names;
  readonly targets: keyof Names;
  readonly show: (row: Document) => unknown;
}

export const toRestaurant: Connecting = {
  of: 'restaurants',
  links: 'restaurantCategories',
  targets: 'categories',
  show: restaurant,
};
export const toGuide: Connecting = { of: 'guides', links: 'guideStops', targets: 'stops', show: named };

export async function connectLast(
  { of, links, targets, show }: Connecting,
  documentId: string,
  target: string,
): Promise<unknown> {
  const tick = await ticks(1);
  return transaction(async (session) => {
    if (!(await areThere(targets, [target], session))) return undefined;
    const update = { $set: { updatedAt: new Date() } };
    const row = await collection(of).findOneAndUpdate({ documentId }, update, {
      session,
      returnDocument: 'after',
    });
    if (row === null) return undefined;
    const { _id, publishedInverseKey, publishedKey, ...ends } = link(tick, documentId, target, endKeys(tick));
    await collection(links).updateOne(
      ends,
      { $set: { publishedKey }, $setOnInsert: { _id, publishedInverseKey } },
      { session, upsert: true },
    );
    return show(row);
  });
}

export async function placeStop(
  documentId: string,
  target: string,
  position: { readonly start?: true; readonly before?: string },
): Promise<unknown> {
  const tick = await ticks(1);
  return transaction(async (session) => {
    const update = { $set: { updatedAt: new Date() } };
    const guide = await collection('guides').findOneAndUpdate({ documentId }, update, {
      session,
      returnDocument: 'after',
    });
    if (guide === null || !(await areThere('stops', [target], session))) return undefined;
    const [low, high] = await around(documentId, target, position.before, session);
    const publishedKey = generateKeyBetween(low, high);
    const {
      _id,
      publishedInverseKey,
      publishedKey: _end,
      ...ends
    } = link(tick, documentId, target, endKeys(tick));
    await collection('guideStops').updateOne(
      ends,
      { $set: { publishedKey }, $setOnInsert: { _id, publishedInverseKey } },
      { session, upsert: true },
    );
    return named(guide);
  });
}

async function around(
  source: string,
  moving: string,
  before: string | undefined,
  session: ClientSession,
): Promise<readonly [string | null, string | null]> {
  const links = collection('guideStops');
  const staying = { source, sourceLocale: '', target: { $ne: moving } };
  if (before === undefined) {
    const first = await links.find(staying, { session }).sort({ publishedKey: 1, _id: 1 }).limit(1).next();
    return [null, (first?.['publishedKey'] as string | undefined) ?? null];
  }
  const anchor = await links.findOne(
    { source, sourceLocale: '', target: before, targetLocale: '' },
    { session },
  );
  const high = anchor?.['publishedKey'] as string;
  const low = await links
    .find({ ...staying, publishedKey: { $lt: high } }, { session })
    .sort({ publishedKey: -1 })
    .limit(1)
    .next();
  return [(low?.['publishedKey'] as string | undefined) ?? null, high];
}

export async function createPost(data: { readonly Name: string; readonly Text: string }): Promise<unknown> {
  const first = await nextIds('posts', 2);
  const row = { _id: first, ...published(new Date()), ...data };
  const { publishedAt: _never, ...rest } = row;
  const draft = {
    ...rest,
    _id: first + 1,
    _layer: 'draft',
    _publishedId: first,
    _published: true,
    _changed: false,
  };
  return transaction(async (session) => {
    await collection('posts').insertMany([draft, row], { session });
    return post(row);
  });
}

/** Edits the draft, then publishes it and the new link. */
export async function publishLink(
  of: 'posts' | 'topics',
  links: 'postTopics' | 'topicRelated',
  documentId: string,
  target: string,
): Promise<unknown> {
  const tick = await ticks(1);
  const now = new Date();
  return transaction(async (session) => {
    const filter = { documentId, _layer: 'draft' };
    const update = { $set: { updatedAt: now, _changed: false } };
    const draft = await collection(of).findOneAndUpdate(filter, update, { session, returnDocument: 'after' });
    if (draft === null || !(await areThere('topics', [target], session))) return undefined;
    const { _id: _own, _publishedId, _published, _changed, _layer, ...copied } = draft;
    const row = await collection(of).findOneAndReplace(
      { documentId, _layer: 'published' },
      { ...copied, _layer: 'published', publishedAt: now },
      { session, returnDocument: 'after' },
    );
    const key = tickKey(tick);
    const { _id, ...ends } = link(tick, documentId, target, {});
    await collection(links).updateOne(
      ends,
      {
        $set: { draftKey: key, publishedKey: key },
        $setOnInsert: { _id, draftInverseKey: key, publishedInverseKey: key },
      },
      { session, upsert: true },
    );
    return row === null ? undefined : of === 'posts' ? post(row) : named(row);
  });
}

export async function updateNotice(documentId: string, locale: string, text: string): Promise<unknown> {
  const update = { $set: { Text: text, updatedAt: new Date() } };
  const row = await collection('notices').findOneAndUpdate({ documentId, locale }, update, {
    returnDocument: 'after',
  });
  return row === null ? undefined : notice(row);
}
