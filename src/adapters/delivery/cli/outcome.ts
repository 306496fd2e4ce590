import { ok, type Result } from '../../../domain/result.js';

/** What a command prints, and whether it succeeded. */
export interface Outcome {
  /** Text for standard output without its last line break; `''` prints nothing. */
  readonly result: string;
  /** Text for people, on standard error. */
  readonly note?: string;
  /** False for exit code 1: nothing was done, or a comparison found differences. */
  readonly done: boolean;
}

export const printed = (result: string): Result<Outcome, never> => ok({ result, done: true });

export const noted = (note: string): Result<Outcome, never> => ok({ result: '', note, done: true });

type ListItem = Readonly<Record<string, string | number | boolean | null | object>>;

/** Prints a list as JSON or in columns. */
export function listed(items: readonly ListItem[], json: boolean, whenEmpty: string): Result<Outcome, never> {
  if (json) return printed(JSON.stringify(items, null, 2));
  if (items.length === 0) return noted(whenEmpty);
  return printed(columns(items.map((item) => Object.values(item).map((value) => harmless(cell(value))))));
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

/** Escapes control characters, because names of users could control the terminal with them. */
export const harmless = (text: string): string =>
  text.replace(
    /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const cell = (value: ListItem[string] | undefined): string =>
  Array.isArray(value) ? value.map(text).join(',') : text(value ?? '-');

const text = (item: unknown): string => (typeof item === 'string' ? item : JSON.stringify(item));
