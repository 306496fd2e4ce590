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
    for (let more = true; more;) {
      const removed = await removeBatch(documents, type, locale);
      if (!removed.ok) return removed;
      more = removed.value === batch;
    }
  }
  return ok(null);
}

/** Answers how many were there to be removed, up to `batch`. */
async function removeBatch(documents: Documents, type: ContentType, locale: string): Promise<Result<number>> {
  const range = { offset: 0, limit: batch };
  const query = { ...everything(type, locale), range, fields: ['documentId'] };
  const found = await documents.find(systemPrincipal, query);
  if (!found.ok) return found;
  for (const { documentId } of found.value.answer.documents()) {
    const mutation = { kind: 'delete', type: type.uid, documentId: documentId as string, locale } as const;
    const removed = await documents.delete(systemPrincipal, mutation);
    // Somebody else may have deleted it meanwhile.
    if (!removed.ok && removed.failure.code !== 'DOCUMENT.NOT_FOUND') return removed;
  }
  return ok(found.value.answer.size);
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
