import { isFamily } from '../../../../domain/document/value.js';
import { columnText, columnValue, fitsFamily, jsonValue } from './value-conversion.js';
import type { ComponentShapes } from './shape.js';

/** How a stored value of one shape becomes one of another. `fits` is null or true where nothing is lost. */
export interface Conversion {
  readonly fits: string;
  readonly value: string;
}

/** `column`: an SQL column of `from`; null when its values need no change. */
export function convertColumn(
  from: string,
  to: string,
  column: string,
  type: string,
  known: Known,
): Conversion | null {
  if (from === to) return null;
  if (!isFamily(from) && to === 'json') return { fits: 'true', value: `${column}::json` };
  if (!isFamily(from) && !isFamily(to)) return convertNested(from, to, `${column}::jsonb`, known);
  if (!isFamily(from) || !isFamily(to))
    return { fits: isEmpty(`to_jsonb(${column})`), value: `NULL::${type}` };
  const text = columnText(from, column);
  if (to === 'json') return { fits: 'true', value: toJson(from, column, text) };
  const scalar = from === 'json' ? `json_typeof(${column}) NOT IN ('object', 'array') AND ` : '';
  return { fits: `${scalar}(${fitsFamily(to, text)})`, value: columnValue(to, text) };
}

/** `value`: a JSON value (jsonb) of `from` inside a component. */
export function convertItemValue(from: string, to: string, value: string, known: Known): Conversion | null {
  if (from === to) return null;
  if (!isFamily(from) && to === 'json') return null;
  if (!isFamily(from) || !isFamily(to)) {
    return isFamily(from) || isFamily(to)
      ? { fits: isEmpty(value), value: `'null'::jsonb` }
      : convertNested(from, to, value, known);
  }
  if (to === 'json') return null;
  const text = `(${value} #>> '{}')`;
  const scalar = `jsonb_typeof(${value}) NOT IN ('object', 'array') AND `;
  return { fits: `${scalar}(${fitsFamily(to, text)})`, value: jsonValue(to, text) };
}

export interface Known {
  readonly before: ComponentShapes;
  readonly after: ComponentShapes;
}

/** Between components, zones and relations, kept as jsonb: one becomes a list of one, and back. */
function convertNested(from: string, to: string, value: string, known: Known): Conversion | null {
  const [many, kind, uid = ''] = split(from);
  const [manyAfter, kindAfter, uidAfter = ''] = split(to);
  if (kind !== kindAfter || !isSubset(uid, uidAfter, known))
    return { fits: isEmpty(value), value: `NULL::jsonb` };
  if (many === manyAfter) return null;
  if (manyAfter) {
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

function split(shape: string): [many: boolean, kind: string, uid?: string] {
  const [kind = '', uid] = shape.split(':');
  const many = kind === 'components' || kind === 'relations';
  return uid === undefined ? [many, kind.replace(/s$/, '')] : [many, kind.replace(/s$/, ''), uid];
}

/** A component may be exchanged for one that has all of its attributes: nothing of its items is lost. */
function isSubset(uid: string, uidAfter: string, { before, after }: Known): boolean {
  if (uid === uidAfter) return true;
  const shapes = after[uidAfter] ?? {};
  return Object.entries(before[uid] ?? {}).every(([name, shape]) => shapes[name] === shape);
}

const isEmpty = (value: string): string => `(${value}) IS NULL OR (${value}) IN ('null'::jsonb, '[]'::jsonb)`;

function toJson(from: string, column: string, text: string): string {
  return from === 'integer' || from === 'float' || from === 'decimal' || from === 'boolean'
    ? `to_json(${column})`
    : `to_json(${text})`;
}
