import { literal } from '../statement.js';

/**
 * Conversions of stored values between types, as SQL over the value's canonical text. A conversion fits when it loses
 * nothing: `007` is no integer, `1.005` no decimal, and a time within a day no date. PostgreSQL may evaluate all
 * expressions for any value without an error.
 */

const number = `^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]{1,3})?$`;
const day = `[0-9]{4}-(0[1-9]|1[0-2])-[0-3][0-9]`;
const clock = `([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,3})?`;
const zone = `(Z|[+-]([01][0-9]):[0-5][0-9])`;

/** The canonical text of a column of a family. */
export function columnText(family: string, column: string): string {
  switch (family) {
    case 'date':
      return `to_char(${column}, 'YYYY-MM-DD')`;
    case 'time':
      return `to_char(${column}, 'HH24:MI:SS.MS')`;
    case 'datetime':
      return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
    case 'json':
      return `(${column} #>> '{}')`;
    default:
      return `${column}::text`;
  }
}

/** Whether text `t` is a value of `family` without loss. Null where `t` is. */
export function fitsFamily(family: string, t: string): string {
  switch (family) {
    case 'integer':
      return ifNumber(
        t,
        `${t}::numeric = trunc(${t}::numeric) AND ${t}::numeric BETWEEN -2147483648 AND 2147483647`,
      );
    case 'biginteger':
      return ifNumber(
        t,
        `${t}::numeric = trunc(${t}::numeric) AND abs(${t}::numeric) <= 9223372036854775807`,
      );
    case 'float':
      return ifNumber(t, ifInRange(t, `${t}::float8::text::numeric = ${t}::numeric`));
    case 'decimal':
      return ifNumber(t, `${t}::numeric = round(${t}::numeric, 2) AND abs(${t}::numeric) < 1e18`);
    case 'boolean':
      return `${t} IN ('true', 'false', '1', '0')`;
    case 'date':
      return ifDay(t, `${t} ~ '^${day}(T00:00:00(\\.0+)?Z)?$'`);
    case 'time':
      return `${t} ~ '^${clock}$'`;
    case 'datetime':
      return ifDay(t, `${t} ~ '^${day}([T ]${clock}${zone})?$'`);
    default:
      return 'true';
  }
}

/** Whether text `t` is one of the values of an enumeration. Null where `t` is. */
export const isAmong = (choices: readonly string[], t: string): string =>
  `${t} = ANY(ARRAY[${choices.map(literal).join(', ')}]::text[])`;

/** The value of a column of `family` from a text that fits. */
export function columnValue(family: string, t: string): string {
  switch (family) {
    case 'integer':
      return `${t}::numeric::integer`;
    case 'biginteger':
      return `${t}::numeric::bigint`;
    case 'float':
      return `${t}::float8`;
    case 'decimal':
      return `${t}::numeric(20,2)`;
    case 'boolean':
      return `(${t} IN ('true', '1'))`;
    case 'date':
      return `left(${t}, 10)::date`;
    case 'time':
      return `${t}::time(3)`;
    case 'datetime':
      return `(CASE WHEN length(${t}) = 10 THEN ${t} || 'T00:00:00Z' ELSE ${t} END)::timestamptz(3)`;
    default:
      return t;
  }
}

/** The JSON value inside a component of `family` from a text that fits. */
export function jsonValue(family: string, t: string): string {
  const value = columnValue(family, t);
  if (family === 'integer' || family === 'float' || family === 'decimal' || family === 'boolean')
    return `to_jsonb(${value})`;
  return `to_jsonb(${columnText(family === 'json' ? 'text' : family, value)})`;
}

const ifNumber = (t: string, condition: string): string =>
  `CASE WHEN ${t} IS NULL THEN NULL WHEN length(${t}) < 400 AND ${t} ~ '${number}' THEN ${condition} ELSE false END`;

/** Numbers that a float can hold; the cast of any other is an error. */
const ifInRange = (t: string, condition: string): string =>
  `CASE WHEN ${t}::numeric = 0 OR abs(${t}::numeric) BETWEEN 1e-307 AND 1e308 THEN ${condition} ELSE false END`;

const ifDay = (t: string, condition: string): string =>
  `CASE WHEN ${t} IS NULL THEN NULL WHEN ${t} ~ '^${day}' AND left(${t}, 4) <> '0000' THEN ${condition} AND ` +
  `substr(${t}, 9, 2)::int BETWEEN 1 AND extract(day FROM make_date(left(${t}, 4)::int, substr(${t}, 6, 2)::int, 1) ` +
  `+ interval '1 month' - interval '1 day') ELSE false END`;
