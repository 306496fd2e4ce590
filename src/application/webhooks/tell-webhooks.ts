import type { Principal } from '../../domain/permission/permission.js';
import { ok, type Result } from '../../domain/result.js';
import type { Populate, Query } from '../../domain/query/query.js';
import { fileType } from '../../domain/schema/built-in-uids.js';
import type { Attribute, ContentType, Schema } from '../../domain/schema/schema.js';
import { systemQuery } from '../documents/system-query.js';
import type { Documents } from '../documents/use-cases.js';
import type { LoggedChange } from '../ports/change-log.js';
import type { Clock } from '../ports/clock.js';
import type { Document } from '../ports/document-store.js';
import type { GrantFilters } from '../ports/grant-filters.js';
import { eventIdOf, insertDelivery, type NewDelivery } from './delivery-records.js';
import { entryEvents, type EntryEvent } from './entry-events.js';
import { readEnabledWebhooks, type WebhookRecord } from './webhook-records.js';

/** The follower of the change log that tells webhooks. */
export const webhooksFollower = 'webhooks';

export interface TellDependencies {
  readonly schema: Schema;
  readonly documents: Documents;
  readonly filters: GrantFilters;
  readonly clock: Clock;
  /** Whether events show one level of relations. */
  readonly withRelations: boolean;
}

/** Adds a delivery for each event of these changes and each webhook that wants it. Doing it twice adds nothing. */
export async function tellWebhooks(
  dependencies: TellDependencies,
  changes: readonly LoggedChange[],
): Promise<Result<void>> {
  const webhooks = await readEnabledWebhooks(dependencies.documents);
  if (!webhooks.ok) return webhooks;
  if (webhooks.value.length === 0) return ok(undefined);
  for (const change of changes) {
    const type = dependencies.schema.contentTypes.get(change.type);
    if (type === undefined) continue;
    for (const event of entryEvents(type, change)) {
      const wanted = webhooks.value.filter((webhook) => wants(webhook, type, change, event));
      const told = await tell(dependencies, { type, change, event }, wanted);
      if (!told.ok) return told;
    }
  }
  return ok(undefined);
}

const wants = (
  { events, types, locales }: WebhookRecord,
  type: ContentType,
  { locale }: LoggedChange,
  { name }: EntryEvent,
): boolean =>
  events.includes(name) &&
  (types === null || !type.exposed || types.includes(type.uid)) &&
  // A change of all locales is for everybody.
  (locales === null || locale === null || locales.includes(locale));

interface Told {
  readonly type: ContentType;
  readonly change: LoggedChange;
  readonly event: EntryEvent;
}

async function tell(
  dependencies: TellDependencies,
  told: Told,
  webhooks: readonly WebhookRecord[],
): Promise<Result<void>> {
  const { documents, clock } = dependencies;
  const versions = new Map<string, Result<Document | null>>();
  for (const webhook of webhooks) {
    const condition = JSON.stringify(webhook.filters);
    const found = versions.get(condition) ?? (await read(dependencies, told, webhook));
    versions.set(condition, found);
    if (!found.ok) return found;
    if (found.value === null) continue;
    const inserted = await insertDelivery(documents, deliveryOf(told, webhook, found.value), clock.now());
    if (!inserted.ok) return inserted;
  }
  return ok(undefined);
}

/** Webhooks see everything but private attributes, on every level. */
const reader: Principal = { kind: 'token', name: 'webhooks', grants: { kind: 'all' } };

/**
 * Reads the version as it is now, with one level of relations. Null: it is gone, or not what the webhook's condition asks
 * for. Of what is deleted there is only its name, and no condition is asked.
 */
async function read(
  { documents, filters, withRelations }: TellDependencies,
  { type, change, event }: Told,
  webhook: WebhookRecord,
): Promise<Result<Document | null>> {
  const { documentId, locale } = change;
  if (event.layer === null) return ok({ documentId, ...(locale !== null && { locale }) });
  const condition = webhook.filters === null ? ok(undefined) : filters.decode(webhook.filters);
  if (!condition.ok) return condition;
  const query: Query = {
    ...systemQuery(type.uid, { layer: event.layer, limit: 1 }),
    documentId,
    ...(condition.value && { imposed: condition.value }),
    ...(locale !== null && { locale }),
  };
  const whole = { ...query, populate: withRelations ? { all: true, members: [] } : ownParts(type) };
  const first = await documents.find(reader, whole);
  // With relations it may be more than one answer may hold.
  const isTooMuch = !first.ok && first.failure.code.startsWith('PLAN.');
  const found = isTooMuch ? await documents.find(reader, { ...query, populate: ownParts(type) }) : first;
  return found.ok ? ok(found.value.answer.documents()[0] ?? null) : found;
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

function deliveryOf({ type, change, event }: Told, webhook: WebhookRecord, version: Document): NewDelivery {
  const { uid, singularName: model } = type;
  const { documentId, locale, at: createdAt } = change;
  const position = String(change.position);
  const head = { id: eventIdOf({ position, event: event.name }), event: event.name, createdAt };
  const body = uid === fileType ? { ...head, media: version } : { ...head, model, uid, entry: version };
  return {
    webhook: webhook.documentId,
    subject: `${uid} ${documentId} ${locale ?? ''}`,
    position,
    event: event.name,
    body: JSON.stringify(body),
  };
}
