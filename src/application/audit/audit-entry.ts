import { summarizeChange } from '../../domain/change-log/summarize-change.js';
import type { Principal } from '../../domain/permission/permission.js';
import type { Change } from '../../domain/plan/change.js';
import type { Actor, AuditEntry } from '../ports/audit-log.js';

/** Returns the entry for a change of a document by `principal` at `at`. */
export function writeEntry(principal: Principal, change: Change, at: string): AuditEntry {
  const { action, type, documentId, locale, names } = summarizeChange(change);
  return {
    at,
    actor: actorOf(principal),
    action,
    outcome: 'done',
    type,
    documentId: kept(documentId),
    locale,
    status: 'layer' in change && change.type.draftAndPublish ? change.layer : null,
    subject: null,
    names,
  };
}

/** An entry for anything other than a change of a document. */
export type AuditEvent = Pick<AuditEntry, 'action'> &
  Partial<Pick<AuditEntry, 'outcome' | 'type' | 'documentId' | 'subject' | 'names'>>;

export const eventEntry = (principal: Principal, event: AuditEvent, at: string): AuditEntry => ({
  at,
  actor: actorOf(principal),
  action: event.action,
  outcome: event.outcome ?? 'done',
  type: event.type ?? null,
  documentId: keptOrNull(event.documentId),
  locale: null,
  status: null,
  subject: keptOrNull(event.subject),
  names: event.names ?? [],
});

/** The actor of the server's own writes is the principal on whose behalf it acts. */
export const actorOf = ({ behalf, ...principal }: Principal): Actor =>
  behalf !== undefined
    ? actorOf(behalf)
    : {
        kind: principal.kind,
        name: kept(principal.name),
        documentId: principal.user?.documentId ?? null,
        origin: keptOrNull(principal.origin),
      };

const longest = 255;

/**
 * Clients can send names that do not exist, so they are shortened, and characters that a store cannot hold are
 * replaced.
 */
export const kept = (text: string): string =>
  text.slice(0, longest).toWellFormed().replaceAll('\0', '\uFFFD');

const keptOrNull = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : kept(text);
