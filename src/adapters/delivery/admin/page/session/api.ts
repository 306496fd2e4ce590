import { csrfHeader, paths, versionHeader } from '../../contract/paths.js';
import { proofRequired } from '../../contract/proof-required.js';
import type { FailureAnswer } from '../../contract/failures.js';
import type { Start } from '../../contract/start.js';
import { inWords } from '../messages/words-of-refusals.js';
import { noteWrite, releaseWork } from './open-work.js';
import { noteVersion } from './page-version.js';
import { proof, signIn } from './questions.js';

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

  /** How long to wait before the next try, where there were too many. */
  get waitSeconds(): number {
    return this.retryAfterSeconds ?? 60;
  }
}

type Signed = Pick<Start, 'csrf' | 'administrator'>;

/** The sign-in that the page uses; null while it begins. */
let signed: Signed | null = null;

/** Keeps who is signed in, and the text that each write carries. */
export const setSigned = (start: Signed): void => void (signed = start);

/**
 * Takes over a sign-in that was made since. If it is another person's, the page begins again, and nothing that waits is sent:
 * edits stay in the journal of whoever made them. Returns whether there is another sign-in now. Rejects if there is none.
 */
export async function renewSignIn(): Promise<boolean> {
  const { data } = await send<{ data: Start }>('GET', 'start');
  if (data.administrator.documentId !== signed?.administrator.documentId) {
    releaseWork(true);
    location.reload();
    await new Promise(() => {});
  }
  const isOther = data.csrf !== signed?.csrf;
  signed = data;
  return isOther;
}

/** Whether the sign-in that the page uses had a recent proof of who it is when it was taken over. */
export const isProven = (): boolean => signed?.administrator.isProven === true;

interface Options {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Lets the request outlive the page. */
  readonly keepalive?: boolean;
  /** Names a request that makes something, so that it makes one when it is sent again. */
  readonly key?: string;
  /** Whether a failure is left to the caller, also where something could be asked for over the page. */
  readonly isPlain?: boolean;
}

/**
 * Sends a request below `/admin/api/`. Rejects with an `ApiFailure`, or with an abort. If the sign-in has ended, or the server
 * wants a proof of who asks, that is asked for over the page, and the request sent again.
 */
export const request = <T>(method: string, path: string, options: Options = {}): Promise<T> =>
  options.isPlain === true || options.keepalive === true
    ? send<T>(method, path, options)
    : mended(() => send<T>(method, path, options), method !== 'GET');

/** Sends something again after each thing that was missing was given, once each. */
async function mended<T>(sends: () => Promise<T>, isWrite: boolean): Promise<T> {
  const tried = new Set<unknown>();
  for (;;) {
    try {
      return await sends();
    } catch (error) {
      const mend = error instanceof ApiFailure ? mendOf(error, isWrite) : undefined;
      if (mend === undefined || tried.has(mend) || !(await mend())) throw error;
      tried.add(mend);
    }
  }
}

/** What could make a failed request succeed. */
function mendOf({ status, answer }: ApiFailure, isWrite: boolean): (() => Promise<boolean>) | undefined {
  if (signed === null) return undefined;
  if (status === 401) return signIn.ask;
  if (answer?.name === proofRequired) return proof.ask;
  // Whoever signs in again in another window has another text for writes.
  return status === 403 && isWrite ? renewedElsewhere : undefined;
}

const renewedElsewhere = (): Promise<boolean> => renewSignIn().catch(() => false);

/** Sends a request and returns the answer, of which the body is still to be read. */
export async function answerTo(method: string, path: string, options: Options = {}): Promise<Response> {
  const { body, signal, keepalive, key } = options;
  const headers: Record<string, string> = method === 'GET' ? {} : { [csrfHeader]: signed?.csrf ?? '' };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (key !== undefined) headers['Idempotency-Key'] = key;
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
  if (response.ok) return response;
  const failure = failureOf(response.status, (name) => response.headers.get(name), await response.text());
  if (failure.answer?.details?.['secondFactor'] === 'required') await setUpFirst();
  throw failure;
}

async function send<T>(method: string, path: string, options: Options = {}): Promise<T> {
  const response = await answerTo(method, path, options);
  return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
}

/** Leaves the page for the form that nobody gets past whose role needs a second factor. Edits stay in the journal. */
async function setUpFirst(): Promise<never> {
  releaseWork(true);
  location.assign(base + paths.setUp);
  return new Promise<never>(() => {});
}

/** Sends the bytes of a file as `request` does, and says how much of them is sent, from 0 to 1. */
export const sendFile = <T>(
  path: string,
  file: File,
  progress: (part: number) => void = () => {},
): Promise<T> => mended(() => sendBytes<T>(path, file, progress), true);

/** `fetch` does not tell of progress. */
function sendBytes<T>(path: string, file: File, progress: (part: number) => void): Promise<T> {
  const sent = new Promise<T>((resolve, reject) => {
    const sending = new XMLHttpRequest();
    const name = `${path.includes('?') ? '&' : '?'}name=${encodeURIComponent(file.name)}`;
    sending.open('POST', `${base}${paths.api}/${path}${name}`);
    sending.setRequestHeader(csrfHeader, signed?.csrf ?? '');
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
