import { failure } from '../failure.js';
import { err, ok, type Result } from '../result.js';

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
 * The pure model of a list: what every store must agree with. Disconnects come
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

/** An item of a list and what stands beside it; null at an end. */
export interface ListNode<T> {
  readonly item: T;
  previous: ListNode<T> | null;
  next: ListNode<T> | null;
}

export interface Place {
  readonly at: 'start' | 'end' | 'before' | 'after';
  /** The key of the item to stand beside; for `before` and `after`. */
  readonly anchor: string | null;
}

/** A list of distinct items by key, in which every step costs the same however long it is: clients choose its length. */
export class LinkedList<T> {
  private readonly nodes = new Map<string, ListNode<T>>();
  private first: ListNode<T> | null = null;
  private last: ListNode<T> | null = null;

  constructor(items: Iterable<readonly [key: string, item: T]>) {
    for (const [key, item] of items) this.insert(key, item, this.last, null);
  }

  remove(key: string): void {
    const node = this.nodes.get(key);
    if (node === undefined) return;
    this.nodes.delete(key);
    if (node.previous === null) this.first = node.next;
    else node.previous.next = node.next;
    if (node.next === null) this.last = node.previous;
    else node.next.previous = node.previous;
  }

  /** What would stand before and after an item at this place; null where the anchor is not in the list. */
  gap({ at, anchor }: Place): readonly [ListNode<T> | null, ListNode<T> | null] | null {
    if (at === 'start') return [null, this.first];
    if (at === 'end' || anchor === null) return [this.last, null];
    const node = this.nodes.get(anchor);
    if (node === undefined) return null;
    return at === 'before' ? [node.previous, node] : [node, node.next];
  }

  insert(key: string, item: T, previous: ListNode<T> | null, next: ListNode<T> | null): void {
    const node: ListNode<T> = { item, previous, next };
    if (previous === null) this.first = node;
    else previous.next = node;
    if (next === null) this.last = node;
    else next.previous = node;
    this.nodes.set(key, node);
  }

  items(): T[] {
    const items: T[] = [];
    for (let node = this.first; node !== null; node = node.next) items.push(node.item);
    return items;
  }
}
