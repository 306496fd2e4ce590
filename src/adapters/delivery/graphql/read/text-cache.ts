import { LRUCache } from 'lru-cache';

/** Caches the results for the latest texts, up to a total length of all texts. */
export class TextCache<T> {
  private readonly entries: LRUCache<string, { readonly value: T }>;

  /** Does not keep a text longer than a tenth of `maxSize`, because it would evict many others. */
  constructor(maxSize: number) {
    this.entries = new LRUCache({
      maxSize,
      maxEntrySize: maxSize / 10,
      sizeCalculation: (_value, text) => Math.max(1, text.length),
    });
  }

  get(text: string): T | undefined {
    return this.entries.get(text)?.value;
  }

  keep(text: string, value: T): void {
    this.entries.set(text, { value });
  }
}
