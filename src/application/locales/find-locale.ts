import { failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { LocaleCache } from './locale-cache.js';
import { checkLocaleCode } from './locale-code.js';
import type { LocaleRecord } from './locale-records.js';

/** The locale of a code as people write it, as it is stored now. `INPUT.INVALID` where there is none. */
export async function findLocale(cache: LocaleCache, code: unknown): Promise<Result<LocaleRecord>> {
  const checked = checkLocaleCode(code);
  if (!checked.ok) return checked;
  const refreshed = await cache.refresh();
  if (!refreshed.ok) return refreshed;
  const record = cache.recordOf(checked.value);
  return record === undefined ? err(unknownLocale(checked.value, cache)) : ok(record);
}

const unknownLocale = (code: string, cache: LocaleCache) => {
  const codes = cache.records().map((record) => record.code);
  return failure('INPUT.INVALID', `There is no locale "${code}"; there are: ${codes.join(', ')}`);
};
