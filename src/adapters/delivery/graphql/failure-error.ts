import { GraphQLError } from 'graphql';
import type { Failure, FailureCode } from '../../../domain/failure.js';
import type { Result } from '../../../domain/result.js';

interface Wire {
  readonly code: string;
  readonly name: string;
  readonly message?: string;
}

const validation: Wire = { code: 'BAD_USER_INPUT', name: 'ValidationError' };
const application = (name: string): Wire => ({ code: 'STRAPI_APPLICATION_ERROR', name });

/** Failure codes on the wire of GraphQL (behaviours.md, "GraphQL errors"). What is not here is an application error. */
const wires: Partial<Readonly<Record<FailureCode, Wire>>> = {
  'QUERY.INVALID_KEY': validation,
  'QUERY.INVALID': validation,
  'QUERY.PAGINATION': { code: 'STRAPI_PAGINATION_ERROR', name: 'PaginationError' },
  'INPUT.INVALID_KEY': validation,
  'INPUT.INVALID': validation,
  'PLAN.TOO_LARGE': validation,
  'POLICY.UNAUTHENTICATED': { code: 'UNAUTHENTICATED', name: 'UnauthorizedError' },
  'POLICY.DENIED': { code: 'FORBIDDEN', name: 'ForbiddenError', message: 'Forbidden access' },
  'DOCUMENT.NOT_FOUND': application('NotFoundError'),
  'STORE.CONFLICT': application('ConflictError'),
  'STORE.UNAVAILABLE': application('ServiceUnavailableError'),
  'STORE.TIMEOUT': application('ServiceUnavailableError'),
};

export function failureError(failure: Failure): GraphQLError {
  const { code, name, message = failure.message } = wires[failure.code] ?? application('ApplicationError');
  const error = { name, message, details: failure.details ?? {} };
  return new GraphQLError(message, { extensions: { code, error } });
}

/** The value of a success; a failure is thrown as the error that a client is told. */
export function valueOrThrow<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw failureError(result.failure);
}
