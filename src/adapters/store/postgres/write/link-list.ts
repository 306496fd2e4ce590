import { hasOneHolder, isHeldPerLocale, type LinkSide } from '../../../../domain/relation/link-list.js';
import { otherLayer, type Layer } from '../../../../domain/query/query.js';
import type { TargetRef } from '../../../../domain/plan/write-plan.js';
import { isLayered, otherSide, type Link, type Schema, type Side } from '../../../../domain/schema/schema.js';
import { keyColumn, linkColumns, pendingColumn, linkTableName } from '../layout.js';
import type { Parameters, Part } from '../statement.js';

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
  /** The SQL of the list's document, and of the locale that its links name. */
  readonly documentId: string;
  readonly locale: string;
  /** Whether its links belong to layers (`isLayered`). */
  readonly layered: boolean;
  /** Whether documents at this end have one holder for all their locales (`hasOneHolder`). */
  readonly hasOneHolder: boolean;
  /** Whether documents at this end have one holder for each locale of the sources (`isHeldPerLocale`). */
  readonly isHeldPerLocale: boolean;
  /** The column that marks links as pending at this side. */
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

/** Returns the conditions that a link is in this list, in any layer. */
export const isInList = ({ own, documentId, locale }: SqlList): readonly string[] => [
  `${own.document} = ${documentId}`,
  `${own.locale} = ${locale}`,
];

/** Returns the conditions that a link of another list takes the only place at its other end (`conflictsWith`). */
export const isConflicting = ({ own, documentId, locale, hasOneHolder: one }: SqlList): readonly string[] =>
  one
    ? [`(${own.document}, ${own.locale}) <> (${documentId}, ${locale})`]
    : [`${own.document} <> ${documentId}`, `${own.locale} = ${locale}`];

/** A sequence key: an order key for the end of a list, greater than all keys drawn before it. */
export const sequenceKey = `'k' || lpad(to_hex(nextval('quire_tick')), 11, '0')`;

export function isOneOf(parameters: Parameters, end: EndColumns, refs: readonly TargetRef[]): string {
  const documents = parameters.addTexts(refs.map(({ documentId }) => documentId));
  const locales = parameters.addTexts(refs.map(({ locale }) => locale));
  return `(${end.document}, ${end.locale}) IN (SELECT * FROM unnest(${documents}, ${locales}))`;
}

/** Compares concatenated texts, which is safe because neither documentIds nor locales contain spaces. */
export const isNoneOf = (parameters: Parameters, end: EndColumns, refs: readonly TargetRef[]): string =>
  `${end.document} || ' ' || ${end.locale} <> ALL(${parameters.addTexts(refs.map(({ documentId, locale }) => `${documentId} ${locale}`))})`;

/**
 * Takes links out of layers. It deletes a link that is then in no layer. A link that stays in the other layer is marked as
 * pending at this side if `pending` is true. No row is changed by two parts.
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
    return [{ name, text: deleteLinks(list.table, [where]) }];
  }
  const kept = keyColumn(otherLayer(layer), 'source');
  // The link leaves with the edits of the other end, so publishing that end has nothing to apply.
  const flags = [`${list.flag} = true`, `${list.otherFlag} = false`];
  const set = [...cleared(layer), ...(pending ? flags : [])].join(', ');
  const there = `${keyColumn(layer, 'source')} IS NOT NULL`;
  // A concurrent publishing of the other end may change whether a link stays. The row lock waits for it and rechecks.
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

/** Returns the assignments that take a link out of a layer, where it then has no keys. */
export const cleared = (layer: Layer): readonly string[] => [
  `${keyColumn(layer, 'source')} = NULL`,
  `${keyColumn(layer, 'target')} = NULL`,
];

/**
 * Distributes changes of lists over as few turns as possible, so that no turn contains one link table twice. A link from a
 * document to itself is in two of its lists, and a statement can change a row only once.
 */
export function inTurns<T>(items: readonly T[], linkOf: (item: T) => Link): readonly (readonly T[])[] {
  const turns: { readonly links: Set<Link>; readonly items: T[] }[] = [];
  for (const item of items) {
    const link = linkOf(item);
    const turn = turns.find(({ links }) => !links.has(link));
    if (turn === undefined) turns.push({ links: new Set([link]), items: [item] });
    else {
      turn.links.add(link);
      turn.items.push(item);
    }
  }
  return turns.map((turn) => turn.items);
}

const writtenSetting = 'quire.written';

/** Records in the transaction whether its first statement wrote anything, for the statements that are sent with it. */
export const markWritten = (condition: string): string =>
  `set_config('${writtenSetting}', (${condition})::text, true) AS mark`;

export const isWritten = `current_setting('${writtenSetting}', true) = 'true'`;

/**
 * Deletes the links that meet one of some conditions, in the order of their ids: writers at both ends of many links would
 * else wait for each other in a circle. It returns a row for each.
 */
const deleteLinks = (table: string, conditions: readonly string[]): string =>
  `(DELETE FROM ${table} WHERE id = ANY(ARRAY(SELECT id FROM ${table} WHERE ${conditions.join(' OR ')} ORDER BY id FOR UPDATE)) RETURNING 1)`;

/**
 * Deletes the links that meet one of the conditions of their table. It uses one part for each table, because both ends of a
 * link may be named, and takes the tables in the order of their names, as all writers do.
 */
export const deleteLinksOfTables = (conditions: ReadonlyMap<string, readonly string[]>): readonly Part[] =>
  [...conditions]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([table, ofTable], index) => ({ name: `quire_u${index}`, text: deleteLinks(table, ofTable) }));
