import { LRUCache } from 'lru-cache';

/** What was made of the latest texts, up to a number of characters of all of them together. */
export class TextCache<T> {
  private readonly known: LRUCache<string, { readonly value: T }>;

  /** A text that alone would push out many others is not kept. */
  constructor(maxSize: number) {
    this.known = new LRUCache({
      maxSize,
      maxEntrySize: maxSize / 10,
      sizeCalculation: (_value, text) => Math.max(1, text.length),
    });
  }

  get(text: string): T | undefined {
    return this.known.get(text)?.value;
  }

  keep(text: string, value: T): void {
    this.known.set(text, { value });
  }
}
