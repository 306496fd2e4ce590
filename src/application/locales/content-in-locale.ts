import { systemPrincipal } from '../../domain/permission/permission.js';
import { ok, type Result } from '../../domain/result.js';
import type { ContentType, Schema } from '../../domain/schema/schema.js';
import { editedLayer } from '../../domain/plan/change.js';
import type { Documents } from '../documents/documents.js';

/** How many documents each content-type has in a locale; types without any are left out. */
export async function countContent(
  documents: Documents,
  schema: Schema,
  locale: string,
): Promise<Result<ReadonlyMap<ContentType, number>>> {
  const counts = new Map<ContentType, number>();
  for (const type of localizedTypes(schema)) {
    const counted = await documents.count(systemPrincipal, { ...everything(type, locale), count: true });
    if (!counted.ok) return counted;
    if (counted.value > 0) counts.set(type, counted.value);
  }
  return ok(counts);
}

const batch = 100;

/** Removes every version in a locale, document by document, with its links. */
export async function removeContent(
  documents: Documents,
  schema: Schema,
  locale: string,
): Promise<Result<null>> {
  for (const type of localizedTypes(schema)) {
    for (;;) {
      const query = {
        ...everything(type, locale),
        range: { offset: 0, limit: batch },
        fields: ['documentId'],
      };
      const found = await documents.find(systemPrincipal, query);
      if (!found.ok) return found;
      for (const { documentId } of found.value.answer.documents()) {
        const removed = await documents.delete(systemPrincipal, {
          kind: 'delete',
          type: type.uid,
          documentId: documentId as string,
          locale,
        });
        if (!removed.ok) return removed;
      }
      if (found.value.answer.size < batch) break;
    }
  }
  return ok(null);
}

const localizedTypes = ({ contentTypes }: Schema): readonly ContentType[] =>
  [...contentTypes.values()].filter(({ localized }) => localized);

const everything = (type: ContentType, locale: string) => ({
  type: type.uid,
  action: 'find' as const,
  range: { offset: 0, limit: null },
  count: false,
  layer: editedLayer(type),
  locale,
});
