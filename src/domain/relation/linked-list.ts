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
