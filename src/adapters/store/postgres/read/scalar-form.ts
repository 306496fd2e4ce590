import { familyOf, type Family } from '../../../../domain/document/value.js';
import type { Scalar } from '../../../../domain/schema/schema.js';
import { columnOf, quote, type Stored } from '../layout.js';
import { literal } from '../statement.js';
import type { Scope } from './lowering.js';

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

/** A stored attribute as it stands: the column, or the JSON value inside an item. */
export const storedValue = (scope: Scope, attribute: Stored): string =>
  scope.kind === 'row'
    ? `${scope.alias}.${quote(columnOf(attribute))}`
    : `(${scope.value} -> ${literal(attribute.name)})`;

/** A scalar in the form of answers. */
export function presented(scope: Scope, field: Scalar): string {
  const value = storedValue(scope, field);
  const family = familyOf(field.type);
  if (scope.kind === 'row') return rowForms[family]?.(value) ?? value;
  if (family !== 'time') return value;
  const text = itemText(scope.value, field);
  return `CASE WHEN right(${text}, 4) = '.000' THEN left(${text}, 8) ELSE ${text} END`;
}

/** A scalar as it is compared and sorted by. */
export function compared(scope: Scope, field: Scalar): string {
  const family = familyOf(field.type);
  if (scope.kind === 'row') {
    const column = storedValue(scope, field);
    return family === 'json' ? `${column}::text` : column;
  }
  const text = itemText(scope.value, field);
  return family === 'text' || family === 'json' ? `${text} COLLATE "C"` : `${text}::${comparedAs[family]}`;
}

/** A scalar as text, for `contains` and its kin. */
export function textual(scope: Scope, field: Scalar): string {
  const family = familyOf(field.type);
  if (family === 'text' || family === 'json') return compared(scope, field);
  return scope.kind === 'row' ? `(${presented(scope, field)})::text` : itemText(scope.value, field);
}

const itemText = (item: string, field: Scalar): string => `(${item} ->> ${literal(field.name)})`;
