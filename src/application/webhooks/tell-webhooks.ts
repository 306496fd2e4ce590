import { ok, type Result } from '../../domain/result.js';
import type { ContentType, Schema } from '../../domain/schema/schema.js';
import type { LoggedChange } from '../ports/change-log.js';
import type { Clock } from '../ports/clock.js';
import type { Document } from '../ports/document-store.js';
import { insertDelivery, type NewDelivery } from './delivery-records.js';
import { eventContent, readVersion, type ReadingEvents, type Told } from './event-content.js';
import { entryEvents, type EntryEvent } from './entry-events.js';
import { readEnabledWebhooks, type WebhookRecord } from './webhook-records.js';

/** The follower of the change log that tells webhooks. */
export const webhooksFollower = 'webhooks';

export interface TellDependencies extends ReadingEvents {
  readonly schema: Schema;
  readonly clock: Clock;
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

async function tell(
  dependencies: TellDependencies,
  told: Told,
  webhooks: readonly WebhookRecord[],
): Promise<Result<void>> {
  const { documents, clock } = dependencies;
  const versions = new Map<string, Result<Document | null>>();
  for (const webhook of webhooks) {
    const condition = JSON.stringify(webhook.filters);
    const found = versions.get(condition) ?? (await readVersion(dependencies, told, webhook.filters));
    versions.set(condition, found);
    if (!found.ok) return found;
    if (found.value === null) continue;
    const inserted = await insertDelivery(documents, deliveryOf(told, webhook, found.value), clock.now());
    if (!inserted.ok) return inserted;
  }
  return ok(undefined);
}

function deliveryOf({ type, change, event }: Told, webhook: WebhookRecord, version: Document): NewDelivery {
  const { documentId, locale } = change;
  return {
    webhook: webhook.documentId,
    subject: `${type.uid} ${documentId} ${locale ?? ''}`,
    position: String(change.position),
    event: event.name,
    body: JSON.stringify(eventContent({ type, change, event }, version)),
  };
}
