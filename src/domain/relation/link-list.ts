import type { TargetRef } from '../plan/write-plan.js';
import { otherSide, type Link, type Relation, type Side } from '../schema/schema.js';

export interface LinkSide {
  readonly link: Link;
  readonly side: Side;
}

/** The list of one document at one end of a link. `own.locale` is the locale that its links name. */
export interface LinkList extends LinkSide {
  readonly own: TargetRef;
}

/** A link between two documents. For each layer that it is in, it has its order keys in both lists. */
export interface StoredLink {
  /** Orders links with equal keys. */
  readonly id: number;
  readonly source: TargetRef;
  readonly target: TargetRef;
  readonly draft: LinkKeys | null;
  readonly published: LinkKeys | null;
  /** Whether the link was edited at that side in a draft which has not been published or discarded yet. */
  readonly pending: Readonly<Record<Side, boolean>>;
}

/** The order keys of a link in the list of its source and in that of its target. */
export type LinkKeys = Readonly<Record<Side, string>>;

/** Identifies a document in one locale. Neither part contains spaces. */
export const refKey = ({ documentId, locale }: TargetRef): string => `${documentId} ${locale}`;

/** The end of its link at which a relation stands. */
export function linkSideOf({ name, place }: Relation): LinkSide {
  if (place.kind !== 'link') throw new Error(`${name} has no links`);
  return place;
}

/**
 * Whether documents at the other end can have one link only, so that linking one removes it from the document that
 * holds it.
 */
export const isExclusive = ({ link, side }: LinkSide): boolean => !link[otherSide(side)].many;

/** Whether a document at this end has one holder for all its locales, as the link names one of them. */
export const hasOneHolder = ({ link, side }: LinkSide): boolean =>
  side === 'target' && link.target.localized && !link.source.localized;

/** Whether a document at this end, which has no locales, has one holder for each locale of the sources. */
export const isHeldPerLocale = ({ link, side }: LinkSide): boolean =>
  side === 'target' && link.source.localized && !link.target.localized;

export const isInList = ({ side, own }: LinkList, link: StoredLink): boolean =>
  refKey(link[side]) === refKey(own);

/**
 * Whether a link of another list competes with this list for a target that can have one link only: the other list is of
 * another document in the same locale. If the target has one holder for all its locales, a list of another locale
 * competes as well.
 */
export function conflictsWith(list: LinkList, link: StoredLink): boolean {
  const { documentId, locale } = link[list.side];
  const { own } = list;
  if (hasOneHolder(list)) return documentId !== own.documentId || locale !== own.locale;
  return documentId !== own.documentId && locale === own.locale;
}
