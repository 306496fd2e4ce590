import type pg from 'pg';
import type { LinkNames, Tables } from './hand-written/tables.js';
import { documentIdSql, guideSizes, inboundSizes, locales, ownSizes, sizes, type Kind } from '../world.js';

/** Fills the empty tables with SQL, set by set. Quire has created the tables; only the rows bypass it. */
export async function seed(
  client: pg.ClientBase,
  tables: Tables,
  log: (line: string) => void,
): Promise<void> {
  const run = async (what: string, text: string) => {
    const { rowCount } = await client.query(text);
    log(`  ${rowCount?.toLocaleString('en')} × ${what}`);
  };
  const rows = (table: string, kind: Kind, count: number, more: Readonly<Record<string, string>>) =>
    run(kind, insertRows(table, kind, count, more));
  await client.query('SET synchronous_commit = off');
  await rows(tables.categories, 'category', sizes.categories, { name: "'Category ' || n" });
  await rows(tables.chefs, 'chef', sizes.chefs, { name: "'Chef ' || n" });
  await rows(tables.restaurants, 'restaurant', sizes.restaurants, restaurantValues);
  await rows(tables.dishes, 'dish', sizes.dishes, dishValues);
  await rows(tables.guides, 'guide', guideSizes.length, { name: "'Guide ' || n" });
  await rows(tables.stops, 'stop', sizes.stops, { name: "'Stop ' || n" });
  await run('post, twice', insertBoth(tables.posts, 'post', sizes.posts, postValues));
  await run('topic, twice', insertBoth(tables.topics, 'topic', sizes.topics, { name: "'Topic ' || n" }));
  await run('notice', insertNotices(tables.notices));
  for (const [what, text] of links(tables)) await run(what, text);
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
}

const insertRows = (
  table: string,
  kind: Kind,
  count: number,
  more: Readonly<Record<string, string>>,
): string => `
  INSERT INTO ${table} (document_id, status, created_at, updated_at, published_at, ${Object.keys(more).join(', ')})
  SELECT ${documentIdSql(kind, 'n')}, 'published', t, t, t, ${Object.values(more).join(', ')}
  FROM generate_series(1, ${count}) n,
    LATERAL (SELECT timestamptz '2025-01-01' + n * interval '61.123 seconds' AS t) at ORDER BY n`;

const restaurantValues = {
  name: "'Place ' || md5(n::text)",
  description: "'A place to eat, number ' || n || ', with a sentence or two about what it cooks.'",
  rating: 'n % 6',
  price: '(n % 9000) / 100.0',
  slug: "'place-' || n",
  kind: "(ARRAY['bistro', 'diner', 'gastro'])[n % 3 + 1]",
  opened: "date '1950-01-01' + n",
  opens_at: "time '08:00' + (n % 40) * interval '15 minutes'",
  last_inspection: "timestamptz '2024-01-01' + n * interval '1 minute'",
  active: 'n % 10 > 0',
  tags: `'["sea","late"]'`,
  story: "'## Place ' || n || E'\\n\\nWe came for a coffee and stayed until dark.'",
  blocks: `'[{"type":"paragraph","children":[{"type":"text","text":"Ask for the table by the window."}]}]'`,
  email: "'place-' || n || '@example.com'",
  big: '9007199254740993 + n',
  score: '(n % 1000) / 100.0',
};

const postValues = { name: "'Post ' || n", text: "'What post ' || n || ' says, in a sentence or two.'" };

/** A draft and its equal published version. */
const insertBoth = (
  table: string,
  kind: Kind,
  count: number,
  more: Readonly<Record<string, string>>,
): string => {
  const names = Object.keys(more).join(', ');
  const columns = `document_id, created_at, updated_at, ${names}`;
  return `
  WITH published AS (
    INSERT INTO ${table} (status, published_at, ${columns})
    SELECT 'published', t, ${documentIdSql(kind, 'n')}, t, t, ${Object.values(more).join(', ')}
    FROM generate_series(1, ${count}) n,
      LATERAL (SELECT timestamptz '2025-01-01' + n * interval '61.123 seconds' AS t) at ORDER BY n
    RETURNING id, ${columns})
  INSERT INTO ${table} (status, published_id, ${columns}) SELECT 'draft', id, ${columns} FROM published ORDER BY id`;
};

const insertNotices = (table: string): string => `
  INSERT INTO ${table} (document_id, status, created_at, updated_at, published_at, locale, name, text, price)
  SELECT ${documentIdSql('notice', 'n')}, 'published', t, t, t, code, 'Notice ' || n || ' ' || code, 'What there is, in ' || code, n % 90
  FROM generate_series(1, ${sizes.notices}) n, unnest(ARRAY['${locales.join("', '")}']) WITH ORDINALITY l(code, place),
    LATERAL (SELECT timestamptz '2025-01-01' + n * interval '61.123 seconds' AS t) at
  WHERE place = 1 OR n <= ${sizes.notices / 2} ORDER BY n, place`;

const dishValues = { name: "'Dish ' || n", cost: '(n % 4000) / 100.0', vegan: 'n % 3 = 0' };

function links(tables: Tables): [string, string][] {
  const { restaurants, dishes, categories, chefs } = sizes;
  const link = (names: LinkNames, from: [Kind, string], to: [Kind, string], count: number) =>
    insertLinks(names, tables.tick, documentIdSql(...from), documentIdSql(...to), count);
  return [
    [
      'category of a restaurant',
      link(
        tables.restaurantCategories,
        ['restaurant', `n / 2 + 1`],
        ['category', `(n * 7 + n / ${categories}) % ${categories} + 1`],
        restaurants * 2,
      ),
    ],
    [
      'dish of a restaurant',
      link(tables.restaurantDishes, ['restaurant', `n % ${restaurants} + 1`], ['dish', 'n + 1'], dishes),
    ],
    [
      'owner of a restaurant',
      link(tables.restaurantOwner, ['restaurant', 'n + 1'], ['chef', `n % ${chefs} + 1`], restaurants),
    ],
    [
      'flagship of a restaurant',
      link(tables.restaurantFlagship, ['restaurant', 'n + 1'], ['dish', 'n + 1'], restaurants),
    ],
    ...guideSizes.map((size, index): [string, string] => [
      `stop of guide ${index + 1}`,
      link(tables.guideStops, ['guide', String(index + 1)], ['stop', 'n + 1'], size),
    ]),
    ...ownSizes.map((size, index): [string, string] => [
      `topic of post ${index + 1}`,
      link(tables.postTopics, ['post', String(index + 1)], ['topic', 'n + 3'], size),
    ]),
    ...inboundSizes.map((size, index): [string, string] => [
      `post of topic ${index + 1}`,
      link(tables.postTopics, ['post', 'n + 4'], ['topic', String(index + 1)], size),
    ]),
  ];
}

/** `n` counts up from 0. */
const insertLinks = (
  { table, here, there, key, inverseKey, draft }: LinkNames,
  tick: string,
  from: string,
  to: string,
  count: number,
): string => `
  INSERT INTO ${table} (${here}, ${there}, ${key}, ${inverseKey}${draft === null ? '' : `, ${draft.key}, ${draft.inverseKey}`})
  SELECT x.here, x.there, x.tick, x.tick${draft === null ? '' : ', x.tick, x.tick'}
  FROM (SELECT ${from} AS here, ${to} AS there, ${tick} AS tick FROM generate_series(0, ${count - 1}) n ORDER BY n) x`;
