import { layersOf } from '../../domain/plan/change.js';
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

type Kind = 'create' | 'update' | 'delete' | 'publish' | 'unpublish' | 'draft-discard';

/** Returns the events of a change of a document of `type`, in their order. */
export function entryEvents(
  type: ContentType,
  { action, layers }: Pick<LoggedChange, 'action' | 'layers'>,
): readonly EntryEvent[] {
  const edited = layersOf(type)[0] ?? 'published';
  const group = groupOf(type);
  const event = (kind: Kind, layer: Layer | null): readonly EntryEvent[] => {
    const name = `${group}.${kind}`;
    return isWebhookEvent(name) ? [{ name, layer }] : [];
  };
  switch (action) {
    case 'create':
    case 'update':
      return [
        ...event(action, edited),
        ...(type.draftAndPublish && layers.includes('published') ? event('publish', 'published') : []),
      ];
    case 'publish':
      return event('publish', 'published');
    case 'unpublish':
      return event('unpublish', edited);
    case 'discardDraft':
      return event('draft-discard', edited);
    case 'delete':
      // Code of an app can delete the row of one layer, which leaves the document.
      return layers.length === layersOf(type).length ? event('delete', null) : [];
  }
}

function groupOf({ uid, exposed }: ContentType): string {
  if (uid === fileType) return 'media';
  if (uid === userType) return 'user';
  return exposed ? 'entry' : 'internal';
}
