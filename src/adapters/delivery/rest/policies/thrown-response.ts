import { readThrownError, type ThrownErrorName } from '../../../../application/access/rules/thrown-errors.js';
import { StatusError } from '../../codec/app-request/status-error.js';
import { Refusal } from '../../codec/refusal.js';
import { failureResponse, isFailureCode, type ErrorResponse } from '../failure-response.js';

const statuses: Readonly<Record<ThrownErrorName, number>> = {
  ApplicationError: 400,
  ValidationError: 400,
  PaginationError: 400,
  UnauthorizedError: 401,
  ForbiddenError: 403,
  PolicyError: 403,
  NotFoundError: 404,
  PayloadTooLargeError: 413,
  RateLimitError: 429,
  NotImplementedError: 501,
};

/** What a client is told about what the app's own code threw. Undefined: a bug, which the log is told about. */
export function thrownResponse(thrown: unknown): ErrorResponse | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if (thrown instanceof StatusError) return statusResponse(thrown);
  if (thrown instanceof Refusal) return failureResponse(thrown.failure);
  const { code, details, status, expose } = thrown as Error & Readonly<Record<string, unknown>>;
  // A failure of the embedded API, which the code asked and did not catch.
  if (isFailureCode(code))
    return failureResponse({
      code,
      message: thrown.message,
      details: (details ?? {}) as Record<string, unknown>,
    });
  const refusal = readThrownError(thrown);
  if (refusal !== null) return { status: statuses[refusal.name], ...refusal };
  // As http-errors makes them, whose message is meant for the client.
  const isTold = expose === true && typeof status === 'number' && status >= 400 && status < 500;
  return isTold ? { status, name: thrown.name, message: thrown.message, details: {} } : undefined;
}

export const statusResponse = ({ status, name, message, details }: StatusError): ErrorResponse => ({
  status,
  name,
  message,
  details,
});
