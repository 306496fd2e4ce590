import { generateKeyBetween } from 'fractional-indexing';
import type { KnownList, TargetRef } from '../plan/write-plan.js';
import { err, ok, type Result } from '../result.js';
import { refKey } from './link-list.js';
import { LinkedList, notInList, type ListNode, type ListPlacement } from './list.js';

type Entry = KnownList['links'][number];

/**
 * Places items one after the other, as if each were done alone: what
 * `applyToList` does, on order keys and a neighbourhood of the list. Null: there is no room left between two keys, so
 * the list must be rebalanced first.
 */
export function placeLinks<T extends TargetRef>(
  known: KnownList,
  disconnected: readonly TargetRef[],
  connects: readonly ListPlacement<T>[],
  sequenceKeys: readonly string[],
): Result<readonly { readonly target: T; readonly key: string }[] | null> {
  const list = new LinkedList<Entry>(known.links.map((link) => [refKey(link.target), link]));
  for (const target of disconnected) list.remove(refKey(target));
  const fresh = sequenceKeys[Symbol.iterator]();
  const placed = new Map<string, { readonly target: T; readonly key: string }>();
  for (const { target, at, anchor } of connects) {
    list.remove(refKey(target));
    const gap = list.gap({ at, anchor: anchor === null ? null : refKey(anchor) });
    if (gap === null) return err(notInList(at, anchor));
    const key = keyIn(gap, fresh);
    if (key === null) return ok(null);
    list.insert(refKey(target), { target, key }, ...gap);
    placed.set(refKey(target), { target, key });
  }
  return ok([...placed.values()]);
}

/** The ends of a list that placements may stand beside: what goes to the end stands beside the last once it is an anchor. */
export function endsBeside(connects: readonly ListPlacement<TargetRef>[]): {
  readonly first: boolean;
  readonly last: boolean;
} {
  const atEnd = new Set(connects.filter(({ at }) => at === 'end').map(({ target }) => refKey(target)));
  return {
    first: connects.some(({ at }) => at === 'start'),
    last: connects.some(({ anchor }) => anchor !== null && atEnd.has(refKey(anchor))),
  };
}

/** At the end a sequence key: it is greater than every key that there is, whoever appends. */
function keyIn(
  [previous, next]: readonly [ListNode<Entry> | null, ListNode<Entry> | null],
  fresh: Iterator<string>,
): string | null {
  if (next !== null) return keyBetween(previous?.item.key ?? null, next.item.key);
  const key = fresh.next();
  if (key.done === true) throw new Error('fewer keys than placements');
  return key.value;
}

/** Longer keys are a sign of many insertions at one place: the list is rebalanced. */
export const maxKeyLength = 128;

/**
 * A key that sorts (by bytes) strictly between two keys of a list, null being its start or end. Null where there is
 * no room: the keys are equal, or the result would be too long.
 */
export function keyBetween(low: string | null, high: string | null): string | null {
  if (low !== null && high !== null && low >= high) return null;
  const key = generateKeyBetween(low, high);
  return key.length > maxKeyLength ? null : key;
}
