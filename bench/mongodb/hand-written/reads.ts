import type { Document } from 'mongodb';
import { collection, names } from './database.js';
import { dish, named, notice, post, restaurant } from './documents.js';
import type { Names } from './names.js';

export interface Page {
  readonly data: readonly unknown[];
  /** Null if the request does not count. */
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

/** A page of restaurants, each with what the lookups add. */
async function findWith(lookups: readonly Document[], skip: number, limit: number) {
  const page = [{ $sort: { _id: 1 } }, { $skip: skip }, { $limit: limit }, ...lookups];
  const rows = collection('restaurants').aggregate(page).toArray();
  const total = collection('restaurants').countDocuments();
  return { rows: await rows, total: await total };
}

const lookup = (
  from: keyof Names,
  [localField, foreignField]: readonly [string, string],
  as: string,
): Document => ({ $lookup: { from: names[from], localField, foreignField, as } });

export async function listRestaurants(params: Params, skip: number, limit: number): Promise<Page> {
  const owner = params['filters[owner][Name][$eq]'];
  if (owner !== undefined) return filterThrough(owner);
  const kind = params['filters[Kind][$eq]'];
  const counted = params['pagination[withCount]'] !== 'false';
  const list: List = { of: 'restaurants', skip, limit, counted };
  if (params['populate'] === 'categories') {
    const { rows, total } = await findWith(categoriesOf, skip, limit);
    return { data: rows.map(withCategories), total };
  }
  if (params['populate[dishes][populate][0]'] === 'flagshipOf') {
    const { rows, total } = await findWith(dishesOf, skip, limit);
    return { data: rows.map(withDishes), total };
  }
  const rating = params['filters[Rating][$gte]'];
  const { rows, total } = await find({
    ...list,
    ...(rating !== undefined && {
      filter: { Rating: { $gte: Number(rating) }, ...(kind && { Kind: kind }) },
    }),
    ...(kind !== undefined && { sort: { Name: -1, _id: -1 } }),
  });
  return { data: rows.map(restaurant), total };
}

async function filterThrough(owner: string): Promise<Page> {
  const chefs = await collection('chefs')
    .aggregate([
      { $match: { Name: owner } },
      lookup('restaurantOwner', ['documentId', 'target'], 'links'),
      { $project: { 'links.source': 1 } },
    ])
    .toArray();
  const documents = chefs.flatMap((chef) => textsOf(chef['links'], 'source'));
  const rows = await collection('restaurants')
    .find({ documentId: { $in: documents } })
    .sort({ _id: 1 })
    .limit(25)
    .toArray();
  return { data: rows.map(restaurant), total: documents.length };
}

const textsOf = (rows: unknown, field: string): string[] =>
  (rows as readonly Document[]).map((row) => row[field] as string);

const categoriesOf = [
  lookup('restaurantCategories', ['documentId', 'source'], 'links'),
  lookup('categories', ['links.target', 'documentId'], 'categories'),
];

function withCategories(row: Document): unknown {
  const categories = byDocument(row['categories']);
  const links = inOrder(row['links'], 'publishedKey');
  return {
    ...restaurant(row),
    categories: textsOf(links, 'target').flatMap((target) => {
      const category = categories.get(target);
      return category === undefined ? [] : [named(category)];
    }),
  };
}

const dishesOf = [
  lookup('restaurantDishes', ['documentId', 'target'], 'links'),
  lookup('dishes', ['links.source', 'documentId'], 'dishes'),
  lookup('restaurantFlagship', ['links.source', 'target'], 'flagships'),
  lookup('restaurants', ['flagships.source', 'documentId'], 'places'),
];

function withDishes(row: Document): unknown {
  const [dishes, places] = [byDocument(row['dishes']), byDocument(row['places'])];
  const flagships = row['flagships'] as readonly Document[];
  const placeOf = new Map(flagships.map((link) => [link['target'], places.get(link['source'] as string)]));
  return {
    ...restaurant(row),
    dishes: textsOf(inOrder(row['links'], 'publishedInverseKey'), 'source').flatMap((source) => {
      const own = dishes.get(source);
      if (own === undefined) return [];
      const place = placeOf.get(source);
      return [{ ...dish(own), flagshipOf: place === undefined ? null : restaurant(place) }];
    }),
  };
}

const byDocument = (rows: unknown): ReadonlyMap<string, Document> =>
  new Map((rows as readonly Document[]).map((row) => [row['documentId'] as string, row]));

const inOrder = (links: unknown, key: string): readonly Document[] =>
  [...(links as readonly Document[])].sort((left, right) => (left[key] < right[key] ? -1 : 1));

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
