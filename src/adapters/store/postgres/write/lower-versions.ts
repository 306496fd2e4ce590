import type { VersionChange, WritePlan } from '../../../../domain/plan/write-plan.js';
import type { Layer } from '../../../../domain/query/query.js';
import type { ContentType, Stored } from '../../../../domain/schema/schema.js';
import { columnTypeOf, draftColumns, columnName, tableName } from '../layout.js';
import { literal, type Parameters } from '../statement.js';
import {
  VersionWriting,
  assigned,
  valueColumns,
  copied,
  insertion,
  nextIdOf,
  setList,
  type Assignment,
  type VersionPart,
  versionIs,
} from './version-part.js';

/** Returns the parts that write the document's versions. Each returns its rows; none sees what another writes. */
export function lowerVersions(
  parameters: Parameters,
  plan: WritePlan,
  documentId: string,
  conditions: readonly string[],
): readonly VersionPart[] {
  const writing = new VersionWriting(parameters, plan.type, tableName(plan.type), documentId, conditions);
  const parts: VersionPart[] = [];
  for (const [index, change] of plan.versions.entries()) {
    parts.push(...lowerVersion(writing, change, `quire_v${index}`, parts));
  }
  return parts.map((part) => ({ ...part, text: `(${part.text} RETURNING t0.*)` }));
}

function lowerVersion(
  writing: VersionWriting,
  change: VersionChange,
  name: string,
  before: readonly VersionPart[],
): readonly VersionPart[] {
  switch (change.op) {
    case 'insert':
      return lowerInsert(writing, change, name);
    case 'update':
      return [lowerUpdate(writing, change, name)];
    case 'publish':
      return lowerPublish(writing, change, name);
    case 'discard':
      return [lowerDiscard(writing, change.locale, name)];
    case 'share':
      return [lowerShare(writing, change, name, before)];
    case 'remove':
      return [lowerRemove(writing, change, name)];
  }
}

function lowerUpdate(
  writing: VersionWriting,
  change: VersionChange & { readonly op: 'update' },
  name: string,
): VersionPart {
  const { parameters, type, table, conditions } = writing;
  const { layer, locale } = change;
  const set = [
    ...timesOf(parameters, change),
    ...assigned(parameters, type, change.values),
    ...(layer === 'draft' ? [{ column: draftColumns.hasChanges, value: 'true' }] : []),
  ];
  const where = [...versionIs(writing, 't0', { layer, locale }), ...conditions].join(' AND ');
  const text = `UPDATE ${table} t0 SET ${setList(set)} WHERE ${where}`;
  return { name, text, version: { layer, locale }, decides: true };
}

/** Assigns at least one time, so that an update without values is one. */
function timesOf(
  parameters: Parameters,
  { updatedAt, isGiven, createdAt, publishedAt }: VersionChange & { readonly op: 'update' },
): readonly Assignment[] {
  const add = (time: string): string => parameters.add(time, 'timestamptz');
  const moved = (time: string): string => (isGiven ? other(parameters, time) : movedOn(parameters, time));
  return [
    { column: 'updated_at', value: updatedAt === null ? later : moved(updatedAt) },
    ...(createdAt === undefined ? [] : [{ column: 'created_at', value: add(createdAt) }]),
    ...(publishedAt === undefined ? [] : [{ column: 'published_at', value: add(publishedAt) }]),
  ];
}

/** A millisecond after the time of the version. */
export const later = `t0.updated_at + interval '1 millisecond'`;

/** See `VersionChange`. */
const movedOn = (parameters: Parameters, updatedAt: string): string =>
  `greatest(${parameters.add(updatedAt, 'timestamptz')}, ${later})`;

function other(parameters: Parameters, updatedAt: string): string {
  const time = parameters.add(updatedAt, 'timestamptz');
  return `CASE WHEN t0.updated_at = ${time} THEN ${later} ELSE ${time} END`;
}

