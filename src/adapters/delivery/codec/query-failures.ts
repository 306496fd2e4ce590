import { failure } from '../../../domain/failure.js';
import { keyReason } from '../../../domain/reason/reason.js';
import { err, type Result } from '../../../domain/result.js';

/** Fails because of a key. The message has `path` if it differs from the key. */
export const invalidKey = (key: string, path: string | null, param: string): Result<never> =>
  err(
    failure('QUERY.INVALID_KEY', keyReason(key, path), {
      key,
      path,
      source: 'query',
      param,
    }),
  );

/** Fails because of the form of a parameter. `message` names `key`. */
export const invalidParam = (message: string, key: string, param: string): Result<never> =>
  err(failure('QUERY.INVALID', message, { key, source: 'query', param }));
