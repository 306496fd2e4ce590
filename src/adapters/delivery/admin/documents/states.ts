import type { Documents } from '../../../../application/documents/use-cases.js';
import { systemQuery } from '../../../../application/documents/system-query.js';
import { textOf } from '../../../../domain/document/text-of.js';
import { systemPrincipal } from '../../../../domain/permission/permission.js';
import { compare } from '../../../../domain/query/compare.js';
import type { PublicationFilter } from '../../../../domain/query/query.js';
import { ok, type Result } from '../../../../domain/result.js';
import type { ContentType, Json } from '../../../../domain/schema/schema.js';
import type { DocumentState } from '../contract/links.js';

/** Returns the state of a version by its documentId and locale. */
export type StateOf = (documentId: string, locale: string | null) => DocumentState;

const keyOf = (documentId: Json | undefined, locale: Json | undefined): string =>
  `${textOf(documentId)} ${textOf(locale)}`;

/** Reads the states of documents whose drafts the reader has read, in all their locales. */
export async function readStates(
  documents: Documents,
  type: ContentType,
  ids: readonly string[],
): Promise<Result<StateOf>> {
  if (!type.draftAndPublish || ids.length === 0) return ok(() => 'published');
  const keysOf = async (publication: PublicationFilter): Promise<Result<ReadonlySet<string>>> => {
    const found = await documents.find(
      systemPrincipal,
      systemQuery(type.uid, {
        fields: ['documentId', ...(type.localized ? ['locale'] : [])],
        filters: compare('documentId', '$in', ids),
        layer: 'draft',
        publication,
        ...(type.localized && { locale: '*' }),
      }),
    );
    if (!found.ok) return found;
    const rows = found.value.answer.documents();
    return ok(new Set(rows.map(({ documentId, locale }) => keyOf(documentId, locale))));
  };
  const [published, modified] = await Promise.all([keysOf('has-published-version'), keysOf('modified')]);
  if (!published.ok) return published;
  if (!modified.ok) return modified;
  return ok((documentId, locale) => {
    const key = keyOf(documentId, locale);
    if (!published.value.has(key)) return 'draft';
    return modified.value.has(key) ? 'changed' : 'published';
  });
}
