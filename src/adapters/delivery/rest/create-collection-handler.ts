import type { Request, Response } from 'express';
import type { Answer, Documents } from '../../../application/documents/documents.js';
import { denied, notFound, type Failure } from '../../../domain/failure.js';
import { decide, type Action, type Principal } from '../../../domain/permission/permission.js';
import type { Result } from '../../../domain/result.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import { decodeCreate, decodeDelete, decodeUpdate } from '../codec/decode-mutation.js';
import { createQueryDecoder } from '../codec/create-query-decoder.js';
import { failureResponse } from './failure-response.js';
import type { RestOptions } from './options.js';
import { formatOf, presentList, presentOne } from './present.js';
import type { ReadBody } from './read-body.js';
import { sendError, sendMethodNotAllowed, sendNothing, sendText } from './send.js';

export type Authenticate = (
  authorizationHeader: string | undefined,
) => Promise<Result<Principal>> | Result<Principal>;

export interface HandlerDependencies {
  readonly documents: Documents;
  readonly authenticate: Authenticate;
  readonly options: RestOptions;
  readonly readBody: ReadBody;
}

/** One request on its way through an operation: who asks, of what, and with which parameters. */
interface Call {
  readonly req: Request;
  readonly res: Response;
  readonly principal: Principal;
  readonly type: ContentType;
  /** The query string, without its question mark. */
  readonly text: string;
}

interface Operation {
  readonly action: Action;
  run(call: Call, documentId: string): Promise<void>;
}

type Operations = Readonly<Record<string, Operation | undefined>>;

export type CollectionHandler = (
  req: Request,
  res: Response,
  type: ContentType,
  documentId: string | undefined,
) => Promise<void>;

/** Serves the routes of collection types: reads who asks, lets the policy decide, then decodes, acts and presents. */
export function createCollectionHandler(dependencies: HandlerDependencies): CollectionHandler {
  const onCollection = collectionOperations(dependencies);
  const onDocument = documentOperations(dependencies);
  return async (req, res, type, documentId) => {
    const operation = (documentId === undefined ? onCollection : onDocument)[req.method];
    if (operation === undefined)
      return sendMethodNotAllowed(
        res,
        documentId === undefined ? 'HEAD, GET, POST' : 'HEAD, GET, PUT, DELETE',
      );
    const principal = await dependencies.authenticate(req.headers.authorization);
    if (!principal.ok) return sendFailure(res, principal.failure);
    if (!decide(principal.value, operation.action, type.uid)) return sendFailure(res, denied);
    // No stored text holds a null character, and databases refuse to look for one.
    if (documentId?.includes('\u0000') === true)
      return operation.action === 'delete' ? sendNothing(res) : sendFailure(res, notFound);
    return operation.run(
      { req, res, type, principal: principal.value, text: queryTextOf(req.url) },
      documentId ?? '',
    );
  };
}

function queryTextOf(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}

function collectionOperations({ documents, options, readBody }: HandlerDependencies): Operations {
  const decoder = createQueryDecoder(options);
  const find: Operation = {
    action: 'find',
    async run({ req, res, type, principal, text }) {
      const decoded = decoder.list(type.uid, text);
      if (!decoded.ok) return sendFailure(res, decoded.failure);
      const { query, paging } = decoded.value;
      const found = await documents.find(principal, query);
      if (!found.ok) return sendFailure(res, found.failure);
      sendText(res, 200, presentList(found.value, paging, formatAsked(req)));
    },
  };
  const create: Operation = {
    action: 'create',
    async run({ req, res, type, principal, text }) {
      const body = await readBody(req, res);
      if (!body.ok) return sendError(res, body.failure);
      const mutation = decodeCreate(type.uid, text, body.value);
      if (!mutation.ok) return sendFailure(res, mutation.failure);
      answerOne(req, res, 201, await documents.create(principal, mutation.value));
    },
  };
  return { GET: find, HEAD: find, POST: create };
}

function documentOperations({ documents, options, readBody }: HandlerDependencies): Operations {
  const decoder = createQueryDecoder(options);
  const findOne: Operation = {
    action: 'findOne',
    async run({ req, res, type, principal, text }, documentId) {
      const query = decoder.one(type.uid, documentId, text);
      if (!query.ok) return sendFailure(res, query.failure);
      answerOne(req, res, 200, await documents.findOne(principal, query.value));
    },
  };
  const update: Operation = {
    action: 'update',
    async run({ req, res, type, principal, text }, documentId) {
      const body = await readBody(req, res);
      if (!body.ok) return sendError(res, body.failure);
      const mutation = decodeUpdate(type.uid, documentId, text, body.value);
      if (!mutation.ok) return sendFailure(res, mutation.failure);
      answerOne(req, res, 200, await documents.update(principal, mutation.value));
    },
  };
  const remove: Operation = {
    action: 'delete',
    async run({ res, type, principal, text }, documentId) {
      const mutation = decodeDelete(type.uid, documentId, text);
      if (!mutation.ok) return sendFailure(res, mutation.failure);
      const removed = await documents.delete(principal, mutation.value);
      return removed.ok ? sendNothing(res) : sendFailure(res, removed.failure);
    },
  };
  return { GET: findOne, HEAD: findOne, PUT: update, DELETE: remove };
}

function answerOne(req: Request, res: Response, status: number, answer: Result<Answer>): void {
  if (!answer.ok) return sendFailure(res, answer.failure);
  sendText(res, status, presentOne(answer.value, formatAsked(req)));
}

const formatAsked = (req: Request) => formatOf(req.headers['strapi-response-format']);

const sendFailure = (res: Response, reason: Failure): void => sendError(res, failureResponse(reason));
