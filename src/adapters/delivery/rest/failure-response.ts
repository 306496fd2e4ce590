import type { Failure, FailureCode } from '../../../domain/failure.js';
import { presentDetails } from '../codec/present-release.js';
import { retryAfter } from '../codec/retry-after.js';

/** The answer to a request that failed. Without `details` the answer has no such member. */
export interface ErrorResponse {
  readonly status: number;
  readonly name: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

type Wire = Pick<ErrorResponse, 'status' | 'name'>;

const validation: Wire = { status: 400, name: 'ValidationError' };
const unavailable: Wire = { status: 503, name: 'ServiceUnavailableError' };

/** The status and name of each failure code over REST. Null: no request can fail with this code. */
const wires: Readonly<Record<FailureCode, Wire | null>> = {
  'QUERY.INVALID_KEY': validation,
  'QUERY.INVALID': validation,
  'QUERY.PAGINATION': { status: 400, name: 'PaginationError' },
  'INPUT.INVALID_KEY': validation,
  'INPUT.INVALID': validation,
  'INPUT.MISMATCH': { status: 400, name: 'ApplicationError' },
  'INPUT.KEY_REUSED': { status: 422, name: 'UnprocessableEntityError' },
  'POLICY.UNAUTHENTICATED': { status: 401, name: 'UnauthorizedError' },
  'POLICY.DENIED': { status: 403, name: 'ForbiddenError' },
  'POLICY.UNPROVEN': { status: 403, name: 'ProofRequiredError' },
  'POLICY.TOO_MANY': { status: 429, name: 'RateLimitError' },
  'PLAN.TOO_LARGE': validation,
  'PLAN.TOO_EXPENSIVE': validation,
  'DOCUMENT.NOT_FOUND': { status: 404, name: 'NotFoundError' },
  'DOCUMENT.CHANGED': { status: 412, name: 'PreconditionFailedError' },
  'STORE.CONFLICT': { status: 409, name: 'ConflictError' },
  'STORE.UNAVAILABLE': unavailable,
  'STORE.TIMEOUT': unavailable,
  'STORE.OVERLOADED': unavailable,
  'STORE.LONG_READS': unavailable,
  'MEDIA.TOO_LARGE': { status: 413, name: 'PayloadTooLargeError' },
  'MEDIA.REFUSED': { status: 400, name: 'ApplicationError' },
  'MEDIA.BUSY': unavailable,
  'MEDIA.INCOMPLETE': { status: 400, name: 'BadRequestError' },
  'MEDIA.NO_SPACE': { status: 507, name: 'InsufficientStorageError' },
  'MEDIA.UNAVAILABLE': unavailable,
  'IDENTITY.REFUSED': { status: 400, name: 'ApplicationError' },
  'IDENTITY.UNAVAILABLE': unavailable,
  'SCHEMA.UNSAFE_CHANGE': null,
  'SCHEMA.INVALID': null,
};

/** Whether `code`, of an error that app code threw, is the code of a failure. */
export const isFailureCode = (code: unknown): code is FailureCode =>
  typeof code === 'string' && Object.hasOwn(wires, code) && wires[code as FailureCode] !== null;

export function failureResponse(failure: Failure): ErrorResponse {
  const wire = wires[failure.code];
  if (wire === null) throw new Error(`${failure.code} cannot be answered: ${failure.message}`);
  if (wire.status === 413) return { ...wire, message: failure.message };
  if (wire.status === 429)
    return { ...wire, message: failure.message, details: {}, headers: nextTry(failure) };
  const answer = { ...wire, message: failure.message, details: presentDetails(failure.details) ?? {} };
  return wire.status === 503 ? { ...answer, headers: { 'Retry-After': retryAfter(failure.code) } } : answer;
}

/** The header has whole seconds, at least one. */
const nextTry = ({ details }: Failure): Readonly<Record<string, string>> => {
  const seconds = Math.ceil(Number(details?.['retryAfterMs'] ?? 0) / 1000);
  return { 'Retry-After': String(Math.max(1, seconds)) };
};

/** The answer to a bug. The log has the details. */
export const internalError: ErrorResponse = {
  status: 500,
  name: 'InternalServerError',
  message: 'Internal Server Error',
};

export const errorText = ({ status, name, message, details }: ErrorResponse): string =>
  JSON.stringify({ data: null, error: { status, name, message, details } });

const names: Readonly<Record<number, string>> = {
  400: 'BadRequestError',
  403: 'ForbiddenError',
  413: 'PayloadTooLargeError',
  415: 'UnsupportedMediaTypeError',
};

/** Returns the answer to an error that Express or its body parser throws for a malformed request; undefined for others. */
export function expressErrorResponse(error: unknown): ErrorResponse | undefined {
  if (!(error instanceof Error)) return undefined;
  const { status, type } = error as Error & { readonly status?: unknown; readonly type?: unknown };
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  if (type === 'entity.parse.failed') return { status, name: 'SyntaxError', message: error.message };
  if (error instanceof URIError) return { status, name: 'BadRequestError', message: 'failed to decode' };
  return { status, name: names[status] ?? 'BadRequestError', message: error.message };
}

/** The answer to a JSON body that is neither an object nor an array. */
export const scalarBody: ErrorResponse = {
  status: 400,
  name: 'SyntaxError',
  message: 'invalid JSON, only supports object and array',
};
