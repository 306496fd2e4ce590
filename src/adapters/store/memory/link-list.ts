import type { TargetRef } from '../../../domain/plan/write-plan.js';
import type { Layer } from '../../../domain/query/query.js';
import { otherSide, type Link, type Relation, type Side } from '../../../domain/schema/schema.js';
import type { Changes } from './changes.js';
import { linksOf } from './linked-versions.js';
import type { LinkRow } from './rows.js';
import type { Tables } from './tables.js';

/** The list of one document at one end of a link, in the locale that its links name. */
export interface LinkList {
  readonly link: Link;
  readonly side: Side;
  readonly own: TargetRef;
}

/** What changing links takes. */
export interface Writing {
  readonly tables: Tables;
  readonly changes: Changes;
}

export function endOf({ name, place }: Relation): { readonly link: Link; readonly side: Side } {
  if (place.kind !== 'link') throw new Error(`${name} has no links`);
  return place;
}

/** The links of the list, of either layer, in no order. */
export const linksIn = (tables: Tables, { link, side, own }: LinkList): LinkRow[] =>
  linksOf(tables, link, side, own.documentId).filter((row) => row[side].locale === own.locale);

/**
 * The links to `target`, as the list names it, that compete with one from this list for a place at the other end: those
 * of other documents in the same locale. Sources without locales have but one place for all of those of their targets.
 */
export function rivalsOf(tables: Tables, { link, side, own }: LinkList, target: TargetRef): LinkRow[] {
  const other = otherSide(side);
  const hasOnePlace = side === 'target' && link.target.localized && !link.source.localized;
  const isRival = ({ documentId, locale }: TargetRef): boolean =>
    hasOnePlace
      ? documentId !== own.documentId || locale !== own.locale
      : documentId !== own.documentId && locale === own.locale;
  return linksOf(tables, link, other, target.documentId).filter(
    (row) => row[other].locale === target.locale && isRival(row[side]),
  );
}

/** Whether two links of a to-one list are one too many. A target without locales is held once in each of its sources'. */
export const excludeEachOther = ({ link, side }: LinkList, left: LinkRow, right: LinkRow): boolean =>
  !link[side].many &&
  (side === 'source' || link.target.localized || left.source.locale === right.source.locale);

/**
 * Takes a link out of the layers; one that is in none of them stays as it is. Left in no layer it is gone; left in one
 * it is pending at `side` if that is wanted.
 */
export function withdraw(
  { tables, changes }: Writing,
  { link, side }: LinkList,
  row: LinkRow,
  layers: readonly Layer[],
  pending: boolean,
): void {
  if (layers.every((layer) => row[layer] === null)) return;
  const draft = layers.includes('draft') ? null : row.draft;
  const published = layers.includes('published') ? null : row.published;
  // What the other end edited of the link is gone with it, so its publishing has nothing to take over.
  const gone = side === 'source' ? { source: true, target: false } : { source: false, target: true };
  const flags = pending ? gone : row.pending;
  const isLeft = draft !== null || published !== null;
  changes.link(tables.links(link), row, isLeft ? { ...row, draft, published, pending: flags } : undefined);
}