function lowerDiscard(writing: VersionWriting, locale: string, name: string): VersionPart {
  const { type, table, conditions } = writing;
  const set = [
    ...copied(['created_at', 'updated_at', ...valueColumns(type)], 'p'),
    { column: draftColumns.hasChanges, value: 'false' },
  ];
  const version = { layer: 'draft', locale } as const;
  const where = [
    ...versionIs(writing, 't0', version),
    ...versionIs(writing, 'p', { layer: 'published', locale }),
    ...conditions,
  ].join(' AND ');
  const text = `UPDATE ${table} t0 SET ${setList(set)} FROM ${table} p WHERE ${where}`;
  return { name, text, version, decides: true };
}

/** Copies shared values from the row that an earlier part returns; they are the same in every layer of the change. */
function lowerShare(
  writing: VersionWriting,
  { locale, layers, attributes, updatedAt, updatedBy }: VersionChange & { readonly op: 'share' },
  name: string,
  before: readonly VersionPart[],
): VersionPart {
  const { parameters, type, table, documentId } = writing;
  const from = before.find(({ version }) => version?.locale === locale);
  if (from === undefined) throw new Error(`nothing was written in "${locale}" that its locales could share`);
  const columns = attributes.map(columnName);
  const set = [
    ...copied(columns, 's'),
    ...assigned(parameters, type, new Map([['updatedBy', updatedBy]])),
    { column: 'updated_at', value: movedOn(parameters, updatedAt) },
  ];
  const where = [
    `t0.document_id = ${documentId}`,
    `t0.locale <> ${parameters.add(locale, 'text')}`,
    ...ofLayers(type, layers),
    `(${attributes.map(differs).join(' OR ')})`,
  ].join(' AND ');
  const text = `UPDATE ${table} t0 SET ${setList(set)} FROM ${from.name} s WHERE ${where}`;
  return { name, text, version: null, decides: false };
}

/** Compares `json` columns as text, because `json` has no equality operator. */
export function differs(attribute: Stored): string {
  const text = columnTypeOf(attribute) === 'json' ? '::text' : '';
  const column = columnName(attribute);
  return `t0.${column}${text} IS DISTINCT FROM s.${column}${text}`;
}

function lowerRemove(
  { parameters, type, table, documentId, conditions }: VersionWriting,
  { layers, locale }: VersionChange & { readonly op: 'remove' },
  name: string,
): VersionPart {
  const where = [
    `t0.document_id = ${documentId}`,
    ...(locale === null || !type.localized ? [] : [`t0.locale = ${parameters.add(locale, 'text')}`]),
    ...ofLayers(type, layers),
    ...conditions,
  ].join(' AND ');
  return { name, text: `DELETE FROM ${table} t0 WHERE ${where}`, version: null, decides: false };
}

/** Returns no condition if the layers are all that the type has. */
export const ofLayers = ({ draftAndPublish }: ContentType, layers: readonly Layer[]): readonly string[] =>
  !draftAndPublish || layers.length > 1
    ? []
    : [`t0.status IN (${layers.map((layer) => literal(layer)).join(', ')})`];

type Insert = VersionChange & { readonly op: 'insert' };
type Publish = VersionChange & { readonly op: 'publish' };

