import { notFound, type Failure } from '../../../../domain/failure.js';
import { decodeQuery } from '../../codec/decode-query.js';
import { decodePlace } from '../../codec/decode-place.js';
import type { ParamRecord } from '../../codec/param.js';
import type { FolderPlace } from '../../../../application/media/in-folder.js';
import { fileIdOf } from '../../codec/numeric-or-document-id.js';
import { parseQueryText } from '../../codec/parse-query-text.js';
import { ok, type Result } from '../../../../domain/result.js';
import type { Query, Range } from '../../../../domain/query/query.js';
import { sendText, sendFailure } from '../send.js';
import type { Request, Response } from 'express';
import type { RefusalReports } from '../../../../application/audit/refusals.js';
import type { Media } from '../../../../application/media/media.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import type { ReadBody } from '../read-body.js';
import type { Document } from '../../../../application/ports/document-store.js';

export interface UploadDependencies extends RefusalReports {
  readonly media: Media;
  readonly readBody: ReadBody;
  /** Whether policies of the app decide about updates of documents of this content-type. */
  readonly isGuarded: (uid: string) => boolean;
}

/** One authenticated request to an upload route. */
export interface FileCall {
  readonly req: Request;
  readonly res: Response;
  readonly principal: Principal;
  /** The numeric id or documentId of the path, or `''`. */
  readonly file: string;
  /** The query string, without its question mark. */
  readonly text: string;
  /** Reports a refusal by the policy, and ignores other failures. Call it before answering. */
  refused(reason: Failure): Promise<void>;
}

export type FileOperation = (call: FileCall) => Promise<void>;

/** Returns the JSON of a file. It has no `data`, and its URL is never signed, because files are public. */
export const presentFile = (document: Document): string =>
  JSON.stringify({ ...document, isUrlSigned: false });

export const presentFiles = (documents: readonly Document[]): string =>
  `[${documents.map(presentFile).join(',')}]`;

/** Lists files, reads one, and deletes one with its stored content. */
export function fileOperations({
  media,
}: UploadDependencies): Readonly<Record<'find' | 'findOne' | 'remove', FileOperation>> {
  const find: FileOperation = async ({ res, principal, text }) => {
    const query = placedQueryOf(text);
    const found = query.ok ? await media.find(principal, query.value.query, query.value.place) : query;
    if (!found.ok) return sendFailure(res, found.failure);
    sendText(res, 200, presentFiles(found.value.answer.documents()));
  };
  const findOne: FileOperation = async ({ res, principal, file, text, refused }) => {
    const query = queryOf(text, one);
    const found = query.ok ? await media.findOne(principal, fileIdOf(file), query.value) : query;
    if (!found.ok) {
      await refused(found.failure);
      return sendFailure(res, found.failure);
    }
    const [document] = found.value.answer.documents();
    if (document === undefined) return sendFailure(res, notFound);
    sendText(res, 200, presentFile(document));
  };
  const remove: FileOperation = async ({ res, principal, file, refused }) => {
    const removed = await media.remove(principal, fileIdOf(file));
    if (removed.ok) return sendText(res, 200, presentFile(removed.value));
    await refused(removed.failure);
    sendFailure(res, removed.failure);
  };
  return { find, findOne, remove };
}

const one: Range = { offset: 0, limit: 1 };
/** Clients of these routes expect the whole list. A list that exceeds the limits fails. */
const all: Range = { offset: 0, limit: null };

type FileQuery = Omit<Query, 'type' | 'action'>;

/** Decodes a list, with the folder to look in. */
function placedQueryOf(
  text: string,
): Result<{ readonly query: FileQuery; readonly place: FolderPlace | undefined }> {
  const params = parseQueryText(text);
  if (!params.ok) return params;
  const placed = decodePlace(params.value);
  if (!placed.ok) return placed;
  const { place, rest } = placed.value;
  const query = queryIn(rest, all);
  return query.ok ? ok({ query: query.value, place }) : query;
}

function queryOf(text: string, range: Range): Result<FileQuery> {
  const params = parseQueryText(text);
  return params.ok ? queryIn(params.value, range) : params;
}

function queryIn(params: ParamRecord, range: Range): Result<FileQuery> {
  const base = { type: '', action: 'find', range, count: false } as const;
  const query = decodeQuery(base, params);
  if (!query.ok) return query;
  const { type: _type, action: _action, ...rest } = query.value;
  return ok(rest);
}
