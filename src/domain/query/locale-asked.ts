import type { Filter, Query } from './query.js';

/** The locales that a query reads: those it names, any where it filters by `locale` itself, otherwise the default one. */
export function localeAsked(query: Query, defaultLocale: string): string | readonly string[] {
  if (query.locale !== undefined) return query.locale;
  return query.filters !== undefined && asksForLocale(query.filters) ? '*' : defaultLocale;
}

function asksForLocale(filter: Filter): boolean {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.filters.some(asksForLocale);
    case 'not':
      return asksForLocale(filter.filter);
    case 'at':
      return filter.key === 'locale';
    case 'compare':
      return false;
  }
}
