import type { Response } from 'express';
import { heldAnswer, type HeldAnswer } from '../../codec/context-parts.js';
import { hasStatus, markStatus, type RequestContext } from '../../codec/request-context.js';
import { recordAnswer, writers, type RecordedAnswer } from './recorded-answer.js';

/** An answer of a handler of Express that is held back until the middlewares around the handler have run. */
export interface Held extends HeldAnswer {
  /** From here on code of the app runs, which may answer with `res` itself. What is held so far is the server's answer. */
  passToCode(): void;
  /** Makes the response write to the connection again, and drops what was held. */
  release(): void;
  /** Sends what was held, as the middlewares left it. */
  send(): void;
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
  res.statusCode = 200;
  const answer = await new Promise<Held>((resolve) => {
    const recorded = recordAnswer(res, () => {
      markStatus(response);
      response[heldAnswer] = holding;
      resolve(holding);
    });
    const holding = hold(context, recorded);
    res.once('close', () => resolve(holding));
  });
  answer.passToCode();
}

/** Puts the recorder in place of the connection, until the answer is sent or released, or code of the app writes itself. */
function hold(context: RequestContext, recorded: RecordedAnswer): Held {
  const { res } = context;
  // Others, such as a compression, may have put functions of their own on the response.
  const before = writers.map((name) => [name, Object.getOwnPropertyDescriptor(res, name)] as const);
  let isCodeRunning = false;
  let isOfServer = false;
  // What waits to write more of the server's answer.
  let waiting: readonly Function[] = [];
  const restore = (): void => {
    if (!held.delete(res)) return;
    for (const [name, own] of before)
      if (own === undefined) Reflect.deleteProperty(res, name);
      else Object.defineProperty(res, name, own);
  };
  const holding: Held = {
    body: recorded.body,
    passToCode() {
      if (isCodeRunning) return;
      isCodeRunning = true;
      isOfServer = recorded.isBegun;
      waiting = isOfServer ? res.listeners('drain') : [];
    },
    release() {
      restore();
      for (const write of waiting) res.off('drain', write as () => void);
    },
    send() {
      restore();
      recorded.send();
    },
  };
  /** Lets code of the app write to the connection. A whole answer, or one of the server, is replaced; one in parts goes on. */
  const giveWay = (): void => {
    if (!isOfServer && !recorded.isComplete) return holding.send();
    holding.release();
    res.removeHeader('Content-Length');
  };
  held.set(res, holding);
  for (const name of writers) {
    const direct = res[name] as (...given: readonly unknown[]) => unknown;
    res[name] = (...given: readonly unknown[]): never => {
      // Code that has kept this function may call it later.
      const isHeld = held.get(res) === holding;
      const isCodeAnswering = isCodeRunning && context.respond === false;
      if (isHeld && !isCodeAnswering) return recorded.record(name, given) as never;
      if (isHeld) giveWay();
      return direct.apply(res, [...given]) as never;
    };
  }
  return holding;
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
