import type { Document, Filter } from 'mongodb';
import { collection } from './database.js';
import { dish, named, notice, post, restaurant } from './documents.js';
import type { Names } from './names.js';

export interface Page {
  readonly data: readonly unknown[];
  /** Null: not asked for. */
  readonly total: number | null;
}

export type Params = Readonly<Record<string, string | undefined>>;

interface List {
  readonly of: keyof Names;
  readonly filter?: Document;
  readonly sort?: Record<string, 1 | -1>;
  readonly skip: number;
  readonly limit: number;
  readonly counted?: boolean;
}

async function find({ of, filter = {}, sort = { _id: 1 }, skip, limit, counted = true }: List) {
  const rows = collection(of).find(filter).sort(sort).skip(skip).limit(limit).toArray();
  const total = counted ? collection(of).countDocuments(filter) : null;
  return { rows: await rows, total: await total };
}

export async function listRestaurants(params: Params, skip: number, limit: number): Promise<Page> {
  const owner = params['filters[owner][Name][$eq]'];
  if (owner !== undefined) return filterThrough(owner);
  const kind = params['filters[Kind][$eq]'];
  const counted = params['pagination[withCount]'] !== 'false';
  const list: List = { of: 'restaurants', skip, limit, counted };
  const { rows, total } = await find(
    kind === undefined
      ? list
      : {
          ...list,
          filter: { Rating: { $gte: Number(params['filters[Rating][$gte]']) }, Kind: kind },
          sort: { Name: -1, _id: -1 },
        },
  );
  if (params['populate'] === 'categories') return { data: await withCategories(rows), total };
  if (params['populate[dishes][populate][0]'] === 'flagshipOf')
    return { data: await withDishes(rows), total };
  return { data: rows.map(restaurant), total };
}

async function filterThrough(owner: string): Promise<Page> {
  const chefs = await collection('chefs')
    .find({ Name: owner }, { projection: { documentId: 1 } })
    .toArray();
  const filter = { target: { $in: chefs.map((chef) => chef['documentId'] as string) } };
  const links = await collection('restaurantOwner')
    .find(filter, { projection: { source: 1 } })
    .toArray();
  const documents = links.map((link) => link['source'] as string);
  const rows = await collection('restaurants')
    .find({ documentId: { $in: documents } })
    .sort({ _id: 1 })
    .limit(25)
    .toArray();
  return { data: rows.map(restaurant), total: documents.length };
}

const idsOf = (rows: readonly Document[], field: string): string[] => [
  ...new Set(rows.map((row) => row[field] as string)),
];

async function byDocument(
  of: keyof Names,
  documents: readonly string[],
): Promise<ReadonlyMap<string, Document>> {
  const filter: Filter<Document> = { documentId: { $in: [...documents] } };
  const rows = await collection(of)
    .find(filter as object)
    .toArray();
  return new Map(rows.map((row) => [row['documentId'] as string, row]));
}

async function withCategories(rows: readonly Document[]): Promise<readonly unknown[]> {
  const links = await collection('restaurantCategories')
    .find({ source: { $in: idsOf(rows, 'documentId') } })
    .sort({ publishedKey: 1, _id: 1 })
    .toArray();
  const categories = await byDocument('categories', idsOf(links, 'target'));
  const bySource = groupBy(links, 'source');
  return rows.map((row) => ({
    ...restaurant(row),
    categories: (bySource.get(row['documentId'] as string) ?? []).flatMap((link) => {
      const category = categories.get(link['target'] as string);
      return category === undefined ? [] : [named(category)];
    }),
  }));
}

function groupBy(rows: readonly Document[], field: string): ReadonlyMap<string, readonly Document[]> {
  const groups = new Map<string, Document[]>();
  for (const row of rows) {
    const key = row[field] as string;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

async function withDishes(rows: readonly Document[]): Promise<readonly unknown[]> {
  const links = await collection('restaurantDishes')
    .find({ target: { $in: idsOf(rows, 'documentId') } })
    .sort({ publishedInverseKey: 1, _id: 1 })
    .toArray();
  const [dishes, flagships] = await Promise.all([
    byDocument('dishes', idsOf(links, 'source')),
    collection('restaurantFlagship')
      .find({ target: { $in: idsOf(links, 'source') } })
      .toArray(),
  ]);
  const places = await byDocument('restaurants', idsOf(flagships, 'source'));
  const flagshipOf = new Map(
    flagships.map((link) => [link['target'] as string, places.get(link['source'] as string)]),
  );
  const byTarget = groupBy(links, 'target');
  return rows.map((row) => ({
    ...restaurant(row),
    dishes: (byTarget.get(row['documentId'] as string) ?? []).flatMap((link) => {
      const own = dishes.get(link['source'] as string);
      if (own === undefined) return [];
      const place = flagshipOf.get(own['documentId'] as string);
      return [{ ...dish(own), flagshipOf: place === undefined ? null : restaurant(place) }];
    }),
  }));
}

export async function findRestaurant(documentId: string): Promise<unknown> {
  const row = await collection('restaurants').findOne({ documentId });
  return row === null ? undefined : restaurant(row);
}

export async function listDrafts(skip: number): Promise<Page> {
  const { rows, total } = await find({ of: 'posts', filter: { _layer: 'draft' }, skip, limit: 25 });
  return { data: rows.map(post), total };
}

export async function listNotices(locale: string, skip: number): Promise<Page> {
  const { rows, total } = await find({ of: 'notices', filter: { locale }, skip, limit: 25 });
  return { data: rows.map(notice), total };
}
