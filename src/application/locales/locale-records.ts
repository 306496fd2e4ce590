import { localeType } from '../../domain/schema/built-in-uids.js';
import { systemPrincipal } from '../../domain/permission/permission.js';
import { ok, type Result } from '../../domain/result.js';
import type { Json } from '../../domain/schema/schema.js';
import type { Documents } from '../documents/documents.js';
import { findAsSystem } from '../documents/system-query.js';

/** A locale as it is stored: a document of the built-in type. */
export interface LocaleRecord {
  readonly documentId: string;
  readonly code: string;
  readonly name: string;
  /** ISO 8601; null: it never was the default locale. */
  readonly defaultSince: string | null;
}

/** Returns all locales in the order in which they were added. */
export async function readLocales(documents: Documents): Promise<Result<readonly LocaleRecord[]>> {
  const found = await findAsSystem(documents, localeType, { fields: ['code', 'name', 'defaultSince'] });
  if (!found.ok) return found;
  const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
  return ok(
    found.value.map((document) => ({
      documentId: text(document['documentId']),
      code: text(document['code']),
      name: text(document['name']),
      defaultSince: text(document['defaultSince']) || null,
    })),
  );
}

const answer = { fields: ['code'] };

export const insertLocale = (
  documents: Documents,
  data: { readonly code: string; readonly name: string; readonly defaultSince?: string },
): Promise<Result<unknown>> =>
  documents.create(systemPrincipal, { kind: 'create', type: localeType, layer: 'published', data, answer });

export const updateLocale = (
  documents: Documents,
  documentId: string,
  data: { readonly name?: string; readonly defaultSince?: string },
): Promise<Result<unknown>> =>
  documents.update(systemPrincipal, {
    kind: 'update',
    type: localeType,
    documentId,
    layer: 'published',
    data,
    answer,
  });

export const deleteLocale = (documents: Documents, documentId: string): Promise<Result<null>> =>
  documents.delete(systemPrincipal, { kind: 'delete', type: localeType, documentId });
