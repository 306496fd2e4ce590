import { Decimal128, Long } from 'mongodb';
import { castBoolean } from '../../../../domain/document/cast-value.js';
import { castDate, castDatetime, castTime, type DateCast } from '../../../../domain/document/cast-date.js';
import { castBigInteger, castNumber, isInt32, isInt64 } from '../../../../domain/document/cast-number.js';
import type { Family } from '../../../../domain/document/value.js';

/**
 * Stored values of each family (`stored-value.ts`) from their canonical text and back. A text fits when nothing is lost:
 * `007` is no integer, `1.005` no decimal, and a time within a day no date.
 */

/** The canonical text of a stored value; null for nested JSON. */
export function textOfStored(family: Family, stored: unknown): string | null {
  if (stored instanceof Date) return stored.toISOString();
  if (family !== 'json' || typeof stored !== 'string') return String(stored);
  const value: unknown = JSON.parse(stored);
  return typeof value === 'object' && value !== null ? null : String(value);
}

/** The JSON text of a stored scalar. */
export const jsonOfStored = (family: Family, stored: unknown): string =>
  JSON.stringify(jsonValueOf(family, stored));

/** The JSON value of a stored scalar. */
export function jsonValueOf(family: Family, stored: unknown): unknown {
  if (family === 'json') return typeof stored === 'string' ? (JSON.parse(stored) as unknown) : stored;
  if (family === 'boolean') return stored === true;
  if (family === 'integer' || family === 'float' || family === 'decimal') return Number(String(stored));
  return textOfStored(family, stored);
}

export function isStoredAs(family: Family, stored: unknown): boolean {
  switch (family) {
    case 'integer':
    case 'float':
      return typeof stored === 'number';
    case 'biginteger':
      return stored instanceof Long || typeof stored === 'number' || typeof stored === 'bigint';
    case 'decimal':
      return stored instanceof Decimal128;
    case 'datetime':
      return stored instanceof Date;
    case 'boolean':
      return typeof stored === 'boolean';
    case 'text':
    case 'date':
    case 'time':
    case 'json':
      return typeof stored === 'string';
  }
}

const numberForm = /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d{1,3})?$/i;
const day = String.raw`\d{4}-\d{2}-\d{2}`;
const clock = String.raw`\d{2}:\d{2}:\d{2}(\.\d{1,3})?`;
const dateForm = new RegExp(`^${day}(T00:00:00(\\.0+)?Z)?$`);
const datetimeForm = new RegExp(`^${day}([T ]${clock}(Z|[+-]\\d{2}:\\d{2}))?$`);

/** The stored value of a text; undefined where it does not fit. */
export function storedOfText(family: Family, text: string): unknown {
  switch (family) {
    case 'text':
      return text;
    case 'json':
      return JSON.stringify(text);
    case 'boolean':
      return ['true', 'false', '1', '0'].includes(text) ? (castBoolean(text) ?? undefined) : undefined;
    case 'date':
      return dateForm.test(text) ? valueOf(castDate(text)) : undefined;
    case 'time':
      return valueOf(castTime(text));
    case 'datetime': {
      const value = datetimeForm.test(text) ? valueOf(castDatetime(text)) : undefined;
      return value === undefined ? undefined : new Date(value);
    }
    default:
      return numberForm.test(text) && text.length < 400 ? storedNumber(family, text) : undefined;
  }
}

const valueOf = (cast: DateCast): string | undefined => ('value' in cast ? cast.value : undefined);

/** Near the ends of the range of floats, digits are lost. */
const inRange = (number: number): boolean =>
  number === 0 || (Math.abs(number) >= 1e-307 && Math.abs(number) <= 1e308);

function storedNumber(family: Family, text: string): unknown {
  const number = castNumber(text);
  switch (family) {
    case 'integer':
      return number !== null && isInt32(number) && sameNumber(String(number), text) ? number : undefined;
    case 'float':
      return number !== null && inRange(number) && sameNumber(String(number), text) ? number : undefined;
    case 'decimal': {
      if (number === null || Math.abs(number) >= 1e18) return undefined;
      const places = number.toFixed(2);
      return sameNumber(places, text) ? Decimal128.fromString(places) : undefined;
    }
    default: {
      const integer =
        castBigInteger(text) ?? (number !== null && Number.isInteger(number) ? BigInt(number) : null);
      return integer !== null && isInt64(integer) && sameNumber(String(integer), text)
        ? Long.fromString(String(integer))
        : undefined;
    }
  }
}

/** Whether two numbers in decimal notation are equal to the last digit, whatever their notation. */
const sameNumber = (left: string, right: string): boolean => digitsOf(left) === digitsOf(right);

const decimalForm = /^([+-]?)(\d+)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

/** The sign, the significant digits, and the power of ten of the last of them. */
function digitsOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = decimalForm.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${sign === '-' ? '-' : ''}${significant}e${power}`;
}
