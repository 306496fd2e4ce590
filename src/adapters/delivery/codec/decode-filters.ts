import { operators, type Filter, type Operator } from '../../../domain/query/query.js';
import { ok, type Result } from '../../../domain/result.js';
import { Budget } from './budget.js';
import { decodeComparison } from './decode-comparison.js';
import { isList, isRecord, type Param } from './param.js';
import { invalidKey, invalidParam } from './refusal.js';

const known: ReadonlySet<string> = new Set(operators);
const isOperator = (key: string): key is Operator => known.has(key);

/** `filters[…]` as a tree. Refusals name `param`: `filters`, or `populate` for those inside it. */
export function decodeFilters(raw: Param, param: string): Result<Filter | undefined> {
  if (raw === null || raw === '') return ok(undefined);
  if (!isRecord(raw))
    return invalidParam('Invalid filters: expected keys, as in filters[name]=value', 'filters', param);
  return decodeNode(raw, '', 1, new Budget(param));
}

/** The filters at `path`; the empty path is the content-type itself, which has keys only. */
function decodeNode(raw: Param, path: string, depth: number, budget: Budget): Result<Filter> {
  const taken = budget.take(depth);
  if (!taken.ok) return taken;
  if (isRecord(raw)) return decodeKeys(raw, path, depth, budget);
  if (path === '')
    return invalidParam(
      `Invalid ${budget.param}: expected keys instead of a value`,
      budget.param,
      budget.param,
    );
  const at = isList(raw) ? raw.findIndex((item) => typeof item !== 'string') : -1;
  return at === -1
    ? decodeComparison('$eq', raw, path, budget.param)
    : invalidKey(String(at), path, budget.param);
}

function decodeKeys(
  record: { readonly [key: string]: Param },
  path: string,
  depth: number,
  budget: Budget,
): Result<Filter> {
  const filters: Filter[] = [];
  for (const key of Object.keys(record)) {
    const filter = decodeKey(key, record[key]!, path, depth, budget);
    if (!filter.ok) return filter;
    filters.push(filter.value);
  }
  return ok(filters.length === 1 ? filters[0]! : { kind: 'and', filters });
}

function decodeKey(key: string, raw: Param, path: string, depth: number, budget: Budget): Result<Filter> {
  if (!key.startsWith('$')) {
    const filter = decodeNode(raw, path === '' ? key : `${path}.${key}`, depth + 1, budget);
    return filter.ok ? ok({ kind: 'at', key, filter: filter.value }) : filter;
  }
  if (key === '$and' || key === '$or')
    return decodeGroup(key === '$and' ? 'and' : 'or', raw, path, depth, budget);
  if (key === '$not') {
    const filter = decodeNode(raw, path, depth + 1, budget);
    return filter.ok ? ok({ kind: 'not', filter: filter.value }) : filter;
  }
  if (path === '' || !isOperator(key)) return invalidKey(key, path === '' ? null : path, budget.param);
  return decodeComparison(key, raw, path, budget.param);
}

function decodeGroup(
  kind: 'and' | 'or',
  raw: Param,
  path: string,
  depth: number,
  budget: Budget,
): Result<Filter> {
  if (!isList(raw) && !isRecord(raw))
    return invalidParam(`Invalid $${kind}: expected a list of filters`, `$${kind}`, budget.param);
  const filters: Filter[] = [];
  for (const item of isList(raw) ? raw : [raw]) {
    const filter = decodeNode(item, path, depth + 1, budget);
    if (!filter.ok) return filter;
    filters.push(filter.value);
  }
  return ok({ kind, filters });
}
