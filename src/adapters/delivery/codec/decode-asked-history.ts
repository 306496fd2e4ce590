import type { AskedHistory } from '../../../application/history/history-service.js';
import { ok, type Result } from '../../../domain/result.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import { invalidParam } from './query-failures.js';

/** Decodes whose history is asked for. `*`, and no locale, stand for all locales. */
export function decodeAskedHistory(
  type: ContentType,
  documentId: string | undefined,
  locale: unknown,
): Result<AskedHistory> {
  if (locale !== undefined && (typeof locale !== 'string' || !isLocale.test(locale)))
    return invalidParam('Invalid locale. Expected one locale code, or *', 'locale', 'locale');
  const named = typeof locale === 'string' && locale !== '*' && type.localized ? { locale } : {};
  return ok({ type: type.uid, ...(documentId !== undefined && { documentId }), ...named });
}

const isLocale = /^(\*|[\w-]{1,64})$/;
