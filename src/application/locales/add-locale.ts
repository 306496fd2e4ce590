import { failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Documents } from '../documents/documents.js';
import { findLocale } from './find-locale.js';
import type { LocaleCache } from './locale-cache.js';
import { checkLocaleCode, localeName } from './locale-code.js';
import { insertLocale, updateLocale, type LocaleRecord } from './locale-records.js';

const longestName = 100;

/** Adds a locale, or gives one that is there another name. */
export async function addLocale(
  documents: Documents,
  cache: LocaleCache,
  code: unknown,
  name: unknown,
): Promise<Result<LocaleRecord>> {
  const checked = checkLocaleCode(code);
  if (!checked.ok) return checked;
  if (name !== undefined && !isName(name))
    return err(failure('INPUT.INVALID', `The name of a locale has 1 to ${longestName} characters`));
  const refreshed = await cache.refresh();
  if (!refreshed.ok) return refreshed;
  const before = cache.recordOf(checked.value);
  if (before !== undefined && (name === undefined || name === before.name)) return ok(before);
  const stored =
    before === undefined
      ? await insertLocale(documents, { code: checked.value, name: name ?? localeName(checked.value) })
      : await updateLocale(documents, before.documentId, { name: name ?? before.name });
  const found = await findLocale(cache, checked.value);
  // Another process may have added it meanwhile: then it is there, which is what was wanted.
  return stored.ok || found.ok ? found : stored;
}

const isName = (name: unknown): name is string =>
  typeof name === 'string' && name.trim() !== '' && name.length <= longestName;
