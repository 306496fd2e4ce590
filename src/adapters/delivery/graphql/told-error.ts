import { GraphQLError } from 'graphql';

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
