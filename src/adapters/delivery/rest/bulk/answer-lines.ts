import type { Request, Response } from 'express';
import { Places } from '../../../../application/admission/places.js';
import { recordOf } from '../../../../application/observations/request-record.js';
import type { Answer, Documents } from '../../../../application/documents/documents.js';
import { failure } from '../../../../domain/failure.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import type { Query } from '../../../../domain/query/query.js';
import type { Result } from '../../../../domain/result.js';
import { sendFailure } from '../send.js';
import { beginLines, judgedNowAndThen, linesType, writeLines } from './lines.js';

/** Whether the client asks for lines and for nothing else. */
export const asksForLines = ({ method, headers }: Request): boolean =>
  method === 'GET' && headers.accept?.trim().toLowerCase() === linesType;

const needsCaller = failure('POLICY.DENIED', 'A list in lines needs a token: it has no last page');

interface LinesCall {
  readonly req: Request;
  readonly res: Response;
  readonly principal: Principal;
  /** Says anew who asks, if they may. */
  readonly judge: () => Promise<Result<Principal>>;
}

/** Lists that are open; each has a page in memory. */
const openLimits = { perCaller: 10, all: 100, waiting: 0 };
/** Pages that are read. A list reads one after the other, as fast as its client. */
const readLimits = { perCaller: 2, all: 8, waiting: openLimits.all };

export type AnswerLines = (call: LinesCall, query: Query) => Promise<void>;

/**
 * Returns what sends the whole list of a query in lines, a document in each. It is read in pages by cursors, of which one at a
 * time is in memory, and which wait for the client. Who asks is judged again meanwhile. A failure after the first page breaks the
 * connection off.
 */
export function createAnswerLines(documents: Documents, pageSize: number): AnswerLines {
  const [lists, reads] = [new Places(openLimits), new Places(readLimits)];
  const readPage = async (principal: Principal, query: Query, at: string | null): Promise<Result<Answer>> => {
    const place = await reads.take(principal.caller);
    if (!place.ok) return place;
    const range = { offset: 0, limit: pageSize };
    const asked: Query = { ...query, cursor: { direction: 'after', at }, range, count: false };
    return documents.find(principal, asked).finally(place.value);
  };
  return async (call, query) => {
    const { res, principal } = call;
    if (principal.kind === 'public') return sendFailure(res, needsCaller);
    const list = await lists.take(principal.caller);
    if (!list.ok) return sendFailure(res, list.failure);
    try {
      await send(call, (asking, at) => readPage(asking, query, at));
    } finally {
      list.value();
    }
  };
}

type ReadPage = (principal: Principal, at: string | null) => Promise<Result<Answer>>;

async function send({ req, res, principal, judge }: LinesCall, read: ReadPage): Promise<void> {
  const judged = judgedNowAndThen(principal, judge);
  let page = await read(principal, null);
  if (!page.ok) return sendFailure(res, page.failure);
  beginLines(res);
  // From here on it counts as reads, one after the other, and not as a request that is in progress.
  res.emit('answered');
  while (page.ok) {
    const { answer, cursors }: Answer = page.value;
    if (answer.size > 0 && !(await writeLines(res, answer.documents()))) return;
    if (cursors?.hasNext !== true) return void res.end();
    const asking = await judged();
    if (!asking.ok) return void res.destroy();
    page = await read(asking.value, cursors.end);
  }
  recordOf(req)?.refused(page.failure.code);
  res.destroy();
}
