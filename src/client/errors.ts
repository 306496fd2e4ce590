/** What the API has answered instead of a result. `name` is that of the body: `ValidationError`, `ForbiddenError` … */
export class ApiError extends Error {
  override readonly name: string;

  constructor(
    /** The HTTP status. */
    readonly status: number,
    name: string,
    message: string,
    /** The key that is wrong, its place, similar keys, or a list of `errors`. */
    readonly details: Readonly<Record<string, unknown>> = {},
    /** The seconds to wait, where the server names them. */
    readonly retryAfter?: number,
  ) {
    super(message);
    this.name = name;
  }
}

/** There is no answer: the server cannot be reached, or the connection broke. A write may have been made. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

interface ErrorBody {
  readonly error?: {
    readonly name?: string;
    readonly message?: string;
    readonly details?: Readonly<Record<string, unknown>>;
  };
}

/** Makes an error of a refusal. Proxies answer without the body of the API. */
export function errorOf(response: Response, body: unknown): ApiError {
  const { name, message, details } = (body as ErrorBody | null | undefined)?.error ?? {};
  const seconds = Number(response.headers.get('retry-after') ?? NaN);
  return new ApiError(
    response.status,
    name ?? 'HttpError',
    message ?? `${response.status} ${response.statusText}`.trim(),
    details ?? {},
    Number.isNaN(seconds) ? undefined : seconds,
  );
}
