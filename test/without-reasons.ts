import type { Failure } from '../src/domain/failure.js';

/** What the content API answers of a failure. */
export function withoutReasons({ reasons: _reasons, ...answered }: Failure): Omit<Failure, 'reasons'> {
  return answered;
}
