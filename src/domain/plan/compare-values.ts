import { familyOf, type Family } from '../document/value.js';
import type { Json, Scalar } from '../schema/schema.js';
import type { Comparison } from './comparison.js';
import type { Order } from './read-plan.js';

/** An absent value satisfies no comparison but `null`, negated or not. */
export function compares(value: Json, field: Scalar, comparison: Comparison, negated: boolean): boolean {
  if (comparison.op === 'null') return (value === null) !== negated;
  return value !== null && holds(value, field, comparison) !== negated;
}

function holds(value: Json, field: Scalar, comparison: Exclude<Comparison, { op: 'null' }>): boolean {
  const against = (other: Json): number =>
    familyOf(field.type) === 'json'
      ? compareText(textOf(field, value), asText(other))
      : compareValues(field, value, other);
  switch (comparison.op) {
    case 'eq':
      return comparison.fold
        ? fold(textOf(field, value)) === fold(textOf(field, comparison.value))
        : against(comparison.value) === 0;
    case 'lt':
      return against(comparison.value) < 0;
    case 'lte':
      return against(comparison.value) <= 0;
    case 'gt':
      return against(comparison.value) > 0;
    case 'gte':
      return against(comparison.value) >= 0;
    case 'in':
      return comparison.values.some((each) => against(each) === 0);
    case 'between':
      return against(comparison.low) >= 0 && against(comparison.high) <= 0;
    default:
      return matches(textOf(field, value), comparison);
  }
}

type TextComparison = Extract<Comparison, { op: 'contains' | 'startsWith' | 'endsWith' }>;

function matches(text: string, { op, value, fold: folded }: TextComparison): boolean {
  const [whole, part] = folded ? [fold(text), fold(value)] : [text, value];
  if (op === 'contains') return whole.includes(part);
  return op === 'startsWith' ? whole.startsWith(part) : whole.endsWith(part);
}

const fold = (text: string): string => text.toLowerCase();

/** Compares two values that are not null, with the sign of the result as in `Array.sort`. */
export function compareValues(field: Scalar, left: Json, right: Json): number {
  return comparers[familyOf(field.type)](left, right);
}

const byNumber = (left: Json, right: Json): number => Number(left) - Number(right);
const byText = (left: Json, right: Json): number => compareText(asText(left), asText(right));

/** Canonical dates and times have a fixed width, so they compare as text. */
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

/** Returns the text that text operators search. For a `json` field this is its compact JSON. */
const textOf = (field: Scalar, value: Json): string =>
  familyOf(field.type) === 'json' ? JSON.stringify(value) : asText(value);

/** Returns a string unchanged and any other value as JSON. */
const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Compares by code points, which is the order of UTF-8 bytes but not of UTF-16 units. */
export function compareText(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    const units = [left.charCodeAt(index), right.charCodeAt(index)] as const;
    if (units[0] !== units[1]) return codePointRank(units[0]) - codePointRank(units[1]);
  }
  return left.length - right.length;
}

/** Surrogates encode the highest code points, although their units are below U+E000 to U+FFFF. */
function codePointRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** Compares what each order has for two documents, most significant first. */
export function compareKeys(
  orders: readonly Pick<Order, 'field' | 'direction'>[],
  left: readonly Json[],
  right: readonly Json[],
): number {
  for (const [index, { field, direction }] of orders.entries()) {
    const compared = compareNullable(field, left[index] ?? null, right[index] ?? null);
    if (compared !== 0) return direction === 'asc' ? compared : -compared;
  }
  return 0;
}

/** Treats null as greater than every value. */
export function compareNullable(field: Scalar, left: Json, right: Json): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return compareValues(field, left, right);
}
