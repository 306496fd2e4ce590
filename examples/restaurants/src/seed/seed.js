import { inventChef, inventDish, inventRestaurant, inventReview, inventSections } from './documents.js';
import { createRandom } from './random.js';
import { categories as categoryNames } from './words.js';

const counts = { chefs: 40, restaurants: 240, dishes: 720, reviews: 480 };
/** Invents the example's content: the same every time, through the calls that any app's code has. */
export async function seed(strapi) {
  strapi.log.info('Seeding the example, once (some seconds)');
  const random = createRandom(20251107);
  const categories = await createAll(
    strapi,
    'category',
    categoryNames.map((Name) => ({ Name })),
  );
  const chefs = await createAll(
    strapi,
    'chef',
    inventAll(counts.chefs, () => inventChef(random)),
  );
  const dishes = await createAll(
    strapi,
    'dish',
    inventAll(counts.dishes, () => inventDish(random)),
  );
  const restaurants = await createRestaurants(strapi, random, { categories, chefs, dishes });
  const reviews = inventAll(counts.reviews, () => ({
    ...inventReview(random),
    restaurant: random.pick(restaurants),
  }));
  await createAll(strapi, 'review', reviews);
}

const inventAll = (count, invent) => Array.from({ length: count }, (_, index) => invent(index));

/** Neighbours are restaurants that were created before. */
async function createRestaurants(strapi, random, { categories, chefs, dishes }) {
  const each = counts.dishes / counts.restaurants;
  const inputs = inventAll(counts.restaurants, (index) => {
    const own = dishes.slice(index * each, index * each + each);
    return {
      ...inventRestaurant(random, index + 1),
      categories: random.some(categories, random.int(1, 3)),
      owner: random.chance(0.9) ? random.pick(chefs) : null,
      dishes: own,
      flagship: random.chance(0.7) ? own[0] : null,
      sections: inventSections(random, own.slice(0, 2)),
    };
  });
  return createAll(strapi, 'restaurant', inputs, (earlier) => ({
    neighbours: random.some(earlier.slice(-20), random.int(0, 3)),
  }));
}

/** Creates the documents in order, after those that an earlier start created; answers their documentIds. */
async function createAll(strapi, name, inputs, more = () => ({})) {
  const documents = strapi.documents(`api::${name}.${name}`);
  const there = await documents.findMany({ fields: ['id'], sort: 'id', limit: inputs.length });
  const created = [];
  for (const [index, input] of inputs.entries()) {
    // Also for those that are there: what is invented next depends on it.
    const data = { ...input, ...more(created) };
    const { documentId } = there[index] ?? (await documents.create({ data, fields: ['id'] }));
    created.push(documentId);
  }
  strapi.log.info(`  ${created.length} × ${name}`);
  return created;
}
