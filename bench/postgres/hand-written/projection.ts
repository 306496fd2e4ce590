/** The columns of each type, with the names, order and form that they have in the answer. */

const time = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const head = (row: string): string => `${row}.id, ${row}.document_id AS "documentId", ${row}.name AS "Name"`;

const tail = (row: string): string =>
  (['created', 'updated', 'published'] as const)
    .map((event) => `${time(`${row}.${event}_at`)} AS "${event}At"`)
    .join(', ');

export const restaurantColumns = (row: string): string => `${head(row)}, ${row}.description AS "Description",
  ${row}.rating AS "Rating", ${row}.price::float8 AS "Price", ${row}.slug AS "Slug", ${row}.kind AS "Kind",
  ${row}.opened AS "Opened", ${row}.opens_at AS "OpensAt", ${time(`${row}.last_inspection`)} AS "LastInspection",
  ${row}.active AS "Active", ${row}.tags AS "Tags", ${row}.story AS "Story", ${row}.blocks AS "Blocks",
  ${row}.email AS "Email", ${row}.big::text AS "Big", ${row}.score AS "Score", ${tail(row)}`;

export const namedColumns = (row: string): string => `${head(row)}, ${tail(row)}`;

export const dishColumns = (row: string): string =>
  `${head(row)}, ${row}.cost::float8 AS "Cost", ${row}.vegan AS "Vegan", ${tail(row)}`;

export const textColumns = (row: string): string => `${head(row)}, ${row}.text AS "Text", ${tail(row)}`;

export const noticeColumns = (row: string): string =>
  `${head(row)}, ${row}.text AS "Text", ${row}.price::float8 AS "Price", ${tail(row)}, ${row}.locale`;
