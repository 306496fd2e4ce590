import type { Result } from '../../domain/result.js';

/** Remembers answers for a moment, so that many requests of one caller ask once. */
export interface ShortMemory<T> {
  of(key: string): Promise<Result<T>>;
  forget(key: string): void;
}

interface Entry<T> {
  readonly until: number;
  readonly answer: Promise<Result<T>>;
}

/** `most` entries; the oldest go first. A failure is not remembered. */
export function createShortMemory<T>(
  milliseconds: number,
  most: number,
  ask: (key: string) => Promise<Result<T>>,
): ShortMemory<T> {
  // Maps list their keys in the order of arrival, so the first is the oldest.
  const entries = new Map<string, Entry<T>>();
  const forget = (key: string): void => void entries.delete(key);
  return {
    of(key) {
      const known = entries.get(key);
      if (known !== undefined && known.until > performance.now()) return known.answer;
      entries.delete(key);
      if (entries.size >= most) entries.delete(entries.keys().next().value ?? '');
      const answer = ask(key);
      const entry = { until: performance.now() + milliseconds, answer };
      entries.set(key, entry);
      const drop = (): void => {
        if (entries.get(key) === entry) entries.delete(key);
      };
      answer.then((found) => !found.ok && drop(), drop);
      return answer;
    },
    forget,
  };
}
