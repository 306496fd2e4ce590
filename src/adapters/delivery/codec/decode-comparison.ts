import type { Filter, Operator } from '../../../domain/query/query.js';
import { ok, type Result } from '../../../domain/result.js';
import { Flag, decodeWith } from './scalar-codecs.js';
import { isList, isRecord, type Param } from './param.js';
import { invalidKey, invalidParam } from './refusal.js';

/** One operator and its value. Values stay text (lists of text for `$in`, `$notIn`, `$between`; booleans for `$null`, `$notNull`). */
export function decodeComparison(
  operator: Operator,
  raw: Param,
  path: string,
  param: string,
): Result<Filter> {
  if (isRecord(raw)) return invalidKey(Object.keys(raw)[0] ?? operator, path, param);
  if (isList(raw) && raw.some((item) => typeof item !== 'string'))
    return invalidParam(
      `Invalid value for ${operator} at ${path}: expected text in its list`,
      operator,
      param,
    );
  switch (operator) {
    case '$null':
    case '$notNull':
      return decodeNull(operator, raw, path, param);
    case '$in':
    case '$notIn':
      return ok({
        kind: 'compare',
        operator,
        value: isList(raw) ? raw : raw === null || raw === '' ? [] : [raw],
      });
    case '$between':
      return isList(raw) && raw.length === 2
        ? ok({ kind: 'compare', operator, value: raw })
        : invalidParam(`Invalid value for $between at ${path}: expected two values`, operator, param);
    default:
      return decodeScalar(operator, raw, path, param);
  }
}

function decodeNull(operator: '$null' | '$notNull', raw: Param, path: string, param: string): Result<Filter> {
  if (raw === null) return ok({ kind: 'compare', operator, value: true });
  const value = decodeWith(Flag, raw);
  return value === undefined
    ? invalidParam(`Invalid value for ${operator} at ${path}: expected true or false`, operator, param)
    : ok({ kind: 'compare', operator, value });
}

/** A list means any of its values, and under a negation none of them. */
function decodeScalar(operator: Operator, raw: Param, path: string, param: string): Result<Filter> {
  if (isList(raw)) {
    if (operator === '$eq') return ok({ kind: 'compare', operator: '$in', value: raw });
    if (operator === '$ne') return ok({ kind: 'compare', operator: '$notIn', value: raw });
    const filters = raw.map((value): Filter => ({ kind: 'compare', operator, value }));
    return ok({ kind: operator.startsWith('$n') ? 'and' : 'or', filters });
  }
  if (raw !== null) return ok({ kind: 'compare', operator, value: raw });
  if (operator === '$eq') return ok({ kind: 'compare', operator: '$null', value: true });
  if (operator === '$ne') return ok({ kind: 'compare', operator: '$notNull', value: true });
  return invalidParam(`Missing value for ${operator} at ${path}`, operator, param);
}
