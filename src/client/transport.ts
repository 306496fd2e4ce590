import { ApiError, errorOf, NetworkError } from './errors.js';

type Headers = Readonly<Record<string, string>>;

export interface ClientOptions {
  /** The address of the API with its prefix: `https://cms.example/api`, or `/api` in a browser. */
  readonly baseUrl: string;
  /** An API token, or the session of a sign-in. */
  readonly token?: string | undefined;
  /** Sent with every request. */
  readonly headers?: Headers;
  /** Instead of the global one. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Headers | undefined;
}

export interface Call {
  readonly query?: object | undefined;
  /** Sent as JSON, unless it is a form. */
  readonly body?: unknown;
  /** Whether it is sent without the token. */
  readonly isAnonymous?: boolean;
}

export interface Transport {
  token: string | undefined;
  /** Resolves with the body, null without one. Rejects with an `ApiError`, a `NetworkError`, or what a signal aborts with. */
  send(method: string, path: string, call?: Call, options?: RequestOptions): Promise<unknown>;
  /** Resolves with an answer whose body is not read yet; rejects as `send` does. */
  open(method: string, path: string, call?: Call, options?: RequestOptions): Promise<Response>;
}

export function createTransport({ baseUrl, token, headers, fetch }: ClientOptions): Transport {
  const root = withoutSlash(baseUrl);
  const positions = new Positions();
  const ask = async (url: string, init: RequestInit): Promise<Response> => {
    const response = await (fetch ?? globalThis.fetch)(url, init);
    positions.note(response);
    return response;
  };
  const requestOf = (
    method: string,
    path: string,
    { query, body, isAnonymous = false }: Call = {},
    options: RequestOptions = {},
  ): readonly [url: string, init: RequestInit] => {
    if (fetch === undefined) refuseRelative(root);
    const isForm = body instanceof FormData;
    const text = queryText(query);
    const init: RequestInit = {
      method,
      headers: {
        ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
        ...(transport.token !== undefined && !isAnonymous && { Authorization: `Bearer ${transport.token}` }),
        ...positions.headers(),
        ...headers,
        ...options.headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body, plain) }),
      ...(options.signal !== undefined && { signal: options.signal }),
    };
    return [root + path + (text && `?${text}`), init];
  };
  const transport: Transport = {
    token,
    send: async (...call) => answerTo(ask, ...requestOf(...call)),
    async open(...call) {
      const [url, init] = requestOf(...call);
      const response = await answered(url, init, () => ask(url, init));
      if (!response.ok) throw errorOf(response, parsed(await response.text().catch(() => '')));
      return response;
    },
  };
  return transport;
}

function withoutSlash(baseUrl: unknown): string {
  if (typeof baseUrl === 'string') return baseUrl.replace(/\/+$/, '');
  throw new TypeError(`baseUrl is ${String(baseUrl)}: give the address of the API`);
}

/** Refuses what `fetch` cannot send, which would look like a server that does not answer. */
function refuseRelative(address: string): void {
  if (!('location' in globalThis) && !/^[a-z][a-z\d+.-]*:/i.test(address))
    throw new TypeError(`baseUrl is ${address}: outside of a page it needs a scheme and a host`);
}

const positionHeader = 'X-Quire-Position';

/** Hands back the latest position of what this client has written, so that it reads that on every server with replicas. */
class Positions {
  private latest: string | undefined;

  /** Positions are hexadecimal numbers. */
  note({ headers }: Response): void {
    const found = headers.get(positionHeader);
    if (found === null) return;
    const { latest = '' } = this;
    const isLater = found.length === latest.length ? found > latest : found.length > latest.length;
    if (isLater) this.latest = found;
  }

  headers(): Headers {
    return this.latest === undefined ? {} : { [positionHeader]: this.latest };
  }
}

const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

async function answerTo(
  fetch: (url: string, init: RequestInit) => Promise<Response>,
  url: string,
  init: RequestInit,
): Promise<unknown> {
  const [response, text] = await answered(url, init, async () => {
    const answer = await fetch(url, init);
    return [answer, await answer.text()] as const;
  });
  const body = parsed(text);
  if (!response.ok) throw errorOf(response, body);
  if (body === undefined)
    throw new ApiError(response.status, 'UnexpectedAnswer', `${url} did not answer JSON: check baseUrl`);
  return body;
}

/** Rejects with a `NetworkError` if there is no answer, unless the caller has aborted. */
async function answered<T>(url: string, init: RequestInit, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new NetworkError(`${init.method} ${url} has no answer`, { cause: error });
  }
}

/** Undefined for what is not JSON. */
function parsed(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns a part of a path. Refuses those by which a path would lead elsewhere. */
export function segment(value: string | number): string {
  const text = String(value);
  if (['', '.', '..'].includes(text)) throw new TypeError(`${JSON.stringify(text)} is no id or name`);
  return `/${encodeURIComponent(text)}`;
}

/** Writes parameters as a query string: `{ filters: { a: { $in: [1] } } }` → `filters[a][$in][0]=1`. */
function queryText(params: object = {}): string {
  const parts: string[] = [];
  addMembers({ parts, kind: 'options' }, '', params);
  return parts.join('&');
}

/**
 * What an object of a query has: options of a list, names of relations or components with theirs, conditions, or something else.
 */
type Kind = 'options' | 'populate' | 'filters' | 'else';

interface Writing {
  readonly parts: string[];
  readonly kind: Kind;
}

function kindIn(kind: Kind, name: string): Kind {
  if (kind === 'populate') return 'options';
  if (kind !== 'options') return kind;
  if (name === 'filters') return 'filters';
  return name === 'populate' || name === 'on' ? 'populate' : 'else';
}

function addMembers(writing: Writing, path: string, members: object): void {
  for (const [name, member] of Object.entries(members)) {
    const key = encodeURIComponent(name);
    const inner = path === '' ? key : `${path}[${key}]`;
    const isSought = writing.kind === 'filters' && isOfValues(name);
    if (isSought && isEmptyList(member)) addNever(writing, name.startsWith('$') ? path : inner);
    else add({ ...writing, kind: kindIn(writing.kind, name) }, inner, member);
  }
}

function add(writing: Writing, path: string, value: unknown): void {
  if (value === undefined) return;
  if (value === null) throw new TypeError(`${path} is null: use $null to look for values that are absent`);
  if (value instanceof Date) return add(writing, path, value.toISOString());
  if (typeof value === 'object') return addMembers(writing, path, value);
  writing.parts.push(`${path}=${encodeURIComponent(value as string)}`);
}

/** For an empty list nothing would be sent, which would find everything. */
function addNever({ parts }: Writing, path: string): void {
  for (const never of ['$null', '$notNull']) parts.push(`${path}[${never}]=true`);
}

const isEmptyList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => one === undefined);

/** Whether a list in a condition is one of values to look for: that of an attribute, `slug: ['a', 'b']`, or of an operator. */
const isOfValues = (name: string): boolean => /^[^$\d]/.test(name) || ['$in', '$eq'].includes(name);
