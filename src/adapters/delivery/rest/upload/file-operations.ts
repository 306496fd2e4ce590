import { notFound } from '../../../../domain/failure.js';
import { decodeQuery } from '../../codec/decode-query.js';
import { parseQueryText } from '../../codec/parse-query-text.js';
import { ok, type Result } from '../../../../domain/result.js';
import type { Query, Range } from '../../../../domain/query/query.js';
import { sendFailure } from '../operation.js';
import { sendText } from '../send.js';
import {
  type FileOperation,
  type UploadDependencies,
  presentFile,
  presentFiles,
  fileNameOf,
} from './file-operation.js';

/** Records of files: a list, one, and taking one away together with its file. */
export function fileOperations({
  media,
}: UploadDependencies): Readonly<Record<'find' | 'findOne' | 'remove', FileOperation>> {
  const find: FileOperation = async ({ res, principal, text }) => {
    const query = queryOf(text, all);
    const found = query.ok ? await media.find(principal, query.value) : query;
    if (!found.ok) return sendFailure(res, found.failure);
    sendText(res, 200, presentFiles(found.value.answer.documents()));
  };
  const findOne: FileOperation = async ({ res, principal, file, text, refused }) => {
    const query = queryOf(text, one);
    const found = query.ok ? await media.findOne(principal, fileNameOf(file), query.value) : query;
    if (!found.ok) {
      await refused(found.failure);
      return sendFailure(res, found.failure);
    }
    const [document] = found.value.answer.documents();
    if (document === undefined) return sendFailure(res, notFound);
    sendText(res, 200, presentFile(document));
  };
  const remove: FileOperation = async ({ res, principal, file, refused }) => {
    const removed = await media.remove(principal, fileNameOf(file));
    if (removed.ok) return sendText(res, 200, presentFile(removed.value));
    await refused(removed.failure);
    sendFailure(res, removed.failure);
  };
  return { find, findOne, remove };
}

const one: Range = { offset: 0, limit: 1 };
/** Clients of these routes expect the whole list. Where it grows past the limits they are told to ask for less. */
const all: Range = { offset: 0, limit: null };

function queryOf(text: string, range: Range): Result<Omit<Query, 'type' | 'action'>> {
  const params = parseQueryText(text);
  if (!params.ok) return params;
  const base = { type: '', action: 'find', range, count: false } as const;
  const query = decodeQuery(base, params.value);
  if (!query.ok) return query;
  const { type: _type, action: _action, ...rest } = query.value;
  return ok(rest);
}
