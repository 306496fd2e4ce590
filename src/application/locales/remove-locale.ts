import { failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import { countContent, removeContent } from './content-in-locale.js';
import { findLocale } from './find-locale.js';
import type { LocaleCache } from './locale-cache.js';
import { deleteLocale, type LocaleRecord } from './locale-records.js';
import type { LocalesDependencies } from './locale-service.js';

/** The documents go first: a removal that breaks off leaves a locale that can be removed. */
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
  // Somebody else may have removed it meanwhile.
  if (!deleted.ok && deleted.failure.code !== 'DOCUMENT.NOT_FOUND') return deleted;
  const reread = await cache.refresh();
  return reread.ok ? found : reread;
}

const isDefault = (code: string) =>
  failure('INPUT.MISMATCH', `"${code}" is the default locale: make another one the default first`);

async function checkEmpty({ documents, schema }: LocalesDependencies, code: string): Promise<Result<null>> {
  const counts = await countContent(documents, schema, code);
  if (!counts.ok) return counts;
  if (counts.value.size === 0) return ok(null);
  const counted = [...counts.value].map(([{ uid }, count]) => [uid, count] as const);
  const told = counted.map(([uid, count]) => `${count} of ${uid}`).join(', ');
  return err(
    failure('INPUT.MISMATCH', `There are documents in "${code}": ${told}`, {
      documents: Object.fromEntries(counted),
    }),
  );
}
