/**
 * Items that wait under a path of keys. The first keys take turns; so do, in the turn of each, the keys that follow it. Items of
 * one path are first come first served.
 */
export interface Turns<T> {
  readonly isEmpty: boolean;
  add(path: readonly string[], item: T): void;
  next(): T | undefined;
  /** Removes the first items of each path, as far as `isDue` holds. */
  removeWhile(isDue: (item: T) => boolean): readonly T[];
}

export const createTurns = <T>(): Turns<T> => new KeyedTurns<T>();

class KeyedTurns<T> implements Turns<T> {
  /** The one whose turn is next is first. None of them is empty. */
  private readonly parts = new Map<string, Turns<T>>();

  get isEmpty(): boolean {
    return this.parts.size === 0;
  }

  add([key = '', ...rest]: readonly string[], item: T): void {
    const part = this.parts.get(key) ?? (rest.length === 0 ? new Queue<T>() : new KeyedTurns<T>());
    part.add(rest, item);
    this.parts.set(key, part);
  }

  next(): T | undefined {
    for (const [key, part] of this.parts) {
      const item = part.next();
      this.parts.delete(key);
      if (!part.isEmpty) this.parts.set(key, part);
      return item;
    }
    return undefined;
  }

  removeWhile(isDue: (item: T) => boolean): readonly T[] {
    const removed = [...this.parts.values()].flatMap((part) => part.removeWhile(isDue));
    for (const [key, part] of this.parts) if (part.isEmpty) this.parts.delete(key);
    return removed;
  }
}

class Queue<T> implements Turns<T> {
  private readonly items: T[] = [];

  get isEmpty(): boolean {
    return this.items.length === 0;
  }

  add(_path: readonly string[], item: T): void {
    this.items.push(item);
  }

  next(): T | undefined {
    return this.items.shift();
  }

  removeWhile(isDue: (item: T) => boolean): readonly T[] {
    const staying = this.items.findIndex((item) => !isDue(item));
    return this.items.splice(0, staying === -1 ? Infinity : staying);
  }
}
