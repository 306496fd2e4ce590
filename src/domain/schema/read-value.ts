import { matchesPattern } from './pattern.js';
import type { Json, Scalar, ScalarType } from './schema.js';
import { familyOf, type Family } from '../document/value.js';
import { shown } from './read-option.js';
import type { SchemaNode } from './schema-node.js';

type Reader = (value: unknown) => Json | undefined;

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const timePattern = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,3}))?)?$/;
const int64 = { low: -(2n ** 63n), high: 2n ** 63n - 1n };

/** Converts plain values of each family to their canonical form (document/value.ts); undefined if they have none. */
const readers: Readonly<Record<Family, { readonly read: Reader; readonly expected: string }>> = {
  text: { read: (value) => (typeof value === 'string' ? value : undefined), expected: 'a text' },
  integer: { read: readInteger, expected: 'a whole number from -2147483648 to 2147483647' },
  biginteger: { read: readBigInteger, expected: 'a whole number of at most 64 bits' },
  float: { read: readNumber, expected: 'a number' },
  decimal: { read: readDecimal, expected: 'a number' },
  boolean: { read: (value) => (typeof value === 'boolean' ? value : undefined), expected: 'true or false' },
  date: { read: readDate, expected: 'a date as YYYY-MM-DD' },
  time: { read: readTime, expected: 'a time as HH:mm:ss.SSS' },
  datetime: { read: readDatetime, expected: 'an ISO 8601 date and time' },
  json: { read: (value) => value as Json, expected: 'JSON' },
};

const listTypes: ReadonlySet<ScalarType> = new Set(['array', 'blocks']);

/** The `default` of an attribute in its canonical form. Null counts as no default. */
export function readDefault(node: SchemaNode, type: ScalarType): Json | undefined {
  if (!node.present || node.value === null) return undefined;
  if (type === 'password') return node.fault('a password cannot have a default: remove it');
  if (listTypes.has(type) && !Array.isArray(node.value)) {
    return node.fault(`must be a list, but is ${shown(node.value)}`);
  }
  const { read, expected } = readers[familyOf(type)];
  const value = read(node.value);
  return value === undefined
    ? node.fault(`must be ${expected}, but is ${shown(node.value)}`)
    : deepFrozen(value);
}

/** A bound (`min`, `max`) of a numeric attribute: a number, or a string of digits for `biginteger`. */
export function readBound(node: SchemaNode, type: ScalarType): number | string | undefined {
  if (!node.present) return undefined;
  const family = familyOf(type);
  const read = family === 'biginteger' ? readBigInteger : readNumber;
  const bound = read(node.value);
  return bound ?? node.fault(`must be a number, but is ${shown(node.value)}`);
}

/** Whether `low` ≤ `high`, exact for big integers as well. */
export const inOrder = (low: number | string, high: number | string): boolean =>
  typeof low === 'string' && typeof high === 'string'
    ? BigInt(low) <= BigInt(high)
    : Number(low) <= Number(high);

type Limits = Pick<Scalar, 'type' | 'min' | 'max' | 'minLength' | 'maxLength' | 'regex' | 'enum'>;

/** Returns why a default would be invalid in a body; undefined if it is valid. */
export function defaultFault(value: Json, limits: Limits): string | undefined {
  const { min, max, minLength, maxLength, regex } = limits;
  if (limits.enum !== undefined && !(limits.enum as readonly Json[]).includes(value)) return 'is not in enum';
  if (typeof value === 'number' || typeof value === 'string') {
    if (min !== undefined && !inOrder(min, value)) return 'is below min';
    if (max !== undefined && !inOrder(value, max)) return 'is above max';
  }
  if (typeof value !== 'string') return undefined;
  if (minLength !== undefined && value.length < minLength) return 'is shorter than minLength';
  if (maxLength !== undefined && value.length > maxLength) return 'is longer than maxLength';
  if (regex !== undefined && !matchesPattern(value, regex)) return 'does not match regex';
  if (limits.type === 'uid' && !uidPattern.test(value)) return `does not match ${uidPattern.source}`;
  return undefined;
}

const uidPattern = /^[A-Za-z0-9-_.~]*$/;

function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function readInteger(value: unknown): number | undefined {
  return typeof value === 'number' && (value | 0) === value ? value : undefined;
}

function readDecimal(value: unknown): number | undefined {
  const number = readNumber(value);
  return number === undefined ? undefined : Math.round(number * 100) / 100;
}

function readBigInteger(value: unknown): string | undefined {
  const exact = Number.isSafeInteger(value) || (typeof value === 'string' && /^-?\d{1,19}$/.test(value));
  if (!exact) return undefined;
  const integer = BigInt(value as number | string);
  return integer >= int64.low && integer <= int64.high ? integer.toString() : undefined;
}

function readDate(value: unknown): string | undefined {
  const parts = typeof value === 'string' ? datePattern.exec(value) : null;
  if (parts === null || parts[1] === '0000') return undefined;
  const time = Date.parse(`${parts[0]}T00:00:00.000Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== parts[0] ? undefined : parts[0];
}

function readTime(value: unknown): string | undefined {
  const parts = typeof value === 'string' ? timePattern.exec(value) : null;
  if (parts === null) return undefined;
  return `${parts[1]}:${parts[2]}:${parts[3] ?? '00'}.${(parts[4] ?? '').padEnd(3, '0')}`;
}

function readDatetime(value: unknown): string | undefined {
  if (typeof value !== 'string' || readDate(value.slice(0, 10)) === undefined) return undefined;
  const time = Date.parse(value);
  if (Number.isNaN(time)) return undefined;
  const iso = new Date(time).toISOString();
  return /^(?!0000)\d{4}-/.test(iso) ? iso : undefined;
}

function deepFrozen(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) deepFrozen(member);
  return Object.freeze(value);
}
