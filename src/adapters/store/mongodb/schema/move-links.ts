import type { Document, Filter } from 'mongodb';
import type { Match } from '../../../../application/schema-changes/match-collections.js';
import type { EndMove } from '../../../../application/schema-changes/planned-change.js';
import type { LinkOrigin } from '../../../../application/schema-changes/wanted-schema.js';
import { violatedIndex } from '../database-error.js';
import { localesOf, type Locales } from './count-differences.js';
import { rowsOf, type Row, type Work } from './rewrite-rows.js';

/**
 * Makes the ends of links name their locale, or no longer name it (`LinkEnd.localized`). Links of a locale in which the
 * end has no version stay as they are: nothing shows them until that locale comes back.
 */
export async function moveLinks(
  work: Work,
  { wanted: { name, origin } }: Match,
  ends: readonly EndMove[],
  defaultLocale: string,
): Promise<void> {
  if (origin.kind !== 'link') return;
  const source = ends.find(({ side }) => side === 'source');
  const move: Move = { after: origin, defaultLocale, isShared: source?.becomes === 'joined' };
  for await (const rows of rowsOf(work, name, {}, 'all')) {
    const links = rows.map((row) => ({ source: String(row['source']) }));
    const locales: Locales =
      source === undefined ? new Map() : await localesOf(work.db, source.type.wanted.name, links);
    for (const row of rows) await moveLink(work, name, row, localesAfter(row, move, locales));
  }
}

interface Move {
  readonly after: LinkOrigin;
  readonly defaultLocale: string;
  /** Whether the locales of the source share one list from now on: a media attribute. */
  readonly isShared: boolean;
}

interface LinkLocales {
  readonly sourceLocale: string;
  readonly targetLocale: string;
}

/**
 * The locales that a link names afterwards: several pairs where it held for several locales, none where another link equals it.
 */
function localesAfter(row: Row, move: Move, locales: Locales): readonly LinkLocales[] {
  const { after, defaultLocale, isShared } = move;
  const [source, target] = [String(row['sourceLocale']), String(row['targetLocale'])];
  // Empty: the link held for all locales.
  const named = source || target;
  const own = locales.get(String(row['source'])) ?? [];
  const allLocales = pair('', '');
  if (after.source.localized === true && after.target.localized === true)
    return [pair(named || defaultLocale, named || defaultLocale)];
  if (after.source.localized) {
    const all = own.length > 0 ? own : [defaultLocale];
    return (named === '' ? all : [named]).map((locale) => pair(locale, ''));
  }
  if (after.target.localized) return [pair('', target || named || defaultLocale)];
  if (isShared) {
    const kept = own.includes(defaultLocale) ? defaultLocale : own[0];
    if (source === '' || source === kept) return [allLocales];
    return own.includes(source) ? [] : [pair(source, '')];
  }
  return [named === '' || named === defaultLocale ? allLocales : pair(source, target)];
}

const pair = (sourceLocale: string, targetLocale: string): LinkLocales => ({ sourceLocale, targetLocale });

async function moveLink(work: Work, name: string, row: Row, after: readonly LinkLocales[]): Promise<void> {
  const links = work.db.collection<Row>(name);
  const filter = { _id: row._id } as Filter<Row>;
  const [first, ...others] = after;
  if (first === undefined) {
    await links.deleteOne(filter);
    return;
  }
  if (others.length > 0) {
    const firstId = await work.counters.sequence(others.length);
    const copies = others.map((locales, index): Row => ({ ...row, ...locales, _id: firstId + index }));
    await collision(links.insertMany(copies, { ordered: false }), work);
  }
  if (first.sourceLocale === row['sourceLocale'] && first.targetLocale === row['targetLocale']) return;
  const taken = await collision(links.updateOne(filter, { $set: first } as Document), work);
  if (taken === sameLink) await links.deleteOne(filter);
}

const sameLink = 'link';

/** The unique index that a write violated. The same link may exist: a start that was cut off made it. */
async function collision(write: Promise<unknown>, work: Work): Promise<string | null> {
  try {
    await write;
    return null;
  } catch (error) {
    const index = violatedIndex(error);
    // A link that a server with the former schema made since stays where it is if another link has its place.
    if (index === undefined || (index !== sameLink && !work.isRepeated)) throw error;
    return index;
  }
}
