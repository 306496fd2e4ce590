import type { Answer } from '../../../application/documents/documents.js';
import { isPlainObject } from '../../../domain/document/plain-object.js';
import type { Principal } from '../../../domain/permission/permission.js';
import type { Transition } from '../../../domain/query/mutation.js';
import { err, type Result } from '../../../domain/result.js';
import {
  missingData,
  decodeCreate,
  decodeDelete,
  decodeTransition,
  decodeUpdate,
} from '../codec/decode-mutation.js';
import { failureResponse, type ErrorResponse } from './failure-response.js';
import {
  answerOne,
  sendFailure,
  type Call,
  type Operation,
  type OperationDependencies,
} from './operation.js';
import { formType, type ReadBody } from './read-body.js';
import { sendError, sendNothing } from './send.js';

/** Creating, changing and deleting documents. */
export function writeOperations({
  documents,
  readBody,
}: OperationDependencies): Readonly<Record<'create' | 'update' | 'remove', Operation>> {
  const create: Operation = {
    action: 'create',
    async run(call) {
      const body = await bodyOf(call, readBody);
      if (!body.ok) return sendError(call.res, body.failure);
      const mutation = decodeCreate(call.type.uid, call.text, body.value);
      if (!mutation.ok) return sendFailure(call.res, mutation.failure);
      return answerOne(call, 201, await documents.create(call.principal, mutation.value));
    },
  };
  const update: Operation = {
    action: 'update',
    async run(call) {
      const body = await bodyOf(call, readBody);
      if (!body.ok) return sendError(call.res, body.failure);
      const mutation = decodeUpdate(call.type.uid, call.documentId, call.text, body.value);
      if (!mutation.ok) return sendFailure(call.res, mutation.failure);
      return answerOne(call, 200, await documents.update(call.principal, mutation.value));
    },
  };
  const remove: Operation = {
    action: 'delete',
    async run({ res, type, documentId, principal, text }) {
      const mutation = decodeDelete(type.uid, documentId, text);
      if (!mutation.ok) return sendFailure(res, mutation.failure);
      const removed = await documents.delete(principal, mutation.value);
      return removed.ok ? sendNothing(res) : sendFailure(res, removed.failure);
    },
  };
  return { create, update, remove };
}

/** The body; one of a type that is not read, or JSON of the type that curl sends unless told, is refused with a hint. */
async function bodyOf({ req, res }: Call, readBody: ReadBody): Promise<Result<unknown, ErrorResponse>> {
  const body = await readBody(req, res);
  const { 'content-length': length, 'content-type': type, 'transfer-encoding': coding } = req.headers;
  const isSent = coding !== undefined || Number(length ?? 0) > 0;
  const isLost = body.ok && (body.value === undefined || isFormWithoutData(req, body.value));
  if (!isSent || !isLost) return body;
  const has = type === undefined ? 'has no Content-Type' : `has the Content-Type ${type}`;
  const hint = `the request ${has}: send application/json`;
  return err(failureResponse({ ...missingData, details: { hint } }));
}

const isFormWithoutData = (req: Call['req'], body: unknown): boolean =>
  req.is(formType) !== false && isPlainObject(body) && !Object.hasOwn(body, 'data');

type Kind = Transition['kind'];
type Move<K extends Kind> = (
  principal: Principal,
  mutation: Transition & { readonly kind: K },
) => Promise<Result<Answer>>;

/** Moving a document between its draft and its published version. */
export function transitionOperations({
  documents,
}: OperationDependencies): Readonly<Record<Kind, Operation>> {
  return {
    publish: transition('publish', (...asked) => documents.publish(...asked)),
    unpublish: transition('unpublish', (...asked) => documents.unpublish(...asked)),
    discardDraft: transition('discardDraft', (...asked) => documents.discardDraft(...asked)),
  };
}

const transition = <K extends Kind>(kind: K, move: Move<K>): Operation => ({
  action: kind,
  async run(call) {
    const mutation = decodeTransition(kind, call.type.uid, call.documentId, call.text);
    if (!mutation.ok) return sendFailure(call.res, mutation.failure);
    return answerOne(call, 200, await move(call.principal, mutation.value));
  },
});
