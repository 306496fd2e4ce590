import { GraphQLError } from 'graphql';
import type { Failure, FailureCode } from '../../../domain/failure.js';
import type { Result } from '../../../domain/result.js';

/** Of what may succeed in a moment. */
export const serviceUnavailable = 'SERVICE_UNAVAILABLE';

/**
 * The codes that resolvers refuse with, by the name of the error, and nothing else decides on one (behaviours.md, "GraphQL
 * errors"): whatever refuses, the server or an app's own code, the name tells more, in `extensions.error`.
 */
const codes: ReadonlyMap<string, string> = new Map([
  ['ValidationError', 'BAD_USER_INPUT'],
  ['PaginationError', 'STRAPI_PAGINATION_ERROR'],
  ['UnauthorizedError', 'FORBIDDEN'],
  ['ForbiddenError', 'FORBIDDEN'],
  ['PolicyError', 'FORBIDDEN'],
  ['ServiceUnavailableError', serviceUnavailable],
]);

/** What a client is told where a resolver refuses. */
export function toldError(
  name: string,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): GraphQLError {
  const code = codes.get(name) ?? 'STRAPI_APPLICATION_ERROR';
  return new GraphQLError(message, { extensions: { code, error: { name, message, details } } });
}

/** What is wrong with a request as a whole, none of which has been run. */
export type RequestCode =
  | 'BAD_REQUEST'
  | 'GRAPHQL_PARSE_FAILED'
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'OPERATION_RESOLUTION_FAILURE'
  | 'PERSISTED_QUERY_NOT_SUPPORTED';

/** Under the codes of Apollo Server. `at` is where in the query, of an error of graphql's. */
export const requestError = (code: RequestCode, message: string, at?: GraphQLError): GraphQLError =>
  new GraphQLError(message, {
    ...(at?.source && { source: at.source }),
    ...(at?.positions && { positions: at.positions }),
    extensions: { code },
  });

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
