import { useQueryClient } from '@tanstack/react-query';
import type { ListView, ViewChange } from '../../contract/views.js';
import { request } from '../session/api.js';
import { inUsualLocale } from '../session/locales.js';
import { sessionQuery, useSession, type Session } from '../session/session.js';
import { readListSearch, type ListSearch } from './list-search.js';

/** A list that was given a name. */
export interface View extends Omit<ListView, 'search'> {
  readonly search: ListSearch;
}

/** The views of a content-type that the administrator sees. */
export const viewsOf = (
  session: Pick<Session, 'views' | 'locales' | 'readableLocales'>,
  uid: string,
): readonly View[] =>
  session.views
    .filter((view) => view.uid === uid)
    .map((view) => ({ ...view, search: inUsualLocale(session, view, keptOf(readListSearch(view.search))) }));

/** What a view keeps of a list: all but the page. */
export function keptOf({
  after: _after,
  before: _before,
  row: _row,
  view: _view,
  ...search
}: ListSearch): ListSearch {
  return search;
}

/** The view that shows exactly this list. */
export const viewOf = (views: readonly View[], search: ListSearch): View | undefined =>
  views.find((view) => textOf(view.search) === textOf(search));

const textOf = (search: ListSearch): string =>
  JSON.stringify(Object.entries(keptOf(search)).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** The list that an address without a query shows: the default view of the content-type, if there is one. */
export function useShown(uid: string, search: ListSearch): ListSearch {
  const session = useSession();
  const view = viewsOf(session, uid).find(({ isDefault }) => isDefault);
  if (view !== undefined && Object.keys(search).length === 0) return view.search;
  return inUsualLocale(session, { uid }, search);
}

interface ViewActions {
  save(uid: string, change: ViewChange): Promise<void>;
  update(id: string, change: ViewChange): Promise<void>;
  remove(id: string): Promise<void>;
}

/** Changes views. Each rejects with an `ApiFailure`. */
export function useViewActions(): ViewActions {
  const client = useQueryClient();
  const send = async (method: string, path: string, body?: object): Promise<void> => {
    const { data: views } = await request<{ data: readonly ListView[] }>(method, path, body ? { body } : {});
    client.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, views });
  };
  return {
    save: (uid, change) => send('POST', 'views', { uid, ...change }),
    update: (id, change) => send('PATCH', `views/${id}`, change),
    remove: (id) => send('DELETE', `views/${id}`),
  };
}