/** Inserts new versions. The published one copies the draft's row, so that the values are sent once. */
export function lowerInsert(writing: VersionWriting, change: Insert, name: string): readonly VersionPart[] {
  const { locale, layers, shared } = change;
  const layer: Layer = layers.includes('draft') ? 'draft' : 'published';
  const taken = (shared?.attributes ?? []).filter((attribute) => !change.values.has(attribute.name));
  const columns = [
    ...inserted(writing, change, layer),
    ...assigned(writing.parameters, writing.type, change.values),
    ...copied(taken.map(columnName), 's'),
  ];
  const { from, where } = sharedFrom(writing, change, layer);
  const conditions = [...where, ...writing.conditions];
  const text = `${insertion(writing.table, columns)}${from}${conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`}`;
  const first: VersionPart = { name, text, version: { layer, locale }, decides: true };
  if (layers.length < 2) return [first];
  const values = [...change.values.keys()].flatMap((key) => writing.columnsOf(key));
  return [first, published(writing, change, name, [...values, ...taken.map(columnName)], '')];
}

function inserted(writing: VersionWriting, change: Insert, layer: Layer): readonly Assignment[] {
  const add = (value: string, type: string): string => writing.parameters.add(value, type);
  // Draws both ids, so that the draft has the lower one.
  const ids = ['id', draftColumns.publishedId].map((column) => ({ column, value: nextId(writing) }));
  return [
    ...(change.layers.length < 2 ? [] : ids),
    ...(change.isBesidePublished ? besidePublished(writing, change) : []),
    { column: 'document_id', value: writing.documentId },
    { column: 'locale', value: add(change.locale, 'text') },
    { column: 'status', value: literal(layer) },
    { column: 'created_at', value: add(change.createdAt, 'timestamptz') },
    { column: 'updated_at', value: add(change.updatedAt, 'timestamptz') },
    ...(layer === 'draft' ? [] : [{ column: 'published_at', value: add(change.publishedAt, 'timestamptz') }]),
  ];
}

const besidePublished = (writing: VersionWriting, { locale }: Insert): readonly Assignment[] => [
  {
    column: draftColumns.publishedId,
    value: `(SELECT p.id FROM ${writing.table} p WHERE ${versionIs(writing, 'p', { layer: 'published', locale }).join(' AND ')})`,
  },
  { column: draftColumns.hasChanges, value: 'true' },
];

/** Selects the version that shared attributes are copied from. */
function sharedFrom(writing: VersionWriting, { shared }: Insert, layer: Layer) {
  if (shared === null) return { from: '', where: [] };
  return { from: ` FROM ${writing.table} s`, where: versionIs(writing, 's', { layer, locale: shared.from }) };
}

/** Updates the draft, then copies it to the published version. */
export function lowerPublish(writing: VersionWriting, change: Publish, name: string): readonly VersionPart[] {
  const { parameters, type, table, conditions } = writing;
  const { locale, values, updatedAt } = change;
  const set = [
    ...(updatedAt === null ? [] : [{ column: 'updated_at', value: movedOn(parameters, updatedAt) }]),
    ...assigned(parameters, type, values),
    { column: draftColumns.hasChanges, value: 'false' },
    {
      column: draftColumns.publishedId,
      value: `coalesce(t0.${draftColumns.publishedId}, ${nextId(writing)})`,
    },
  ];
  const version = { layer: 'draft', locale } as const;
  const where = [...versionIs(writing, 't0', version), ...conditions].join(' AND ');
  const columns = valueColumns(type);
  const replaced = copied(['created_at', 'updated_at', 'published_at', ...columns], 'excluded');
  return [
    { name, text: `UPDATE ${table} t0 SET ${setList(set)} WHERE ${where}`, version, decides: true },
    published(
      writing,
      change,
      name,
      columns,
      ` ON CONFLICT (document_id, locale, status) DO UPDATE SET ${setList(replaced)}`,
    ),
  ];
}

/** Inserts the published version of the draft that the part `of` returns. */
function published(
  { parameters, table }: VersionWriting,
  { locale, publishedAt }: Insert | Publish,
  of: string,
  columns: readonly string[],
  conflict: string,
): VersionPart {
  const assignments = [
    { column: 'id', value: `d.${draftColumns.publishedId}` },
    ...copied(['document_id', 'locale'], 'd'),
    { column: 'status', value: literal('published') },
    ...copied(['created_at', 'updated_at'], 'd'),
    { column: 'published_at', value: parameters.add(publishedAt, 'timestamptz') },
    ...copied(columns, 'd'),
  ];
  const version = { layer: 'published', locale } as const;
  const text = `${insertion(table, assignments)} FROM ${of} d${conflict}`;
  return { name: `${of}p`, text, version, decides: false };
}

const nextId = ({ type }: VersionWriting): string => nextIdOf(type);
