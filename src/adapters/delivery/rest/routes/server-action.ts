import type { Request, Response } from 'express';
import type { Principal } from '../../../../domain/permission/permission.js';
import type { PathParams } from './route-table.js';

/** A request to a route of the server that is authenticated. */
export interface ServerCall {
  readonly req: Request;
  readonly res: Response;
  readonly principal: Principal;
  readonly params: PathParams;
  /** The query string, without its question mark. */
  readonly text: string;
}

/** What a route of the server does. It checks permissions, and sends the answer. */
export type ServerAction = (call: ServerCall) => Promise<void>;
