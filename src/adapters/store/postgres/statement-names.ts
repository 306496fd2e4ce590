import { LRUCache } from 'lru-cache';

/**
 * Decides which statements are prepared under a name: those that come back. Every name costs memory in each of the
 * server's processes, and clients choose the shapes, so there are few names.
 */
export class StatementNames {
  private readonly names = new Map<string, string>();
  private readonly seen: LRUCache<string, true>;

  constructor(
    private readonly mostNames = 100,
    mostSeen = 500,
  ) {
    this.seen = new LRUCache({ max: mostSeen });
  }

  /** The name to prepare `text` under; undefined: run it unnamed. */
  nameFor(text: string): string | undefined {
    const name = this.names.get(text);
    if (name !== undefined || this.names.size >= this.mostNames) return name;
    if (!this.seen.delete(text)) {
      this.seen.set(text, true);
      return undefined;
    }
    const given = `quire_${this.names.size + 1}`;
    this.names.set(text, given);
    if (this.names.size === this.mostNames) this.seen.clear();
    return given;
  }
}
