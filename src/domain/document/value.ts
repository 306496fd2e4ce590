import type { ScalarType } from '../schema/schema.js';

/**
 * Groups types by how their values compare and are stored. Canonical forms, in the domain and at the ports: text-like
 * and enumerated values are strings; `integer`, `float` and `decimal` are numbers (decimals with at most two places);
 * `biginteger` is a string of digits; `date` is `YYYY-MM-DD`; `time` is `HH:mm:ss.SSS`; `datetime` and `timestamp` are
 * ISO 8601 in UTC with milliseconds, years 0001 to 9999; `json`, `array` and `blocks` are any JSON.
 */
export type Family =
  | 'text'
  | 'integer'
  | 'biginteger'
  | 'float'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'time'
  | 'datetime'
  | 'json';

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

/** Whether searches may look into the values. */
export const isSearchable = (type: ScalarType): boolean => familyOf(type) === 'text' && type !== 'password';

const known: ReadonlySet<string> = new Set(Object.values(families));

export const isFamily = (name: string): name is Family => known.has(name);

/** Formats a `time` for answers: with milliseconds only if they are not zero. */
export const presentTime = (time: string): string => (time.endsWith('.000') ? time.slice(0, 8) : time);
