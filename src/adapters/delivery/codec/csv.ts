import type { Json } from '../../../domain/schema/schema.js';

export const csvType = 'text/csv';

/**
 * What a spreadsheet may take for the beginning of a formula, also in the wide forms that it reads as the usual signs
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** Nothing but a number is none. */
const number = /^-?\d+(\.\d+)?$/;

/**
 * The same after what a spreadsheet may take for the end of a cell, even within quotes: where the language divides values by
 * semicolons, it reads the whole line as one cell first.
 */
const innerFormula = /([;\t\r\n][" ]*)(?=[=+\-@＝＋－＠])(?!-?\d+(?:\.\d+)?(?:[;\t\r\n]|$))/g;

/** Returns lines of comma-separated values (RFC 4180). A text that a spreadsheet might run gets an apostrophe in front. */
export const csvText = (rows: readonly (readonly (Json | undefined)[])[]): string =>
  rows.map((values) => `${values.map(cell).join(',')}\r\n`).join('');

function cell(value: Json | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const inside = text.replaceAll(innerFormula, "$1'");
  const guarded = formula.test(text) && !number.test(text) ? `'${inside}` : inside;
  return /[",\r\n]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
