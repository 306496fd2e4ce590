import type { Documents } from '../../../application/documents/documents.js';
import { systemPrincipal } from '../../../domain/permission/permission.js';
import { equals } from '../../../domain/query/compare.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import { valueOrThrow } from './told-error.js';
import { isNumeric } from './read/read-fields.js';

/**
 * The documentId that an `id` means: itself, or that of the version whose numeric id it is, in either layer. Undefined
 * without an `id`, as for single types; a number that no version has stays as it is, for the operation to refuse.
 */
export async function documentIdOf(
  { documents }: { readonly documents: Documents },
  type: ContentType,
  id: unknown,
): Promise<string | undefined> {
  if (typeof id !== 'string') return undefined;
  if (!isNumeric(id)) return id;
  for (const layer of ['published', 'draft'] as const) {
    const found = await documents.find(systemPrincipal, {
      type: type.uid,
      action: 'find',
      layer,
      range: { offset: 0, limit: 1 },
      count: false,
      fields: ['documentId'],
      locale: '*',
      filters: equals('id', id),
    });
    const known = valueOrThrow(found).answer.documents()[0]?.['documentId'];
    if (typeof known === 'string') return known;
  }
  return id;
}
