import type { Failure } from '../../domain/failure.js';
import { err, type Result } from '../../domain/result.js';
import { ThrownFailure } from '../thrown-failure.js';

/**
 * Runs `work` and returns thrown failures and expected errors as failures. `failureOf` returns null for bugs, which are
 * rethrown.
 */
export async function attemptWith<T>(
  failureOf: (error: unknown) => Failure | null,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    const expected = error instanceof ThrownFailure ? error.failure : failureOf(error);
    if (expected === null) throw error;
    return err(expected);
  }
}
