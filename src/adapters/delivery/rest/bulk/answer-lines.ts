import type { Request, Response } from 'express';
import { recordOf } from '../../../../application/observations/request-record.js';
import type { Answer, Documents } from '../../../../application/documents/documents.js';
import { createWholeLists } from '../../../../application/whole-lists/whole-lists.js';
import { failure } from '../../../../domain/failure.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import type { Query } from '../../../../domain/query/query.js';
import type { Result } from '../../../../domain/result.js';
import { csvText, csvType } from '../../codec/csv.js';
import { writeText } from '../../codec/write-text.js';
import { sendFailure } from '../send.js';
import { beginLines, linesType, writeLines } from './lines.js';

/** The types of answers with a document in each line. */
export type LinesType = typeof linesType | typeof csvType;

/** What a client asks for that asks for lines and for nothing else. */
export const linesAskedFor = ({ method, headers }: Request): LinesType | undefined => {
  const accepted = headers.accept?.trim().toLowerCase();
  return method === 'GET' ? ([linesType, csvType] as const).find((type) => type === accepted) : undefined;
};

const needsCaller = failure('POLICY.DENIED', 'A list in lines needs a token: it has no last page');

interface LinesCall {
  readonly req: Request;
  readonly res: Response;
  readonly principal: Principal;
  /** Says anew who asks, if they may. */
  readonly judge: () => Promise<Result<Principal>>;
}

export type AnswerLines = (call: LinesCall, query: Query, type: LinesType) => Promise<void>;

/**
 * Returns what sends the whole list of a query in lines, a document in each. A failure after the first page breaks the connection
 * off.
 */
export function createAnswerLines(documents: Documents, pageSize: number): AnswerLines {
  const read = createWholeLists(documents, pageSize);
  return async (call, query, type) => {
    const { req, res, principal } = call;
    if (principal.kind === 'public') return sendFailure(res, needsCaller);
    let isBegun = false;
    for await (const page of read(call, query)) {
      if (!page.ok) {
        if (!isBegun) return sendFailure(res, page.failure);
        recordOf(req)?.refused(page.failure.code);
        return void res.destroy();
      }
      if (!isBegun) {
        beginLines(res, type);
        // From here on it counts as reads, one after the other, and not as a request that is in progress.
        res.emit('answered');
      }
      const isThere = await (type === csvType
        ? writeCsv(res, page.value, !isBegun)
        : writeJson(res, page.value));
      if (!isThere) return;
      isBegun = true;
    }
    res.end();
  };
}

const writeJson = (res: Response, { answer }: Answer): Promise<boolean> =>
  writeLines(res, answer.size > 0 ? answer.documents() : []);

/** The first line has the names; what is no single value is JSON. */
function writeCsv(res: Response, { answer, plan }: Answer, isFirst: boolean): Promise<boolean> {
  const names = plan.shape.members.map(({ as }) => as);
  const rows = answer.size > 0 ? answer.documents() : [];
  const values = rows.map((row) => names.map((name) => row[name]));
  return writeText(res, csvText(isFirst ? [names, ...values] : values));
}
