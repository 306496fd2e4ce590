import type { ContentLocale } from '../../contract/locales.js';
import type { WireType } from '../../contract/types.js';
import type { Session } from './session.js';

type Locales = Pick<Session, 'locales' | 'readableLocales'>;

/** The locale of lists and entries for which none was chosen; undefined: the content-type has no locales. */
export const usualLocale = (
  { readableLocales }: Locales,
  { uid }: Pick<WireType, 'uid'>,
): string | undefined => readableLocales[uid]?.[0];

/** The locales that are offered: those in which the administrator may read, and the one that is `shown`. */
export const offeredLocales = (
  { locales, readableLocales }: Locales,
  { uid }: Pick<WireType, 'uid'>,
  shown: string | undefined,
): readonly ContentLocale[] =>
  locales.filter(({ code }) => code === shown || readableLocales[uid]?.includes(code));

/** Names the usual locale where it is not that of requests without one. */
export function inUsualLocale<Search extends { readonly locale?: string }>(
  session: Locales,
  type: Pick<WireType, 'uid'>,
  search: Search,
): Search {
  const usual = usualLocale(session, type);
  const isNamed = search.locale !== undefined || usual === undefined;
  if (isNamed || session.locales.some(({ code, isDefault }) => isDefault && code === usual)) return search;
  return { ...search, locale: usual };
}
