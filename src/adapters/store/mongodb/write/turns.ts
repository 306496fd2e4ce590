/**
 * Writers of one process to the same documents go one after the other: between processes they conflict and run again,
 * which costs more the more there are.
 */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Runs `work` when everything that was asked for before with one of `keys` has ended. */
  async take<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const before = keys.flatMap((key) => this.last.get(key) ?? []);
    let release = (): void => {};
    const ended = new Promise<void>((resolve) => (release = resolve));
    for (const key of keys) this.last.set(key, ended);
    try {
      await Promise.all(before);
      return await work();
    } finally {
      release();
      for (const key of keys) if (this.last.get(key) === ended) this.last.delete(key);
    }
  }
}
