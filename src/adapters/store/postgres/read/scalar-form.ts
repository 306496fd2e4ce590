import { familyOf, type Family } from '../../../../domain/document/value.js';
import type { ComponentAttribute, Scalar, Zone } from '../../../../domain/schema/schema.js';
import { type Stored } from '../layout.js';
import { columnName } from '../names.js';
import { literal } from '../statement.js';
import type { RowScope, Scope } from './lowering.js';

const isoFormat = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

/** Time zone and date style of the session never show: every form is spelled out, or is JSON's own. */
const rowForms: Readonly<Partial<Record<Family, (column: string) => string>>> = {
  biginteger: (column) => `${column}::text`,
  decimal: (column) => `trim_scale(${column})`,
  time: (column) =>
    `CASE WHEN length(${column}::text) > 8 THEN rpad(${column}::text, 12, '0') ELSE ${column}::text END`,
  datetime: (column) => `to_char(${column} AT TIME ZONE 'UTC', ${isoFormat})`,
};

/** The SQL types that values of a family are compared as. `integer` is wide enough for `id`. */
export const comparedAs: Readonly<Record<Family, string>> = {
  text: 'text',
  integer: 'bigint',
  biginteger: 'bigint',
  float: 'double precision',
  decimal: 'numeric',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  datetime: 'timestamptz',
  json: 'text',
};

const columnAt = (scope: RowScope, attribute: Stored): string => `${scope.alias}.${columnName(attribute)}`;

/** The JSON of a component or zone. `json`, not `jsonb`, gives what is inside as it was written. */
export const contentOf = (scope: Scope, attribute: ComponentAttribute | Zone): string =>
  scope.kind === 'row' ? `${columnAt(scope, attribute)}::json` : itemValue(scope.value, attribute.name);

/** A scalar in the form of answers. */
export function presented(scope: Scope, field: Scalar): string {
  const family = familyOf(field.type);
  if (scope.kind === 'row') {
    const column = columnAt(scope, field);
    return rowForms[family]?.(column) ?? column;
  }
  if (family !== 'time') return itemValue(scope.value, field.name);
  const text = itemText(scope.value, field);
  return `CASE WHEN right(${text}, 4) = '.000' THEN left(${text}, 8) ELSE ${text} END`;
}

/** A stored value in its canonical form (`domain/document/value.ts`). */
export function canonical(alias: string, attribute: Stored): string {
  const column = `${alias}.${columnName(attribute)}`;
  if (attribute.kind !== 'scalar') return column;
  const family = familyOf(attribute.type);
  if (family === 'time') return `to_char(${column}, 'HH24:MI:SS.MS')`;
  return rowForms[family]?.(column) ?? column;
}

/** A scalar as it is compared and sorted by. */
export function compared(scope: Scope, field: Scalar): string {
  const family = familyOf(field.type);
  if (scope.kind === 'row') {
    const column = columnAt(scope, field);
    return family === 'json' ? `${column}::text` : column;
  }
  if (family === 'json') return `nullif(${itemValue(scope.value, field.name)}::text, 'null') COLLATE "C"`;
  const text = itemText(scope.value, field);
  return family === 'text' ? `${text} COLLATE "C"` : `${text}::${comparedAs[family]}`;
}

/** A scalar as text, for `contains` and its kin. */
export function textual(scope: Scope, field: Scalar): string {
  const family = familyOf(field.type);
  if (family === 'text' || family === 'json') return compared(scope, field);
  return scope.kind === 'row' ? `(${presented(scope, field)})::text` : itemText(scope.value, field);
}

const itemValue = (item: string, name: string): string => `(${item} -> ${literal(name)})`;

const itemText = (item: string, field: Scalar): string => `(${item} ->> ${literal(field.name)})`;
