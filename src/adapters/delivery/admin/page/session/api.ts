import { csrfHeader, paths, versionHeader } from '../../contract/paths.js';
import { proofRequired } from '../../contract/proof-required.js';
import type { FailureAnswer } from '../../contract/failures.js';
import { inWords } from '../messages/words-of-refusals.js';
import { noteWrite } from './open-work.js';
import { noteVersion } from './page-version.js';
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
    const isAsked = error instanceof ApiFailure && error.answer?.name === proofRequired;
    if (!isAsked || !(await askProof())) throw error;
    return send<T>(method, path, options);
  }
}

async function send<T>(method: string, path: string, options: Options): Promise<T> {
  const { body, signal, keepalive } = options;
  const headers: Record<string, string> = method === 'GET' ? {} : { [csrfHeader]: csrf };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const sent = fetch(`${base}${paths.api}/${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
  });
  const response = await (method === 'GET' ? sent : noteWrite(sent)).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiFailure(0, null, null, null);
  });
  noteVersion(response.headers.get(versionHeader));
  if (response.status === 204) return undefined as T;
  const text = await response.text();
  if (!response.ok) throw failureOf(response.status, (name) => response.headers.get(name), text);
  return JSON.parse(text) as T;
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
  const sent = new Promise<T>((resolve, reject) => {
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
      noteVersion(sending.getResponseHeader(versionHeader));
      if (status < 300) return resolve((JSON.parse(responseText) as { data: T }).data);
      reject(failureOf(status, (name) => sending.getResponseHeader(name), responseText));
    });
    sending.send(file);
  });
  return noteWrite(sent);
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
