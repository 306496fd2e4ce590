import type { ContentType, Relation, Stored } from '../schema/schema.js';
import type { Target } from './read-plan.js';
import { allTargetsOf, bytesInside, bytesOf, fanOutOf, type Statistics } from './statistics.js';

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
  /** Whether the request is for one locale. */
  readonly isOneLocale: boolean;
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

/** The mean size of an attribute's values in these rows. */
export const bytesIn = (statistics: Statistics, { type, itemBytes }: Level, attribute: Stored): number =>
  itemBytes === undefined ? bytesOf(statistics, type, attribute) : bytesInside(itemBytes, attribute);

/** Returns the rows that a relation of these rows leads to; `isFirst`: no relation led to these. */
export function followed(
  statistics: Statistics,
  { few, all, ways }: Level,
  relation: Relation,
  target: Target,
  isFirst: boolean,
): Level {
  const { type } = target;
  const { typical, most } = fanOutOf(statistics, relation);
  const targets = allTargetsOf(statistics, relation, all);
  if (ways === undefined) return { few: few * most, all: isFirst ? targets : all * typical, type };
  const link = relation.place.kind === 'link' ? relation.place.link.name : null;
  // Back along the same link, documents with many links are reached most often; along another link, any are.
  const count = ways.count * (link !== null && link === ways.link ? typical : targets / all);
  return {
    few: few * most,
    all: targets,
    type,
    ways: { ...ways, count, link, locale: localeOf(target, ways) },
  };
}

/** Returns the locale for the targets of versions that these ways lead to. */
function localeOf({ type, locale }: Target, { locale: before, isOneLocale }: Ways): LocaleOfLevel {
  if (before === 'requested' && (!type.localized || (isOneLocale && locale === 'context'))) return before;
  return type.localized ? 'own' : 'inherited';
}
