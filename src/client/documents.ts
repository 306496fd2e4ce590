import { changesAt, type ListenOptions } from './changes.js';
import { segment, type RequestOptions, type Transport } from './transport.js';

/** The routes of content-types, without the types of their content. */

interface Page {
  readonly data: readonly unknown[];
  readonly meta: { readonly pagination: Readonly<Record<string, number>> };
}

interface ListParams {
  readonly pagination?: { readonly page?: number };
}

type Options = RequestOptions | undefined;

export function createCollection(transport: Transport, name: string) {
  const { send } = transport;
  const root = segment(name);
  const find = async (query?: object, options?: Options): Promise<Page> =>
    (await send('GET', root, { query }, options)) as Page;
  return {
    find,
    async *pages(query: ListParams = {}, options?: Options): AsyncGenerator<Page> {
      for (let page = query.pagination?.page ?? 1; ; page += 1) {
        const found = await find({ ...query, pagination: { ...query.pagination, page } }, options);
        const { pageSize = 0, pageCount, isEstimate = false } = found.meta.pagination;
        if (found.data.length === 0) return;
        yield found;
        if (pageCount === undefined || isEstimate ? found.data.length < pageSize : page >= pageCount) return;
      }
    },
    changes: (query?: object, options?: ListenOptions) =>
      changesAt(transport, `${root}/changes`, query, options),
    create: (data: object, query?: object, options?: Options) =>
      send('POST', root, { query, body: { data } }, options),
    ...eachOf(send, (id: string) => root + segment(id)),
  };
}

export function createSingle(transport: Transport, name: string) {
  const { send } = transport;
  const { findOne, update, ...others } = eachOf(send, () => segment(name));
  const withoutId = Object.entries(others).map(([key, call]) => [key, call.bind(null, '')] as const);
  return {
    find: findOne.bind(null, ''),
    changes: (query?: object, options?: ListenOptions) =>
      changesAt(transport, `${segment(name)}/changes`, query, options),
    update: update.bind(null, ''),
    ...Object.fromEntries(withoutId),
  };
}

/** What is done to one document. */
function eachOf(send: Transport['send'], pathOf: (id: string) => string) {
  const move = (action: string) => async (id: string, query?: object, options?: Options) =>
    send('POST', `${pathOf(id)}/actions/${action}`, { query }, options);
  return {
    findOne: async (id: string, query?: object, options?: Options) =>
      send('GET', pathOf(id), { query }, options),
    update: async (id: string, data: object, query?: object, options?: Options) =>
      send('PUT', pathOf(id), { query, body: { data } }, options),
    delete: async (id: string, query?: object, options?: Options) =>
      void (await send('DELETE', pathOf(id), { query }, options)),
    publish: move('publish'),
    unpublish: move('unpublish'),
    discardDraft: move('discard-draft'),
  };
}
