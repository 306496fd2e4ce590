/** What an import could not take over, or what the user should know about it. */
export interface Finding {
  /**
   * `lost`: something of the archive that belongs to the content, the users or the access is not there afterwards.
   * `note`: something that has no counterpart here, or that the user should check.
   */
  readonly kind: 'lost' | 'note';
  readonly message: string;
  readonly count: number;
  /** Some of them, by name. */
  readonly examples: readonly string[];
}

const shownExamples = 5;

/** Collects findings. Those with the same message are counted together. */
export class Findings {
  private readonly found = new Map<string, { kind: Finding['kind']; count: number; examples: string[] }>();

  lost(message: string, example?: string, count = 1): void {
    this.add('lost', message, example, count);
  }

  note(message: string, example?: string, count = 1): void {
    this.add('note', message, example, count);
  }

  private add(kind: Finding['kind'], message: string, example: string | undefined, count: number): void {
    if (count === 0) return;
    const known = this.found.get(message) ?? { kind, count: 0, examples: [] };
    this.found.set(message, known);
    known.count += count;
    if (example !== undefined && known.examples.length < shownExamples) known.examples.push(example);
  }

  list(): readonly Finding[] {
    return [...this.found].map(([message, { kind, count, examples }]) => ({
      kind,
      message,
      count,
      examples,
    }));
  }
}

/** Collects reasons to refuse the whole archive, so that they are shown together. */
export class Faults {
  private readonly messages = new Map<string, number>();

  /** The same message is shown once, with the number of times. */
  add(message: string): void {
    if (this.messages.size < mostFaults || this.messages.has(message))
      this.messages.set(message, (this.messages.get(message) ?? 0) + 1);
    else this.more++;
  }

  private more = 0;

  get any(): boolean {
    return this.messages.size > 0;
  }

  list(): readonly string[] {
    const shown = [...this.messages].map(([message, count]) =>
      count === 1 ? message : `${message} (${count} times)`,
    );
    return this.more === 0 ? shown : [...shown, `and ${this.more} more`];
  }
}

const mostFaults = 50;
