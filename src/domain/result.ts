import type { Failure } from './failure.js';

/** The outcome of a step that can fail for expected reasons. Bugs are thrown, not returned. */
export type Result<T, F = Failure> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: F };

export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value });

export const err = <F>(failure: F): Result<never, F> => ({ ok: false, failure });

/** Reads each of `all`. Returns what was read, or the first failure. */
export function collectResults<Given, Read, F = Failure>(
  all: readonly Given[],
  read: (each: Given, index: number) => Result<Read, F>,
): Result<readonly Read[], F> {
  const values: Read[] = [];
  for (const [index, each] of all.entries()) {
    const one = read(each, index);
    if (!one.ok) return one;
    values.push(one.value);
  }
  return ok(values);
}
