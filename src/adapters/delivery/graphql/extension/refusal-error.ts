import { GraphQLError } from 'graphql';
import { readRefusal, type Refusal, type RefusalName } from '../../../../application/app-code/refusal.js';

const codes: Readonly<Record<RefusalName, string>> = {
  ApplicationError: 'STRAPI_APPLICATION_ERROR',
  ValidationError: 'BAD_USER_INPUT',
  PaginationError: 'STRAPI_PAGINATION_ERROR',
  UnauthorizedError: 'FORBIDDEN',
  ForbiddenError: 'FORBIDDEN',
  PolicyError: 'FORBIDDEN',
  NotFoundError: 'STRAPI_NOT_FOUND_ERROR',
  RateLimitError: 'STRAPI_RATE_LIMIT_ERROR',
  PayloadTooLargeError: 'STRAPI_PAYLOAD_TOO_LARGE_ERROR',
  NotImplementedError: 'STRAPI_NOT_IMPLEMENTED_ERROR',
};

const forbidden: Refusal = { name: 'ForbiddenError', message: 'Forbidden access', details: {} };

export const forbiddenError = (): GraphQLError => refusalError(forbidden);

/** What the app's own code threw: an error for the client where it is a refusal, itself where it is a bug. */
export function tellable(thrown: unknown): unknown {
  const refusal = thrown instanceof GraphQLError ? null : readRefusal(thrown);
  return refusal === null ? thrown : refusalError(refusal);
}

function refusalError({ name, message, details }: Refusal): GraphQLError {
  return new GraphQLError(message, { extensions: { code: codes[name], error: { name, message, details } } });
}
