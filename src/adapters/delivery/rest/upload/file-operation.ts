import type { Request, Response } from 'express';
import type { RefusalReports } from '../../../../application/audit/refusals.js';
import type { Media, FileId } from '../../../../application/media/media.js';
import type { Failure } from '../../../../domain/failure.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import type { Authenticate } from '../create-type-handler.js';
import type { ReadBody } from '../read-body.js';
import type { Document } from '../../../../application/ports/document-store.js';

export interface UploadDependencies extends RefusalReports {
  readonly media: Media;
  readonly authenticate: Authenticate;
  readonly readBody: ReadBody;
}

/** One request on its way: who asks, of which file, and with which parameters. */
export interface FileCall {
  readonly req: Request;
  readonly res: Response;
  readonly principal: Principal;
  /** As the path names it; empty where it names none. */
  readonly file: string;
  /** The query string, without its question mark. */
  readonly text: string;
  /** Reports a refusal by the policy, and ignores other failures. Call it before answering. */
  refused(reason: Failure): Promise<void>;
}

export type FileOperation = (call: FileCall) => Promise<void>;

/** A record as the upload routes answer it: without `data` around it. URLs are never signed: a file is open to all. */
export const presentFile = (document: Document): string =>
  JSON.stringify({ ...document, isUrlSigned: false });

export const presentFiles = (documents: readonly Document[]): string =>
  `[${documents.map(presentFile).join(',')}]`;

/** Numeric ids have 31 bits; a documentId begins with a letter. */
export const fileNameOf = (text: string): FileId => (/^\d{1,9}$/.test(text) ? Number(text) : text);
