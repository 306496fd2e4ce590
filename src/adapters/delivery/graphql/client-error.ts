import { GraphQLError } from 'graphql';
import type { Failure, FailureCode } from '../../../domain/failure.js';
import type { Principal } from '../../../domain/permission/permission.js';
import type { Result } from '../../../domain/result.js';
import { presentDetails } from '../codec/present-release.js';
import { retryAfter } from '../codec/retry-after.js';

/** The code of errors that may not occur again if the client tries later. */
export const serviceUnavailable = 'SERVICE_UNAVAILABLE';

/** The `extensions.code` of an error by its name. `extensions.error` has the name too, which is more precise. */
const codes: ReadonlyMap<string, string> = new Map([
  ['ValidationError', 'BAD_USER_INPUT'],
  ['PaginationError', 'STRAPI_PAGINATION_ERROR'],
  ['UnauthorizedError', 'FORBIDDEN'],
  ['ForbiddenError', 'FORBIDDEN'],
  ['PolicyError', 'FORBIDDEN'],
  ['ServiceUnavailableError', serviceUnavailable],
]);

/** Stands for the code that the format of the answer has for the name of the error (`Shape.errorCode`). */
export const otherCode = 'STRAPI_APPLICATION_ERROR';

/** Returns the error that a client gets when a resolver refuses. */
export function clientError(
  name: string,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): GraphQLError {
  const code = codes.get(name) ?? otherCode;
  return new GraphQLError(message, { extensions: { code, error: { name, message, details } } });
}

/** The codes of Apollo Server for requests that are refused as a whole, before anything runs. */
export type RequestCode =
  | 'BAD_REQUEST'
  | 'BAD_USER_INPUT'
  | 'GRAPHQL_PARSE_FAILED'
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'OPERATION_RESOLUTION_FAILURE'
  | 'PERSISTED_QUERY_NOT_SUPPORTED';

/** Returns the error for such a request. `at` is an error of graphql-js with the location in the query. */
export const requestError = (code: RequestCode, message: string, at?: GraphQLError): GraphQLError =>
  new GraphQLError(message, {
    ...(at?.source && { source: at.source }),
    ...(at?.positions && { positions: at.positions }),
    extensions: { code },
  });

/** The error name of each failure code; `ApplicationError` for the others. */
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
  'DOCUMENT.CHANGED': 'PreconditionFailedError',
  'STORE.CONFLICT': 'ConflictError',
  'STORE.UNAVAILABLE': 'ServiceUnavailableError',
  'STORE.TIMEOUT': 'ServiceUnavailableError',
  'STORE.OVERLOADED': 'ServiceUnavailableError',
  'STORE.LONG_READS': 'ServiceUnavailableError',
};

export function failureError({ code, message, details }: Failure): GraphQLError {
  const shown = code === 'POLICY.DENIED' ? 'Forbidden access' : message;
  const error = clientError(names[code] ?? 'ApplicationError', shown, presentDetails(details));
  failureCodes.set(error, code);
  return error;
}

const failureCodes = new WeakMap<Error, FailureCode>();

/** Returns the code of the failure that an error presents; undefined if it presents none. */
export const failureCodeOf = (error: GraphQLError): FailureCode | undefined =>
  failureCodes.get(error) ?? (error.originalError && failureCodes.get(error.originalError));

/** The `Retry-After` of an error that says that the server or its database is busy; undefined for others. */
export const retryAfterOf = (error: GraphQLError): string | undefined =>
  error.extensions['code'] === serviceUnavailable ? retryAfter(failureCodeOf(error)) : undefined;

/** Notes refusals with the request that `principal` has sent, for its log and metrics. */
export function noteRefusals({ caller }: Principal, errors: readonly GraphQLError[]): void {
  for (const code of errors.map(failureCodeOf)) if (code !== undefined) caller?.measure?.refused(code);
}

/** Returns the value of a success; throws a failure as the error that the client gets. */
export function valueOrThrow<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw failureError(result.failure);
}
