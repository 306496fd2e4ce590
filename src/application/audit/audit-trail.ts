import type { Principal } from '../../domain/permission/permission.js';
import type { Result } from '../../domain/result.js';
import type { AuditEntry, AuditFilter, AuditLog, RecordedEntry } from '../ports/audit-log.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import { eventEntry, type AuditEvent } from './audit-entry.js';

export type { AuditEvent } from './audit-entry.js';

/**
 * Records who did what, when and from where. Changes of documents and of roles, grants and tokens are recorded with the
 * change; this records the rest.
 */
export interface AuditTrail {
  /**
   * Records an event that no store records by itself: a sign-in, a refusal. Resolves when it is stored. Failures are
   * logged and not reported, as the event itself has already happened.
   */
  record(principal: Principal, event: AuditEvent): Promise<void>;
  /** Returns the newest entries first, at most `limit`. */
  find(filter: AuditFilter, limit: number): Promise<Result<readonly RecordedEntry[]>>;
}

export interface AuditDependencies {
  readonly store: AuditLog;
  readonly clock: Clock;
  readonly log: Log;
  /** HMAC with the server's secret. Without it, only the first two characters of an unproven name are recorded. */
  readonly keyedHash?: (text: string) => string;
}

/**
 * The name of a failed sign-in, or of whoever forgot a password and may be nobody, may be a password typed in the wrong
 * field. Equal hashes mean equal names.
 */
function withoutUnprovenName(event: AuditEvent, keyedHash: AuditDependencies['keyedHash']): AuditEvent {
  const { action, outcome, subject, documentId } = event;
  const isUnproven =
    (action === 'forgotPassword' && documentId === undefined) ||
    (action === 'login' && outcome === 'refused');
  if (!isUnproven || typeof subject !== 'string') return event;
  const hash = keyedHash === undefined ? '' : ` ${keyedHash(subject.toLowerCase())}`;
  return { ...event, subject: `${Array.from(subject).slice(0, 2).join('')}…${hash}` };
}

/** Returns null if the entry was stored, else the reason. A broken audit trail must not fail the request. */
async function whyNotKept(store: AuditLog, entry: AuditEntry): Promise<string | null> {
  try {
    const recorded = await store.record([entry]);
    return recorded.ok ? null : recorded.failure.message;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Entries per query. */
const pageSize = 1000;

export const createAuditTrail = ({ store, clock, log, keyedHash }: AuditDependencies): AuditTrail => ({
  async record(principal, given) {
    const event = withoutUnprovenName(given, keyedHash);
    const reason = await whyNotKept(store, eventEntry(principal, event, clock.now()));
    if (reason === null) return;
    const { action, outcome, subject } = event;
    log.error('the audit trail lacks an entry', { action, outcome, subject, actor: principal.name, reason });
  },
  async find(filter, limit) {
    const entries: RecordedEntry[] = [];
    for (;;) {
      const wanted = Math.min(pageSize, limit - entries.length);
      const last = entries.at(-1);
      const found = await store.find(last === undefined ? filter : { ...filter, after: last.cursor }, wanted);
      if (!found.ok) return found;
      entries.push(...found.value);
      if (found.value.length < wanted || entries.length >= limit) return { ok: true, value: entries };
    }
  },
});
