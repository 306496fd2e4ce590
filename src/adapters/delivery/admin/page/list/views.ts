import { openKept, type Kept } from '../session/kept.js';
import { readListSearch, type ListSearch } from './list-search.js';

/** A list that was given a name. */
export interface View {
  readonly name: string;
  readonly search: ListSearch;
}

export const longestName = 60;
const most = 50;

/** The views of one administrator of a content-type. They are kept in this browser. */
export const openViews = (administrator: string, uid: string): Kept<readonly View[]> =>
  openKept(administrator, ['views', uid], (given) =>
    Array.isArray(given) ? given.flatMap(viewIn).slice(0, most) : null,
  );

function viewIn(given: unknown): readonly View[] {
  const { name, search } = (given ?? {}) as { readonly name?: unknown; readonly search?: unknown };
  if (typeof name !== 'string' || name === '' || typeof search !== 'object' || search === null) return [];
  return [
    { name: name.slice(0, longestName), search: keptOf(readListSearch(search as Record<string, unknown>)) },
  ];
}

/** What a view keeps of a list: all but the page. */
export function keptOf({ after: _after, before: _before, row: _row, ...search }: ListSearch): ListSearch {
  return search;
}

/** The view that shows exactly this list. */
export const viewOf = (views: readonly View[], search: ListSearch): View | undefined =>
  views.find((view) => textOf(view.search) === textOf(search));

const textOf = (search: ListSearch): string =>
  JSON.stringify(Object.entries(keptOf(search)).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** Adds a view at the end; one of the same name keeps its place. */
export function withView(views: readonly View[], view: View): readonly View[] {
  const isThere = views.some(({ name }) => name === view.name);
  return isThere ? views.map((one) => (one.name === view.name ? view : one)) : [...views, view].slice(-most);
}
