import {
  keyColumn,
  linkColumns,
  linkTableOf,
  otherSide,
  quote,
  tableOf,
} from '../../src/adapters/store/postgres/layout.js';
import { contentTypeOf, isLayered, type Schema } from '../../src/domain/schema/schema.js';

/** The number of documents of each content-type: 20,000 of two types, and enough of the others for long paths. */
const sizes = {
  restaurant: 20_000,
  dish: 20_000,
  category: 200,
  chef: 400,
  place: 2_000,
  label: 50,
  event: 4_000,
} as const;

type Name = keyof typeof sizes;

/** The documentId of the nth document of a content-type, counting from 1. */
const idSql = (type: string, n: string): string => `'${type[0]}' || left(md5('${type}' || (${n})), 23)`;

/** An SQL expression for a text of about `length` characters. */
const text = (length: string): string =>
  `'Ask for the table by the window, number ' || n || '. ' || repeat('We came for a coffee and stayed until dark. ', (${length}) / 44)`;

/** A short text in most documents, and one of 10 kB in every tenth. */
const someLong = 'CASE WHEN n % 10 = 0 THEN 10000 ELSE 200 END';

const sections = `json_build_array(
  json_build_object('id', n * 3, '__component', 'sections.quote', 'text', ${text(someLong)}, 'speaker', json_build_object('documentId', ${idSql('chef', 'n % 400 + 1')})),
  json_build_object('id', n * 3 + 1, '__component', 'sections.gallery', 'title', 'Gallery ' || n, 'dishes', json_build_array(
    json_build_object('documentId', ${idSql('dish', 'n % 2000 + 1')}), json_build_object('documentId', ${idSql('dish', 'n * 7 % 2000 + 1')}))))`;

const seo = `json_build_object('id', n * 3 + 2, 'metaTitle', 'Place ' || n, 'metaDescription', ${text('1000')}, 'author', json_build_object('documentId', ${idSql('chef', 'n % 400 + 1')}))`;

const columns: Readonly<Record<Name, Readonly<Record<string, string>>>> = {
  restaurant: {
    name: "'Place ' || md5(n::text)",
    description: text('1000'),
    rating: 'n % 6',
    price: '(n % 9000) / 100.0',
    slug: "'place-' || n",
    kind: "(ARRAY['bistro', 'diner', 'gastro'])[n % 3 + 1]",
    active: 'n % 10 > 0',
    tags: `'["sea","late"]'`,
    story: `'## Place ' || n || E'\\n\\n' || ${text(someLong)}`,
    email: "'place-' || n || '@example.com'",
    big: '9007199254740993 + n',
    score: '(n % 1000) / 100.0',
    seo,
    sections,
  },
  dish: { name: "'Dish ' || n", cost: '(n % 4000) / 100.0', vegan: 'n % 3 = 0' },
  category: { name: "'Category ' || n" },
  chef: { name: "'Chef ' || n", nick: "'nick-' || n" },
  place: { name: "'Spot ' || n", rating: 'n % 6', slug: "'spot-' || n", sections },
  label: { name: "'Label ' || n" },
  event: { name: "'Event ' || n" },
};

/** Source, target and number of links, as `n` counts up from 0. */
const links: readonly (readonly [
  attribute: string,
  type: Name,
  from: string,
  to: string,
  count: number,
  target: Name,
])[] = [
  // A tenth of all dishes belong to five restaurants.
  ['dishes', 'restaurant', 'CASE WHEN n < 2000 THEN n % 5 + 1 ELSE n + 1 END', 'n + 1', 20_000, 'dish'],
  ['categories', 'restaurant', 'n / 2 + 1', '(n * 7 + n / 200) % 200 + 1', 40_000, 'category'],
  ['owner', 'restaurant', 'n + 1', 'n % 400 + 1', 20_000, 'chef'],
  ['flagship', 'restaurant', 'n + 1', 'n + 1', 20_000, 'dish'],
  [
    'neighbours',
    'restaurant',
    'n / 3 + 1',
    '(n / 3 + 1 + (n % 3 + 1) * 97) % 20000 + 1',
    60_000,
    'restaurant',
  ],
  ['labels', 'place', 'n / 2 + 1', 'n % 50 + 1', 4_000, 'label'],
  ['events', 'place', 'n / 2 + 1', 'n + 1', 4_000, 'event'],
];

/** Returns the statements that fill the empty tables of the schema that the HTTP tests use. */
export function fillStatements(schema: Schema): readonly string[] {
  const rows = (Object.keys(sizes) as Name[]).flatMap((name) => insertVersions(schema, name));
  return [
    'SET synchronous_commit = off',
    ...rows,
    ...links.map((link) => insertLinks(schema, ...link)),
    'ANALYZE',
  ];
}

function insertVersions(schema: Schema, name: Name): readonly string[] {
  const type = contentTypeOf(schema, `api::${name}.${name}`);
  const layers = type.draftAndPublish ? ['draft', 'published'] : ['published'];
  const names = Object.keys(columns[name]).join(', ');
  return layers.map(
    (layer) => `
    INSERT INTO ${quote(tableOf(type))} (document_id, status, created_at, updated_at, published_at, ${names})
    SELECT ${idSql(name, 'n')}, '${layer}', t, t, ${layer === 'draft' ? 'NULL' : 't'}, ${Object.values(columns[name]).join(', ')}
    FROM generate_series(1, ${sizes[name]}) n, (SELECT timestamptz '2025-01-01' AS t) at ORDER BY n`,
  );
}

function insertLinks(
  schema: Schema,
  attribute: string,
  name: Name,
  from: string,
  to: string,
  count: number,
  target: Name,
): string {
  const relation = contentTypeOf(schema, `api::${name}.${name}`).attributes.get(attribute);
  if (relation?.kind !== 'relation' || relation.place.kind !== 'link')
    throw new Error(`no link ${attribute}`);
  const { link, side } = relation.place;
  const other = otherSide(side);
  const keys = (
    isLayered(schema, link) ? (['draft', 'published'] as const) : (['published'] as const)
  ).flatMap((layer) => [keyColumn(layer, side), keyColumn(layer, other)]);
  return `
  INSERT INTO ${quote(linkTableOf(link))} (${linkColumns[side].document}, ${linkColumns[other].document}, ${keys.join(', ')})
  SELECT here, there, ${keys.map(() => 'tick').join(', ')} FROM (
    SELECT ${idSql(name, from)} AS here, ${idSql(target, to)} AS there, 'k' || lpad(to_hex(nextval('quire_tick')), 11, '0') AS tick
    FROM generate_series(0, ${count - 1}) n ORDER BY n) x ON CONFLICT DO NOTHING`;
}
