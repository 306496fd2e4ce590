import { isPlainObject } from '../../../../domain/document/plain-object.js';
import type { PagingLimits } from '../../codec/pagination.js';
import type { ParamRecord } from '../../codec/param.js';
import type { ResponseFormat } from '../shape/shape.js';

/** The `limit` that asks for the most that there may be; null: there is none. */
const wholeLimits: Readonly<Record<ResponseFormat, number | null>> = { v4: null, v5: -1 };

/** Returns the argument `pagination` in the form of REST, so that one decoder serves both. */
export function pagingParams(
  pagination: unknown,
  { maxLimit }: PagingLimits,
  format: ResponseFormat,
): ParamRecord {
  const given = isPlainObject(pagination) ? pagination : {};
  const asked = Object.entries(given).filter(([, value]) => value !== null);
  if (asked.length === 0) return {};
  const params = asked.map(([name, value]): [string, string] => {
    const isWhole = name === 'limit' && value === wholeLimits[format];
    return [name, String(isWhole ? maxLimit : value)];
  });
  return { pagination: Object.fromEntries(params) };
}
