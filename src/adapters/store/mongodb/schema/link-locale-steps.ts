import type { Document, Filter } from 'mongodb';
import { violatedIndex } from '../database-error.js';
import type { Match } from './match-collections.js';
import { rowsOf, type Row } from './rewrite-rows.js';
import { localesOf, oneLinkCheck, sharedListCheck, type Locales } from './shared-lists.js';
import { fill, type Step, type Work } from './step.js';
import type { LinkOrigin } from './target.js';

/**
 * Ends of links that name their locale from now on, or no more (`LinkEnd.localized`). Rows of a locale that the end has
 * no version in are kept as they are: they show nowhere, and again where that locale comes back.
 */
export function linkLocaleSteps(
  match: Match,
  matches: readonly Match[],
  defaultLocale: string,
): readonly Step[] {
  const { name, wanted, stored, record } = match;
  if (stored === undefined || wanted.origin.kind !== 'link' || record?.origin.kind !== 'link') return [];
  const [before, after] = [record.origin, wanted.origin];
  const isSame = (['source', 'target'] as const).every(
    (side) => before[side].localized === after[side].localized,
  );
  if (isSame) return [];
  const source = matches.find(
    ({ wanted: { origin } }) => origin.kind === 'type' && origin.uid === after.source.type,
  );
  const isShared = isStillLocalized(source) && before.source.localized && !after.source.localized;
  const move: Move = { after, defaultLocale, source: source?.name ?? '', isShared };
  const checks = [
    ...(isShared ? [sharedListCheck(name, stored.name, source?.stored?.name ?? '')] : []),
    ...(isJoined(before, after) ? [oneLinkCheck(name, stored.name)] : []),
  ];
  return [fill(name, messageOf(name, before, after), (work) => moveLinks(work, name, move), checks)];
}

const messageOf = (name: string, before: LinkOrigin, after: LinkOrigin): string =>
  (['source', 'target'] as const)
    .filter((side) => before[side].localized !== after[side].localized)
    .map((side) =>
      after[side].localized
        ? `Links of "${name}" name the locale of their ${side}.`
        : `Links of "${name}" hold for their ${side} as a whole.`,
    )
    .join(' ');

/** A document that may have one link had one in each of its locales. */
const isJoined = (before: LinkOrigin, { source, target }: LinkOrigin): boolean =>
  before.source.localized && !source.localized && !source.many && target.localized;

interface Move {
  readonly after: LinkOrigin;
  readonly defaultLocale: string;
  /** The collection of the source's versions. */
  readonly source: string;
  /** The source stays in locales, which share this list from now on: a media attribute. */
  readonly isShared: boolean;
}

const isStillLocalized = (match: Match | undefined): boolean =>
  match?.wanted.origin.kind === 'type' &&
  match.wanted.origin.localized &&
  match.record?.origin.kind === 'type' &&
  match.record.origin.localized;

async function moveLinks(work: Work, name: string, move: Move): Promise<void> {
  for await (const rows of rowsOf(work, name, {}, 'all')) {
    const locales: Locales = needsLocales(move)
      ? await localesOf(
          work.db,
          move.source,
          rows.map(({ source }) => ({ source: String(source) })),
        )
      : new Map();
    for (const row of rows) await moveLink(work, name, row, placesOf(row, move, locales));
  }
}

const needsLocales = ({ after, isShared }: Move): boolean =>
  isShared || (after.source.localized && !after.target.localized);

interface Place {
  readonly sourceLocale: string;
  readonly targetLocale: string;
}

/** Where a link goes: several places where it held for several locales, none where another one holds the same. */
function placesOf(row: Row, move: Move, locales: Locales): readonly Place[] {
  const { after, defaultLocale, isShared } = move;
  const [source, target] = [String(row['sourceLocale']), String(row['targetLocale'])];
  const named = source !== '' ? source : target !== '' ? target : defaultLocale;
  const own = locales.get(String(row['source'])) ?? [];
  if (after.source.localized && after.target.localized) return [{ sourceLocale: named, targetLocale: named }];
  if (after.source.localized) {
    const copies =
      source !== '' ? [source] : target !== '' ? [target] : own.length > 0 ? own : [defaultLocale];
    return copies.map((sourceLocale) => ({ sourceLocale, targetLocale: '' }));
  }
  if (after.target.localized) return [{ sourceLocale: '', targetLocale: target !== '' ? target : named }];
  if (isShared) {
    const kept = own.includes(defaultLocale) ? defaultLocale : own[0];
    if (source !== '' && source !== kept)
      return own.includes(source) ? [] : [{ sourceLocale: source, targetLocale: '' }];
    return [{ sourceLocale: '', targetLocale: '' }];
  }
  const isDefault = named === defaultLocale || (source === '' && target === '');
  return [
    isDefault ? { sourceLocale: '', targetLocale: '' } : { sourceLocale: source, targetLocale: target },
  ];
}

async function moveLink(work: Work, name: string, row: Row, places: readonly Place[]): Promise<void> {
  const links = work.db.collection<Row>(name);
  const filter = { _id: row._id } as Filter<Row>;
  const [first, ...others] = places;
  if (first === undefined) {
    await links.deleteOne(filter);
    return;
  }
  if (others.length > 0) {
    const tick = await work.counters.sequence(others.length);
    const copies = others.map((place, index): Row => ({ ...row, ...place, _id: tick + index }));
    await collision(links.insertMany(copies, { ordered: false }), work);
  }
  if (first.sourceLocale === row['sourceLocale'] && first.targetLocale === row['targetLocale']) return;
  const taken = await collision(links.updateOne(filter, { $set: first } as Document), work);
  if (taken === sameLink) await links.deleteOne(filter);
}

const sameLink = 'link';

/** The unique index that stood in the way. The same link may be there: a start that was cut off made it. */
async function collision(write: Promise<unknown>, work: Work): Promise<string | null> {
  try {
    await write;
    return null;
  } catch (error) {
    const index = violatedIndex(error);
    // What a server with the former schema linked since has no place where another link is: it is kept where it is.
    if (index === undefined || (index !== sameLink && !work.isAgain)) throw error;
    return index;
  }
}
