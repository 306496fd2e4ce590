import { readThrownError, type ThrownErrorName } from '../../../application/access/rules/thrown-errors.js';
import { refusalBody, refusalName, statusText } from './refusal-helpers.js';
import { hasStatus, type RequestContext } from './request-context.js';

/** The answer to a client for an error that app code threw. */
export interface ThrownRefusal {
  readonly status: number;
  readonly name: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

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

/** Returns the answer for an error that app code threw. Null for a bug. */
export function thrownRefusal(thrown: unknown): ThrownRefusal | null {
  const refusal = readThrownError(thrown);
  if (refusal === null) return null;
  if (refusal.status === undefined) return { ...refusal, status: statuses[refusal.name] };
  const { name, status } = refusal;
  // koa's own errors have a name of their status; those of libraries may have any.
  return { ...refusal, status, name: name === 'Error' ? refusalName(status) : name };
}

/** The status that `ctx.throw(503)` asks for; clients get its general text. Undefined: no such error. */
export function thrownServerError(thrown: unknown): ThrownRefusal | undefined {
  const { status, expose } = (thrown ?? {}) as { readonly status?: unknown; readonly expose?: unknown };
  if (expose !== false || typeof status !== 'number' || status < 500 || status > 599) return undefined;
  return { status, name: refusalName(status), message: statusText(status), details: {} };
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/**
 * Returns the refusal that a policy has set with `ctx.badRequest()` or the like instead of throwing; null: none. A policy
 * that does so and answers neither true nor false refuses.
 */
export function refusalSetOn({ response }: RequestContext): ThrownRefusal | null {
  const { status, body } = response;
  if (!hasStatus(response) || status < 400) return null;
  const { error } = (body ?? {}) as { readonly error?: Partial<ThrownRefusal> };
  const general = refusalBody(status, undefined, {}).error;
  return { ...general, ...error, details: recordOf(error?.details), status };
}
