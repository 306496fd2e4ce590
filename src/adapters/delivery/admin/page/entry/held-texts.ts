import type { Json } from '../../../../../domain/schema/schema.js';
import { isItem, isSameItem } from './component-value.js';
import { attributeAt, same, valueIn, type Edits } from './edits.js';
import type { Shown } from './content.js';

/**
 * Returns the texts without a value that are left when contents change: each goes with its component, and is dropped where that
 * is removed or its field gets another value.
 */
export function textsAfter(
  texts: Edits['texts'],
  [before, after]: readonly [was: Shown, is: Shown],
): Edits['texts'] {
  const left = Object.entries(texts).flatMap(([path, held]) => {
    const name = attributeAt(path);
    const [, ...inside] = path.split('.');
    const place = placeAfter(inside, valueIn(before, name), valueIn(after, name));
    return place === null ? [] : [[[name, ...place].join('.'), held] as const];
  });
  return Object.fromEntries(left);
}

/** Where a field inside of a value is in a later one; null: nowhere, or with another value. */
function placeAfter(
  path: readonly string[],
  was: Json | undefined,
  is: Json | undefined,
): readonly string[] | null {
  const [step, ...others] = path;
  if (step === undefined) return same(was, is) ? [] : null;
  if (!Array.isArray(was)) {
    const rest = placeAfter(others, memberOf(was, step), memberOf(is, step));
    return rest && [step, ...rest];
  }
  const item: Json | undefined = was[Number(step)];
  const at = Array.isArray(is) ? is.findIndex((one: Json) => isSameItem(item, one)) : -1;
  if (at < 0 || !Array.isArray(is)) return null;
  const rest = placeAfter(others, item, is[at]);
  return rest && [String(at), ...rest];
}

const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  isItem(value) ? value[name] : undefined;
