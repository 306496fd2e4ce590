import type { RequestHandler } from 'express';
import type { AppAction } from '../../../../application/app-code/controllers.js';
import { queryTextOf } from '../../codec/create-koa.js';
import { contextOf, requestStorage } from '../../codec/request-context.js';
import type { AnswerByCode } from './answer-by-code.js';
import { holdAnswer } from './hold-answer.js';
import type { ReadAppBody } from './read-app-body.js';
import { runInTurn } from './run-in-turn.js';
import { ThrownResponse } from './thrown-response.js';

/** The app's code around every request. */
export interface AroundAll {
  /** Middlewares of koa, the outermost first. */
  middlewares(): readonly AppAction[];
  /** Whether there is code that can read the context of the request that it works for. */
  readonly isTracked: boolean;
}

interface Dependencies {
  readonly answers: AnswerByCode;
  readonly readAppBody: ReadAppBody;
  readonly prefix: string;
}

/** Runs the app's middlewares around whatever serves a request. Without any it costs nothing. */
export function runAroundAll(around: AroundAll, dependencies: Dependencies): RequestHandler {
  return (req, res, next) => {
    const middlewares = around.middlewares();
    if (middlewares.length > 0) void runAround(middlewares, dependencies, req, res, next).catch(next);
    else if (around.isTracked) requestStorage.run(contextOf(req, res), next);
    else next();
  };
}

type Given = Parameters<RequestHandler>;

async function runAround(
  middlewares: readonly AppAction[],
  { answers, readAppBody, prefix }: Dependencies,
  ...[req, res, next]: Given
): Promise<void> {
  const context = contextOf(req, res);
  res.statusCode = 404;
  // Uploads and GraphQL read their bodies themselves.
  const isRead = req.path.startsWith(`${prefix}/`) && !req.is('multipart/form-data');
  const body = isRead ? await readAppBody(context) : undefined;
  const serve = async (): Promise<void> => {
    if (body?.ok === false) throw new ThrownResponse(body.failure);
    const text = queryTextOf(context.request);
    // Whatever serves the request reads the query of its URL.
    if (text !== context.request.querystring) context.request.querystring = text;
    const answered = holdAnswer(context);
    next();
    return answered;
  };
  if (body?.ok === false) context.request.body = {};
  return answers.runAround(context, (inner) => runInTurn([...middlewares, () => inner(serve)], context));
}
