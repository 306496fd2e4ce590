import { generateKeyBetween } from 'fractional-indexing';
import type { TargetRef } from '../plan/write-plan.js';
import type { LoadedList } from '../plan/write-requirements.js';
import { err, ok, type Result } from '../result.js';
import { refKey } from './link-list.js';
import { LinkedList, notInList, type ListNode, type ListPlacement } from './list.js';

type Entry = LoadedList['links'][number];

/**
 * Places items one after the other, with the result of `applyToList`, from order keys and the links near the anchors.
 * Null: there is no key left between two links, so the list must be rebalanced first.
 */
export function placeLinks<T extends TargetRef>(
  loaded: LoadedList,
  disconnected: readonly TargetRef[],
  connects: readonly ListPlacement<T>[],
  sequenceKeys: readonly string[],
): Result<readonly { readonly target: T; readonly key: string }[] | null> {
  const list = new LinkedList<Entry>(loaded.links.map((link) => [refKey(link.target), link]));
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

/**
 * The ends of the list beside which links may be placed. An item at the end is beside the last link once it becomes an
 * anchor itself.
 */
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

/**
 * Items at the end get a sequence key, which is greater than all existing keys even if others append at the same time.
 */
function keyIn(
  [previous, next]: readonly [ListNode<Entry> | null, ListNode<Entry> | null],
  fresh: Iterator<string>,
): string | null {
  if (next !== null) return keyBetween(previous?.item.key ?? null, next.item.key);
  const key = fresh.next();
  if (key.done === true) throw new Error('fewer keys than placements');
  return key.value;
}

/** Keys grow with repeated insertion at one place. The list is rebalanced before they exceed this length. */
export const maxKeyLength = 128;

/**
 * Returns a key that sorts, by bytes, strictly between two keys of a list; null is its start or end. Null if there is
 * none: the keys are equal, or the result would be longer than `maxKeyLength`.
 */
export function keyBetween(low: string | null, high: string | null): string | null {
  if (low !== null && high !== null && low >= high) return null;
  const key = generateKeyBetween(low, high);
  return key.length > maxKeyLength ? null : key;
}
