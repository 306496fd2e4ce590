/** How a store meets other writers. */
export interface Racing {
  /** Whether another writer was faster, so that the same again may succeed. */
  isRace(error: unknown): boolean;
  readonly attempts: number;
  /** In milliseconds. */
  readonly longestPause: number;
}

/**
 * Does `work` again where another writer was faster, with pauses that grow and differ from writer to writer. It has done
 * nothing when it rejects: it is a transaction, or one operation.
 */
export async function afterRaces<T>(
  { isRace, attempts, longestPause }: Racing,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isRace(error)) throw error;
      await pause(Math.random() * Math.min(longestPause, 2 ** attempt));
    }
  }
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds));
