import type { Decimal128, Document } from 'mongodb';

/** The answer's form of a stored document, by type. */

const time = (value: unknown): string | null => (value instanceof Date ? value.toISOString() : null);
const orNull = (value: unknown): unknown => value ?? null;
const decimal = (value: Decimal128 | undefined): number | null =>
  value === undefined ? null : Number(value.toString());

const times = (row: Document) => ({
  createdAt: time(row['createdAt']),
  updatedAt: time(row['updatedAt']),
  publishedAt: time(row['publishedAt']),
});

export const named = (row: Document) => ({
  id: row['_id'] as number,
  documentId: row['documentId'] as string,
  Name: orNull(row['Name']),
  ...times(row),
});

export const dish = (row: Document) => ({
  id: row['_id'] as number,
  documentId: row['documentId'] as string,
  Name: orNull(row['Name']),
  Cost: decimal(row['Cost'] as Decimal128),
  Vegan: orNull(row['Vegan']),
  ...times(row),
});

export const post = (row: Document) => ({
  id: row['_id'] as number,
  documentId: row['documentId'] as string,
  Name: orNull(row['Name']),
  Text: orNull(row['Text']),
  ...times(row),
});

export const notice = (row: Document) => ({
  id: row['_id'] as number,
  documentId: row['documentId'] as string,
  Name: orNull(row['Name']),
  Text: orNull(row['Text']),
  Price: decimal(row['Price'] as Decimal128),
  ...times(row),
  locale: row['locale'] as string,
});

const json = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : null);
const shortTime = (value: unknown): unknown =>
  typeof value === 'string' && value.endsWith('.000') ? value.slice(0, 8) : orNull(value);

export const restaurant = (row: Document) => ({
  id: row['_id'] as number,
  documentId: row['documentId'] as string,
  Name: orNull(row['Name']),
  Description: orNull(row['Description']),
  Rating: orNull(row['Rating']),
  Price: decimal(row['Price'] as Decimal128),
  Slug: orNull(row['Slug']),
  Kind: orNull(row['Kind']),
  Opened: orNull(row['Opened']),
  OpensAt: shortTime(row['OpensAt']),
  LastInspection: time(row['LastInspection']),
  Active: orNull(row['Active']),
  Tags: json(row['Tags']),
  Story: orNull(row['Story']),
  Blocks: json(row['Blocks']),
  Email: orNull(row['Email']),
  Big: row['Big'] === undefined ? null : String(row['Big']),
  Score: orNull(row['Score']),
  ...times(row),
});
