import { Readable } from 'node:stream';
import type { Response } from 'express';
import { heldAnswer, type HeldAnswer } from '../../codec/context-parts.js';
import { hasStatus, markStatus, type RequestContext } from '../../codec/request-context.js';

/** What a handler has written before the middlewares around it are done. */
interface Written {
  /** What it has written so far; more than one part means that more follows. */
  readonly parts: (string | Buffer)[];
  isComplete: boolean;
}

/** An answer of a handler of Express that is held back until the middlewares around the handler have run. */
export interface Held extends HeldAnswer {
  /** From here on code of the app runs, which may answer with `res` itself. What is held so far is the server's answer. */
  passToCode(): void;
  /** Makes the response write to the connection again, and drops what was held. */
  release(): void;
  /** Sends what was held, as the middlewares left it. */
  send(): void;
}

interface Holding extends Held {
  /** Whether code of the app answers with `res` itself, so that nothing more is held. */
  isBypassed(): boolean;
  /** Lets that code write to the connection. A whole answer, or one of the server, is replaced; one in parts goes on. */
  stopHolding(): void;
}

const held = new WeakMap<Response, Held>();

/** The answer that is held for a response. */
export const heldOf = (res: Response): Held | undefined => held.get(res);

/**
 * Holds what is written to the response from now on. Resolves when the answer is there: at its end or, of an answer in
 * several parts, at its first part; the others follow when it is sent. Nothing is held of code of the app that answers
 * with `res` itself.
 */
export async function holdAnswer(context: RequestContext): Promise<void> {
  const { res, response } = context;
  const written: Written = { parts: [], isComplete: false };
  res.statusCode = 200;
  const holding = createHeld(context, written);
  held.set(res, holding);
  await new Promise<void>((resolve) => {
    const recorders = createRecorders(res, written, () => {
      markStatus(response);
      response[heldAnswer] = holding;
      resolve();
    });
    for (const name of overridden) {
      const direct = res[name] as Write;
      res[name] = (...given: readonly unknown[]): never => {
        // Code that has kept this function may call it later.
        const isHeld = held.get(res) === holding;
        if (isHeld && !holding.isBypassed()) return recorders[name](...given) as never;
        if (isHeld) holding.stopHolding();
        return direct.apply(res, [...given]) as never;
      };
    }
    res.once('close', resolve);
  });
  holding.passToCode();
}

type Write = (...given: readonly unknown[]) => unknown;

function createRecorders(
  res: Response,
  written: Written,
  arrive: () => void,
): Record<(typeof overridden)[number], Write> {
  const take = (chunk: unknown, encoding: unknown): void => {
    if (typeof chunk === 'string')
      written.parts.push(isUtf8(encoding) ? chunk : Buffer.from(chunk, encoding as BufferEncoding));
    else if (chunk instanceof Uint8Array) written.parts.push(Buffer.from(chunk));
  };
  return {
    writeHead: (status, ...rest) => {
      res.statusCode = status as number;
      for (const [name, value] of Object.entries(headersIn(rest))) res.setHeader(name, value);
      return res;
    },
    flushHeaders: () => {},
    // False: the writer waits for `drain`.
    write: (chunk, encoding) => {
      take(chunk, encoding);
      arrive();
      return false;
    },
    end: (chunk, encoding) => {
      take(chunk, encoding);
      written.isComplete = true;
      arrive();
      return res;
    },
  };
}

const overridden = ['writeHead', 'flushHeaders', 'write', 'end'] as const;

function createHeld(context: RequestContext, written: Written): Holding {
  const { res } = context;
  let parsed: { readonly value: unknown } | undefined;
  let isCodeRunning = false;
  let isOfServer = false;
  // What waits to write more of the server's answer.
  let waiting: readonly Function[] = [];
  // Others, such as a compression, may have put functions of their own on the response.
  const before = overridden.map((name) => [name, Object.getOwnPropertyDescriptor(res, name)] as const);
  const restore = (): void => {
    if (!held.delete(res)) return;
    for (const [name, own] of before)
      if (own === undefined) Reflect.deleteProperty(res, name);
      else Object.defineProperty(res, name, own);
  };
  const release = (): void => {
    restore();
    for (const write of waiting) res.off('drain', write as () => void);
  };
  const send = (): void => {
    restore();
    if (!written.isComplete) {
      for (const part of written.parts) res.write(part);
      res.emit('drain');
    } else if (parsed !== undefined && isJson(res)) {
      const text = JSON.stringify(parsed.value);
      res.setHeader('Content-Length', Buffer.byteLength(text));
      res.end(text);
    } else if (written.parts.length === 0) res.end();
    else res.end(wholeOf(written));
  };
  return {
    release,
    send,
    body: () => (parsed ??= { value: valueOf(res, written) }).value,
    passToCode() {
      if (isCodeRunning) return;
      isCodeRunning = true;
      isOfServer = written.parts.length > 0 || written.isComplete;
      waiting = isOfServer ? res.listeners('drain') : [];
    },
    isBypassed: () => isCodeRunning && context.respond === false,
    stopHolding() {
      if (!isOfServer && !written.isComplete) return send();
      release();
      res.removeHeader('Content-Length');
    },
  };
}

const isJson = (res: Response): boolean => /\bjson\b/i.test(String(res.getHeader('Content-Type') ?? ''));

/** Answers in parts, such as files, are a stream that can be replaced but has nothing to read. */
function valueOf(res: Response, { parts, isComplete }: Written): unknown {
  if (!isComplete) return new Readable({ read: () => {} });
  const whole = wholeOf({ parts });
  if (whole.length === 0) return undefined;
  if (isJson(res)) return JSON.parse(whole.toString()) as unknown;
  return /^text\//i.test(String(res.getHeader('Content-Type') ?? '')) ? whole.toString() : whole;
}

const wholeOf = ({ parts }: Pick<Written, 'parts'>): string | Buffer => {
  const [first = '', ...rest] = parts;
  return rest.length === 0 ? first : Buffer.concat(parts.map((part) => Buffer.from(part)));
};

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

/**
 * Runs a handler of Express whose answer is taken instead of sent: its status and its body, as a value. Its headers stay.
 * A rejection of the handler is passed on.
 */
export async function takeAnswer(
  context: RequestContext,
  handle: () => Promise<void>,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const { res, response } = context;
  // Middlewares around the request get what the code that called this answers.
  heldOf(res)?.release();
  const [status, isSet] = [res.statusCode, hasStatus(response)];
  const answered = holdAnswer(context);
  const holding = heldOf(res);
  try {
    await handle();
    await answered;
    const taken = { status: res.statusCode, body: response[heldAnswer]?.body() };
    for (const header of ['Content-Length', 'Content-Type']) res.removeHeader(header);
    return taken;
  } finally {
    holding?.release();
    response[heldAnswer] = undefined;
    markStatus(response, isSet);
    res.statusCode = status;
  }
}
