import {
  articleTitles,
  courses,
  dishManners,
  dishes,
  familyNames,
  givenNames,
  manners,
  menuTitles,
  places,
  praise,
  sides,
  tags,
  veganDishes,
} from './words.js';

export function inventChef(random) {
  const given = random.pick(givenNames);
  return {
    Name: `${given} ${random.pick(familyNames)}`,
    Nick: random.chance(0.6) ? given.toLowerCase() : null,
    Phone: `+00 555 ${random.int(1000, 9999)}`,
  };
}

export function inventDish(random) {
  const main = random.pick(dishes);
  return {
    Name: `${random.pick(dishManners)} ${main} ${random.pick(sides)}`,
    Cost: random.int(350, 4200) / 100,
    Vegan: veganDishes.has(main),
  };
}

export function inventRestaurant(random, number) {
  const [manner, mannerSlug] = random.pick(manners);
  const [place, placeSlug] = random.pick(places);
  const name = `${manner} ${place}`;
  return {
    Name: name,
    Description: random.chance(0.9) ? `${name}: ${random.pick(praise)}` : null,
    Rating: random.chance(0.9) ? random.int(1, 5) : null,
    Price: random.int(800, 9000) / 100,
    Slug: `${mannerSlug}-${placeSlug}-${number}`,
    Kind: random.pick(['bistro', 'diner', 'gastro']),
    Opened: random.date(1950, 2025),
    OpensAt: `${String(random.int(6, 18)).padStart(2, '0')}:${random.pick(['00', '15', '30'])}:00.000`,
    LastInspection: `${random.date(2022, 2025)}T10:00:00.000Z`,
    Active: random.chance(0.92),
    Tags: random.some(tags, random.int(0, 3)),
    Story: `## ${name}\n\n${random.pick(praise)}`,
    Blocks: [{ type: 'paragraph', children: [{ type: 'text', text: random.pick(praise) }] }],
    Email: `hello@${mannerSlug}-${placeSlug}-${number}.example`,
    Big: String(9007199254740993n + BigInt(number)),
    Score: random.int(0, 1000) / 100,
    Notes: `Lease ends ${random.date(2027, 2035)}`,
    seo: { metaTitle: name, metaDescription: `Eat at ${name}` },
    Openings: inventOpenings(random),
  };
}

function inventOpenings(random) {
  return random.some(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], random.int(2, 4)).map((day) => ({
    day,
    from: '11:30:00.000',
    to: '22:00:00.000',
    note: random.chance(0.3) ? { text: 'Kitchen closes an hour earlier' } : null,
  }));
}

/** `favourites` are documentIds of dishes. */
export function inventSections(random, favourites) {
  const quote = { __component: 'sections.quote', text: random.pick(praise), author: random.pick(givenNames) };
  const gallery = { __component: 'sections.gallery', title: 'From the kitchen', dishes: favourites };
  return random.chance(0.5) ? [quote, gallery] : [gallery];
}

export function inventReview(random) {
  return {
    Author: `${random.pick(givenNames)} ${random.pick(familyNames)}`,
    Text: random.pick(praise),
    Stars: random.int(1, 5),
    Visited: random.date(2021, 2025),
  };
}

export function inventArticle(random, number) {
  const title = random.pick(articleTitles);
  return {
    title,
    slug: `article-${number}`,
    text: `## ${title}\n\n${random.some(praise, 3).join('\n\n')}`,
    seo: { metaTitle: title },
  };
}

/** One menu in every language, with the same dishes and the same price. */
export function inventMenu(random, languages, dishes) {
  const order = random.some([0, 1, 2], 3);
  const price = random.int(1800, 6900) / 100;
  return languages.map((language) => ({
    title: menuTitles[language],
    price,
    courses: order.map((course, index) => ({ name: courses[language][course], dish: dishes[index] })),
  }));
}
