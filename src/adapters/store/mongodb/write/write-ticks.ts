import type { Counters } from '../counters.js';

/** The ticks of one write, asked for before they are needed. */
export class WriteTicks {
  private run: { readonly first: Promise<number>; taken: number; left: number } | null = null;

  constructor(private readonly counters: Counters) {}

  /** Asks for what is missing of `count`; does not wait. */
  reserve(count: number): void {
    if (count === 0 || (this.run?.left ?? 0) >= count) return;
    const first = this.counters.ticks(count);
    // Whoever takes them hears of it; a write that failed before takes none.
    first.catch(() => {});
    this.run = { first, taken: 0, left: count };
  }

  /** The first of a run of `count`. */
  async take(count: number): Promise<number> {
    this.reserve(count);
    const { run } = this;
    if (run === null) return 0;
    const offset = run.taken;
    run.taken += count;
    run.left -= count;
    return (await run.first) + offset;
  }
}
