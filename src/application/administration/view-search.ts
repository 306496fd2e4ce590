import { isPlainObject } from '../../domain/document/plain-object.js';
import { reason } from '../../domain/reason/reason.js';
import { isStorableText } from '../../domain/document/storable-text.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Json } from '../../domain/schema/schema.js';
import { invalid } from './failures.js';

/** What a view keeps of a list. All members are optional. */
const members: Readonly<Record<string, (value: unknown) => boolean>> = {
  search: isText,
  sort: isText,
  locale: isText,
  /** The names of the columns, with commas between them. */
  columns: isText,
  state: (value) => ['draft', 'changed', 'published'].includes(value as string),
  density: (value) => ['normal', 'compact', 'loose'].includes(value as string),
  size: (value) => [25, 50, 100].includes(value as number),
  /** In the form of a request's `filters`. */
  filters: isPlainObject,
};

/** In characters of JSON. */
const longest = 10_000;

/** Checks what a view asks for, but not what it names. */
export function checkSearch(given: unknown): Result<{ readonly [name: string]: Json }> {
  if (!isPlainObject(given)) return err(invalid('search', reason('view.search')));
  const wrong = Object.entries(given).find(
    ([name, value]) => !Object.hasOwn(members, name) || members[name]?.(value) !== true,
  );
  if (wrong !== undefined) return err(invalid('search', reason('view.searchKey', { name: wrong[0] })));
  const text = JSON.stringify(given);
  if (text.length > longest || !isStorableText(text))
    return err(invalid('search', reason('view.searchLength', { max: longest })));
  return ok(given as { readonly [name: string]: Json });
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
