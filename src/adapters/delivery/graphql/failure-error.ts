import type { GraphQLError } from 'graphql';
import type { Failure, FailureCode } from '../../../domain/failure.js';
import type { Result } from '../../../domain/result.js';
import { toldError } from './told-error.js';

/** Failure codes as errors that clients know by name. What is not here is an application error. */
const names: Partial<Readonly<Record<FailureCode, string>>> = {
  'QUERY.INVALID_KEY': 'ValidationError',
  'QUERY.INVALID': 'ValidationError',
  'QUERY.PAGINATION': 'PaginationError',
  'INPUT.INVALID_KEY': 'ValidationError',
  'INPUT.INVALID': 'ValidationError',
  'PLAN.TOO_LARGE': 'ValidationError',
  'PLAN.TOO_EXPENSIVE': 'ValidationError',
  'POLICY.UNAUTHENTICATED': 'UnauthorizedError',
  'POLICY.DENIED': 'ForbiddenError',
  'POLICY.TOO_MANY': 'RateLimitError',
  'DOCUMENT.NOT_FOUND': 'NotFoundError',
  'STORE.CONFLICT': 'ConflictError',
  'STORE.UNAVAILABLE': 'ServiceUnavailableError',
  'STORE.TIMEOUT': 'ServiceUnavailableError',
  'STORE.OVERLOADED': 'ServiceUnavailableError',
};

export function failureError({ code, message, details }: Failure): GraphQLError {
  const told = code === 'POLICY.DENIED' ? 'Forbidden access' : message;
  return toldError(names[code] ?? 'ApplicationError', told, details);
}

/** The value of a success; a failure is thrown as the error that a client is told. */
export function valueOrThrow<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw failureError(result.failure);
}
