import type { GrantFilters } from '../../../application/ports/grant-filters.js';
import type { Filter } from '../../../domain/query/query.js';
import { collectResults, ok, type Result } from '../../../domain/result.js';
import { maxDepth } from '../../../domain/plan/planning-scope.js';
import { decodeFilters } from './decode-filters.js';
import type { Param } from './param.js';
import { invalidParam } from './query-failures.js';

const param = 'filters';

/** Decodes the filters of grants like those of a request. Unlike there, values may be JSON numbers and booleans. */
export const createGrantFilters = (): GrantFilters => ({ decode: decodeJsonFilters });

/** Decodes filters in JSON. */
export function decodeJsonFilters(filters: unknown): Result<Filter> {
  const raw = paramOf(filters, 0);
  if (!raw.ok) return raw;
  const decoded = decodeFilters(raw.value, param);
  if (!decoded.ok) return decoded;
  return decoded.value === undefined
    ? invalidParam('Invalid filters: expected an object', param, param)
    : ok(decoded.value);
}

function paramOf(value: unknown, depth: number): Result<Param> {
  if (value === null) return ok(null);
  if (typeof value === 'number' || typeof value === 'boolean') return ok(String(value));
  if (typeof value === 'string')
    return value.includes('\u0000') ? refuse('a null character cannot be looked for') : ok(value);
  if (depth > maxDepth * 2) return refuse(`they are nested deeper than ${maxDepth} levels`);
  if (Array.isArray(value)) return collectResults(value, (item) => paramOf(item, depth + 1));
  return typeof value === 'object' ? recordOf(value, depth) : refuse(`${typeof value} is no JSON`);
}

function recordOf(value: object, depth: number): Result<Param> {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return refuse('they are JSON, and nothing else');
  const record = Object.create(null) as { [key: string]: Param };
  for (const [key, member] of Object.entries(value)) {
    const item = paramOf(member, depth + 1);
    if (!item.ok) return item;
    record[key] = item.value;
  }
  return ok(record);
}

const refuse = (reason: string): Result<never> => invalidParam(`Invalid filters: ${reason}`, param, param);
