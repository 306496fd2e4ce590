import { entryKinds } from '../../domain/change-log/entry-kinds.js';
import type { Layer } from '../../domain/query/query.js';
import { fileType, userType } from '../../domain/schema/built-in-uids.js';
import type { ContentType } from '../../domain/schema/schema.js';
import type { LoggedChange } from '../ports/change-log.js';
import { isWebhookEvent, type WebhookEvent } from './webhook.js';

/** What clients are told of a change. */
export interface EntryEvent {
  readonly name: WebhookEvent;
  /** The version that the event shows; null: nothing is left to show. */
  readonly layer: Layer | null;
}

/** Returns the events of a change of a document of `type`, in their order. */
export function entryEvents(
  type: ContentType,
  change: Pick<LoggedChange, 'action' | 'layers'>,
): readonly EntryEvent[] {
  const group = groupOf(type);
  return entryKinds(type, change).flatMap(({ kind, layer }) => {
    const name = `${group}.${kind}`;
    return isWebhookEvent(name) ? [{ name, layer }] : [];
  });
}

function groupOf({ uid, exposed }: ContentType): string {
  if (uid === fileType) return 'media';
  if (uid === userType) return 'user';
  return exposed ? 'entry' : 'internal';
}
