import { operators, type Filter, type Operator } from '../../../domain/query/query.js';
import { ok, type Result } from '../../../domain/result.js';
import { NodeLimit, isList, isRecord, type Param } from './param.js';
import { invalidKey, invalidParam } from './query-failures.js';
import { Flag, decodeWith } from './scalar-codecs.js';

const known: ReadonlySet<string> = new Set(operators);
const isOperator = (key: string): key is Operator => known.has(key);

/** Decodes `filters[…]`. Failures name `param`: `filters`, or `populate` for the filters inside it. */
export function decodeFilters(raw: Param, param: string): Result<Filter | undefined> {
  if (raw === null || raw === '') return ok(undefined);
  if (!isRecord(raw))
    return invalidParam('Invalid filters: expected keys, as in filters[name]=value', 'filters', param);
  return decodeNode(raw, '', 1, new NodeLimit(param));
}

/** Decodes the filters at `path`. The empty path is the content-type itself, which allows only keys. */
function decodeNode(raw: Param, path: string, depth: number, limit: NodeLimit): Result<Filter> {
  const counted = limit.count(depth);
  if (!counted.ok) return counted;
  if (isRecord(raw)) return decodeKeys(raw, path, depth, limit);
  if (path === '')
    return invalidParam(`Invalid ${limit.param}: expected keys instead of a value`, limit.param, limit.param);
  const at = isList(raw) ? raw.findIndex((item) => typeof item !== 'string') : -1;
  return at === -1
    ? decodeComparison('$eq', raw, path, limit.param)
    : invalidKey(String(at), path, limit.param);
}

function decodeKeys(
  record: { readonly [key: string]: Param },
  path: string,
  depth: number,
  limit: NodeLimit,
): Result<Filter> {
  const filters: Filter[] = [];
  for (const key of Object.keys(record)) {
    const filter = decodeKey(key, record[key]!, path, depth, limit);
    if (!filter.ok) return filter;
    filters.push(filter.value);
  }
  return ok(filters.length === 1 ? filters[0]! : { kind: 'and', filters });
}

function decodeKey(key: string, raw: Param, path: string, depth: number, limit: NodeLimit): Result<Filter> {
  if (!key.startsWith('$')) {
    const filter = decodeNode(raw, path === '' ? key : `${path}.${key}`, depth + 1, limit);
    return filter.ok ? ok({ kind: 'at', key, filter: filter.value }) : filter;
  }
  if (key === '$and' || key === '$or')
    return decodeGroup(key === '$and' ? 'and' : 'or', raw, path, depth, limit);
  if (key === '$not') {
    const filter = decodeNode(raw, path, depth + 1, limit);
    return filter.ok ? ok({ kind: 'not', filter: filter.value }) : filter;
  }
  if (path === '' || !isOperator(key)) return invalidKey(key, path === '' ? null : path, limit.param);
  return decodeComparison(key, raw, path, limit.param);
}

function decodeGroup(
  kind: 'and' | 'or',
  raw: Param,
  path: string,
  depth: number,
  limit: NodeLimit,
): Result<Filter> {
  if (!isList(raw) && !isRecord(raw))
    return invalidParam(`Invalid $${kind}: expected a list of filters`, `$${kind}`, limit.param);
  const filters: Filter[] = [];
  for (const item of isList(raw) ? raw : [raw]) {
    const filter = decodeNode(item, path, depth + 1, limit);
    if (!filter.ok) return filter;
    filters.push(filter.value);
  }
  return ok({ kind, filters });
}

/**
 * Decodes one operator and its value: text, a list of text for `$in`, `$notIn` and `$between`, a boolean for `$null` and
 * `$notNull`.
 */
function decodeComparison(operator: Operator, raw: Param, path: string, param: string): Result<Filter> {
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

/** A list matches any of its values; with a negated operator it matches none of them. */
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
