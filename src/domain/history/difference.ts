import { isPlainObject } from '../document/plain-object.js';
import type { Json } from '../schema/schema.js';

/**
 * How one JSON value becomes another. `v`: it is replaced. `t`: a text keeps a beginning and an end of these lengths. `a`:
 * a list keeps its first and last items. `i`: the item at an index changes. `o`: members change, and `d` are removed.
 */
export type Difference =
  | { readonly v: Json }
  | { readonly t: readonly [number, number, string] }
  | { readonly a: readonly [number, number, readonly Json[]] }
  | { readonly i: readonly [number, Difference] }
  | { readonly o: { readonly [name: string]: Difference }; readonly d?: readonly string[] };

/** Returns how `from` becomes `to`; null if they are equal. The order of members does not count. */
export function differenceOf(from: Json, to: Json): Difference | null {
  if (from === to) return null;
  if (typeof from === 'string' && typeof to === 'string') return textDifference(from, to);
  if (isList(from) && isList(to)) return listDifference(from, to);
  if (isObject(from) && isObject(to)) return objectDifference(from, to);
  return { v: to };
}

/** Applies a difference to the value that it was made from. */
export function applyDifference(from: Json, difference: Difference): Json {
  if ('v' in difference) return difference.v;
  if ('t' in difference) {
    const [start, end, middle] = difference.t;
    const text = from as string;
    return text.slice(0, start) + middle + text.slice(text.length - end);
  }
  if ('a' in difference) {
    const [start, end, middle] = difference.a;
    const list = from as readonly Json[];
    return [...list.slice(0, start), ...middle, ...list.slice(list.length - end)];
  }
  if ('i' in difference) {
    const [index, inner] = difference.i;
    return (from as readonly Json[]).map((item, at) => (at === index ? applyDifference(item, inner) : item));
  }
  const kept = new Map(Object.entries(from as { readonly [name: string]: Json }));
  for (const name of difference.d ?? []) kept.delete(name);
  for (const [name, inner] of Object.entries(difference.o))
    kept.set(name, applyDifference(kept.get(name) ?? null, inner));
  return Object.fromEntries(kept);
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isObject = (value: Json): value is { readonly [key: string]: Json } => isPlainObject(value);

function textDifference(from: string, to: string): Difference {
  const [start, end] = commonEnds(from.length, to.length, (one, other) => from[one] === to[other]);
  return { t: [start, end, to.slice(start, to.length - end)] };
}

function listDifference(from: readonly Json[], to: readonly Json[]): Difference | null {
  const equal = (one: number, other: number): boolean =>
    differenceOf(from[one] ?? null, to[other] ?? null) === null;
  const [start, end] = commonEnds(from.length, to.length, equal);
  if (from.length === to.length && start === from.length) return null;
  const isOne = from.length === to.length && start + end === to.length - 1;
  const inner = isOne ? differenceOf(from[start] ?? null, to[start] ?? null) : null;
  return inner === null ? { a: [start, end, to.slice(start, to.length - end)] } : { i: [start, inner] };
}

function objectDifference(
  from: { readonly [key: string]: Json },
  to: { readonly [key: string]: Json },
): Difference | null {
  const changed = new Map<string, Difference>();
  for (const [name, value] of Object.entries(to)) {
    const inner = Object.hasOwn(from, name) ? differenceOf(from[name] ?? null, value) : { v: value };
    if (inner !== null) changed.set(name, inner);
  }
  const gone = Object.keys(from).filter((name) => !Object.hasOwn(to, name));
  if (changed.size === 0 && gone.length === 0) return null;
  return { o: Object.fromEntries(changed), ...(gone.length > 0 && { d: gone }) };
}

/** Returns how many items at the beginning and at the end are equal; they do not overlap. */
function commonEnds(
  from: number,
  to: number,
  equal: (one: number, other: number) => boolean,
): readonly [number, number] {
  const most = Math.min(from, to);
  let start = 0;
  while (start < most && equal(start, start)) start += 1;
  let end = 0;
  while (end < most - start && equal(from - 1 - end, to - 1 - end)) end += 1;
  return [start, end];
}
