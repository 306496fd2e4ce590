import { writeFile } from 'node:fs/promises';
import { err, type Result } from '../../../domain/result.js';
import type { Problem } from './describe-problem.js';
import { noted, printed, type Outcome } from './outcome.js';

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Prints a result, or writes it to a file and says what is in it. */
export async function printedTo(
  file: string | undefined,
  text: string,
  what: string,
): Promise<Result<Outcome, Problem>> {
  if (file === undefined) return printed(text);
  try {
    await writeFile(file, `${text}\n`);
  } catch (error) {
    return err({ message: `${file} cannot be written: ${reasonOf(error)}` });
  }
  return noted(`${what} in ${file}.`);
}
