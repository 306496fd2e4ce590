import type { Request, Response } from 'express';
import type { AuditTrail } from '../../../../application/audit/audit-trail.js';
import type { Media } from '../../../../application/media/media.js';
import type { Failure } from '../../../../domain/failure.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import type { Authenticate } from '../create-type-handler.js';
import type { ReadBody } from '../read-body.js';

export interface UploadDependencies {
  readonly media: Media;
  readonly authenticate: Authenticate;
  readonly readBody: ReadBody;
  /** Where it is kept who is refused. */
  readonly audit?: Pick<AuditTrail, 'record'> | undefined;
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
  /** Keeps that it was refused, where it was the policy that did. To be called before the answer. */
  refused(reason: Failure): Promise<void>;
}

export type FileOperation = (call: FileCall) => Promise<void>;
