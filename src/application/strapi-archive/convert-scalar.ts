import { castDate, castDatetime, castTime, type DateCast } from '../../domain/document/cast-date.js';
import { castBigInteger, isInt32, isInt64, roundTo2Places } from '../../domain/document/cast-number.js';
import { isStorableText } from '../../domain/document/storable-text.js';
import { familyOf, type Family } from '../../domain/document/value.js';
import type { Json, Scalar } from '../../domain/schema/schema.js';

/** `unfit`: why the attribute cannot hold the value. `changed`: what was lost. */
export type Converted = { readonly value: Json; readonly changed?: string } | { readonly unfit: string };

/**
 * Converts an exported value to its canonical form. Lengths, patterns and other rules for input are not checked, since
 * what was stored stays readable.
 */
export function convertScalar(attribute: Scalar, raw: Json): Converted {
  if (raw === null) return { value: null };
  if (typeof raw === 'number' && !Number.isFinite(raw)) return { unfit: unstorable };
  const { enum: choices } = attribute;
  if (attribute.type === 'enumeration' && choices !== undefined && !choices.includes(raw as string))
    return { unfit: `${shown(raw)} is not one of ${choices.join(', ')}` };
  return conversions[familyOf(attribute.type)](raw);
}

const conversions: Readonly<Record<Family, (raw: Json) => Converted>> = {
  text: (raw) => {
    if (typeof raw !== 'string') return unfit(raw, 'a text');
    return isStorableText(raw) ? { value: raw } : { unfit: unstorable };
  },
  integer: (raw) => (typeof raw === 'number' && isInt32(raw) ? { value: raw } : unfit(raw, 'an integer')),
  biginteger: (raw) => {
    const integer = castBigInteger(raw);
    return integer !== null && isInt64(integer) ? { value: integer.toString() } : unfit(raw, 'a big integer');
  },
  float: (raw) => (typeof raw === 'number' ? { value: raw } : unfit(raw, 'a number')),
  decimal: (raw) => {
    if (typeof raw !== 'number' || Math.abs(raw) >= 1e17) return unfit(raw, 'a decimal');
    const value = roundTo2Places(raw);
    return value === raw ? { value } : { value, changed: 'rounded to two decimal places' };
  },
  boolean: (raw) => {
    if (typeof raw === 'boolean') return { value: raw };
    // MySQL and SQLite keep booleans as numbers.
    return raw === 0 || raw === 1 ? { value: raw === 1 } : unfit(raw, 'true or false');
  },
  date: (raw) => dated(castDate(raw), raw, 'a date'),
  time: (raw) => dated(castTime(raw), raw, 'a time'),
  datetime: (raw) => dated(castDatetime(raw), raw, 'a datetime'),
  json: (raw) => (isStorableJson(raw) ? { value: raw } : { unfit: unstorable }),
};

const unstorable =
  'it contains \\u0000, half of a character or a number beyond 1.8e308, which databases cannot hold';

function isStorableJson(value: Json): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (value === null || typeof value !== 'object') return true;
  if (Array.isArray(value)) return value.every(isStorableJson);
  return Object.entries(value).every(([key, member]) => isStorableText(key) && isStorableJson(member));
}

const dated = (cast: DateCast, raw: Json, what: string): Converted =>
  'value' in cast ? { value: cast.value } : unfit(raw, what);

const unfit = (raw: Json, what: string): Converted => ({ unfit: `${shown(raw)} is not ${what}` });

const shown = (raw: Json): string => {
  const text = JSON.stringify(raw);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
};
