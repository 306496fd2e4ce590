import type { Document, Filter } from 'mongodb';
import type { Context } from '../../../../domain/plan/read-plan.js';

/** That a field names one of the context's locales. */
export function localeFilter(field: string, locale: Context['locale']): Filter<Document> {
  if (locale === '*') return {};
  return { [field]: typeof locale === 'string' ? locale : { $in: [...locale] } };
}

export const inContext = (locale: string, context: Context['locale']): boolean =>
  context === '*' || (typeof context === 'string' ? context === locale : context.includes(locale));
