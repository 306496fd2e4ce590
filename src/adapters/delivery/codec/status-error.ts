/** Thrown to end a request with an error answer. */
export class StatusError extends Error {
  constructor(
    readonly status: number,
    override readonly name: string,
    message: string,
    readonly details: Readonly<Record<string, unknown>>,
  ) {
    super(message);
  }
}

const namesByStatus: Readonly<Record<number, readonly [name: string, message: string]>> = {
  400: ['BadRequestError', 'Bad Request'],
  401: ['UnauthorizedError', 'Unauthorized'],
  403: ['ForbiddenError', 'Forbidden'],
  404: ['NotFoundError', 'Not Found'],
  405: ['MethodNotAllowedError', 'Method Not Allowed'],
  409: ['ConflictError', 'Conflict'],
  410: ['GoneError', 'Gone'],
  413: ['PayloadTooLargeError', 'Payload Too Large'],
  422: ['UnprocessableEntityError', 'Unprocessable Entity'],
  429: ['TooManyRequestsError', 'Too Many Requests'],
  501: ['NotImplementedError', 'Not Implemented'],
  503: ['ServiceUnavailableError', 'Service Unavailable'],
};

const serverError = ['InternalServerError', 'Internal Server Error'] as const;

/** Returns the error for a status. From status 500 on, the client gets a general message instead of `message`. */
export function statusError(status: number, message?: unknown, details: unknown = {}): StatusError {
  const [name, general] =
    namesByStatus[status] ?? (status < 500 ? (['BadRequestError', 'Bad Request'] as const) : serverError);
  const text = typeof message === 'string' && status < 500 ? message : general;
  const record = typeof details === 'object' && details !== null ? (details as Record<string, unknown>) : {};
  return new StatusError(status, name, text, record);
}
