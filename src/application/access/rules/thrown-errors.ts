/** The names of errors that app code throws to refuse a request. */
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

/** A refusal by app code. The client gets its name, message and details. */
export interface ThrownError {
  readonly name: ThrownErrorName;
  readonly message: string;
  readonly details: Details;
}

/**
 * Returns the refusal that an error stands for, by its name: the classes of `errors`, those of `@strapi/utils`, and any
 * other `Error` with one of the names. Null for a bug, whose message no client sees.
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
