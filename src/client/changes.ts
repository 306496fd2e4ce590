import { ApiError, NetworkError } from './errors.js';
import type { RequestOptions, Transport } from './transport.js';

export interface ListenOptions extends RequestOptions {
  /** The `id` of the last event that you have: goes on after it. */
  readonly after?: string | undefined;
}

export interface Heard {
  readonly event: string;
  readonly id: string | undefined;
}

interface EndOfStream {
  readonly error: { readonly status: number; readonly name: string; readonly message: string };
}

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/**
 * Yields the events of a stream, and opens it again when it ends, after the last event. Yields `open` first, and again as long
 * as the server has named no place to go on after: changes may have been missed.
 */
export async function* changesAt(
  { open }: Transport,
  path: string,
  query?: object,
  { after, ...options }: ListenOptions = {},
): AsyncGenerator<Heard> {
  let id = after;
  let isFirst = true;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    try {
      const headers = { ...options.headers, ...(id !== undefined && { 'Last-Event-ID': id }) };
      const response = await open('GET', path, { query }, { ...options, headers });
      for await (const { data, ...block } of blocksOf(response)) {
        if (block.event === 'open') {
          if (isFirst || id === undefined) yield { event: 'open', id };
          isFirst = false;
          continue;
        }
        id = block.id ?? id;
        pauseMs = firstPauseMs;
        if (data === undefined) continue;
        const parsed = JSON.parse(data) as object;
        if (block.event === 'end') throw endOf(parsed as EndOfStream);
        yield { ...parsed, event: block.event ?? 'message', id };
      }
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
    await paused(pauseMs * (0.5 + Math.random() / 2), options.signal);
  }
}

const endOf = ({ error: { status, name, message } }: EndOfStream): ApiError =>
  new ApiError(status, name, message);

/** Whether it may go well later. */
const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 429));

function paused(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

type Block = Partial<Record<string, string>>;

/** Begins with `open`, so that whoever leaves then ends the stream too. */
async function* blocksOf({ body }: Response): AsyncGenerator<Block> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    yield { event: 'open' };
    for (;;) {
      const read = await reader?.read().catch((cause: unknown) => {
        if ((cause as Error | undefined)?.name === 'AbortError') throw cause;
        throw new NetworkError('the stream broke', { cause });
      });
      if (read === undefined || read.done) return;
      const blocks = (text + read.value).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks)
        yield Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s))) as Block;
    }
  } finally {
    await reader?.cancel().catch(() => {});
  }
}
