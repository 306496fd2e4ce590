import {
  inventArticle,
  inventChef,
  inventDish,
  inventMenu,
  inventRestaurant,
  inventReview,
  inventSections,
} from './documents.js';
import { paintPicture } from './pictures.js';
import { createRandom } from './random.js';
import { categories as categoryNames, welcomes } from './words.js';

const counts = {
  chefs: 40,
  restaurants: 240,
  dishes: 720,
  reviews: 480,
  pictures: 6,
  articles: 24,
  menus: 30,
};
const languages = Object.keys(welcomes);

/** Creates the example's content, which is always the same, with calls that any app can use. */
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
  const pictures = await uploadPictures(strapi);
  await seedStories(strapi, createRandom(20261121), { restaurants, dishes, pictures });
}

/** Adds drafts, languages and pictures. */
async function seedStories(strapi, random, { restaurants, dishes, pictures }) {
  const articles = await createAll(
    strapi,
    'article',
    inventAll(counts.articles, (index) => ({
      ...inventArticle(random, index + 1),
      picture: random.pick(pictures),
      restaurants: random.some(restaurants, random.int(1, 4)),
    })),
    (earlier) => ({ further: random.some(earlier.slice(-6), random.int(0, 2)) }),
    // Every fourth stays a draft.
    (index) => (index % 4 === 3 ? 'draft' : 'published'),
  );
  await reviseArticles(strapi, articles, restaurants);
  for (const code of languages) await strapi.locales.add(code);
  await createMenus(strapi, random, { restaurants, dishes, pictures });
  await writeHomepage(strapi, { restaurants, articles, pictures });
}

const inventAll = (count, invent) => Array.from({ length: count }, (_, index) => invent(index));

/** A restaurant's neighbours are restaurants that were created before it. */
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

/** Creates the documents in order, except those that an earlier start created. Returns their documentIds. */
async function createAll(strapi, name, inputs, more = () => ({}), statusOf = () => 'published') {
  const documents = strapi.documents(`api::${name}.${name}`);
  const there = await documents.findMany({
    fields: ['id'],
    sort: 'id',
    limit: inputs.length,
    status: 'draft',
  });
  const created = [];
  for (const [index, input] of inputs.entries()) {
    // Called for existing documents too, because it advances the random generator.
    const data = { ...input, ...more(created) };
    const { documentId } =
      there[index] ?? (await documents.create({ data, fields: ['id'], status: statusOf(index) }));
    created.push(documentId);
  }
  strapi.log.info(`  ${created.length} × ${name}`);
  return created;
}

/** Uploads the pictures that are missing. Returns the documentIds of all. */
async function uploadPictures(strapi) {
  const files = strapi.documents('plugin::upload.file');
  const there = await files.findMany({ fields: ['id'], sort: 'id', limit: counts.pictures });
  const pictures = there.map(({ documentId }) => documentId);
  const random = createRandom(4);
  for (let number = 1; number <= counts.pictures; number += 1) {
    const buffer = paintPicture(random);
    if (number <= there.length) continue;
    const fileInfo = { alternativeText: `Hills, number ${number}` };
    const { documentId } = await strapi.uploads.add({ buffer, name: `hills-${number}.png`, fileInfo });
    pictures.push(documentId);
  }
  strapi.log.info(`  ${pictures.length} × picture`);
  return pictures;
}

/** Edits the drafts of some published articles: other words, and another restaurant at the end. */
async function reviseArticles(strapi, articles, restaurants) {
  const documents = strapi.documents('api::article.article');
  for (const documentId of articles.filter((_, index) => index % 8 === 0)) {
    const data = {
      text: 'We went back, and it was better still.',
      restaurants: { connect: [restaurants[0]] },
    };
    await documents.update({ documentId, data, fields: ['id'] });
  }
}

async function createMenus(strapi, random, { restaurants, dishes, pictures }) {
  const documents = strapi.documents('api::menu.menu');
  const [first, ...others] = languages;
  const menus = inventAll(counts.menus, (index) => {
    const own = inventMenu(random, languages, dishes.slice(index * 3, index * 3 + 3));
    const shared = { picture: random.pick(pictures), restaurant: restaurants[index] };
    return own.map((said) => ({ ...said, ...shared }));
  });
  const created = await createAll(
    strapi,
    'menu',
    menus.map(([inFirst]) => inFirst),
  );
  for (const [index, documentId] of created.entries()) {
    for (const [place, locale] of others.entries()) {
      await documents.update({ documentId, locale, data: menus[index][place + 1], fields: ['id'] });
    }
  }
  strapi.log.info(`  each in ${languages.join(', ')}, ${first} being the default`);
}

async function writeHomepage(strapi, { restaurants, articles, pictures }) {
  const homepage = strapi.documents('api::homepage.homepage');
  for (const locale of languages) {
    const title = welcomes[locale];
    const data = {
      title,
      picture: pictures[0],
      featured: restaurants.slice(0, 4),
      articles: articles.slice(0, 3),
      sections: [{ __component: 'sections.gallery', title, pictures: pictures.slice(1, 4) }],
    };
    await homepage.update({ locale, data, fields: ['id'], status: 'published' });
  }
}
