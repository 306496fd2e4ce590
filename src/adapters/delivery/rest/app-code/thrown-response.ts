import { ThrownFailure } from '../../../../application/thrown-failure.js';
import { thrownRefusal, thrownServerError } from '../../codec/thrown-refusal.js';
import { failureResponse, isFailureCode, type ErrorResponse } from '../failure-response.js';

/** An error response on its way through the middlewares of the app, which may catch it. */
export class ThrownResponse extends Error {
  readonly status: number;

  constructor(readonly response: ErrorResponse) {
    super(response.message);
    this.name = response.name;
    this.status = response.status;
  }
}

/** Returns the answer to an error that app code threw. Undefined: the error is a bug, for the log only. */
export function thrownResponse(thrown: unknown): ErrorResponse | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if (thrown instanceof ThrownResponse) return thrown.response;
  if (thrown instanceof ThrownFailure) return failureResponse(thrown.failure);
  const { code, details, message } = thrown as Error & Readonly<Record<string, unknown>>;
  // A failure of the `strapi` object that the app code called and did not catch.
  if (isFailureCode(code))
    return failureResponse({ code, message, details: (details ?? {}) as Record<string, unknown> });
  return thrownRefusal(thrown) ?? thrownServerError(thrown);
}
