import { randomUUID } from 'node:crypto';
import type { ChangeEntry, ChangeLog, LoggedChange } from '../../../application/ports/change-log.js';
import { ok } from '../../../domain/result.js';

/** Older entries are dropped, to bound the memory. */
const maxEntries = 100_000;

interface MemoryChangeLog extends ChangeLog {
  /** Adds the entry of a committed write. `transaction` is the same object for all writes of one transaction. */
  add(transaction: object, change: ChangeEntry): void;
}

/** Keeps the change log in an array, oldest first. */
export function createMemoryChangeLog(): MemoryChangeLog {
  let log: LoggedChange[] = [];
  let last = 0;
  let transactions = 0;
  const numbers = new WeakMap<object, string>();
  const numberOf = (transaction: object): string => {
    const number = numbers.get(transaction) ?? String(++transactions);
    numbers.set(transaction, number);
    return number;
  };
  /** Positions have no gaps, so the index of an entry follows from its position. */
  const indexAfter = (position: number): number => Math.max(0, position - (last - log.length));
  const identity = randomUUID();
  return {
    identity: async () => ok(identity),
    add(transaction, change) {
      log.push({ ...structuredClone(change), position: ++last, transaction: numberOf(transaction) });
      if (log.length > maxEntries * 1.1) log = log.slice(-maxEntries);
    },
    async read(after, limit) {
      const from = indexAfter(after);
      return ok(structuredClone(log.slice(from, from + limit)));
    },
    start: async () => ok(last - log.length),
    end: async () => ok(last),
    async prune(before, upTo, limit) {
      const oldest = log.slice(0, Math.min(limit, indexAfter(upTo)));
      const young = oldest.findIndex(({ at }) => at >= before);
      const gone = young === -1 ? oldest : oldest.slice(0, young);
      log = log.slice(gone.length);
      return ok({ removed: gone.length, last: gone.at(-1)?.position ?? 0 });
    },
  };
}
