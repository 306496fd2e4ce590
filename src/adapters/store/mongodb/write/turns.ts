/**
 * Makes writers in one process to the same documents wait for each other. Writers in different processes conflict
 * and run again instead, which costs more the more of them there are.
 */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Runs `work` after all work that was given earlier with one of `keys` has ended. */
  async take<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const release = await this.hold(keys);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Waits for all earlier holders of one of `keys`. Returns what lets later ones go on. */
  async hold(keys: readonly string[]): Promise<() => void> {
    const before = keys.flatMap((key) => this.last.get(key) ?? []);
    let resolve = (): void => {};
    const ended = new Promise<void>((resolved) => (resolve = resolved));
    for (const key of keys) this.last.set(key, ended);
    await Promise.all(before);
    return () => {
      resolve();
      for (const key of keys) if (this.last.get(key) === ended) this.last.delete(key);
    };
  }

  isFree(key: string): boolean {
    return !this.last.has(key);
  }
}
