import type { Failure } from '../domain/failure.js';

/**
 * A failure that is thrown: out of a transaction, so that the store rolls it back, or through callbacks of libraries and
 * app code. It is caught where that ends, and becomes a `Result` or an answer.
 */
export class ThrownFailure extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}
