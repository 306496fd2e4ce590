import { csrfHeader, paths } from '../../contract/paths.js';
import { proofRequired } from '../../contract/proof-required.js';
import type { FailureAnswer } from '../../contract/failures.js';
import { inWords } from '../messages/words-of-refusals.js';
import { askProof } from './proof.js';

/** The path of the page, such as `/admin`. */
export const base = document.querySelector<HTMLMetaElement>('meta[name="quire-admin"]')?.content ?? '/admin';

/** An answer that is a failure; `status` 0: there was no answer. */
export class ApiFailure extends Error {
  constructor(
    readonly status: number,
    readonly answer: FailureAnswer['error'] | null,
    readonly retryAfterSeconds: number | null,
    readonly requestId: string | null,
  ) {
    super(answer?.message ?? `status ${status}`);
  }
}

let csrf = '';

/** Keeps the text that each write carries. */
export const setCsrf = (text: string): void => void (csrf = text);

interface Options {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Lets the request outlive the page. */
  readonly keepalive?: boolean;
}

/**
 * Sends a request below `/admin/api/`. Rejects with an `ApiFailure`, or with an abort. If the server wants a proof of who asks, it is
 * asked for over the page, and the request sent again.
 */
export async function request<T>(method: string, path: string, options: Options = {}): Promise<T> {
  try {
    return await send<T>(method, path, options);
  } catch (error) {
    if (error instanceof ApiFailure && error.answer?.details?.['secondFactor'] === 'required') {
      location.assign(base + paths.setUp);
      // The browser leaves this page.
      return new Promise<never>(() => {});
    }
    const isAsked = error instanceof ApiFailure && error.answer?.name === proofRequired;
    if (!isAsked || !(await askProof())) throw error;
    return send<T>(method, path, options);
  }
}

/** Sends a request and returns the answer, of which the body is still to be read. */
export async function answerTo(method: string, path: string, options: Options): Promise<Response> {
  const { body, signal, keepalive } = options;
  const headers: Record<string, string> = method === 'GET' ? {} : { [csrfHeader]: csrf };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const response = await fetch(`${base}${paths.api}/${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiFailure(0, null, null, null);
  });
  if (response.ok) return response;
  throw failureOf(response.status, (name) => response.headers.get(name), await response.text());
}

async function send<T>(method: string, path: string, options: Options): Promise<T> {
  const response = await answerTo(method, path, options);
  return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
}

/**
 * Sends the bytes of a file, and says how much of them is sent, from 0 to 1. Rejects with an `ApiFailure`. `fetch` does not tell of
 * progress.
 */
export function sendFile<T>(
  path: string,
  file: File,
  progress: (part: number) => void = () => {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    const name = `${path.includes('?') ? '&' : '?'}name=${encodeURIComponent(file.name)}`;
    sending.open('POST', `${base}${paths.api}/${path}${name}`);
    sending.setRequestHeader(csrfHeader, csrf);
    sending.setRequestHeader('Content-Type', 'application/octet-stream');
    sending.upload.addEventListener('progress', ({ loaded, total }) =>
      progress(total === 0 ? 1 : loaded / total),
    );
    sending.addEventListener('error', () => reject(new ApiFailure(0, null, null, null)));
    sending.addEventListener('load', () => {
      const { status, responseText } = sending;
      if (status < 300) return resolve((JSON.parse(responseText) as { data: T }).data);
      reject(failureOf(status, (name) => sending.getResponseHeader(name), responseText));
    });
    sending.send(file);
  });
}

function failureOf(status: number, header: (name: string) => string | null, text: string): ApiFailure {
  const wait = Number(header('Retry-After') ?? Number.NaN);
  return new ApiFailure(status, errorIn(text), Number.isFinite(wait) ? wait : null, header('X-Request-Id'));
}

function errorIn(text: string): FailureAnswer['error'] | null {
  try {
    return inWords((JSON.parse(text) as FailureAnswer).error);
  } catch {
    return null;
  }
}
