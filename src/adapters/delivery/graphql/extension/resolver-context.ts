import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
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

type Request = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { readonly ip?: string | undefined };

export function createResolverContext(principal: Principal, request: Request): ResolverContext {
  const state = requestStateOf(principal);
  const { method = 'POST', url = '', headers, ip } = request;
  const view = {
    method,
    url,
    headers,
    ip,
    get: (header: string) => String(headers[header.toLowerCase()] ?? ''),
  };
  return { principal, state, koaContext: { ...view, request: view, state } };
}
