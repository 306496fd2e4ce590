import type { RateCounts } from '../../../application/ports/rate-counts.js';
import { ok } from '../../../domain/result.js';

export function createMemoryRateCounts(): RateCounts {
  const windows = new Map<string, { count: number; readonly endsAt: number }>();
  return {
    async count(key, windowMs) {
      const now = performance.now();
      const open = windows.get(key);
      const window = open === undefined || open.endsAt <= now ? { count: 0, endsAt: now + windowMs } : open;
      window.count++;
      windows.set(key, window);
      return ok({ count: window.count, endsInMs: Math.min(windowMs, Math.ceil(window.endsAt - now)) });
    },
    isOpen: async (key) => ok((windows.get(key)?.endsAt ?? 0) > performance.now()),
    async forget(keys) {
      for (const key of keys) windows.delete(key);
      return ok(undefined);
    },
    async sweep(limit) {
      const now = performance.now();
      const ended = [...windows].filter(([, { endsAt }]) => endsAt <= now).slice(0, limit);
      for (const [key] of ended) windows.delete(key);
      return ok(ended.length);
    },
  };
}
