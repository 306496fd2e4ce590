import type { Statement } from './reads.js';
import { noticeColumns, namedColumns, restaurantColumns, textColumns } from './projection.js';
import { tables, type LinkNames } from './tables.js';

const { restaurants, categories, chefs, guides, stops } = tables;

const inserted = ['document_id', 'locale', 'status', 'created_at', 'updated_at', 'published_at', 'active'];
const given = ['name', 'description', 'rating', 'price', 'slug', 'kind', 'email'];
const insert = (
  condition: string,
): string => `INSERT INTO ${restaurants} (${[...inserted, ...given].join(', ')})
  SELECT $1, '', 'published', $2::timestamptz, $2::timestamptz, $2::timestamptz, true,
         $3, $4, $5::int, $6::numeric, $7, $8, $9 ${condition} RETURNING *`;

const made = (columns: string, rows: string): string =>
  `SELECT row_to_json(x)::text FROM (SELECT ${columns} FROM ${rows} r) x`;

/** `(documentId, now, name, description, rating, price, slug, kind, email)`. */
export const create: Statement = {
  name: 'create',
  text: `WITH made AS (${insert('')}) ${made(restaurantColumns('r'), 'made')}`,
};

const columns = (link: LinkNames): string =>
  `${link.here}, ${link.hereLocale}, ${link.there}, ${link.thereLocale}, ${link.key}, ${link.inverseKey}`;

/** Appends `targets` (an SQL set of `id` with an order `n`) to the list of `owner`. */
const append = (link: LinkNames, owner: string, targets: string): string =>
  `INSERT INTO ${link.table} (${columns(link)})
   SELECT o.document_id, '', t.id, '', t.tick, t.tick
   FROM ${owner} o, (SELECT id, ${tables.tick} AS tick FROM ${targets} ORDER BY n) t`;

/** As `create`, followed by `(…, categories, owner)`. Without a row, a target does not exist. */
export const createWithRelations: Statement = {
  name: 'createWithRelations',
  text: `WITH c AS (SELECT document_id FROM ${categories} WHERE document_id = ANY($10) ORDER BY document_id FOR KEY SHARE),
    h AS (SELECT document_id FROM ${chefs} WHERE document_id = $11 FOR KEY SHARE),
    made AS (${insert('WHERE (SELECT count(*) FROM c) = cardinality($10::text[]) AND EXISTS (SELECT FROM h)')}),
    links AS (${append(tables.restaurantCategories, 'made', 'unnest($10::text[]) WITH ORDINALITY u(id, n)')}),
    owner AS (${append(tables.restaurantOwner, 'made', '(SELECT document_id AS id, 1 AS n FROM h) u')})
    ${made(restaurantColumns('r'), 'made')}`,
};

const moveOrInsert = (link: LinkNames): string =>
  `ON CONFLICT (source_document, source_locale, target_document, target_locale) DO UPDATE SET ${link.key} = excluded.${link.key}`;

/** `(documentId, now, target)`. Without a row, one of the two documents does not exist. */
const connectLast = (
  name: string,
  table: string,
  targetTable: string,
  link: LinkNames,
  shape: string,
): Statement => ({
  name,
  text: `WITH t AS (SELECT document_id FROM ${targetTable} WHERE document_id = $3 FOR KEY SHARE),
    made AS (UPDATE ${table} SET updated_at = $2::timestamptz WHERE document_id = $1 AND EXISTS (SELECT FROM t) RETURNING *),
    links AS (${append(link, 'made', '(SELECT document_id AS id, 1 AS n FROM t) u')} ${moveOrInsert(link)})
    ${made(shape, 'made')}`,
});

export const connectCategory = connectLast(
  'connectCategory',
  restaurants,
  categories,
  tables.restaurantCategories,
  restaurantColumns('r'),
);
export const connectStop = connectLast('connectStop', guides, stops, tables.guideStops, namedColumns('r'));

const { guideStops } = tables;
const listed = `FROM ${guideStops.table} WHERE ${guideStops.here} = $1 AND ${guideStops.hereLocale} = ''`;

export const lockGuide: Statement = {
  name: 'lockGuide',
  text: `SELECT 1 FROM ${guides} WHERE document_id = $1 FOR NO KEY UPDATE`,
};

/** `(guide, moving)`: `(null, key of the first)`. */
export const firstKey: Statement = {
  name: 'firstKey',
  text: `SELECT NULL, ${guideStops.key} ${listed} AND ${guideStops.there} <> $2 ORDER BY ${guideStops.key}, id LIMIT 1`,
};

/** `(guide, moving, anchor)`: `(key before it, key of the anchor)`. */
export const keysAround: Statement = {
  name: 'keysAround',
  text: `WITH a AS (SELECT ${guideStops.key} AS key ${listed} AND ${guideStops.there} = $3)
    SELECT (SELECT ${guideStops.key} ${listed} AND ${guideStops.key} < a.key AND ${guideStops.there} <> $2
            ORDER BY ${guideStops.key} DESC LIMIT 1), a.key FROM a`,
};

