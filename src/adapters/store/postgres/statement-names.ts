import { LRUCache } from 'lru-cache';

/**
 * Decides which statements to prepare under a name: those that are run a second time. Each name costs memory in every
 * connection of the server, and clients choose the statements, so the number of names is limited.
 */
export class StatementNames {
  private readonly names = new Map<string, string>();
  private readonly seen: LRUCache<string, true>;

  constructor(
    private readonly maxNames = 100,
    maxSeen = 500,
  ) {
    this.seen = new LRUCache({ max: maxSeen });
  }

  /** Returns the name to prepare the text under; undefined if it should run unnamed. */
  nameFor(text: string): string | undefined {
    const name = this.names.get(text);
    if (name !== undefined || this.names.size >= this.maxNames) return name;
    if (!this.seen.delete(text)) {
      this.seen.set(text, true);
      return undefined;
    }
    const given = `quire_${this.names.size + 1}`;
    this.names.set(text, given);
    if (this.names.size === this.maxNames) this.seen.clear();
    return given;
  }
}
