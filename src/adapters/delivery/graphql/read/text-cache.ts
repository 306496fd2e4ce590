import { LRUCache } from 'lru-cache';

/** Caches the results for the latest texts, up to a total length of all texts and of what their results are made from. */
export class TextCache<T> {
  private readonly entries: LRUCache<string, { readonly value: T }>;

  /** Does not keep a text longer than a tenth of `maxSize`, because it would evict many others. */
  constructor(maxSize: number) {
    this.entries = new LRUCache({ maxSize, maxEntrySize: maxSize / 10 });
  }

  get(text: string): T | undefined {
    return this.entries.get(text)?.value;
  }

  /** `more` is the length of what else the value is made from. */
  keep(text: string, value: T, more = 0): void {
    this.entries.set(text, { value }, { size: Math.max(1, text.length + more) });
  }
}