/** `(guide, now, stop, key)`. */
export const placeStop: Statement = {
  name: 'placeStop',
  text: `WITH t AS (SELECT document_id FROM ${stops} WHERE document_id = $3 FOR KEY SHARE),
    made AS (UPDATE ${guides} SET updated_at = $2::timestamptz WHERE document_id = $1 AND EXISTS (SELECT FROM t) RETURNING *),
    links AS (INSERT INTO ${guideStops.table} (${columns(guideStops)})
      SELECT made.document_id, '', t.document_id, '', $4, ${tables.tick} FROM made, t ${moveOrInsert(guideStops)})
    ${made(namedColumns('r'), 'made')}`,
};

const { posts, topics, notices } = tables;
const nextPostId = `nextval(pg_get_serial_sequence('${posts}', 'id'))`;

/** `(documentId, now, name, text)`. */
export const createPost: Statement = {
  name: 'createPost',
  text: `WITH draft AS (INSERT INTO ${posts} (document_id, status, created_at, updated_at, published_id, name, text)
      VALUES ($1, 'draft', $2::timestamptz, $2::timestamptz, ${nextPostId}, $3, $4) RETURNING *),
    made AS (INSERT INTO ${posts} (id, document_id, status, created_at, updated_at, published_at, name, text)
      SELECT published_id, document_id, 'published', created_at, updated_at, $2::timestamptz, name, text FROM draft RETURNING *)
    ${made(textColumns('r'), 'made')}`,
};

/** The link in both layers, at the end of both lists; `from` has `document_id` and `tick`. */
const linkInBoth = (link: LinkNames, owner: string, from: string): string => {
  if (link.draft === null) throw new Error(`${link.table} has no drafts`);
  const { key, inverseKey } = link.draft;
  return `INSERT INTO ${link.table} (${columns(link)}, ${key}, ${inverseKey})
    SELECT ${owner}, '', x.document_id, '', x.tick, x.tick, x.tick, x.tick FROM (${from}) x`;
};

const wantedTopics = (array: string): string =>
  `SELECT DISTINCT document_id FROM ${topics} WHERE document_id = ANY(${array})`;

/** `(documentId, now, name, text, topics)`. Without a row, a target does not exist. */
export const createLinkedPost: Statement = {
  name: 'createLinkedPost',
  text: `WITH t AS (${wantedTopics('$5')}),
    draft AS (INSERT INTO ${posts} (document_id, status, created_at, updated_at, published_id, name, text)
      SELECT $1, 'draft', $2::timestamptz, $2::timestamptz, ${nextPostId}, $3, $4
      WHERE (SELECT count(*) FROM t) = cardinality($5::text[]) RETURNING *),
    made AS (INSERT INTO ${posts} (id, document_id, status, created_at, updated_at, published_at, name, text)
      SELECT published_id, document_id, 'published', created_at, updated_at, $2::timestamptz, name, text FROM draft RETURNING *),
    links AS (${linkInBoth(tables.postTopics, '$1', `SELECT u.id AS document_id, ${tables.tick} AS tick FROM unnest($5::text[]) WITH ORDINALITY u(id, n), made ORDER BY n`)})
    ${made(textColumns('r'), 'made')}`,
};

/** `(documentId, now, targets)`, and `(text)` for posts: edits the draft, then publishes it and the new links. */
const publishLink = (
  name: string,
  table: string,
  link: LinkNames,
  copied: readonly string[],
  shape: string,
): Statement => {
  const { key } = link.draft ?? link;
  const edited = copied.includes('text') ? ', text = coalesce($4, text)' : '';
  const set = copied.map((column) => `${column} = draft.${column}`).join(', ');
  return {
    name,
    text: `WITH t AS (${wantedTopics('$3')}),
    draft AS (UPDATE ${table} SET updated_at = $2::timestamptz${edited} WHERE document_id = $1 AND status = 'draft'
      AND (SELECT count(*) FROM t) = cardinality($3::text[]) RETURNING *),
    made AS (UPDATE ${table} p SET updated_at = draft.updated_at, published_at = $2::timestamptz, ${set}
      FROM draft WHERE p.document_id = $1 AND p.status = 'published' RETURNING p.*),
    links AS (${linkInBoth(link, '$1', `SELECT u.id AS document_id, ${tables.tick} AS tick FROM unnest($3::text[]) WITH ORDINALITY u(id, n), made ORDER BY n`)}
      ${moveOrInsert(link)}, ${key} = excluded.${key})
    ${made(shape, 'made')}`,
  };
};

export const publishTopic = publishLink(
  'publishTopic',
  posts,
  tables.postTopics,
  ['name', 'text'],
  textColumns('r'),
);
export const publishRelated = publishLink(
  'publishRelated',
  topics,
  tables.topicRelated,
  ['name'],
  namedColumns('r'),
);

/** `(documentId, now, locale, text)`. */
export const updateNotice: Statement = {
  name: 'updateNotice',
  text: `WITH made AS (UPDATE ${notices} SET updated_at = $2::timestamptz, text = $4 WHERE document_id = $1 AND locale = $3 RETURNING *)
    ${made(noticeColumns('r'), 'made')}`,
};
