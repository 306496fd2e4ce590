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

/**
 * A refusal by app code. The client gets its name, message and details. `status`: the 4xx status of an error that has none of the
 * names, such as those of `ctx.throw`.
 */
export type ThrownError = { readonly message: string; readonly details: Details } & (
  | { readonly name: ThrownErrorName; readonly status?: undefined }
  | { readonly name: string; readonly status: number }
);

/**
 * Returns the refusal that an error stands for: by its name the classes of `errors`, those of `@strapi/utils`, and any
 * other `Error` with one of the names; and every `Error` with a 4xx status. Null for a bug, whose message no client sees.
 */
export function readThrownError(thrown: unknown): ThrownError | null {
  if (!(thrown instanceof Error)) return null;
  const { message } = thrown;
  const { details: given, status } = thrown as Error & Details;
  const details = isDetails(given) ? given : {};
  const name = thrownErrorNames.find((known) => known === thrown.name);
  if (name !== undefined) return { name, message, details };
  return isOfClient(status) ? { name: thrown.name, message, details, status } : null;
}

const isDetails = (value: unknown): value is Details =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isOfClient = (status: unknown): status is number =>
  Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 499;
