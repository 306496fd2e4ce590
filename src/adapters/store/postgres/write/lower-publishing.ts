import type { VersionChange } from '../../../../domain/plan/write-plan.js';
import type { Layer } from '../../../../domain/query/query.js';
import { draftColumns } from '../layout.js';
import { columnName } from '../names.js';
import { literal } from '../statement.js';
import { assigned, contentColumns, copied, insertion, setList, type Assignment } from './assignments.js';
import { versionIs, type VersionPart, type VersionWriting } from './version-part.js';

type Insert = VersionChange & { readonly op: 'insert' };
type Publish = VersionChange & { readonly op: 'publish' };

/** New versions. The published one is made of the draft's row, so that values are sent once. */
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
  const conditions = [...where, ...writing.guarded];
  const text = `${insertion(writing.table, columns)}${from}${conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`}`;
  const first: VersionPart = { name, text, version: { layer, locale }, decides: true };
  if (layers.length < 2) return [first];
  const values = [...change.values.keys()].flatMap((key) => writing.columnsOf(key));
  return [first, published(writing, change, name, [...values, ...taken.map(columnName)], '')];
}

function inserted(writing: VersionWriting, change: Insert, layer: Layer): readonly Assignment[] {
  const add = (value: string, type: string): string => writing.parameters.add(value, type);
  // Both, so that the draft's is the lower one.
  const ids = ['id', draftColumns.publishedId].map((column) => ({ column, value: nextId(writing) }));
  return [
    ...(change.layers.length < 2 ? [] : ids),
    { column: 'document_id', value: writing.documentId },
    { column: 'locale', value: add(change.locale, 'text') },
    { column: 'status', value: literal(layer) },
    { column: 'created_at', value: add(change.createdAt, 'timestamptz') },
    { column: 'updated_at', value: add(change.updatedAt, 'timestamptz') },
    ...(layer === 'draft' ? [] : [{ column: 'published_at', value: add(change.publishedAt, 'timestamptz') }]),
  ];
}

/** The version that shared attributes are taken from. */
function sharedFrom(writing: VersionWriting, { shared }: Insert, layer: Layer) {
  if (shared === null) return { from: '', where: [] };
  return { from: ` FROM ${writing.table} s`, where: versionIs(writing, 's', { layer, locale: shared.from }) };
}

/** The draft takes what is edited, then the published version all that the draft is. */
export function lowerPublish(writing: VersionWriting, change: Publish, name: string): readonly VersionPart[] {
  const { parameters, type, table, guarded } = writing;
  const { locale, values, updatedAt } = change;
  const set = [
    ...(updatedAt === null
      ? []
      : [{ column: 'updated_at', value: parameters.add(updatedAt, 'timestamptz') }]),
    ...assigned(parameters, type, values),
    { column: draftColumns.hasChanges, value: 'false' },
    {
      column: draftColumns.publishedId,
      value: `coalesce(t0.${draftColumns.publishedId}, ${nextId(writing)})`,
    },
  ];
  const version = { layer: 'draft', locale } as const;
  const where = [...versionIs(writing, 't0', version), ...guarded].join(' AND ');
  const columns = contentColumns(type);
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

/** The published version of the draft that the part `of` has just written. */
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

const nextId = ({ table }: VersionWriting): string =>
  `nextval(pg_get_serial_sequence(${literal(table)}, 'id'))`;
