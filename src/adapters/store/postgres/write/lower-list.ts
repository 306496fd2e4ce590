import type { ListChange, TargetRef } from '../../../../domain/plan/write-plan.js';
import type { Layer } from '../../../../domain/query/query.js';
import { isLayered, otherSide, type Link, type Schema, type Side } from '../../../../domain/schema/schema.js';
import { keyColumn, linkColumns } from '../layout.js';
import { linkTableName } from '../names.js';
import type { Parameters } from '../statement.js';
import type { Part } from './part.js';

/** One list of a document, in SQL. */
interface List {
  readonly link: Link;
  readonly side: Side;
  readonly table: string;
  readonly documentId: string;
  readonly locale: string;
}

export const placeOf = ({
  relation,
}: Pick<ListChange, 'relation'>): { readonly link: Link; readonly side: Side } => {
  if (relation.place.kind !== 'link') throw new Error(`${relation.name} has no links`);
  return relation.place;
};

/** Fresh order keys: valid, unique and growing (design.md, "Links"). */
export const tick = `'k' || lpad(to_hex(nextval('quire_tick')), 11, '0')`;

/** What goes, what is taken from other documents, then what is placed; all where `written` holds. */
export function lowerList(
  schema: Schema,
  parameters: Parameters,
  change: ListChange,
  documentId: string,
  written: readonly string[],
  index: number,
  isNew: boolean,
): readonly Part[] {
  if (change.place.length === 0 && change.remove.kind === 'none') return [];
  const { link, side } = placeOf(change);
  const locale = parameters.add(change.locale, 'text');
  const list: List = { link, side, table: linkTableName(link), documentId, locale };
  const gone = removals(parameters, list, change).flatMap((condition, at) =>
    withdraw(schema, list, change.layers, [...condition, ...written], `r${index}_${at}`),
  );
  if (change.place.length === 0) return gone;
  const free = gone.map(({ name }) => `(SELECT count(*) FROM ${name}) >= 0`);
  return [
    ...gone,
    { name: `p${index}`, text: placed(parameters, list, change, [...written, ...free], isNew) },
  ];
}

function removals(parameters: Parameters, list: List, change: ListChange): readonly (readonly string[])[] {
  const own = linkColumns[list.side];
  const other = linkColumns[otherSide(list.side)];
  const mine = [`${own.document} = ${list.documentId}`, `${own.locale} = ${list.locale}`];
  const conditions: string[][] = [];
  if (change.remove.kind === 'these') {
    conditions.push([...mine, isOneOf(parameters, other, change.remove.targets)]);
  }
  if (change.remove.kind === 'except') {
    conditions.push([...mine, isNoneOf(parameters, other, change.remove.targets)]);
  }
  if (change.takes && change.place.length > 0) {
    const taken = isOneOf(
      parameters,
      other,
      change.place.map(({ target }) => target),
    );
    conditions.push([`${own.document} <> ${list.documentId}`, `${own.locale} = ${list.locale}`, taken]);
  }
  return conditions;
}

export interface EndColumns {
  readonly document: string;
  readonly locale: string;
}

export function isOneOf(parameters: Parameters, end: EndColumns, refs: readonly TargetRef[]): string {
  const documents = parameters.addTexts(refs.map(({ documentId }) => documentId));
  const locales = parameters.addTexts(refs.map(({ locale }) => locale));
  return `(${end.document}, ${end.locale}) IN (SELECT * FROM unnest(${documents}, ${locales}))`;
}

/** Neither documentIds nor locales have spaces. */
export const isNoneOf = (parameters: Parameters, end: EndColumns, refs: readonly TargetRef[]): string =>
  `${end.document} || ' ' || ${end.locale} <> ALL(${parameters.addTexts(refs.map(({ documentId, locale }) => `${documentId} ${locale}`))})`;

/** Takes links out of the layers. A link that is left in no layer is deleted; no row is named by both parts. */
function withdraw(
  schema: Schema,
  { link, table }: List,
  layers: readonly Layer[],
  conditions: readonly string[],
  name: string,
): readonly Part[] {
  const where = conditions.join(' AND ');
  const kept: Layer | undefined =
    layers.length > 1 ? undefined : layers[0] === 'draft' ? 'published' : 'draft';
  if (kept === undefined || !isLayered(schema, link)) {
    return [{ name, text: `(DELETE FROM ${table} WHERE ${where} RETURNING 1)` }];
  }
  const keep = keyColumn(kept, 'source');
  const clear = layers.flatMap((layer) => [
    `${keyColumn(layer, 'source')} = NULL`,
    `${keyColumn(layer, 'target')} = NULL`,
  ]);
  return [
    { name, text: `(DELETE FROM ${table} WHERE ${where} AND ${keep} IS NULL RETURNING 1)` },
    {
      name: `${name}_kept`,
      text: `(UPDATE ${table} SET ${clear.join(', ')} WHERE ${where} AND ${keep} IS NOT NULL RETURNING 1)`,
    },
  ];
}

/** A link that is there keeps its place at the other end; a new one goes to the end there. */
function placed(
  parameters: Parameters,
  list: List,
  change: ListChange,
  conditions: readonly string[],
  isNew: boolean,
): string {
  const { side, table, documentId, locale } = list;
  const own = linkColumns[side];
  const other = linkColumns[otherSide(side)];
  const keys = change.layers.map((layer) => ({
    own: keyColumn(layer, side),
    other: keyColumn(layer, otherSide(side)),
  }));
  const lists = [
    parameters.addTexts(change.place.map(({ target }) => target.documentId)),
    parameters.addTexts(change.place.map(({ target }) => target.locale)),
    parameters.addTexts(change.place.map(({ key }) => key)),
  ];
  const columns = [
    own.document,
    own.locale,
    other.document,
    other.locale,
    ...keys.flatMap((key) => [key.own, key.other]),
  ];
  const values = [
    documentId,
    locale,
    'p.document',
    'p.locale',
    ...keys.flatMap(() => ['coalesce(p.key, p.tick)', 'p.tick']),
  ];
  const set = keys.flatMap((key) => [
    `${key.own} = excluded.${key.own}`,
    `${key.other} = coalesce(l.${key.other}, excluded.${key.other})`,
  ]);
  const places = `SELECT document, locale, key, ${tick} AS tick FROM unnest(${lists.join(', ')}) AS u(document, locale, key)`;
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  // A document that is just made has no link to collide with.
  const moved = isNew ? '' : ` ON CONFLICT (${ends}) DO UPDATE SET ${set.join(', ')}`;
  return `(INSERT INTO ${table} AS l (${columns.join(', ')}) SELECT ${values.join(', ')} FROM (${places}) p${where}${moved})`;
}

const ends = 'source_document, source_locale, target_document, target_locale';
