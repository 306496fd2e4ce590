/** The kinds of errors by which the app's own code refuses a request, as clients of this API know them. */
export const thrownErrorNames = [
  'ApplicationError',
  'ValidationError',
  'PaginationError',
  'UnauthorizedError',
  'ForbiddenError',
  'PolicyError',
  'NotFoundError',
  'RateLimitError',
  'PayloadTooLargeError',
  'NotImplementedError',
] as const;

export type ThrownErrorName = (typeof thrownErrorNames)[number];

type Details = Readonly<Record<string, unknown>>;

/** A refusal, ready to be told: the client gets its name, its message and its details. */
export interface ThrownError {
  readonly name: ThrownErrorName;
  readonly message: string;
  readonly details: Details;
}

/**
 * The refusal that an error is, told by its name: the classes of `errors`, those of `@strapi/utils`, and any other
 * `Error` whose `name` is one of the kinds. Null: a bug, which no client is told about.
 */
export function readThrownError(thrown: unknown): ThrownError | null {
  if (!(thrown instanceof Error)) return null;
  const name = thrownErrorNames.find((known) => known === thrown.name);
  if (name === undefined) return null;
  const { details } = thrown as { readonly details?: unknown };
  return { name, message: thrown.message, details: isDetails(details) ? details : {} };
}

const isDetails = (value: unknown): value is Details =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

class NamedError extends Error {
  readonly details: Details;

  constructor(name: ThrownErrorName, message: string, details: Details) {
    super(message);
    this.name = name;
    this.details = details;
  }
}

const kind = (name: ThrownErrorName, otherwise: string) =>
  class extends NamedError {
    constructor(message: string = otherwise, details: Details = {}) {
      super(name, message, details);
    }
  };

const PolicyError = kind('PolicyError', 'Policy Failed');

/** What policies, middlewares and resolvers of an app throw to refuse: `throw new errors.ForbiddenError('Not yours')`. */
export const errors = {
  ApplicationError: kind('ApplicationError', 'An application error occurred'),
  ValidationError: kind('ValidationError', 'Validation error'),
  PaginationError: kind('PaginationError', 'Invalid pagination'),
  UnauthorizedError: kind('UnauthorizedError', 'Unauthorized'),
  ForbiddenError: kind('ForbiddenError', 'Forbidden access'),
  PolicyError,
  NotFoundError: kind('NotFoundError', 'Entity not found'),
  RateLimitError: kind('RateLimitError', 'Too many requests, please try again later.'),
  PayloadTooLargeError: kind('PayloadTooLargeError', 'Entity too large'),
  NotImplementedError: kind('NotImplementedError', 'This feature is not implemented yet'),
};
