import { failure } from '../failure.js';
import { err, ok, type Result } from '../result.js';
import { LinkedList } from './linked-list.js';

/** What is asked of a list: replace it, or remove some of it and place some in it. */
export type ListEdit<T> =
  | {
      readonly kind: 'set';
      /** Distinct. */
      readonly items: readonly T[];
    }
  | {
      readonly kind: 'change';
      readonly connect: readonly ListPlacement<T>[];
      readonly disconnect: readonly T[];
    };

export interface ListPlacement<T> {
  readonly target: T;
  readonly at: 'start' | 'end' | 'before' | 'after';
  /** For `before` and `after`. */
  readonly anchor: T | null;
}

/**
 * The pure model of a list: what every store must agree with (content-api.md, "Relation management"). Disconnects come
 * first, and what is not there is passed over; then each placement, one after the other, moves or adds its target.
 * Standing before or after something that is not in the list by then is `INPUT.INVALID`, and so is standing beside
 * oneself. `keyOf` tells items apart.
 */
export function applyToList<T>(
  current: readonly T[],
  edit: ListEdit<T>,
  keyOf: (item: T) => string,
): Result<T[]> {
  if (edit.kind === 'set') return ok([...edit.items]);
  const list = new LinkedList<T>(current.map((item) => [keyOf(item), item]));
  for (const item of edit.disconnect) list.remove(keyOf(item));
  for (const { target, at, anchor } of edit.connect) {
    const key = keyOf(target);
    list.remove(key);
    const gap = list.gap({ at, anchor: anchor === null ? null : keyOf(anchor) });
    if (gap === null) return err(notInList(at, anchor));
    list.insert(key, target, ...gap);
  }
  return ok(list.items());
}

/** The refusal to stand beside what is not in the list. */
export const notInList = (at: string, anchor: unknown) =>
  failure('INPUT.INVALID', `There is no connection to ${nameOf(anchor)} to stand ${at}`);

/** Items are documents, or anything plain in tests. */
const nameOf = (item: unknown): string =>
  typeof item === 'object' && item !== null && 'documentId' in item
    ? `"${String(item.documentId)}"`
    : `"${String(item)}"`;
