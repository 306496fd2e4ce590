import { sessionType } from '../../domain/schema/built-in-uids.js';
import type { Input } from '../../domain/document/input.js';
import type { Principal } from '../../domain/permission/permission.js';
import type { Change } from '../../domain/plan/change.js';
import type { Uid } from '../../domain/schema/schema.js';
import type { Actor, AuditEntry } from '../ports/audit-log.js';

/** Sessions come with each login, which has an entry of its own. */
const unrecorded: ReadonlySet<Uid> = new Set([sessionType]);

export const isRecorded = ({ type }: Change): boolean => !unrecorded.has(type.uid);

/** The entry of a change of a document, made by `principal` at `at`. */
export const changeEntry = (principal: Principal, change: Change, at: string): AuditEntry => ({
  at,
  actor: actorOf(principal),
  action: change.kind,
  outcome: 'done',
  type: change.type.uid,
  documentId: kept(change.documentId),
  locale: change.locale === '' ? null : change.locale,
  status: 'layer' in change && change.type.draftAndPublish ? change.layer : null,
  subject: null,
  names: 'input' in change ? namesIn(change.input) : [],
});

/** What an entry is about, where it is no change of a document that was made. */
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

/** Who did it: of what the server does for somebody, that one. */
const actorOf = ({ behalf, ...principal }: Principal): Actor =>
  behalf !== undefined
    ? actorOf(behalf)
    : {
        kind: principal.kind,
        name: kept(principal.name),
        documentId: principal.user?.documentId ?? null,
        origin: keptOrNull(principal.origin),
      };

const namesIn = ({ values, components, relations }: Input): readonly string[] => [
  ...values.keys(),
  ...components.keys(),
  ...relations.keys(),
];

const longest = 255;

/** Clients choose names that do not exist: no longer than this, and nothing that a store cannot keep. */
const kept = (text: string): string => text.slice(0, longest).toWellFormed().replaceAll('\0', '\uFFFD');

const keptOrNull = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : kept(text);
