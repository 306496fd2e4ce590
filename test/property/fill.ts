import type { Documents } from '../../src/application/documents/documents.js';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import { uidOf, type TypeName } from '../contract/fixture-schema.js';
import { idOf, valueOf } from '../contract/world.js';
import type { Content, RestaurantContent } from './arbitrary-content.js';

export interface Made {
  readonly type: TypeName;
  readonly documentId: string;
}

/** Creates the documents of a content, in its order. */
export async function fill(documents: Documents, content: Content): Promise<Made[]> {
  const made: Made[] = [];
  const create = async (type: TypeName, data: object): Promise<string> => {
    const mutation = { kind: 'create', type: uidOf(type), layer: 'published', data, answer: {} } as const;
    const [document] = valueOf(await documents.create(systemPrincipal, mutation)).answer.documents();
    const documentId = idOf(document);
    made.push({ type, documentId });
    return documentId;
  };
  const chefs: string[] = [];
  for (const { name, mentor } of content.chefs) {
    chefs.push(await create('chef', { name, mentor: pick(chefs, mentor) }));
  }
  const dishes: string[] = [];
  for (const dish of content.dishes) dishes.push(await create('dish', dish));
  const categories: string[] = [];
  for (const category of content.categories) categories.push(await create('category', category));
  const restaurants: string[] = [];
  for (const each of content.restaurants) {
    restaurants.push(await create('restaurant', dataOf(each, { chefs, dishes, categories, restaurants })));
  }
  for (const { stars, restaurant, author } of content.reviews) {
    const links = { restaurant: pick(restaurants, restaurant), author: pick(chefs, author) };
    await create('review', { text: 'a', stars, ...links });
  }
  for (const index of content.gone) {
    const documentId = pick(dishes, index) ?? '';
    valueOf(
      await documents.delete(systemPrincipal, {
        kind: 'delete',
        type: uidOf('dish'),
        documentId,
      }),
    );
  }
  return made;
}

type Known = Readonly<Record<'chefs' | 'dishes' | 'categories' | 'restaurants', readonly string[]>>;

function dataOf(restaurant: RestaurantContent, known: Known): object {
  const all = (ids: readonly string[], indexes: readonly number[]) =>
    indexes.flatMap((index) => pick(ids, index) ?? []);
  const { seo } = restaurant;
  return {
    ...restaurant.values,
    categories: all(known.categories, restaurant.categories),
    dishes: all(known.dishes, restaurant.dishes),
    neighbours: all(known.restaurants, restaurant.neighbours),
    ...(restaurant.owner !== null && { owner: pick(known.chefs, restaurant.owner) }),
    ...(restaurant.flagship !== null && { flagship: pick(known.dishes, restaurant.flagship) }),
    ...(seo !== null && { seo: { ...seo, contact: pick(known.chefs, seo.contact) } }),
    openings: restaurant.openings,
    sections: restaurant.sections.map(({ speaker, shown, ...item }) => ({
      ...item,
      ...(speaker !== undefined && { speaker: pick(known.chefs, speaker) }),
      ...(shown !== undefined && { shown: all(known.dishes, shown) }),
    })),
  };
}

const pick = (ids: readonly string[], index: number | null): string | null =>
  index === null ? null : (ids[index] ?? null);
