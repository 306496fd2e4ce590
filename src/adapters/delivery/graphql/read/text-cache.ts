/** What was made of the latest texts, up to a number of characters of all of them together. */
export class TextCache<T> {
  private readonly known = new Map<string, T>();
  private size = 0;

  constructor(private readonly maxSize: number) {}

  get(text: string): T | undefined {
    return this.known.get(text);
  }

  /** A text that alone would push out many others is not kept. */
  keep(text: string, value: T): void {
    if (text.length > this.maxSize / 10 || this.known.has(text)) return;
    this.known.set(text, value);
    this.size += text.length;
    // Maps list their keys in the order of arrival.
    for (const oldest of this.known.keys()) {
      if (this.size <= this.maxSize) return;
      this.known.delete(oldest);
      this.size -= oldest.length;
    }
  }
}
