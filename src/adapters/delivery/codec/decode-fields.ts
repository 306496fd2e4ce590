import { ok, type Result } from '../../../domain/result.js';
import { isList, type Param } from './param.js';
import { invalidKey } from './query-failures.js';

/** Decodes `fields=a,b`, `fields[0]=a` and `*`. Undefined if it names no field, which means all of them. */
export function decodeFields(raw: Param, param: string): Result<readonly string[] | undefined> {
  const names = new Set<string>();
  const list = isList(raw) ? raw : [raw];
  for (const [index, item] of list.entries()) {
    if (item === null) continue;
    if (typeof item !== 'string') {
      const key = isList(raw) ? String(index) : (Object.keys(item)[0] ?? 'fields');
      return invalidKey(key, key, param);
    }
    for (const name of item.split(',')) if (name.trim() !== '') names.add(name.trim());
  }
  return ok(names.size === 0 ? undefined : [...names]);
}
