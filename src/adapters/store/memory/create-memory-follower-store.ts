import type { FollowerRecord, FollowerStore } from '../../../application/ports/follower-store.js';
import { ok } from '../../../domain/result.js';

type Kept = FollowerRecord & { readonly untilMs: number };

export function createMemoryFollowerStore(): FollowerStore {
  const followers = new Map<string, Kept>();
  const isHeld = ({ untilMs }: Kept): boolean => untilMs > performance.now();
  const recordOf = ({ untilMs, ...record }: Kept): FollowerRecord =>
    structuredClone({ ...record, holder: untilMs > performance.now() ? record.holder : null });
  return {
    async add(name, cursor) {
      if (!followers.has(name)) followers.set(name, { ...unseen, name, cursor });
      return ok(undefined);
    },
    async claim(name, holder, leaseMs) {
      const kept = followers.get(name);
      if (kept === undefined || (isHeld(kept) && kept.holder !== holder)) return ok(null);
      const claimed = {
        ...kept,
        holder,
        untilMs: performance.now() + leaseMs,
        seenAt: new Date().toISOString(),
      };
      followers.set(name, claimed);
      return ok(recordOf(claimed));
    },
    async release(name, holder) {
      const kept = followers.get(name);
      if (kept?.holder === holder) followers.set(name, { ...kept, holder: null, untilMs: 0 });
      return ok(undefined);
    },
    async save({ name, revision }, { cursor, failures, retryAt, error, aside }, holder) {
      const kept = followers.get(name);
      if (kept === undefined || kept.revision !== revision) return ok(false);
      if (holder !== null && (kept.holder !== holder || !isHeld(kept))) return ok(false);
      const progress = structuredClone({ cursor, failures, retryAt, error, aside });
      followers.set(name, { ...kept, ...progress, revision: revision + 1 });
      return ok(true);
    },
    list: async () => ok([...followers.values()].map(recordOf).sort((a, b) => (a.name < b.name ? -1 : 1))),
    async remove(name) {
      const kept = followers.get(name);
      return ok(kept !== undefined && !isHeld(kept) && followers.delete(name));
    },
  };
}

const unseen: Omit<Kept, 'name' | 'cursor'> = {
  failures: 0,
  retryAt: null,
  error: null,
  aside: [],
  holder: null,
  untilMs: 0,
  seenAt: null,
  revision: 0,
};
