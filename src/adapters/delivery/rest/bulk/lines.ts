import type { ServerResponse } from 'node:http';
import { ok, type Result } from '../../../../domain/result.js';

/** JSON texts, one in a line: https://github.com/ndjson/ndjson-spec. */
export const linesType = 'application/x-ndjson';

/** How often a client that sends or gets lines is judged again: a session may end, and grants may go. */
const judgeMs = 2_000;

/** Returns what says who the client is: anew if the last judgement is old. */
export function judgedNowAndThen<T>(first: T, judge: () => Promise<Result<T>>): () => Promise<Result<T>> {
  let last = { at: performance.now(), judged: ok(first) as Result<T> };
  return async () => {
    if (performance.now() - last.at > judgeMs) last = { judged: await judge(), at: performance.now() };
    return last.judged;
  };
}

/** Begins an answer in lines. */
export function beginLines(res: ServerResponse): void {
  res.statusCode = 200;
  res.setHeader('Content-Type', `${linesType}; charset=utf-8`);
  // For nginx, which would keep the whole answer back.
  res.setHeader('X-Accel-Buffering', 'no');
}

/** Writes a line for each value, and waits until there is room for more. Returns false if the client is gone. */
export async function writeLines(res: ServerResponse, values: readonly unknown[]): Promise<boolean> {
  if (res.destroyed) return false;
  const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
  if (res.write(text)) return true;
  return new Promise((resolve) => {
    const settle = (): void => {
      res.off('drain', settle).off('close', settle);
      resolve(!res.destroyed);
    };
    res.once('drain', settle).once('close', settle);
  });
}
