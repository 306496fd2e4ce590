import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import { requestStateOf, type RequestState } from '../../../../application/app-code/request-state.js';
import type { Principal } from '../../../../domain/permission/permission.js';

/** The third argument of all resolvers, including those of extensions. */
export interface ResolverContext {
  readonly principal: Principal;
  readonly state: RequestState;
  /** The HTTP request, under the name that it has in Strapi. */
  readonly koaContext: HttpView;
  /** The request and response of Express. */
  readonly exchange: { readonly req: Request; readonly res: Response };
  /** Results of root fields that have been read already, by response key. */
  readonly found?: ReadonlyMap<string, Promise<unknown>>;
}

/** The parts of the HTTP request that resolvers can use. */
export interface HttpView {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly ip: string | undefined;
  /** Returns a header by its name, or `''`. */
  get(header: string): string;
  readonly request: Omit<HttpView, 'request' | 'state'>;
  readonly state: RequestState;
}

/** `row` is the row of a user, where it was read. */
export function createResolverContext(
  principal: Principal,
  req: Request,
  res: Response,
  row?: unknown,
): ResolverContext {
  const state = requestStateOf(principal, row);
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
