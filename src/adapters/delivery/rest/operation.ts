import type { Request, Response } from 'express';
import type { Answer, Documents } from '../../../application/documents/documents.js';
import type { Failure } from '../../../domain/failure.js';
import type { Action, Principal } from '../../../domain/permission/permission.js';
import type { Result } from '../../../domain/result.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import { pagingText, type Paging } from '../codec/paging.js';
import { failureResponse } from './failure-response.js';
import type { RestOptions } from './options.js';
import { nestedText } from './nest-documents.js';
import type { ReadBody } from './read-body.js';
import { sendError, sendText } from './send.js';

export interface OperationDependencies {
  readonly documents: Documents;
  readonly options: RestOptions;
  readonly readBody: ReadBody;
}

/** One request on its way through an operation: who asks, of what, and with which parameters. */
export interface Call {
  readonly req: Request;
  readonly res: Response;
  readonly principal: Principal;
  readonly type: ContentType;
  /** Undefined on a collection, and on a single type, whose document needs no name. */
  readonly documentId: string | undefined;
  /** The query string, without its question mark. */
  readonly text: string;
}

/** What a method does on a route, and the permission that it needs. */
export interface Operation {
  readonly action: Action;
  run(call: Call): Promise<void>;
}

/** `answer` is a list of one. */
export async function answerOne(call: Call, status: number, answer: Result<Answer>): Promise<void> {
  if (!answer.ok) return sendFailure(call.res, answer.failure);
  const list = await listText(call, answer.value);
  sendText(call.res, status, `{"data":${list.slice(1, -1)},"meta":{}}`);
}

export async function answerList(call: Call, paging: Paging, answer: Result<Answer>): Promise<void> {
  if (!answer.ok) return sendFailure(call.res, answer.failure);
  const list = await listText(call, answer.value);
  const pagination = pagingText(paging, answer.value.answer.total);
  sendText(call.res, 200, `{"data":${list},"meta":{"pagination":${pagination}}}`);
}

/** Clients ask for the v4 form while they migrate. */
function listText({ req }: Call, { answer, plan }: Answer): string | Promise<string> {
  const format = req.headers['strapi-response-format'];
  const isNested = typeof format === 'string' && format.trim().toLowerCase() === 'v4';
  return isNested ? nestedText(answer.documents(), plan.shape) : answer.text();
}

export const sendFailure = (res: Response, reason: Failure): void => sendError(res, failureResponse(reason));
