import { coversLocale } from '../../../../domain/permission/granted-locales.js';
import { decideRead, type Principal } from '../../../../domain/permission/permission.js';
import { scalarOf, type ContentType } from '../../../../domain/schema/schema.js';
import type { AdminDependencies } from '../call.js';

/**
 * The locales in which the principal may read entries of a content-type that has them. The first one is that of lists and entries
 * for which none was chosen: the default locale, if it is among them.
 */
export function readableLocales(
  { locales }: Pick<AdminDependencies, 'locales'>,
  principal: Principal,
  type: ContentType,
): readonly string[] {
  const all = locales
    .list()
    .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
    .map(({ code }) => code);
  const permission = decideRead(principal, type, 'draft');
  const readable = all.filter(
    (code) => permission !== null && coversLocale(permission, scalarOf(type, 'locale'), code),
  );
  // Who may read in none is told so where they are.
  return readable.length > 0 ? readable : all;
}

/** The locale to read in, for a query: the one that was asked for, or else the usual one. */
export const localeIn = (
  dependencies: Pick<AdminDependencies, 'locales'>,
  principal: Principal,
  type: ContentType,
  asked?: unknown,
): { readonly locale?: string } => {
  if (!type.localized) return {};
  const locale = typeof asked === 'string' ? asked : readableLocales(dependencies, principal, type)[0];
  return locale === undefined ? {} : { locale };
};
