import { createAuth } from './auth.js';
import { changesAt, type ListenOptions } from './changes.js';
import { createCollection, createSingle } from './documents.js';
import { createFiles } from './files.js';
import { createTransport, type ClientOptions, type RequestOptions } from './transport.js';
import type { Content } from './content.js';
import type { Client } from './types.js';

export { ApiError, NetworkError } from './errors.js';
export type { ListenOptions } from './changes.js';
export type { FileInfo, UploadOptions } from './files.js';
export type { ClientOptions, RequestOptions } from './transport.js';
export type { Content } from './content.js';
export type { Answer, ChangeEvent, Collection, Page, Pagination, Single } from './document-types.js';
export type { Client, Document } from './types.js';

interface OwnRoute extends RequestOptions {
  readonly query?: object;
  readonly body?: unknown;
}

/**
 * Creates a client of the REST API. `Content` of `quire types` gives it types: `createClient<Content>({ baseUrl })`. Without
 * it every name is accepted, and results are `any`.
 */
// oxlint-disable-next-line typescript/no-explicit-any
export function createClient<C extends Content = any>(options: ClientOptions): Client<C> {
  const transport = createTransport(options);
  const client = {
    get token() {
      return transport.token;
    },
    set token(token) {
      transport.token = token;
    },
    collection: (name: string) => createCollection(transport, name),
    single: (name: string) => createSingle(transport, name),
    changes: ({ types, ...query }: { readonly types: readonly string[] }, options?: ListenOptions) =>
      changesAt(transport, '/changes', { ...query, types: types.join() }, options),
    files: createFiles(transport),
    auth: createAuth(transport),
    request: (method: string, path: string, { query, body, ...others }: OwnRoute = {}) =>
      transport.send(method, path, { query, body }, others),
  };
  return client as unknown as Client<C>;
}
