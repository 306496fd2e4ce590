import { failure } from '../failure.js';
import { reason } from '../reason/reason.js';
import { err, ok, type Result } from '../result.js';

/** Replaces a list, or removes some items and places others. */
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
  /** Present for `before` and `after`. */
  readonly anchor: T | null;
}

/**
 * Applies an edit to a list. All stores must agree with this model. Removals come first; items that are not in the list
 * are ignored. Then each placement in turn moves or adds its target. Fails with `INPUT.INVALID` when a target is placed
 * beside itself, or beside an item that is not in the list at that point. `keyOf` identifies items.
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

/** The failure of a placement beside an item that is not in the list. */
export const notInList = (at: string, anchor: unknown) =>
  failure('INPUT.INVALID', reason('links.anchor', { anchor: nameOf(anchor), at }));

/** Items are documents, or plain values in tests. */
const nameOf = (item: unknown): string =>
  typeof item === 'object' && item !== null && 'documentId' in item
    ? `"${String(item.documentId)}"`
    : `"${String(item)}"`;

/** An item of a list and its neighbours; null at the ends. */
export interface ListNode<T> {
  readonly item: T;
  previous: ListNode<T> | null;
  next: ListNode<T> | null;
}

export interface ListPosition {
  readonly at: 'start' | 'end' | 'before' | 'after';
  /** The key of the neighbour; present for `before` and `after`. */
  readonly anchor: string | null;
}

/** A linked list of distinct items. Every step takes constant time, because clients choose the length of lists. */
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

  /** The neighbours of an item that is placed here; null if the anchor is not in the list. */
  gap({ at, anchor }: ListPosition): readonly [ListNode<T> | null, ListNode<T> | null] | null {
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
