import type { ErrorResponse } from './failure-response.js';

const names: Readonly<Record<number, string>> = {
  400: 'BadRequestError',
  403: 'ForbiddenError',
  413: 'PayloadTooLargeError',
  415: 'UnsupportedMediaTypeError',
};

/** What express and its body parser throw for a request that cannot be read. Undefined: something else went wrong. */
export function clientError(error: unknown): ErrorResponse | undefined {
  if (!(error instanceof Error)) return undefined;
  const { status, type } = error as Error & { readonly status?: unknown; readonly type?: unknown };
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  if (type === 'entity.parse.failed') return { status, name: 'SyntaxError', message: error.message };
  if (error instanceof URIError) return { status, name: 'BadRequestError', message: 'failed to decode' };
  return { status, name: names[status] ?? 'BadRequestError', message: error.message };
}

/** The refusal of JSON that is neither an object nor an array. */
export const scalarBody: ErrorResponse = {
  status: 400,
  name: 'SyntaxError',
  message: 'invalid JSON, only supports object and array',
};
