/** How a store recognises conflicts with concurrent writers, and how often it retries. */
export interface Racing {
  /** Whether the same work may succeed when it is repeated. */
  isRace(error: unknown): boolean;
  readonly attempts: number;
  readonly maxPauseMs: number;
  /** Called before each repetition. */
  readonly onRetry?: () => void;
}

/**
 * Repeats `work` after conflicts with concurrent writers, with growing random pauses. `work` is a transaction or a
 * single operation: if it rejects, it has changed nothing.
 */
export async function afterRaces<T>(
  { isRace, attempts, maxPauseMs, onRetry }: Racing,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isRace(error)) throw error;
      onRetry?.();
      await pause(Math.random() * Math.min(maxPauseMs, 2 ** attempt));
    }
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
