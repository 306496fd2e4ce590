import { familyOf, type Family } from '../../../domain/document/value.js';
import type { Json, Scalar } from '../../../domain/schema/schema.js';
import type { Item, Place, Version } from './rows.js';

/** A scalar of a version or an item; null where it has none. */
export function scalarAt({ version, item }: Place, field: Scalar): Json {
  if (item !== null) return item[field.name] ?? null;
  return field.system ? systemValue(version, field.name) : (version.values.get(field.name) ?? null);
}

/** What stands under an attribute that is no scalar of its own: a component, a zone, an embedded relation. */
export const contentAt = ({ version, item }: Place, name: string): Json =>
  (item === null ? version.values.get(name) : item[name]) ?? null;

/** The items of a component or zone in order; a single component is a list of one or none. */
export function itemsAt(place: Place, name: string): readonly Item[] {
  const content = contentAt(place, name);
  if (content === null) return [];
  return (Array.isArray(content) ? content : [content]) as readonly Item[];
}

function systemValue(version: Version, name: string): Json {
  switch (name) {
    case 'id':
    case 'documentId':
    case 'locale':
    case 'createdAt':
    case 'updatedAt':
    case 'publishedAt':
      return version[name];
    default:
      throw new Error(`no system field ${name}`);
  }
}

/** Compares two values of a field that are not null: below zero, zero, above zero. */
export function compareValues(field: Scalar, left: Json, right: Json): number {
  return comparers[familyOf(field.type)](left, right);
}

const byNumber = (left: Json, right: Json): number => Number(left) - Number(right);
const byText = (left: Json, right: Json): number => compareText(asText(left), asText(right));

/** Dates and times have one width in their canonical forms, so they compare as text. */
const comparers: Readonly<Record<Family, (left: Json, right: Json) => number>> = {
  text: byText,
  date: byText,
  time: byText,
  datetime: byText,
  integer: byNumber,
  float: byNumber,
  decimal: byNumber,
  boolean: byNumber,
  biginteger(left, right) {
    const difference = BigInt(asText(left)) - BigInt(asText(right));
    return difference < 0n ? -1 : Number(difference > 0n);
  },
  json: (left, right) => compareText(JSON.stringify(left), JSON.stringify(right)),
};

/** The text that text operators look at: of JSON its compact form, a text in its quotes. */
export const textOf = (field: Scalar, value: Json): string =>
  familyOf(field.type) === 'json' ? JSON.stringify(value) : asText(value);

/** A text as it is, another value as its JSON. */
export const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Compares as the bytes of UTF-8 do, which is the order of code points, not of UTF-16 units. */
export function compareText(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    const units = [left.charCodeAt(index), right.charCodeAt(index)] as const;
    if (units[0] !== units[1]) return codePointRank(units[0]) - codePointRank(units[1]);
  }
  return left.length - right.length;
}

/** Surrogates stand for code points above all others, though their units are below U+E000 to U+FFFF. */
function codePointRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
