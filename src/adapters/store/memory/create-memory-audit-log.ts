import type {
  AuditEntry,
  AuditFilter,
  AuditLog,
  RecordedEntry,
} from '../../../application/ports/audit-log.js';
import { ok } from '../../../domain/result.js';

/** What is older than so many entries goes: there is nothing but memory to keep them in. */
const most = 100_000;

/** The audit trail in a list, in the order of time, and `add` for what records its entry itself. */
export function createMemoryAuditLog(): AuditLog & { add(entries: readonly AuditEntry[]): void } {
  let trail: RecordedEntry[] = [];
  let last = 0;
  const add = (entries: readonly AuditEntry[]): void => {
    for (const entry of entries) {
      const cursor = `${entry.at} ${String(++last).padStart(12, '0')}`;
      const place = trail.findLastIndex(({ at }) => at <= entry.at) + 1;
      trail.splice(place, 0, { ...structuredClone(entry), cursor });
    }
    if (trail.length > most * 1.1) trail = trail.slice(-most);
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
