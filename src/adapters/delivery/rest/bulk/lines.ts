import type { ServerResponse } from 'node:http';
import { writeText } from '../../codec/write-text.js';

/** JSON texts, one in a line: https://github.com/ndjson/ndjson-spec. */
export const linesType = 'application/x-ndjson';

/** Begins an answer in lines. */
export function beginLines(res: ServerResponse, type = linesType): void {
  res.statusCode = 200;
  res.setHeader('Content-Type', `${type}; charset=utf-8`);
  // For nginx, which would keep the whole answer back.
  res.setHeader('X-Accel-Buffering', 'no');
}

/** Writes a line for each value, and waits until there is room for more. Returns false if the client is gone. */
export const writeLines = (res: ServerResponse, values: readonly unknown[]): Promise<boolean> =>
  writeText(res, values.map((value) => `${JSON.stringify(value)}\n`).join(''));
