import { inventChef, inventDish, inventRestaurant, inventReview, inventSections } from './documents.js';
import { createRandom } from './random.js';
import { categories as categoryNames } from './words.js';

const counts = { chefs: 40, restaurants: 240, dishes: 720, reviews: 480 };
/** Documents on their way at once. */
const width = 8;

/** Invents the example's content: the same every time, through the calls that any app's code has. */
export async function seed(strapi) {
  strapi.log.info('Seeding the example, once');
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

/** Neighbours are restaurants that an earlier round created. */
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

/** Creates the documents in order, `width` at a time; answers their documentIds. */
async function createAll(strapi, name, inputs, more = () => ({})) {
  const created = [];
  for (let from = 0; from < inputs.length; from += width) {
    const round = inputs.slice(from, from + width).map((input) => ({ ...input, ...more(created) }));
    const documents = await Promise.all(
      round.map((data) => strapi.documents(`api::${name}.${name}`).create({ data, fields: ['id'] })),
    );
    created.push(...documents.map(({ documentId }) => documentId));
  }
  strapi.log.info(`  ${created.length} × ${name}`);
  return created;
}
