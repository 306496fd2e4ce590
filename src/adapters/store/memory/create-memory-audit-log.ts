import type {
  AuditEntry,
  AuditFilter,
  AuditLog,
  RecordedEntry,
} from '../../../application/ports/audit-log.js';
import { ok } from '../../../domain/result.js';

/** Older entries are dropped, to bound the memory. */
const maxEntries = 100_000;

/** Keeps the audit trail in an array, oldest first. `add` lets the other memory stores record entries synchronously. */
export function createMemoryAuditLog(): AuditLog & { add(entries: readonly AuditEntry[]): void } {
  let trail: RecordedEntry[] = [];
  let last = 0;
  const add = (entries: readonly AuditEntry[]): void => {
    for (const entry of entries) {
      const cursor = `${entry.at} ${String(++last).padStart(12, '0')}`;
      const index = trail.findLastIndex(({ at }) => at <= entry.at) + 1;
      trail.splice(index, 0, { ...structuredClone(entry), cursor });
    }
    if (trail.length > maxEntries * 1.1) trail = trail.slice(-maxEntries);
  };
  return {
    add,
    record: async (entries) => ok(add(entries)),
    async find(filter, limit) {
      const found: RecordedEntry[] = [];
      for (let at = trail.length - 1; at >= 0 && found.length < limit; at--) {
        const entry = trail[at];
        if (entry !== undefined && fits(entry, filter)) found.push(entry);
      }
      return ok(structuredClone(found));
    },
    async prune(before, limit) {
      const kept = trail.findIndex(({ at }) => at >= before);
      const gone = Math.min(limit, kept === -1 ? trail.length : kept);
      trail = trail.slice(gone);
      return ok(gone);
    },
  };
}

function fits(
  { at, actor, subject, type, documentId, action, cursor }: RecordedEntry,
  filter: AuditFilter,
): boolean {
  const { user, since, until, after } = filter;
  return (
    (user === undefined || [actor.name, actor.documentId, subject].includes(user)) &&
    (filter.type === undefined || filter.type === type) &&
    (filter.documentId === undefined || filter.documentId === documentId) &&
    (filter.action === undefined || filter.action === action) &&
    (since === undefined || at >= since) &&
    (until === undefined || at < until) &&
    (after === undefined || cursor < after)
  );
}
