import type { TargetRef } from '../../../../domain/plan/write-plan.js';
import {
  isLayered,
  otherSide,
  type Link,
  type Relation,
  type Schema,
  type Side,
} from '../../../../domain/schema/schema.js';
import { linkColumns, pendingColumn } from '../layout.js';
import { linkTableName } from '../names.js';
import type { Parameters } from '../statement.js';

export interface EndColumns {
  readonly document: string;
  readonly locale: string;
}

/** One list of a document, in SQL. */
export interface LinkList {
  readonly table: string;
  readonly side: Side;
  readonly own: EndColumns;
  readonly other: EndColumns;
  /** The list's document, and the locale that its links name. */
  readonly documentId: string;
  readonly locale: string;
  /** Whether links have a place in either layer. */
  readonly layered: boolean;
  /** Whether a target without locales names the translation that holds it: then it has one holder in all of them. */
  readonly namesHolder: boolean;
  /** Whether this end has no locales, but each locale of the sources that lead to it a list of its own. */
  readonly oneForEach: boolean;
  /** The flag of links that wait for the publishing of this end. */
  readonly flag: string;
  readonly otherFlag: string;
}

export function listOf(
  schema: Schema,
  { link, side }: { readonly link: Link; readonly side: Side },
  documentId: string,
  locale: string,
): LinkList {
  const other = otherSide(side);
  return {
    table: linkTableName(link),
    side,
    own: linkColumns[side],
    other: linkColumns[other],
    documentId,
    locale,
    layered: isLayered(schema, link),
    oneForEach: side === 'target' && link.source.localized && !link.target.localized,
    namesHolder: side === 'target' && link.target.localized && !link.source.localized,
    flag: pendingColumn(side),
    otherFlag: pendingColumn(other),
  };
}

export const placeOf = ({
  relation,
}: {
  readonly relation: Relation;
}): { readonly link: Link; readonly side: Side } => {
  if (relation.place.kind !== 'link') throw new Error(`${relation.name} has no links`);
  return relation.place;
};

/** That a link is in this list, in whichever layer. */
export const isMine = ({ own, documentId, locale }: LinkList): readonly string[] => [
  `${own.document} = ${documentId}`,
  `${own.locale} = ${locale}`,
];

/**
 * That a link is in the list of another document, and competes with those of this one: only in the same locale, unless
 * the other end has but one place for all of them.
 */
export const isRival = ({ own, documentId, locale, namesHolder }: LinkList): readonly string[] =>
  namesHolder
    ? [`(${own.document}, ${own.locale}) <> (${documentId}, ${locale})`]
    : [`${own.document} <> ${documentId}`, `${own.locale} = ${locale}`];

/** Fresh order keys: valid, unique and growing (design.md, "Links"). */
export const tick = `'k' || lpad(to_hex(nextval('quire_tick')), 11, '0')`;

export function isOneOf(parameters: Parameters, end: EndColumns, refs: readonly TargetRef[]): string {
  const documents = parameters.addTexts(refs.map(({ documentId }) => documentId));
  const locales = parameters.addTexts(refs.map(({ locale }) => locale));
  return `(${end.document}, ${end.locale}) IN (SELECT * FROM unnest(${documents}, ${locales}))`;
}

/** Neither documentIds nor locales have spaces. */
export const isNoneOf = (parameters: Parameters, end: EndColumns, refs: readonly TargetRef[]): string =>
  `${end.document} || ' ' || ${end.locale} <> ALL(${parameters.addTexts(refs.map(({ documentId, locale }) => `${documentId} ${locale}`))})`;
