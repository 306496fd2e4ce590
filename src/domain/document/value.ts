import type { ScalarType } from '../schema/schema.js';

/**
 * How values of each type compare, are kept and are written. Canonical forms in the domain and at the ports:
 * text, uuid-like and enumerated values are strings; `integer`, `float`, `decimal` numbers (decimals with at most two
 * places); `biginteger` a string of decimal digits; `date` `YYYY-MM-DD`; `time` `HH:mm:ss.SSS`; `datetime` and
 * `timestamp` ISO 8601 in UTC with milliseconds, years 0001 to 9999; `json`, `array`, `blocks` any JSON.
 */
export type Family =
  'text' | 'integer' | 'biginteger' | 'float' | 'decimal' | 'boolean' | 'date' | 'time' | 'datetime' | 'json';

const families: Readonly<Record<ScalarType, Family>> = {
  string: 'text',
  text: 'text',
  richtext: 'text',
  enumeration: 'text',
  email: 'text',
  password: 'text',
  uid: 'text',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
  timestamp: 'datetime',
  integer: 'integer',
  biginteger: 'biginteger',
  float: 'float',
  decimal: 'decimal',
  boolean: 'boolean',
  json: 'json',
  array: 'json',
  blocks: 'json',
};

export const familyOf = (type: ScalarType): Family => families[type];

const known: ReadonlySet<string> = new Set(Object.values(families));

export const isFamily = (name: string): name is Family => known.has(name);

/** The form in answers of a `time`: milliseconds only where they are not zero. */
export const presentTime = (time: string): string => (time.endsWith('.000') ? time.slice(0, 8) : time);
