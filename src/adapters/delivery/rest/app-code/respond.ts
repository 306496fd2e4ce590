import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { heldAnswer } from '../../codec/context-parts.js';
import { refusalBody, statusText } from '../../codec/refusal-helpers.js';
import { hasStatus, type RequestContext } from '../../codec/request-context.js';
import { untouchedText } from '../../codec/untouched-answer.js';
import { sendText } from '../send.js';
import { heldOf, type Held } from './hold-answer.js';

const bodyless: ReadonlySet<number> = new Set([204, 205, 304]);

/** Reports a body whose stream failed; `thrown` is why. */
export type ReportFailedBody = (thrown: unknown) => void;

/**
 * Sends the answer of a context as koa does: values as JSON, texts, buffers and streams as they are. Without a body and a
 * status it is a 404. Throws for a value that is no JSON, before anything is sent.
 */
export function respond(context: RequestContext, reportFailedBody: ReportFailedBody): void {
  const { res, response } = context;
  const held = heldOf(res);
  if (context.respond === false) return held && sendInstead(context, held);
  if (held !== undefined && response[heldAnswer] !== undefined) return held.send();
  held?.release();
  if (res.headersSent || res.writableEnded) return;
  const { body, status } = response;
  if (body === undefined && !hasStatus(response)) return sendNotFound(context);
  if (bodyless.has(status) || body === undefined || body === null) return sendEmpty(context);
  sendBody(context, body, reportFailedBody);
}

/** Sends what is held where code that answers with `res` itself has written nothing: it may have left that to the server. */
function sendInstead({ res }: RequestContext, held: Held): void {
  held.send();
  // Code that writes later all the same would throw, from a timer past every handler, and end the process.
  for (const name of ['writeHead', 'setHeader', 'appendHeader', 'removeHeader'] as const) {
    const direct = res[name] as (...given: readonly unknown[]) => unknown;
    res[name] = (...given: readonly unknown[]): never => {
      if (!res.headersSent) return direct.apply(res, [...given]) as never;
      res.emit('error', new Error(`ctx.res.${name}() came after the answer was sent`));
      return res as never;
    };
  }
}

function sendNotFound({ res }: RequestContext): void {
  sendText(res, 404, JSON.stringify(refusalBody(404, undefined, {})));
}

/** A status without a body has its text as the body, as with koa. */
function sendEmpty(context: RequestContext): void {
  const { res, status, body } = context;
  if (bodyless.has(status) || body === null) {
    res.removeHeader('Content-Type');
    if (bodyless.has(status)) res.removeHeader('Content-Length');
    else res.setHeader('Content-Length', 0);
    return void res.end();
  }
  const text = statusText(status);
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}

function sendBody(context: RequestContext, body: unknown, report: ReportFailedBody): void {
  const { res } = context;
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    res.setHeader('Content-Length', Buffer.byteLength(body));
    return void res.end(body);
  }
  const untouched = untouchedText(body);
  const stream = untouched === undefined ? streamOf(body) : null;
  if (stream !== null) return sendStream(context, stream, report);
  const text: string | undefined = untouched ?? JSON.stringify(body);
  if (text === undefined) throw new TypeError(`the body is no JSON: ${typeof body}`);
  // koa has set the type, unless app code has set another.
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}

function streamOf(body: unknown): Readable | null {
  if (body instanceof Readable) return body;
  if (body instanceof Blob) return Readable.fromWeb(body.stream() as ReadableStream);
  if (body instanceof Response) return body.body && Readable.fromWeb(body.body as ReadableStream);
  if (body instanceof ReadableStream) return Readable.fromWeb(body);
  const { pipe } = (body ?? {}) as { readonly pipe?: unknown };
  return typeof pipe === 'function' ? Readable.from(body as AsyncIterable<unknown>) : null;
}

/** A stream that fails before its first byte is a 500; later the connection closes, so that the client notices. */
function sendStream({ res, req }: RequestContext, stream: Readable, report: ReportFailedBody): void {
  if (req.method === 'HEAD') {
    stream.destroy();
    return void res.end();
  }
  stream.once('error', (thrown) => {
    report(thrown);
    if (res.headersSent) return void res.destroy();
    for (const name of ['Content-Length', 'Content-Type', 'Content-Encoding']) res.removeHeader(name);
    sendText(res, 500, JSON.stringify(refusalBody(500, undefined, undefined)));
  });
  res.once('close', () => stream.destroy());
  stream.pipe(res);
}
