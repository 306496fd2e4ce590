import { csrfHeader, paths } from '../../contract/paths.js';
import type { FailureAnswer } from '../../contract/failures.js';
import type { MediaFile } from '../../contract/media.js';

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
  /** Instead of `body`. */
  readonly bytes?: Blob;
  readonly signal?: AbortSignal;
  /** Lets the request outlive the page. */
  readonly keepalive?: boolean;
}

/** Sends a request below `/admin/api/`. Rejects with an `ApiFailure`, or with an abort. */
export async function request<T>(method: string, path: string, options: Options = {}): Promise<T> {
  const { body, bytes, signal, keepalive } = options;
  const headers: Record<string, string> = method === 'GET' ? {} : { [csrfHeader]: csrf };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (bytes !== undefined) headers['Content-Type'] = 'application/octet-stream';
  const response = await fetch(`${base}${paths.api}/${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(bytes !== undefined && { body: bytes }),
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiFailure(0, null, null, null);
  });
  if (response.status === 204) return undefined as T;
  const text = await response.text();
  if (!response.ok) throw failureOf(response, text);
  return JSON.parse(text) as T;
}

/** Sends one file to the library. */
export async function upload(file: File): Promise<readonly MediaFile[]> {
  const name = encodeURIComponent(file.name);
  const { data } = await request<{ data: readonly MediaFile[] }>('POST', `media?name=${name}`, {
    bytes: file,
  });
  return data;
}

function failureOf(response: Response, text: string): ApiFailure {
  const wait = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiFailure(
    response.status,
    errorIn(text),
    Number.isFinite(wait) ? wait : null,
    response.headers.get('X-Request-Id'),
  );
}

function errorIn(text: string): FailureAnswer['error'] | null {
  try {
    return (JSON.parse(text) as FailureAnswer).error;
  } catch {
    return null;
  }
}
