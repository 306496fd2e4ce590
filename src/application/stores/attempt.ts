import type { Failure } from '../../domain/failure.js';
import { err, type Result } from '../../domain/result.js';

/** An expected failure in the middle of a unit of work: thrown, so that the store takes back what the unit has done. */
export class Refusal extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** Answers the refusals and the expected errors of `work` as failures. `failureOf` answers null for bugs: they stay thrown. */
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
