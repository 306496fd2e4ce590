import { Readable } from 'node:stream';
import type { Response } from 'express';

/** The functions of a response that write to the connection. */
export const writers = ['writeHead', 'flushHeaders', 'write', 'end'] as const;
export type Writer = (typeof writers)[number];

/** What a handler of Express has written, kept instead of sent. Its status and headers are set on the response. */
export interface RecordedAnswer {
  /** Takes what the handler gave to a function of the response, and returns what that function returns. */
  record(writer: Writer, given: readonly unknown[]): unknown;
  readonly isBegun: boolean;
  readonly isComplete: boolean;
  /** The body as a value: JSON parsed, other texts as texts, everything else as a buffer. It may be changed in place. */
  body(): unknown;
  /** Writes it to the connection. Of an answer that is not complete, the handler writes the rest. */
  send(): void;
}

/** Calls `arrived` when the answer is there: at its end or, if it comes in several parts, at its first part. */
export function recordAnswer(res: Response, arrived: () => void): RecordedAnswer {
  const parts: (string | Buffer)[] = [];
  let isComplete = false;
  let parsed: { readonly value: unknown } | undefined;
  const take = (chunk: unknown, encoding: unknown): void => {
    if (typeof chunk === 'string')
      parts.push(isUtf8(encoding) ? chunk : Buffer.from(chunk, encoding as BufferEncoding));
    else if (chunk instanceof Uint8Array) parts.push(Buffer.from(chunk));
  };
  const recorders: Record<Writer, (...given: readonly unknown[]) => unknown> = {
    writeHead: (status, ...rest) => {
      res.statusCode = status as number;
      for (const [name, value] of Object.entries(headersIn(rest))) res.setHeader(name, value);
      return res;
    },
    flushHeaders: () => {},
    // False: the writer waits for `drain`.
    write: (chunk, encoding) => {
      take(chunk, encoding);
      arrived();
      return false;
    },
    end: (chunk, encoding) => {
      take(chunk, encoding);
      isComplete = true;
      arrived();
      return res;
    },
  };
  return {
    record: (writer, given) => recorders[writer](...given),
    get isBegun() {
      return isComplete || parts.length > 0;
    },
    get isComplete() {
      return isComplete;
    },
    body() {
      // A file, or another answer in parts: a stream that can be replaced but has nothing to read.
      parsed ??= { value: isComplete ? valueOf(res, parts) : new Readable({ read: () => {} }) };
      return parsed.value;
    },
    send() {
      if (!isComplete) {
        for (const part of parts) res.write(part);
        res.emit('drain');
      } else if (parsed !== undefined && isJson(res)) {
        const text = JSON.stringify(parsed.value);
        res.setHeader('Content-Length', Buffer.byteLength(text));
        res.end(text);
      } else if (parts.length === 0) res.end();
      else res.end(wholeOf(parts));
    },
  };
}

const isUtf8 = (encoding: unknown): boolean => typeof encoding !== 'string' || /^utf-?8$/i.test(encoding);

/** The headers among the arguments of `writeHead`: an object, or a flat list of names and values. */
function headersIn(given: readonly unknown[]): Readonly<Record<string, string>> {
  const headers = given.find((one) => typeof one === 'object' && one !== null);
  if (!Array.isArray(headers)) return (headers ?? {}) as Record<string, string>;
  const list = headers as readonly string[];
  return Object.fromEntries(
    list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1] ?? ''] as const] : [])),
  );
}

function valueOf(res: Response, parts: readonly (string | Buffer)[]): unknown {
  const whole = wholeOf(parts);
  if (whole.length === 0) return undefined;
  if (isJson(res)) return JSON.parse(whole.toString()) as unknown;
  return /^text\//i.test(typeOf(res)) ? whole.toString() : whole;
}

const isJson = (res: Response): boolean => /\bjson\b/i.test(typeOf(res));

const typeOf = (res: Response): string => String(res.getHeader('Content-Type') ?? '');

const wholeOf = (parts: readonly (string | Buffer)[]): string | Buffer => {
  const [first = '', ...rest] = parts;
  return rest.length === 0 ? first : Buffer.concat(parts.map((part) => Buffer.from(part)));
};
