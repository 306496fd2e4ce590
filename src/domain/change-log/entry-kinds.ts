import { layersOf } from '../plan/change.js';
import type { Layer } from '../query/query.js';
import type { ContentType } from '../schema/schema.js';
import type { ChangeSummary } from './summarize-change.js';

/** What is told of a change, in the words of clients of Strapi. */
export interface EntryKind {
  readonly kind: 'create' | 'update' | 'delete' | 'publish' | 'unpublish' | 'draft-discard';
  /** The version that it is about; null: nothing is left. */
  readonly layer: Layer | null;
}

/** Returns what is told of a change of a document of `type`, in its order. */
export function entryKinds(
  type: ContentType,
  { action, layers }: Pick<ChangeSummary, 'action' | 'layers'>,
): readonly EntryKind[] {
  const edited = layersOf(type)[0] ?? 'published';
  switch (action) {
    case 'create':
    case 'update':
      return [
        { kind: action, layer: edited },
        ...(type.draftAndPublish && layers.includes('published')
          ? [{ kind: 'publish', layer: 'published' } as const]
          : []),
      ];
    case 'publish':
      return [{ kind: 'publish', layer: 'published' }];
    case 'unpublish':
      return [{ kind: 'unpublish', layer: edited }];
    case 'discardDraft':
      return [{ kind: 'draft-discard', layer: edited }];
    case 'delete':
      // Code of an app can delete the row of one layer, which leaves the document.
      return layers.length === layersOf(type).length ? [{ kind: 'delete', layer: null }] : [];
  }
}
