import { LRUCache } from 'lru-cache';
import type { Result } from '../../domain/result.js';

/** A cache that loads each value once for concurrent requests, and keeps it for a short time. */
export interface ExpiringCache<T> {
  get(key: string): Promise<Result<T>>;
  delete(key: string): void;
}

export interface ExpiringCacheOptions<T> {
  readonly ttlMs: number;
  readonly maxEntries: number;
  readonly load: (key: string) => Promise<Result<T>>;
}

/** Requests for one key share one `load`, also while it runs. Failures are not cached. */
export function createExpiringCache<T>({
  ttlMs,
  maxEntries,
  load,
}: ExpiringCacheOptions<T>): ExpiringCache<T> {
  const results = new LRUCache<string, Promise<Result<T>>>({ max: maxEntries, ttl: ttlMs });
  return {
    get(key) {
      const kept = results.get(key);
      if (kept !== undefined) return kept;
      const result = load(key);
      results.set(key, result);
      const drop = (): void => {
        if (results.peek(key) === result) results.delete(key);
      };
      result.then((loaded) => !loaded.ok && drop(), drop);
      return result;
    },
    delete: (key) => void results.delete(key),
  };
}
