import type { Request, Response } from 'express';
import type { Answer, Documents } from '../../../application/documents/documents.js';
import type { Failure } from '../../../domain/failure.js';
import type { Action, Principal } from '../../../domain/permission/permission.js';
import type { Result } from '../../../domain/result.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import { failureResponse } from './failure-response.js';
import type { RestOptions } from './options.js';
import { formatOf, presentOne } from './present.js';
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

export function answerOne({ req, res }: Call, status: number, answer: Result<Answer>): void {
  if (!answer.ok) return sendFailure(res, answer.failure);
  sendText(res, status, presentOne(answer.value, formatAsked(req)));
}

export const formatAsked = (req: Request) => formatOf(req.headers['strapi-response-format']);

export const sendFailure = (res: Response, reason: Failure): void => sendError(res, failureResponse(reason));
