import { failure, type Failure } from '../../../domain/failure.js';
import { err, type Result } from '../../../domain/result.js';

/** The refusal of a key: behaviours.md, "Unknown and forbidden keys". `path` stands in the message where it says more. */
export const invalidKey = (key: string, path: string | null, param: string): Result<never> =>
  err(
    failure(
      'QUERY.INVALID_KEY',
      path === null || path === key ? `Invalid key ${key}` : `Invalid key ${key} at ${path}`,
      {
        key,
        path,
        source: 'query',
        param,
      },
    ),
  );

/** The refusal of a parameter's form. `message` names `key`. */
export const invalidParam = (message: string, key: string, param: string): Result<never> =>
  err(failure('QUERY.INVALID', message, { key, source: 'query', param }));

/** A refusal on its way out of a library's callback. */
export class Refusal extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}
