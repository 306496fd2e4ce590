import { familyOf } from '../../../../domain/document/value.js';
import { isContent, type ContentType, type Json } from '../../../../domain/schema/schema.js';
import { columnTypeOf, isStored, type Stored } from '../layout.js';
import { columnName } from '../names.js';
import type { Parameters } from '../statement.js';

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
