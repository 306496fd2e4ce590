import { failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { err, ok, type Result } from '../../domain/result.js';
import { findLocale, type LocaleCache } from './locale-cache.js';
import { deleteLocale, type LocaleRecord } from './locale-records.js';
import type { LocalesDependencies } from './locale-service.js';
import { systemPrincipal } from '../../domain/permission/permission.js';
import type { ContentType, Schema } from '../../domain/schema/schema.js';
import { layersOf } from '../../domain/plan/change.js';
import type { Layer } from '../../domain/query/query.js';
import type { Documents } from '../documents/documents.js';
import { findAsSystem, systemQuery } from '../documents/system-query.js';

/** Removes the documents first, so that an interrupted removal leaves a locale that can be removed again. */
export async function removeLocale(
  dependencies: LocalesDependencies,
  cache: LocaleCache,
  code: unknown,
  { withDocuments }: { readonly withDocuments: boolean },
): Promise<Result<LocaleRecord>> {
  const found = await findLocale(cache, code);
  if (!found.ok) return found;
  const locale = found.value;
  if (locale.code === cache.defaultCode()) return err(isDefault(locale.code));
  const { documents, schema } = dependencies;
  const emptied = withDocuments
    ? await removeContent(documents, schema, locale.code)
    : await checkEmpty(dependencies, locale.code);
  if (!emptied.ok) return emptied;
  const deleted = await deleteLocale(documents, locale.documentId);
  // Another process may have removed it in the meantime.
  if (!deleted.ok && deleted.failure.code !== 'DOCUMENT.NOT_FOUND') return deleted;
  const reread = await cache.refresh();
  return reread.ok ? found : reread;
}

const isDefault = (code: string) => failure('INPUT.MISMATCH', reason('locale.default', { code }));

async function checkEmpty({ documents, schema }: LocalesDependencies, code: string): Promise<Result<null>> {
  const counts = await countContent(documents, schema, code);
  if (!counts.ok) return counts;
  if (counts.value.size === 0) return ok(null);
  const counted = [...counts.value].map(([{ uid }, count]) => [uid, count] as const);
  const listed = counted.map(([uid, count]) => `${count} of ${uid}`);
  return err(
    failure('INPUT.MISMATCH', reason('locale.used', { code, documents: listed }), {
      documents: Object.fromEntries(counted),
    }),
  );
}

/** Returns the number of documents of each content-type in a locale, without types that have none. */
async function countContent(
  documents: Documents,
  schema: Schema,
  locale: string,
): Promise<Result<ReadonlyMap<ContentType, number>>> {
  const counts = new Map<ContentType, number>();
  for (const type of localizedTypes(schema)) {
    for (const layer of layersOf(type)) {
      const counted = await documents.count(systemPrincipal, systemQuery(type.uid, { layer, locale }));
      if (!counted.ok) return counted;
      // A published version may have no draft.
      const most = Math.max(counts.get(type) ?? 0, counted.value);
      if (most > 0) counts.set(type, most);
    }
  }
  return ok(counts);
}

const batch = 100;

/** Removes every version in a locale with its links, document by document. */
async function removeContent(documents: Documents, schema: Schema, locale: string): Promise<Result<null>> {
  for (const type of localizedTypes(schema)) {
    for (const layer of layersOf(type)) {
      for (let more = true; more;) {
        const removed = await removeBatch(documents, type, { layer, locale });
        if (!removed.ok) return removed;
        more = removed.value === batch;
      }
    }
  }
  return ok(null);
}

/** Returns the number of documents found, at most `batch`. */
async function removeBatch(
  documents: Documents,
  type: ContentType,
  { layer, locale }: { readonly layer: Layer; readonly locale: string },
): Promise<Result<number>> {
  const asked = { layer, locale, fields: ['documentId'], limit: batch };
  const found = await findAsSystem(documents, type.uid, asked);
  if (!found.ok) return found;
  for (const { documentId } of found.value) {
    const mutation = { kind: 'delete', type: type.uid, documentId: documentId as string, locale } as const;
    const removed = await documents.delete(systemPrincipal, mutation);
    // Another process may have deleted it in the meantime.
    if (!removed.ok && removed.failure.code !== 'DOCUMENT.NOT_FOUND') return removed;
  }
  return ok(found.value.length);
}

const localizedTypes = ({ contentTypes }: Schema): readonly ContentType[] =>
  [...contentTypes.values()].filter(({ localized }) => localized);
