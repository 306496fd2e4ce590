import type { ContentType } from '../schema/schema.js';
import type { Target } from './read-plan.js';

/**
 * An estimate of the rows at one level of a plan, by two upper bounds. `few` multiplies the rows of the page by the
 * largest fan-out; it ignores that few documents have many links. `all` multiplies all rows by the typical fan-out; it
 * ignores that a page is small.
 */
export interface Level {
  readonly few: number;
  readonly all: number;
  readonly type: ContentType;
  /** Present inside a component: the size of one item's JSON, in bytes. */
  readonly itemBytes?: number;
  /** Present where relations are followed for all rows at once, as in a filter or sort of the whole list. */
  readonly ways?: Ways;
}

/** The number of paths to the rows of a level, and the link that they came by. */
export interface Ways {
  readonly count: number;
  readonly link: string | null;
  readonly locale: LocaleOfLevel;
}

/**
 * The locale in which the relations of a version are followed: the requested one, its own, or that of the version that
 * the path came from.
 */
type LocaleOfLevel = 'requested' | 'own' | 'inherited';

export const rowsOf = ({ few, all }: Level): number => Math.min(few, all);

export const times = (level: Level, count: number): Level => ({
  ...level,
  few: level.few * count,
  all: level.all * count,
});

/** Returns the locale for the targets of versions whose locale is `before`. */
export function localeOf(
  { type, locale }: Target,
  before: LocaleOfLevel,
  isOneLocale: boolean,
): LocaleOfLevel {
  if (before === 'requested' && (!type.localized || (isOneLocale && locale === 'context'))) return before;
  return type.localized ? 'own' : 'inherited';
}
