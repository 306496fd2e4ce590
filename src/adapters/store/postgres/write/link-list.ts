import { hasOneHolder, isHeldPerLocale, type LinkSide } from '../../../../domain/relation/link-list.js';
import { otherLayer, type Layer } from '../../../../domain/query/query.js';
import type { TargetRef } from '../../../../domain/plan/write-plan.js';
import { isLayered, otherSide, type Schema, type Side } from '../../../../domain/schema/schema.js';
import { keyColumn, linkColumns, pendingColumn } from '../layout.js';
import { linkTableName } from '../names.js';
import type { Parameters } from '../statement.js';
import type { Part } from './part.js';

export interface EndColumns {
  readonly document: string;
  readonly locale: string;
}

/** The columns and conditions of one list of a document. */
export interface SqlList {
  readonly table: string;
  readonly side: Side;
  readonly own: EndColumns;
  readonly other: EndColumns;
  /** The list's document, and the locale that its links name. */
  readonly documentId: string;
  readonly locale: string;
  /** Whether links have a place in either layer. */
  readonly layered: boolean;
  /** Whether documents at this end have one holder for all their locales (`hasOneHolder`). */
  readonly hasOneHolder: boolean;
  /** Whether documents at this end have one holder for each locale of the sources (`isHeldPerLocale`). */
  readonly isHeldPerLocale: boolean;
  /** The flag of links that wait for the publishing of this end. */
  readonly flag: string;
  readonly otherFlag: string;
}

export function listOf(
  schema: Schema,
  { link, side }: LinkSide,
  documentId: string,
  locale: string,
): SqlList {
  const other = otherSide(side);
  return {
    table: linkTableName(link),
    side,
    own: linkColumns[side],
    other: linkColumns[other],
    documentId,
    locale,
    layered: isLayered(schema, link),
    isHeldPerLocale: isHeldPerLocale({ link, side }),
    hasOneHolder: hasOneHolder({ link, side }),
    flag: pendingColumn(side),
    otherFlag: pendingColumn(other),
  };
}

/** That a link is in this list, in whichever layer. */
export const isMine = ({ own, documentId, locale }: SqlList): readonly string[] => [
  `${own.document} = ${documentId}`,
  `${own.locale} = ${locale}`,
];

/** That a link of another list competes with those of this one for the only place at the other end (`conflictsWith`). */
export const isConflicting = ({ own, documentId, locale, hasOneHolder: one }: SqlList): readonly string[] =>
  one
    ? [`(${own.document}, ${own.locale}) <> (${documentId}, ${locale})`]
    : [`${own.document} <> ${documentId}`, `${own.locale} = ${locale}`];

/** An order key for the end of a list: each is greater than all before it, whoever takes it. */
export const sequenceKey = `'k' || lpad(to_hex(nextval('quire_tick')), 11, '0')`;

export function isOneOf(parameters: Parameters, end: EndColumns, refs: readonly TargetRef[]): string {
  const documents = parameters.addTexts(refs.map(({ documentId }) => documentId));
  const locales = parameters.addTexts(refs.map(({ locale }) => locale));
  return `(${end.document}, ${end.locale}) IN (SELECT * FROM unnest(${documents}, ${locales}))`;
}

/** Neither documentIds nor locales have spaces. */
export const isNoneOf = (parameters: Parameters, end: EndColumns, refs: readonly TargetRef[]): string =>
  `${end.document} || ' ' || ${end.locale} <> ALL(${parameters.addTexts(refs.map(({ documentId, locale }) => `${documentId} ${locale}`))})`;

/**
 * Takes links out of layers. One that is left in no layer is deleted; one that stays in the other is marked as pending
 * at this side where that is wanted. No row is named by both parts.
 */
export function withdraw(
  list: SqlList,
  layers: readonly Layer[],
  pending: boolean,
  conditions: readonly string[],
  name: string,
): readonly Part[] {
  const where = conditions.join(' AND ');
  const [layer] = layers;
  if (!list.layered || layers.length !== 1 || layer === undefined) {
    return [{ name, text: `(DELETE FROM ${list.table} WHERE ${where} RETURNING 1)` }];
  }
  const kept = keyColumn(otherLayer(layer), 'source');
  // What the other end edited of the link is gone with it, so its publishing has nothing to take over.
  const flags = [`${list.flag} = true`, `${list.otherFlag} = false`];
  const set = [...cleared(layer), ...(pending ? flags : [])].join(', ');
  const there = `${keyColumn(layer, 'source')} IS NOT NULL`;
  // Publishing the other end may be about to change whether a link stays: its rows are waited for, and looked at again.
  const held = `${name}_held`;
  const isHeld = (condition: string): string => `id IN (SELECT id FROM ${held} WHERE ${condition})`;
  return [
    {
      name: held,
      text: `MATERIALIZED (SELECT id, ${kept} IS NOT NULL AS stays FROM ${list.table} WHERE ${where} AND (${kept} IS NULL OR ${there}) ORDER BY id FOR UPDATE)`,
    },
    { name, text: `(DELETE FROM ${list.table} WHERE ${isHeld('NOT stays')} RETURNING 1)` },
    {
      name: `${name}_kept`,
      text: `(UPDATE ${list.table} SET ${set} WHERE ${isHeld('stays')} RETURNING 1)`,
    },
  ];
}

/** A link that is not in a layer has neither key there. */
export const cleared = (layer: Layer): readonly string[] => [
  `${keyColumn(layer, 'source')} = NULL`,
  `${keyColumn(layer, 'target')} = NULL`,
];
