import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import { requestStateOf, type RequestState } from '../../../../application/app-code/request-state.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import type { Found } from '../read/found.js';

/** What resolvers get as their third argument, those of extensions too. */
export interface ResolverContext {
  /** Who asks. */
  readonly principal: Principal;
  readonly state: RequestState;
  /** The HTTP request, under the name that existing resolvers know. */
  readonly koaContext: HttpView;
  /** The same as Express has it. */
  readonly exchange: { readonly req: Request; readonly res: Response };
  /** What root fields have read, by the name under which they are answered, where that is done. */
  readonly found?: ReadonlyMap<string, Promise<Found>>;
}

/** What can be known of the HTTP request. */
export interface HttpView {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly ip: string | undefined;
  /** A header by its name, `''` where there is none. */
  get(header: string): string;
  readonly request: Omit<HttpView, 'request' | 'state'>;
  readonly state: RequestState;
}

export function createResolverContext(principal: Principal, req: Request, res: Response): ResolverContext {
  const state = requestStateOf(principal);
  const { method, url, headers, ip } = req;
  const view = {
    method,
    url,
    headers,
    ip,
    get: (header: string) => String(headers[header.toLowerCase()] ?? ''),
  };
  return { principal, state, koaContext: { ...view, request: view, state }, exchange: { req, res } };
}
