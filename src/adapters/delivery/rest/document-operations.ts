import type { Request, Response } from 'express';
import type { Answer, Documents } from '../../../application/documents/documents.js';
import type { Action, Principal } from '../../../domain/permission/permission.js';
import { failure } from '../../../domain/failure.js';
import { type Result, ok } from '../../../domain/result.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import type { ListQuery } from '../codec/decode-query.js';
import { pagingText } from '../codec/pagination.js';
import type { HistoryService } from '../../../application/history/history-service.js';
import type { ReleaseService } from '../../../application/releases/release-service.js';
import { withOnce } from '../codec/decode-once.js';
import { expectedOfOne } from '../codec/decode-expected.js';
import type { RestOptions } from './options.js';
import { createAnswerLines, linesAskedFor } from './bulk/answer-lines.js';
import { highlightsOf } from './highlights.js';
import { nestedText } from './nest-documents.js';
import type { ReadBody } from './read-body.js';
import { readDataBody } from './read-data-body.js';
import { sendError, sendText, sendFailure, sendNothing, sendUnchanged } from './send.js';
import { createQueryDecoder } from '../codec/create-query-decoder.js';
import type { Revision } from '../../../domain/document/revision.js';
import type { Query } from '../../../domain/query/query.js';
import type { Delete, Transition, Update } from '../../../domain/query/mutation.js';
import { entityTag, expectedBy, isKnown } from './preconditions.js';
import { decodeCreate, decodeDelete, decodeUpdate } from '../codec/decode-mutation.js';

export interface OperationDependencies {
  readonly documents: Documents;
  readonly options: RestOptions;
  readonly readBody: ReadBody;
  /** Absent: nothing can be planned. */
  readonly releases?: ReleaseService;
  /** Absent: there are no routes for the history. */
  readonly history?: HistoryService;
}

/** One request that is authenticated and allowed. */
export interface Call {
  readonly req: Request;
  readonly res: Response;
  readonly principal: Principal;
  /** Says anew who sends the request, if they may; for answers that take long. */
  readonly judge: () => Promise<Result<Principal>>;
  readonly type: ContentType;
  /** Undefined for a collection and for a single type. */
  readonly documentId: string | undefined;
  /** The query string, without its question mark. */
  readonly text: string;
}

/** What a method of a route does, and the permission that it needs. */
export interface Operation {
  readonly action: Action;
  run(call: Call): Promise<void>;
}

/** Sends the only document of `answer`. */
export async function answerOne(call: Call, status: number, answer: Result<Answer>): Promise<void> {
  if (!answer.ok) return sendFailure(call.res, answer.failure);
  const { revision, mark } = answer.value;
  const list = await listText(call, answer.value);
  const meta = revision !== undefined && asksForVersion.test(call.text) ? `{"version":"${revision}"}` : '{}';
  const text = `{"data":${list.slice(1, -1)},"meta":${meta}}`;
  if (revision !== undefined) {
    const tag = mark === undefined ? entityTag(revision, text) : markedTag(call, revision, mark);
    call.res.setHeader('ETag', tag);
    if (call.req.method === 'GET' && isKnown(call.req, tag)) return sendUnchanged(call.res);
  }
  sendText(call.res, status, text);
}

/** What follows from the revision needs no digest of its text: of how it is shown is enough. */
const markedTag = (call: Call, revision: Revision, mark: string): string =>
  entityTag(revision, `${mark} ${isNested(call)} ${asksForVersion.test(call.text)}`);

/** Reads one document, or only its revision where that is enough to tell that the client has the answer. */
async function readOne(documents: Documents, call: Call, query: Query): Promise<void> {
  if (call.req.method === 'GET' && call.req.headers['if-none-match'] !== undefined) {
    const found = await documents.findOne(call.principal, { ...query, revision: 'only' });
    if (!found.ok || found.value.unread !== true) return answerOne(call, 200, found);
    const { revision, mark } = found.value;
    const tag = revision && mark && markedTag(call, revision, mark);
    if (tag && isKnown(call.req, tag)) {
      call.res.setHeader('ETag', tag);
      return sendUnchanged(call.res);
    }
  }
  return answerOne(call, 200, await documents.findOne(call.principal, query));
}

