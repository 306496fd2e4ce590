import { familyOf } from '../../../../domain/document/value.js';
import type { Layer } from '../../../../domain/query/query.js';
import { isValue, type ContentType, type Json } from '../../../../domain/schema/schema.js';
import { columnTypeOf, isStored, type Stored, columnName, tableName } from '../layout.js';
import { literal, type Parameters, type Part } from '../statement.js';

/** The state that the parts writing versions of one document share. */
export class VersionWriting {
  constructor(
    readonly parameters: Parameters,
    readonly type: ContentType,
    readonly table: string,
    /** The placeholder of the documentId. */
    readonly documentId: string,
    /** The conditions under which anything is written. */
    readonly conditions: readonly string[],
  ) {}

  /** Returns the column of an attribute, if it has one. */
  columnsOf(name: string): readonly string[] {
    const attribute = this.type.attributes.get(name);
    return attribute !== undefined && isStored(attribute) ? [columnName(attribute)] : [];
  }
}

/** A part that returns the rows that it writes. */
export interface VersionPart extends Part {
  /** The version that it writes; null if it may write several. */
  readonly version: VersionName | null;
  /** Whether writing no row means that the document does not exist. */
  readonly decides: boolean;
}

export interface VersionName {
  readonly layer: Layer;
  readonly locale: string;
}

/** Returns the conditions that the row with the alias is this version of the document. */
export const versionIs = (
  { parameters, documentId }: VersionWriting,
  alias: string,
  { layer, locale }: VersionName,
): readonly string[] => [
  `${alias}.document_id = ${documentId}`,
  `${alias}.locale = ${parameters.add(locale, 'text')}`,
  `${alias}.status = ${literal(layer)}`,
];

/** A column and the SQL of its new value. */
export interface Assignment {
  readonly column: string;
  readonly value: string;
}

/** Assigns attribute values, as parameters, to their columns. */
export function assigned(
  parameters: Parameters,
  type: ContentType,
  values: ReadonlyMap<string, Json>,
): readonly Assignment[] {
  return [...values].map(([name, value]) => {
    const attribute = type.attributes.get(name);
    if (attribute === undefined || !isStored(attribute))
      throw new Error(`${type.uid} has no column for ${name}`);
    const cast = columnTypeOf(attribute).replace(' COLLATE "C"', '');
    return { column: columnName(attribute), value: parameters.add(storedForm(attribute, value), cast) };
  });
}

/** Assigns the columns of another row to the same columns. */
export const copied = (columns: readonly string[], from: string): readonly Assignment[] =>
  columns.map((column) => ({ column, value: `${from}.${column}` }));

/** Draws the next numeric id of the type's versions. */
export const nextIdOf = (type: ContentType): string =>
  `nextval(pg_get_serial_sequence(${literal(tableName(type))}, 'id'))`;

/** Returns the columns of all values of a version. */
export const valueColumns = ({ attributes }: ContentType): readonly string[] =>
  [...attributes.values()].filter(isValue).map(columnName);

export const setList = (assignments: readonly Assignment[]): string =>
  assignments.map(({ column, value }) => `${column} = ${value}`).join(', ');

/** Returns `INSERT … SELECT …`, which the caller continues with `FROM` or `WHERE`. */
export const insertion = (table: string, assignments: readonly Assignment[]): string =>
  `INSERT INTO ${table} AS t0 (${assignments.map(({ column }) => column).join(', ')}) SELECT ${assignments.map(({ value }) => value).join(', ')}`;

/** Serialises JSON, because the driver would turn arrays into PostgreSQL arrays. */
function storedForm(attribute: Stored, value: Json): unknown {
  if (value === null) return null;
  const isJson = attribute.kind !== 'scalar' || familyOf(attribute.type) === 'json';
  return isJson ? JSON.stringify(value) : value;
}
