import { summarizeChange } from '../../domain/change-log/summarize-change.js';
import type { Principal } from '../../domain/permission/permission.js';
import type { Change } from '../../domain/plan/change.js';
import { actorOf, kept } from '../audit/audit-entry.js';
import type { ChangeEntry } from '../ports/change-log.js';

/** Returns the entry of the change log for a change by `principal` at `at`. */
export function changeEntry(principal: Principal, change: Change, at: string): ChangeEntry {
  const { origin: _origin, ...actor } = actorOf(principal);
  const summary = summarizeChange(change);
  return { ...summary, documentId: kept(summary.documentId), at, actor };
}
