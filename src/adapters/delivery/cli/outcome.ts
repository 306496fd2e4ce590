import { ok, type Result } from '../../../domain/result.js';

/** What a command prints, and whether it did what it was asked for. */
export interface Outcome {
  /** For standard output, lines without their last line break; empty: nothing at all. */
  readonly result: string;
  /** For people, on standard error. */
  readonly note?: string;
  /** False: the exit code is 1, as nothing was done or what was compared differs. */
  readonly done: boolean;
}

export const printed = (result: string): Result<Outcome, never> => ok({ result, done: true });

export const noted = (note: string): Result<Outcome, never> => ok({ result: '', note, done: true });

type Row = Readonly<Record<string, string | number | boolean | null | object>>;

/** A list: as JSON, or in columns, one line a row. */
export function listed(rows: readonly Row[], json: boolean, whenEmpty: string): Result<Outcome, never> {
  if (json) return printed(JSON.stringify(rows, null, 2));
  if (rows.length === 0) return noted(whenEmpty);
  return printed(columns(rows.map((row) => Object.values(row).map((value) => harmless(cell(value))))));
}

function columns(cells: readonly (readonly string[])[]): string {
  const widths = cells[0]?.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0))) ?? [];
  return cells
    .map((row) =>
      row
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Shows control characters in the names of users, which could command the terminal. */
const harmless = (text: string): string =>
  text.replace(
    /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const cell = (value: Row[string] | undefined): string =>
  Array.isArray(value) ? value.map(text).join(',') : text(value ?? '-');

const text = (item: unknown): string => (typeof item === 'string' ? item : JSON.stringify(item));
