import type { Value } from '../plan/comparison.js';
import type { Scalar } from '../schema/schema.js';
import { castDate, castDatetime, castTime, type DateCast } from './cast-date.js';
import { castBigInteger, castNumber, isInt32, isInt64 } from './cast-number.js';
import { isStorableText } from './storable-text.js';
import { familyOf, type Family } from './value.js';

const casts: Readonly<Record<Family, (raw: unknown) => Value | null>> = {
  text: textOf,
  integer: (raw) => integerIf(isInt32, raw),
  biginteger: digitsOf,
  float: castNumber,
  // Not rounded, as `20.105` lies between two stored values.
  decimal: castNumber,
  boolean: castBoolean,
  date: (raw) => valueOf(castDate(raw)),
  time: (raw) => valueOf(castTime(typeof raw === 'string' && /^\d\d:\d\d$/.test(raw) ? `${raw}:00` : raw)),
  datetime: (raw) => valueOf(castDatetime(raw)),
  json: jsonTextOf,
};

/**
 * Converts a client's value (a string of a query, or a JSON value) to the canonical form of `field`, for comparing.
 * Null if it is no value of that type. Never throws.
 */
export function castForFilter(field: Scalar, raw: unknown): Value | null {
  if (field.system && field.name === 'id') return integerIf(Number.isSafeInteger, raw);
  return casts[familyOf(field.type)](raw);
}

const truths: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  [1, true],
  [0, false],
  ['1', true],
  ['0', false],
  ['t', true],
  ['f', false],
  ['true', true],
  ['false', false],
]);

/** Converts `true`, `"true"`, `"t"`, `1`, `"1"` and their opposites, in any case. Null for anything else. */
export function castBoolean(raw: unknown): boolean | null {
  return truths.get(typeof raw === 'string' ? raw.toLowerCase() : raw) ?? null;
}

function textOf(raw: unknown): string | null {
  if (typeof raw !== 'string' && typeof raw !== 'number' && typeof raw !== 'boolean') return null;
  const text = String(raw);
  return isStorableText(text) ? text : null;
}

function integerIf(fits: (number: number) => boolean, raw: unknown): number | null {
  const number = castNumber(raw);
  return number !== null && fits(number) ? number : null;
}

function digitsOf(raw: unknown): string | null {
  const integer = castBigInteger(raw);
  return integer !== null && isInt64(integer) ? integer.toString() : null;
}

/** The compact form of a JSON text. A text that is not JSON is a JSON string. */
function jsonTextOf(raw: unknown): string | null {
  if (typeof raw !== 'string') return raw === undefined ? null : JSON.stringify(raw);
  try {
    return JSON.stringify(JSON.parse(raw));
  } catch {
    return JSON.stringify(raw);
  }
}

const valueOf = (cast: DateCast): string | null => ('value' in cast ? cast.value : null);
