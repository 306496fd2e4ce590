import type { Sort } from '../../../domain/query/query.js';
import { ok, type Result } from '../../../domain/result.js';
import { isList, isRecord, type Param, type ParamRecord } from './param.js';
import { invalidKey, invalidParam } from './query-failures.js';

const maxKeys = 32;

/** Decodes `sort=a,b.c:desc`, lists of these, and `sort[a][b]=asc`. Only the first use of a path counts. */
export function decodeSort(raw: Param, param: string): Result<readonly Sort[] | undefined> {
  const found = new Map<string, Sort>();
  const list = isList(raw) ? raw : [raw];
  for (const item of list) {
    const added = isRecord(item) ? addRecord(found, item, [], param) : addText(found, item, param);
    if (!added.ok) return added;
  }
  if (found.size > maxKeys) return invalidParam(`The sort has more than ${maxKeys} keys`, 'sort', param);
  return ok(found.size === 0 ? undefined : [...found.values()]);
}

type Added = Result<null>;
const added: Added = ok(null);

function addText(found: Map<string, Sort>, item: Param, param: string): Added {
  if (item === null) return added;
  if (typeof item !== 'string') return invalidKey('0', '0', param);
  for (const part of item.split(',')) {
    if (part.trim() === '') continue;
    const [path = '', direction = 'asc', ...rest] = part.trim().split(':');
    const sort = decodeOne(path.trim().split('.'), rest.length === 0 ? direction.trim() : part, param);
    if (!sort.ok) return sort;
    add(found, sort.value);
  }
  return added;
}

function addRecord(
  found: Map<string, Sort>,
  record: ParamRecord,
  above: readonly string[],
  param: string,
): Added {
  for (const [key, value] of Object.entries(record)) {
    const path = [...above, key];
    if (isRecord(value)) {
      const below = addRecord(found, value, path, param);
      if (!below.ok) return below;
      continue;
    }
    if (typeof value !== 'string') return invalidOrder(path, param);
    const sort = decodeOne(path, value, param);
    if (!sort.ok) return sort;
    add(found, sort.value);
  }
  return added;
}

function add(found: Map<string, Sort>, sort: Sort): void {
  const name = sort.path.join('.');
  if (!found.has(name)) found.set(name, sort);
}

function decodeOne(path: readonly string[], text: string, param: string): Result<Sort> {
  if (path.includes('')) return invalidKey(path.join('.'), null, param);
  const direction = text.toLowerCase();
  return direction === 'asc' || direction === 'desc' ? ok({ path, direction }) : invalidOrder(path, param);
}

const invalidOrder = (path: readonly string[], param: string): Result<never> =>
  invalidParam(
    `Invalid order at ${path.join('.')}. It can only be one of asc|desc|ASC|DESC`,
    path.join('.'),
    param,
  );
