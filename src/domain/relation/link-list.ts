import type { TargetRef } from '../plan/write-plan.js';
import { otherSide, type Link, type Relation, type Side } from '../schema/schema.js';

/** One end of a link. */
export interface LinkSide {
  readonly link: Link;
  readonly side: Side;
}

/** The list of one document at one end of a link. `own.locale` is the one that its links name. */
export interface LinkList extends LinkSide {
  readonly own: TargetRef;
}

/** A link between two documents: in each layer it has its place in both lists, or it is not in that layer. */
export interface StoredLink {
  /** Orders links whose keys are equal. */
  readonly id: number;
  readonly source: TargetRef;
  readonly target: TargetRef;
  readonly draft: LinkKeys | null;
  readonly published: LinkKeys | null;
  /** Whether it was edited at that side in a draft, and waits for its document there to be published or discarded. */
  readonly pending: Readonly<Record<Side, boolean>>;
}

/** Order keys: `source` is the place in the source's list, `target` the one in the target's. */
export type LinkKeys = Readonly<Record<Side, string>>;

/** Identifies a document in one locale. Neither documentIds nor locales have spaces. */
export const refKey = ({ documentId, locale }: TargetRef): string => `${documentId} ${locale}`;

/** The end of a link that a relation is. */
export function linkSideOf({ name, place }: Relation): LinkSide {
  if (place.kind !== 'link') throw new Error(`${name} has no links`);
  return place;
}

/** Whether documents at the other end have room for one link, so that linking one takes it from its holder. */
export const isExclusive = ({ link, side }: LinkSide): boolean => !link[otherSide(side)].many;

/** Whether documents at this end have one holder for all their locales: the link names one of these locales. */
export const hasOneHolder = ({ link, side }: LinkSide): boolean =>
  side === 'target' && link.target.localized && !link.source.localized;

/** Whether documents at this end, which has no locales, have one holder for each locale of the sources. */
export const isHeldPerLocale = ({ link, side }: LinkSide): boolean =>
  side === 'target' && link.source.localized && !link.target.localized;

export const isInList = ({ side, own }: LinkList, link: StoredLink): boolean =>
  refKey(link[side]) === refKey(own);

/**
 * Whether a link of another list competes with one of this list for the only place at the other end: it is of another
 * document in the same locale. A target with one holder for all its locales counts each of its locales as another.
 */
export function conflictsWith(list: LinkList, link: StoredLink): boolean {
  const { documentId, locale } = link[list.side];
  const { own } = list;
  if (hasOneHolder(list)) return documentId !== own.documentId || locale !== own.locale;
  return documentId !== own.documentId && locale === own.locale;
}
