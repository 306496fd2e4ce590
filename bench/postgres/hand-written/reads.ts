import { dishColumns, noticeColumns, namedColumns, restaurantColumns, textColumns } from './projection.js';
import { tables, type LinkNames } from './tables.js';

/** One prepared statement for each request. Each returns `(data, total)`, with `data` as JSON text. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const { restaurants, categories, dishes, chefs } = tables;
const all = `(SELECT count(*)::int FROM ${restaurants})`;
const list = (rows: string, columns: string): string =>
  `(SELECT coalesce(json_agg(x), '[]')::text FROM (SELECT ${columns} FROM (${rows}) r) x)`;
const nth = (limit: number): string => `SELECT * FROM ${restaurants} ORDER BY id LIMIT ${limit} OFFSET $1`;

/** The rows' columns are read only when the page is known. */
const farRows = `SELECT t.* FROM (SELECT id FROM ${restaurants} ORDER BY id LIMIT 25 OFFSET $1) page
  JOIN ${restaurants} t USING (id) ORDER BY id`;

const plain = restaurantColumns('r');

const targets = (link: LinkNames, table: string, columns: string): string =>
  `SELECT ${columns} FROM ${link.table} l JOIN ${table} t ON t.document_id = l.${link.there}
   WHERE l.${link.here} = r.document_id AND l.${link.hereLocale} = '' ORDER BY l.${link.key}, l.id`;

const categoriesOf = `(SELECT coalesce(json_agg(c), '[]')
  FROM (${targets(tables.restaurantCategories, categories, namedColumns('t'))}) c) AS categories`;

const flagshipOf = `(SELECT row_to_json(f) FROM (SELECT ${restaurantColumns('o')}
  FROM ${tables.restaurantFlagship.table} l JOIN ${restaurants} o ON o.document_id = l.${tables.restaurantFlagship.here}
  WHERE l.${tables.restaurantFlagship.there} = t.document_id) f) AS "flagshipOf"`;

const dishesOf = `(SELECT coalesce(json_agg(d), '[]')
  FROM (${targets(tables.restaurantDishes, dishes, `${dishColumns('t')}, ${flagshipOf}`)}) d) AS dishes`;

const statement = (name: string, data: string, total: string): Statement => ({
  name,
  text: `SELECT ${data} AS data, ${total} AS total`,
});

export const list25 = statement('list25', list(nth(25), plain), all);
export const list25Uncounted = statement('list25Uncounted', list(nth(25), plain), 'NULL');
export const list100 = statement('list100', list(nth(100), plain), all);
export const farPage = statement('farPage', list(farRows, plain), all);
export const populateOne = statement('populateOne', list(nth(25), `${plain}, ${categoriesOf}`), all);
export const populateTwo = statement('populateTwo', list(nth(25), `${plain}, ${dishesOf}`), all);
/** The matching rows are found once, for both the page and the total. */
const filtered = (name: string, found: string, order: string): Statement => ({
  name,
  text: `WITH found AS MATERIALIZED (${found})
    SELECT ${list(`SELECT t.* FROM (SELECT * FROM found ORDER BY ${order} LIMIT 25) page JOIN ${restaurants} t USING (id) ORDER BY ${order}`, plain)} AS data,
      (SELECT count(*)::int FROM found) AS total`,
});

export const filterAndSort = filtered(
  'filterAndSort',
  `SELECT id, name AS sorted FROM ${restaurants} WHERE rating >= $1 AND kind = $2`,
  'sorted DESC, id DESC',
);
export const populateTwoOf100 = statement('populateTwoOf100', list(nth(100), `${plain}, ${dishesOf}`), all);
const rated = `FROM ${restaurants} WHERE rating >= $2`;
export const filteredPage = statement(
  'filteredPage',
  list(
    `SELECT t.* FROM (SELECT id ${rated} ORDER BY id LIMIT 25 OFFSET $1) page JOIN ${restaurants} t USING (id) ORDER BY id`,
    plain,
  ),
  `(SELECT count(*)::int ${rated})`,
);
export const filterThrough = filtered(
  'filterThrough',
  `SELECT r.id FROM ${chefs} c
   JOIN ${tables.restaurantOwner.table} l ON l.${tables.restaurantOwner.there} = c.document_id
   JOIN ${restaurants} r ON r.document_id = l.${tables.restaurantOwner.here} WHERE c.name = $1`,
  'id',
);
const posts = (rows: string): string => list(rows, textColumns('r'));
export const listDrafts = statement(
  'listDrafts',
  posts(`SELECT * FROM ${tables.posts} WHERE status = 'draft' ORDER BY id LIMIT 25 OFFSET $1`),
  `(SELECT count(*)::int FROM ${tables.posts} WHERE status = 'draft')`,
);
export const listInLocale = statement(
  'listInLocale',
  list(
    `SELECT * FROM ${tables.notices} WHERE locale = $2 ORDER BY id LIMIT 25 OFFSET $1`,
    noticeColumns('r'),
  ),
  `(SELECT count(*)::int FROM ${tables.notices} WHERE locale = $2)`,
);
export const findOne: Statement = {
  name: 'findOne',
  text: `SELECT row_to_json(x)::text FROM (SELECT ${plain} FROM ${restaurants} r WHERE document_id = $1) x`,
};
