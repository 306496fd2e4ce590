/** How a store recognises that another writer was faster, and how long it tries again. */
export interface Racing {
  /** Whether the same work may succeed when it is done again. */
  isRace(error: unknown): boolean;
  readonly attempts: number;
  readonly maxPauseMs: number;
}

/**
 * Does `work` again where another writer was faster, after pauses that grow and differ from writer to writer. `work` is
 * a transaction or one operation: when it rejects, it has changed nothing.
 */
export async function afterRaces<T>(
  { isRace, attempts, maxPauseMs }: Racing,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isRace(error)) throw error;
      await pause(Math.random() * Math.min(maxPauseMs, 2 ** attempt));
    }
  }
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds));
