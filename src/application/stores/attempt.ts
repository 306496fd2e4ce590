import type { Failure } from '../../domain/failure.js';
import { err, type Result } from '../../domain/result.js';

/** A failure inside a transaction, thrown so that the store rolls the transaction back. */
export class Refusal extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/**
 * Runs `work` and returns refusals and expected errors as failures. `failureOf` returns null for bugs, which are
 * rethrown.
 */
export async function attemptWith<T>(
  failureOf: (error: unknown) => Failure | null,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    const expected = error instanceof Refusal ? error.failure : failureOf(error);
    if (expected === null) throw error;
    return err(expected);
  }
}
