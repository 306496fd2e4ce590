import type { Schema } from '../../domain/schema/schema.js';
import type { LoggedChange } from '../ports/change-log.js';
import { entryEvents } from './entry-events.js';
import { eventContent, readVersion, type EventContent, type ReadingEvents } from './event-content.js';
import type { WebhookEvent } from './webhook.js';

/**
 * Tells code of the app the events of one name among these changes, in their order. Rejects with what `listener`
 * rejects with.
 */
export async function tellListener(
  dependencies: ReadingEvents & { readonly schema: Schema },
  changes: readonly LoggedChange[],
  name: WebhookEvent,
  listener: (event: EventContent) => Promise<void>,
): Promise<void> {
  for (const change of changes) {
    const type = dependencies.schema.contentTypes.get(change.type);
    const event = type && entryEvents(type, change).find((one) => one.name === name);
    if (type === undefined || event === undefined) continue;
    const told = { type, change, event };
    const version = await readVersion(dependencies, told, null);
    if (!version.ok) throw new Error(version.failure.message);
    if (version.value !== null) await listener(eventContent(told, version.value));
  }
}