const asksForPage = /(?:^|&)pagination(?:=|\[|%5b)/i;

const noPages = failure('QUERY.PAGINATION', 'A list in lines is whole: it cannot have pagination', {
  key: 'pagination',
});

const noHighlights = failure('QUERY.INVALID', 'A list in lines has no place for _highlight', {
  key: '_highlight',
  source: 'query',
  param: '_highlight',
});

const asksForVersion = /(?:^|&)version=true(?:&|$)/;

async function answerList(
  call: Call,
  { paging, highlight }: ListQuery,
  answer: Result<Answer>,
): Promise<void> {
  if (!answer.ok) return sendFailure(call.res, answer.failure);
  const list = await listText(call, answer.value);
  const pagination = pagingText(paging, answer.value.answer, answer.value.cursors);
  const highlights = highlight ? `,"highlights":${JSON.stringify(await highlightsOf(answer.value))}` : '';
  sendText(call.res, 200, `{"data":${list},"meta":{"pagination":${pagination}${highlights}}}`);
}

/** Returns the documents as JSON, in the v4 form if the request has that header: clients use it while they migrate. */
const listText = (call: Call, { answer, plan }: Answer): string | Promise<string> =>
  isNested(call) ? nestedText(answer.documents(), plan.shape) : answer.text();

function isNested({ req }: Call): boolean {
  const format = req.headers['strapi-response-format'];
  return typeof format === 'string' && format.trim().toLowerCase() === 'v4';
}

/** `find` lists a collection, `findOne` reads one of its documents, and `findSingle` reads the document of a single type. */
export function readOperations({
  documents,
  options,
}: OperationDependencies): Readonly<Record<'find' | 'findOne' | 'findSingle', Operation>> {
  const decoder = createQueryDecoder(options);
  const answerLines = createAnswerLines(documents, options.maxLimit);
  const find: Operation = {
    action: 'find',
    async run(call) {
      const decoded = decoder.list(call.type.uid, call.text);
      if (!decoded.ok) return sendFailure(call.res, decoded.failure);
      const { query, highlight } = decoded.value;
      const lines = linesAskedFor(call.req);
      if (lines !== undefined) {
        if (asksForPage.test(call.text)) return sendFailure(call.res, noPages);
        return highlight ? sendFailure(call.res, noHighlights) : answerLines(call, query, lines);
      }
      return answerList(call, decoded.value, await documents.find(call.principal, query));
    },
  };
  const run: Operation['run'] = async (call) => {
    const query = decoder.one(call.type.uid, call.documentId, call.text);
    if (!query.ok) return sendFailure(call.res, query.failure);
    return readOne(documents, call, query.value);
  };
  return { find, findOne: { action: 'findOne', run }, findSingle: { action: 'find', run } };
}

export function writeOperations({
  documents,
  readBody,
}: OperationDependencies): Readonly<Record<'create' | 'update' | 'remove', Operation>> {
  const create: Operation = {
    action: 'create',
    async run(call) {
      const body = await readDataBody(call, readBody);
      if (!body.ok) return sendError(call.res, body.failure);
      const mutation = decodeCreate(call.type.uid, call.text, body.value);
      if (!mutation.ok) return sendFailure(call.res, mutation.failure);
      const { headers } = call.req;
      const once = withOnce(headers, call.principal, mutation.value, [call.text, body.value]);
      if (!once.ok) return sendFailure(call.res, once.failure);
      return answerOne(call, 201, await documents.create(call.principal, once.value));
    },
  };
  const update: Operation = {
    action: 'update',
    async run(call) {
      const body = await readDataBody(call, readBody);
      if (!body.ok) return sendError(call.res, body.failure);
      const mutation = decodeUpdate(call.type.uid, call.documentId, call.text, body.value);
      if (!mutation.ok) return sendFailure(call.res, mutation.failure);
      const expecting = withExpected(call, body.value, mutation.value);
      if (!expecting.ok) return sendFailure(call.res, expecting.failure);
      return answerOne(call, 200, await documents.update(call.principal, expecting.value));
    },
  };
  const remove: Operation = {
    action: 'delete',
    async run(call) {
      const { res, type, documentId, principal, text } = call;
      const mutation = decodeDelete(type.uid, documentId, text);
      if (!mutation.ok) return sendFailure(res, mutation.failure);
      const expecting = withExpected(call, undefined, mutation.value);
      if (!expecting.ok) return sendFailure(res, expecting.failure);
      if (expecting.value.expected !== undefined && expecting.value.locale === '*')
        return sendFailure(res, expectedOfOne);
      const removed = await documents.delete(principal, expecting.value);
      return removed.ok ? sendNothing(res) : sendFailure(res, removed.failure);
    },
  };
  return { create, update, remove };
}

/** The mutation with what the request expects of its document. */
export function withExpected<M extends Update | Transition | Delete>(
  { req }: Call,
  body: unknown,
  mutation: M,
): Result<M> {
  const expected = expectedBy(req, body);
  if (!expected.ok) return expected;
  return ok(expected.value === undefined ? mutation : { ...mutation, expected: expected.value });
}
