import { parseArgs } from 'node:util';
import { optionTypes } from './usage.js';

/** Operands and options, of whichever command. Throws where an option is none, or lacks its value. */
export const parseWords = (argv: readonly string[]) =>
  parseArgs({ args: [...argv], options: optionTypes, allowPositionals: true, strict: true });

export type Parsed = ReturnType<typeof parseWords>;

/** The options that were given. */
export type Values = Parsed['values'];
