import type { Populate, Query } from '../../domain/query/query.js';
import { ok, type Result } from '../../domain/result.js';
import { fileType } from '../../domain/schema/built-in-uids.js';
import type { Attribute, ContentType } from '../../domain/schema/schema.js';
import { systemQuery } from '../documents/system-query.js';
import type { Documents } from '../documents/use-cases.js';
import type { LoggedChange } from '../ports/change-log.js';
import type { Document } from '../ports/document-store.js';
import type { GrantFilters } from '../ports/grant-filters.js';
import { eventIdOf } from './delivery-records.js';
import type { EntryEvent } from './entry-events.js';
import { receiver } from './webhook.js';
import type { WebhookRecord } from './webhook-records.js';

/** What receivers of events are told: webhooks, and subscribers of the app. */

export interface ReadingEvents {
  readonly documents: Documents;
  readonly filters: GrantFilters;
  /** Whether events show one level of relations. */
  readonly withRelations: boolean;
}

/** An event of a change. */
export interface Told {
  readonly type: ContentType;
  readonly change: LoggedChange;
  readonly event: EntryEvent;
}

/**
 * Reads the version as it is now, with one level of relations. Of what is deleted, or gone meanwhile, there is only its
 * name. Null: it is not what the condition of the receiver asks for, or it is gone and there is a condition. Of a deletion
 * no condition is asked.
 */
export async function readVersion(
  { documents, filters, withRelations }: ReadingEvents,
  { type, change, event }: Told,
  wanted: WebhookRecord['filters'],
): Promise<Result<Document | null>> {
  const { documentId, locale } = change;
  const named = { documentId, ...(locale !== null && { locale }) };
  if (event.layer === null) return ok(named);
  const condition = wanted === null ? ok(undefined) : filters.decode(wanted);
  if (!condition.ok) return condition;
  const query: Query = {
    ...systemQuery(type.uid, { layer: event.layer, limit: 1 }),
    documentId,
    ...(condition.value && { imposed: condition.value }),
    ...(locale !== null && { locale }),
  };
  const whole = { ...query, populate: withRelations ? { all: true, members: [] } : ownParts(type) };
  const first = await documents.find(receiver, whole);
  // With relations it may be more than one answer may hold.
  const isTooMuch = !first.ok && first.failure.code.startsWith('PLAN.');
  const found = isTooMuch ? await documents.find(receiver, { ...query, populate: ownParts(type) }) : first;
  return found.ok ? ok(found.value.answer.documents()[0] ?? (wanted === null ? named : null)) : found;
}

/** Populates components, zones and media. */
const ownParts = ({ attributes }: ContentType): Populate => ({
  all: false,
  members: [...attributes.values()]
    .filter((one) => one.kind === 'component' || one.kind === 'zone' || isMedia(one))
    .map(({ name }) => ({ name })),
});

const isMedia = (attribute: Attribute): boolean =>
  attribute.kind === 'relation' && attribute.target === fileType;

/** The id is the same each time that the event is told. */
export function eventContent({ type, change, event }: Told, version: Document): EventContent {
  const { uid, singularName: model } = type;
  const id = eventIdOf({ position: String(change.position), event: event.name });
  const head = { id, event: event.name, createdAt: change.at };
  return uid === fileType ? { ...head, media: version } : { ...head, model, uid, entry: version };
}

/** `media` for files; `model`, `uid` and `entry` for others. */
export interface EventContent {
  readonly id: string;
  readonly event: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly model?: string;
  readonly uid?: string;
  readonly entry?: Document;
  readonly media?: Document;
}
