import { isListShape, isSameKind, type ShapeChange } from '../../../../application/schema-changes/shapes.js';
import { isFamily } from '../../../../domain/document/value.js';
import { columnText, columnValue, fitsFamily, jsonValue } from './value-conversion.js';

/** SQL that makes a stored value of one shape one of another. `fits` is null or true where nothing is lost. */
export interface Conversion {
  readonly fits: string;
  readonly value: string;
}

/** Converts an SQL column of shape `from`; null where its values need no change. */
export function convertColumn(
  from: string,
  to: string,
  column: string,
  type: string,
  shapes: ShapeChange,
): Conversion | null {
  if (from === to) return null;
  if (!isFamily(from) && to === 'json') return { fits: 'true', value: `${column}::json` };
  if (!isFamily(from) && !isFamily(to)) return convertNested(from, to, `${column}::jsonb`, shapes);
  if (!isFamily(from) || !isFamily(to))
    return { fits: isEmpty(`to_jsonb(${column})`), value: `NULL::${type}` };
  const text = columnText(from, column);
  if (to === 'json') return { fits: 'true', value: toJson(from, column, text) };
  const scalar = from === 'json' ? `json_typeof(${column}) NOT IN ('object', 'array') AND ` : '';
  return { fits: `${scalar}(${fitsFamily(to, text)})`, value: columnValue(to, text) };
}

/** Converts a jsonb value of shape `from` inside a component; null where it needs no change. */
export function convertItemValue(
  from: string,
  to: string,
  value: string,
  shapes: ShapeChange,
): Conversion | null {
  if (from === to) return null;
  if (!isFamily(from) && to === 'json') return null;
  if (!isFamily(from) || !isFamily(to)) {
    return isFamily(from) || isFamily(to)
      ? { fits: isEmpty(value), value: `'null'::jsonb` }
      : convertNested(from, to, value, shapes);
  }
  if (to === 'json') return null;
  const text = `(${value} #>> '{}')`;
  const scalar = `jsonb_typeof(${value}) NOT IN ('object', 'array') AND `;
  return { fits: `${scalar}(${fitsFamily(to, text)})`, value: jsonValue(to, text) };
}

/** Components, zones and relations are JSON: one becomes a list of one, and a list of one becomes one. */
function convertNested(from: string, to: string, value: string, shapes: ShapeChange): Conversion | null {
  if (!isSameKind(from, to, shapes)) return { fits: isEmpty(value), value: `NULL::jsonb` };
  if (isListShape(from) === isListShape(to)) return null;
  if (isListShape(to)) {
    return {
      fits: 'true',
      value: `CASE jsonb_typeof(${value}) WHEN 'object' THEN jsonb_build_array(${value}) ELSE ${value} END`,
    };
  }
  const length = `CASE jsonb_typeof(${value}) WHEN 'array' THEN jsonb_array_length(${value}) ELSE 0 END`;
  return {
    fits: `${length} <= 1`,
    value: `CASE jsonb_typeof(${value}) WHEN 'array' THEN ${value} -> 0 ELSE ${value} END`,
  };
}

const isEmpty = (value: string): string => `(${value}) IS NULL OR (${value}) IN ('null'::jsonb, '[]'::jsonb)`;

function toJson(from: string, column: string, text: string): string {
  return from === 'integer' || from === 'float' || from === 'decimal' || from === 'boolean'
    ? `to_json(${column})`
    : `to_json(${text})`;
}
