import { errors } from './packages/errors.js';
import type { Failure, FailureCode } from '../../domain/failure.js';
import type { Result } from '../../domain/result.js';

/**
 * The error that app code catches for a failure: an instance of the class of `errors` that the failure is over HTTP, so
 * that `error instanceof errors.ValidationError` holds, and of this one.
 */
export class AppError extends errors.ApplicationError {
  readonly code: FailureCode;
  readonly #failure: Failure;

  constructor(failure: Failure) {
    const { code, message, details } = failure;
    super(message, details);
    this.name = names[code];
    this.code = code;
    this.#failure = failure;
    Object.setPrototypeOf(this, errors[names[code]].prototype);
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof errors.ApplicationError && Object.hasOwn(value, 'code');
  }

  /** Returns the failure again. Its reasons go where code has changed what it says. */
  static failureOf(error: AppError): Failure {
    const { code, message, details } = error;
    const told = #failure in error ? error.#failure : null;
    const isSame = told?.message === message && (told.details ?? details) === details;
    return { code, message, details, ...(isSame && told.reasons && { reasons: told.reasons }) };
  }
}

const names: Readonly<Record<FailureCode, keyof typeof errors>> = {
  'QUERY.INVALID_KEY': 'ValidationError',
  'QUERY.INVALID': 'ValidationError',
  'QUERY.PAGINATION': 'PaginationError',
  'INPUT.INVALID_KEY': 'ValidationError',
  'INPUT.INVALID': 'ValidationError',
  'INPUT.MISMATCH': 'ApplicationError',
  'POLICY.UNAUTHENTICATED': 'UnauthorizedError',
  'POLICY.UNPROVEN': 'ForbiddenError',
  'POLICY.TOO_MANY': 'RateLimitError',
  'POLICY.DENIED': 'ForbiddenError',
  'PLAN.TOO_LARGE': 'ValidationError',
  'PLAN.TOO_EXPENSIVE': 'ValidationError',
  'DOCUMENT.NOT_FOUND': 'NotFoundError',
  'DOCUMENT.CHANGED': 'ApplicationError',
  'INPUT.KEY_REUSED': 'ApplicationError',
  'STORE.CONFLICT': 'ApplicationError',
  'STORE.UNAVAILABLE': 'ApplicationError',
  'STORE.TIMEOUT': 'ApplicationError',
  'STORE.OVERLOADED': 'ApplicationError',
  'STORE.LONG_READS': 'ApplicationError',
  'MEDIA.TOO_LARGE': 'PayloadTooLargeError',
  'MEDIA.REFUSED': 'ApplicationError',
  'MEDIA.BUSY': 'ApplicationError',
  'MEDIA.INCOMPLETE': 'ApplicationError',
  'MEDIA.NO_SPACE': 'ApplicationError',
  'MEDIA.UNAVAILABLE': 'ApplicationError',
  'IDENTITY.REFUSED': 'ApplicationError',
  'IDENTITY.UNAVAILABLE': 'ApplicationError',
  'SCHEMA.UNSAFE_CHANGE': 'ApplicationError',
  'SCHEMA.INVALID': 'ApplicationError',
};

/** Returns the value, or throws the failure: app code uses exceptions, not results. */
export function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new AppError(result.failure);
}
