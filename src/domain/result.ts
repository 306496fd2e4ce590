import type { Failure } from './failure.js';

/** The outcome of a step that can fail for expected reasons. Bugs are thrown, not returned. */
export type Result<T, F = Failure> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: F };

export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value });

export const err = <F>(failure: F): Result<never, F> => ({ ok: false, failure });
