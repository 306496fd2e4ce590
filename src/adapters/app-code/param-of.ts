import { failure } from '../../domain/failure.js';
import type { Param, ParamRecord } from '../delivery/codec/param.js';
import { AppError } from './app-error.js';

/** Parameters as plain JavaScript has them, in the form that the codec reads: everything a text, as in an address. */
export function paramsOf(params: unknown, at = 'params'): ParamRecord {
  if (params === undefined || params === null) return {};
  if (!isPlain(params)) throw refusal(at);
  return recordOf(params, at);
}

function recordOf(value: object, at: string): ParamRecord {
  // Without a prototype, as the codec wants it: `constructor` is then a key like any other.
  const record: Record<string, Param> = Object.create(null) as Record<string, Param>;
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) record[key] = paramOf(member, `${at}.${key}`);
  }
  return record;
}

function paramOf(value: unknown, at: string): Param {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value);
  }
  if (value === null) return null;
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  if (Array.isArray(value)) return value.map((item, index) => paramOf(item, `${at}.${index}`));
  if (isPlain(value)) return recordOf(value, at);
  throw refusal(at);
}

export const isPlain = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  [null, Object.prototype].includes(Object.getPrototypeOf(value) as null);

const refusal = (at: string): AppError =>
  new AppError(
    failure('QUERY.INVALID', `${at} must be text, a number, a boolean, a date, a list or a plain object`),
  );
