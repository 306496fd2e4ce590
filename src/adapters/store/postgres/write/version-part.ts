import { familyOf } from '../../../../domain/document/value.js';
import type { Layer } from '../../../../domain/query/query.js';
import { isContent, type ContentType, type Json } from '../../../../domain/schema/schema.js';
import { columnTypeOf, isStored, type Stored } from '../layout.js';
import { columnName } from '../names.js';
import { literal, type Parameters } from '../statement.js';
import type { Part } from './part.js';

/** What the parts that write versions of one document share. */
export class VersionWriting {
  constructor(
    readonly parameters: Parameters,
    readonly type: ContentType,
    readonly table: string,
    /** The placeholder. */
    readonly documentId: string,
    /** What must hold for anything to be written. */
    readonly guarded: readonly string[],
  ) {}

  /** The column of an attribute, if it has one. */
  columnsOf(name: string): readonly string[] {
    const attribute = this.type.attributes.get(name);
    return attribute !== undefined && isStored(attribute) ? [columnName(attribute)] : [];
  }
}

/** Gives the rows that it wrote. */
export interface VersionPart extends Part {
  /** Which one that is; null where it may be several. */
  readonly version: VersionName | null;
  /** Whether writing none means that the document is not there. */
  readonly decides: boolean;
}

export interface VersionName {
  readonly layer: Layer;
  readonly locale: string;
}

/** That the row under `alias` is this version of the document. */
export const versionIs = (
  { parameters, documentId }: VersionWriting,
  alias: string,
  { layer, locale }: VersionName,
): readonly string[] => [
  `${alias}.document_id = ${documentId}`,
  `${alias}.locale = ${parameters.add(locale, 'text')}`,
  `${alias}.status = ${literal(layer)}`,
];

/** A column, and the SQL of what it gets. */
export interface Assignment {
  readonly column: string;
  readonly value: string;
}

/** The columns of attribute values, which become parameters. */
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

/** The same columns of another row. */
export const copied = (columns: readonly string[], from: string): readonly Assignment[] =>
  columns.map((column) => ({ column, value: `${from}.${column}` }));

/** The columns of all that clients write. */
export const contentColumns = ({ attributes }: ContentType): readonly string[] =>
  [...attributes.values()].filter(isContent).map(columnName);

export const setList = (assignments: readonly Assignment[]): string =>
  assignments.map(({ column, value }) => `${column} = ${value}`).join(', ');

/** `INSERT … SELECT …`, to be followed by where from. */
export const insertion = (table: string, assignments: readonly Assignment[]): string =>
  `INSERT INTO ${table} AS t0 (${assignments.map(({ column }) => column).join(', ')}) SELECT ${assignments.map(({ value }) => value).join(', ')}`;

/** The driver would make PostgreSQL arrays of lists. */
function storedForm(attribute: Stored, value: Json): unknown {
  if (value === null) return null;
  const isJson = attribute.kind !== 'scalar' || familyOf(attribute.type) === 'json';
  return isJson ? JSON.stringify(value) : value;
}
