import { Decimal128, Long } from 'mongodb';
import { quoted } from '../../../domain/document/quoted.js';
import { familyOf, presentTime } from '../../../domain/document/value.js';
import {
  componentOf,
  isValue,
  type Attribute,
  type Component,
  type ContentType,
  type Json,
  type Scalar,
  type Schema,
  type Stored,
} from '../../../domain/schema/schema.js';

/**
 * The stored form of a value, in which MongoDB compares values as the other stores do: decimals and 64-bit integers
 * exactly, times as dates, and JSON as its compact text, which keeps the order of keys, allows any key, and is
 * searched as text. Every value of a filter is converted here, so no object from a client becomes part of a filter.
 */
export function storedScalar(field: Scalar, value: Json): unknown {
  if (value === null) return undefined;
  switch (familyOf(field.type)) {
    case 'biginteger':
      return Long.fromString(plainText(value));
    case 'decimal':
      return Decimal128.fromString(decimalText(Number(value)));
    case 'datetime':
      return new Date(plainText(value));
    case 'json':
      return JSON.stringify(value);
    case 'integer':
    case 'float':
      return Number(value);
    case 'boolean':
      return value === true;
    case 'text':
    case 'date':
    case 'time':
      return plainText(value);
  }
}

/** Stored decimals have two places. A value with more places equals none of them. */
function decimalText(value: number): string {
  const text = value.toFixed(2);
  return Number(text) === value ? text : String(value);
}

/** The canonical value (domain/document/value.ts) of a stored one. */
export function canonicalScalar(field: Scalar, stored: unknown): Json {
  if (stored === undefined || stored === null) return null;
  switch (familyOf(field.type)) {
    case 'biginteger':
      return plainText(stored);
    case 'decimal':
      return Number(plainText(stored));
    case 'datetime':
      return stored instanceof Date ? stored.toISOString() : plainText(stored);
    case 'json':
      return typeof stored === 'string' ? (JSON.parse(stored) as Json) : (stored as Json);
    case 'integer':
    case 'float':
      return Number(stored);
    case 'boolean':
      return stored === true;
    case 'text':
    case 'date':
    case 'time':
      return plainText(stored);
  }
}

/** The text of a string, a number, or a number class of the driver. */
export const plainText = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number'
      ? value.toString()
      : `${value as Long | Decimal128}`;

/** The JSON text of a stored value, as answers show it. */
export function shownScalar(field: Scalar, stored: unknown): string {
  const family = familyOf(field.type);
  // JSON is stored as its text.
  if (family === 'json' && typeof stored === 'string') return stored;
  const value = canonicalScalar(field, stored);
  if (typeof value !== 'string') return JSON.stringify(value);
  return quoted(family === 'time' ? presentTime(value) : value);
}

type Item = { readonly [key: string]: Json };
type StoredItem = Readonly<Record<string, unknown>>;

/** The stored form of an attribute's value; undefined if nothing is stored. */
export function storedContent(schema: Schema, attribute: Stored, value: Json): unknown {
  if (value === null) return undefined;
  if (attribute.kind === 'scalar') return storedScalar(attribute, value);
  return eachItem(value, (item) => convertItem(schema, attribute, item as Item, storedMember));
}

/** The canonical value of a stored attribute; null if nothing is stored. */
export function canonicalContent(schema: Schema, attribute: Stored, stored: unknown): Json {
  if (stored === undefined || stored === null) return null;
  if (attribute.kind === 'scalar') return canonicalScalar(attribute, stored);
  return eachItem(stored, (item) =>
    convertItem(schema, attribute, item as StoredItem, canonicalMember),
  ) as Json;
}

const eachItem = (value: unknown, convert: (item: unknown) => unknown): unknown =>
  Array.isArray(value) ? value.map(convert) : convert(value);

type ConvertMember = (schema: Schema, member: Attribute, value: unknown) => unknown;

/** Members that the schema does not name are kept as they are. */
function convertItem(
  schema: Schema,
  attribute: Stored,
  item: Readonly<Record<string, unknown>>,
  convert: ConvertMember,
): Readonly<Record<string, unknown>> {
  const component = componentAt(schema, attribute, item);
  const converted: [string, unknown][] = [];
  for (const [name, value] of Object.entries(item)) {
    const member = component?.attributes.get(name);
    const kept = member === undefined ? value : convert(schema, member, value);
    if (kept !== undefined) converted.push([name, kept]);
  }
  return Object.fromEntries(converted);
}

function componentAt(
  schema: Schema,
  attribute: Stored,
  item: Readonly<Record<string, unknown>>,
): Component | undefined {
  if (attribute.kind === 'component') return componentOf(schema, attribute.component);
  const uid = item['__component'];
  return typeof uid === 'string' ? schema.components.get(uid) : undefined;
}

const storedMember: ConvertMember = (schema, member, value) =>
  member.kind === 'relation' ? (value ?? undefined) : storedContent(schema, member, value as Json);

const canonicalMember: ConvertMember = (schema, member, value) =>
  member.kind === 'relation' ? value : canonicalContent(schema, member, value);

/** The stored form of each value of a plan; undefined where nothing is stored. */
export function storedValues(
  schema: Schema,
  type: ContentType,
  values: ReadonlyMap<string, Json>,
): ReadonlyMap<string, unknown> {
  return new Map(
    [...values].map(([name, value]) => {
      const attribute = type.attributes.get(name);
      if (attribute === undefined || !isValue(attribute))
        throw new Error(`${type.uid} has no attribute ${name}`);
      return [name, storedContent(schema, attribute, value)];
    }),
  );
}

export const withoutNulls = (values: ReadonlyMap<string, unknown>): Record<string, unknown> =>
  Object.fromEntries([...values].filter(([, value]) => value !== undefined));

/** The update operators that write the values. */
export function updateOperators(schema: Schema, type: ContentType, values: ReadonlyMap<string, Json>) {
  const stored = storedValues(schema, type, values);
  const absent = [...stored].filter(([, value]) => value === undefined).map(([name]) => [name, '']);
  return {
    set: withoutNulls(stored),
    unset: absent.length === 0 ? {} : { $unset: Object.fromEntries(absent) as Record<string, ''> },
  };
}
