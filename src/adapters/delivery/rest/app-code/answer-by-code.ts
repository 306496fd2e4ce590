import type { Log } from '../../../../application/ports/log.js';
import { heldAnswer } from '../../codec/context-parts.js';
import { requestStorage, type RequestContext } from '../../codec/request-context.js';
import { internalError, type ErrorResponse } from '../failure-response.js';
import { heldOf } from './hold-answer.js';
import { respond } from './respond.js';
import { thrownServerError } from '../../codec/thrown-refusal.js';
import { thrownResponse } from './thrown-response.js';

/** Runs code of the app that makes the answer in a context, and sends the answer. */
export interface AnswerByCode {
  /**
   * `handler` names the code, for the log. What it throws is the answer, and so is a time that is too long: nothing
   * hangs.
   */
  run(context: RequestContext, handler: string, work: () => Promise<unknown>): Promise<void>;
  /**
   * Runs middlewares around everything that serves the request. `inner` is called at most once, and what is answered
   * meanwhile belongs to these middlewares until they are done.
   */
  runAround(
    context: RequestContext,
    work: (inner: (serve: () => Promise<void>) => Promise<void>) => Promise<unknown>,
  ): Promise<void>;
}

export interface AnswerByCodeOptions {
  readonly log: Log;
  /** How long code of the app may take until it has made its answer. */
  readonly timeoutMs: number;
}

/** Of a request inside the middlewares around everything: who waits for its answer. */
interface Waiting {
  done(): void;
  fail(thrown: unknown): void;
  /** The handler that has run last, and what became of it. */
  last?: Last;
}

interface Last {
  readonly handler: string;
  state: 'running' | { readonly body: unknown } | { readonly thrown: unknown };
}

const around = 'a middleware of config/middlewares';

export function createAnswerByCode({ log, timeoutMs }: AnswerByCodeOptions): AnswerByCode {
  const waiting = new WeakMap<RequestContext, Waiting>();
  const finish = async (context: RequestContext, handler: string, work: () => Promise<unknown>) => {
    const inner = () => waiting.get(context)?.last;
    const failedBody = (thrown: unknown): void => {
      const last = inner();
      report(log, context, hasLeft(last, context.body) ? last.handler : handler, thrown);
    };
    // Such as a write after the end.
    context.res.on('error', (thrown) => report(log, context, handler, thrown));
    try {
      await requestStorage.run(context, () => within(timeoutMs, work));
      respond(context, failedBody);
    } catch (thrown) {
      const response = responseTo(thrown);
      const last = inner();
      if (isForLog(thrown)) report(log, context, isFailureOf(last, thrown) ? last.handler : handler, thrown);
      answerError(context, response ?? internalError);
      respond(context, failedBody);
    }
  };
  return {
    async run(context, handler, work) {
      const outer = waiting.get(context);
      if (outer === undefined) return finish(context, handler, work);
      const last: Last = { handler, state: 'running' };
      outer.last = last;
      heldOf(context.res)?.passToCode();
      try {
        await within(timeoutMs, work);
        last.state = { body: ownBodyOf(context) };
        outer.done();
      } catch (thrown) {
        last.state = { thrown };
        outer.fail(thrown);
      }
    },
    runAround: (context, work) =>
      finish(context, around, () =>
        work(
          (serve) =>
            new Promise<void>((resolve, reject) => {
              waiting.set(context, { done: resolve, fail: reject });
              serve().then(resolve, reject);
            }),
        ),
      ),
  };
}

/** Whether the middlewares around a handler have failed with what it threw, or because it still runs. */
function isFailureOf(last: Last | undefined, thrown: unknown): last is Last {
  if (last === undefined) return false;
  if (last.state === 'running') return thrown instanceof TooSlow;
  return 'thrown' in last.state && last.state.thrown === thrown;
}

/** Whether a handler has left this body, which the middlewares around it may have replaced. */
const hasLeft = (last: Last | undefined, body: unknown): last is Last =>
  last !== undefined && typeof last.state === 'object' && 'body' in last.state && last.state.body === body;

/** The body that code has set. One that is held is not read: that would parse it. */
const ownBodyOf = ({ response }: RequestContext): unknown =>
  response[heldAnswer] === undefined ? response.body : undefined;

class TooSlow extends Error {}

/** Rejects with `TooSlow` if the work takes longer. It may go on; what it still answers is not sent. */
function within(timeoutMs: number, work: () => Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new TooSlow(`has not answered within ${timeoutMs / 1000} s`));
    const timer = setTimeout(late, timeoutMs);
    work()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

const tooSlow: ErrorResponse = {
  status: 503,
  name: 'ServiceUnavailableError',
  message: 'The request took too long',
  details: {},
};

const responseTo = (thrown: unknown): ErrorResponse | undefined =>
  thrown instanceof TooSlow ? tooSlow : thrownResponse(thrown);

const isForLog = (thrown: unknown): boolean =>
  thrown instanceof TooSlow ||
  thrownResponse(thrown) === undefined ||
  thrownServerError(thrown) !== undefined;

function report(log: Log, { req }: RequestContext, handler: string, thrown: unknown): void {
  const about = { method: req.method, path: req.originalUrl.split('?')[0] ?? '', handler };
  if (thrown instanceof TooSlow) log.error(`${handler} ${thrown.message}`, about);
  else log.error('request failed', { ...about, error: stackOf(thrown) });
}

const stackOf = (thrown: unknown): string =>
  thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);

/** Makes an error the answer of the context, whatever it answered so far. An answer that is under way is cut off. */
export function answerError(context: RequestContext, error: ErrorResponse): void {
  const { res } = context;
  if (res.headersSent) return void res.destroy();
  const { status, name, message, details, headers } = error;
  delete context.respond;
  for (const header of ['Content-Encoding', 'Content-Type']) res.removeHeader(header);
  for (const [header, value] of Object.entries(headers ?? {})) res.setHeader(header, value);
  context.status = status;
  context.body = { data: null, error: { status, name, message, details } };
}
