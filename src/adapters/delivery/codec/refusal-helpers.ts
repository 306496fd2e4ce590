import { STATUS_CODES } from 'node:http';

/** What the helpers use of koa's response. */
interface Answering {
  status: number;
  body: unknown;
}

type Helper = (this: Answering, ...given: never[]) => void;

/** The answer to a refused request, as clients know it. */
export const refusalBody = (status: number, message: unknown, details: unknown) => ({
  data: null,
  error: {
    status,
    name: refusalName(status),
    message: typeof message === 'string' ? message : statusText(status),
    details,
  },
});

export const statusText = (status: number): string => STATUS_CODES[status] ?? 'Error';

/** `BadRequestError` for 400: the text of the status without blanks and marks. */
export function refusalName(status: number): string {
  const name = statusText(status)
    .split(' ')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
    .replaceAll(/[^a-z\d]/gi, '');
  return name.endsWith('Error') ? name : `${name}Error`;
}

/** `tooManyRequests` for 429. */
const helperName = (text: string): string =>
  text
    .replaceAll("'", '')
    .split(/[^a-z\d]+/i)
    .map((word, at) =>
      at === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
    )
    .join('');

const refusing = (status: number): Helper =>
  function (this: Answering, message: unknown = statusText(status), details: unknown = {}) {
    this.status = status;
    this.body = refusalBody(status, message, details);
  };

const refusals = Object.entries(STATUS_CODES)
  .filter(([code]) => Number(code) >= 400)
  .map(([code, text = '']) => [helperName(text), refusing(Number(code))] as const);

/**
 * The functions that Strapi adds to koa's context and response: `badRequest(message, details)` and one for every other
 * error status, `send`, `created` and `deleted`. They set status and body, and return nothing.
 */
export const refusalHelpers: Readonly<Record<string, Helper>> = {
  ...Object.fromEntries(refusals),
  send(this: Answering, body: unknown, status = 200) {
    this.status = status;
    this.body = body;
  },
  created(this: Answering, body: unknown) {
    this.status = 201;
    this.body = body;
  },
  deleted(this: Answering, body?: unknown) {
    const isEmpty = body === undefined || body === null;
    this.status = isEmpty ? 204 : 200;
    if (!isEmpty) this.body = body;
  },
};
