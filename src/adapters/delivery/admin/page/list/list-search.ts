import { densities, type Density } from '../../contract/looks.js';
import { parametersOf, readFilters, type FilterJson } from './filters/conditions.js';

/** What the address of a list says, so that a list can be sent to somebody. */
export interface ListSearch {
  readonly search?: string;
  /** The cursor of the row that the page begins after, or ends before. An empty `before` is the last page. */
  readonly after?: string;
  readonly before?: string;
  /** The place of the first row, as far as it is known. */
  readonly row?: number;
  readonly size?: number;
  /** As REST takes it: `Name:asc`. */
  readonly sort?: string;
  readonly locale?: string;
  readonly state?: State;
  readonly filters?: FilterJson;
  /** The names of the columns after the first, with commas between them. */
  readonly columns?: string;
  /** How much room rows take; absent: as the administrator chose for all. */
  readonly density?: Density;
  /** Says that all entries are meant, where the content-type has a default view. */
  readonly view?: 'all';
}

/** Takes the columns, and how they are shown. Null: the usual ones. */
export type ChooseColumns = (
  names: readonly string[] | null,
  more: { readonly density?: Density | undefined; readonly sort?: string | undefined },
) => void;

/** What becomes undefined goes from the address. */
export type ListChange = { readonly [name in keyof ListSearch]?: ListSearch[name] | undefined };

/** Of the version in the locale of the list, with the name that REST has for it. */
export const states = {
  draft: 'never-published',
  changed: 'modified',
  published: 'unmodified',
} as const;
export type State = keyof typeof states;

export const sizes = [25, 50, 100] as const;
export const usualSize = 50;

export function readListSearch(given: Readonly<Record<string, unknown>>): ListSearch {
  const text = (name: string) => {
    const value = given[name];
    if (typeof value === 'number') return String(value);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [search, sort, locale, columns, after] = ['search', 'sort', 'locale', 'columns', 'after'].map(text);
  const before = given['before'] === '' ? '' : text('before');
  const row = Number(given['row']);
  const size = sizes.find((one) => one === Number(given['size']));
  const state = (['draft', 'changed', 'published'] as const).find((one) => one === given['state']);
  const filters = readFilters(given['filters']);
  const density = densities.find((one) => one === given['density']);
  return {
    ...(search !== undefined && { search }),
    ...(sort !== undefined && { sort }),
    ...(locale !== undefined && { locale }),
    ...(state !== undefined && { state }),
    ...(filters !== undefined && { filters }),
    ...(columns !== undefined && { columns }),
    ...(density !== undefined && { density }),
    ...(given['view'] === 'all' && { view: 'all' as const }),
    ...(after !== undefined ? { after } : before !== undefined && { before }),
    ...(Number.isInteger(row) && row > 1 && { row }),
    ...(size !== undefined && size !== usualSize && { size }),
  };
}

export interface EntrySearch extends Pick<ListSearch, 'locale'> {
  /** The locale that is shown beside it. */
  readonly beside?: string;
  /** The width of the preview, if it is open. */
  readonly preview?: PreviewWidth;
  /** The label of the tab that is open. */
  readonly tab?: string;
}

export const previewWidths = ['phone', 'tablet', 'desk'] as const;
export type PreviewWidth = (typeof previewWidths)[number];

/** What the address of an entry says. */
export const readEntrySearch = (given: Readonly<Record<string, unknown>>): EntrySearch => {
  const [{ locale }, { locale: beside }] = [given['locale'], given['beside']].map((one) =>
    readListSearch({ locale: one }),
  ) as [ListSearch, ListSearch];
  const { tab } = given;
  const preview = previewWidths.find((one) => one === given['preview']);
  return {
    ...(locale !== undefined && { locale }),
    ...(beside !== undefined && { beside }),
    ...(preview !== undefined && { preview }),
    ...(typeof tab === 'string' && { tab }),
  };
};

/** Leads to the first page. */
export const firstPage: ListChange = { after: undefined, before: undefined, row: undefined };

/** Whether the list shows some of the entries only. */
export const isNarrowed = ({ search, state, filters }: ListSearch): boolean =>
  search !== undefined || state !== undefined || filters !== undefined;

/** Whether the list is not that of all entries in the usual form. */
export const isOwnList = (search: ListSearch): boolean =>
  isNarrowed(search) ||
  search.sort !== undefined ||
  search.columns !== undefined ||
  search.density !== undefined;

/** The order of a list that asks for none. */
export const usualSort = 'updatedAt:desc';

/** Makes the part of a query that says which entries match, for lists and for changes of all that match. */
export function matchOf({ search, state, filters, locale }: ListSearch): URLSearchParams {
  const params = new URLSearchParams(
    filters === undefined ? [] : parametersOf(filters).map(([...pair]) => pair),
  );
  if (search !== undefined) params.set('search', search);
  if (state !== undefined) params.set('publicationFilter', states[state]);
  if (locale !== undefined) params.set('locale', locale);
  return params;
}

/** Makes the query of `GET documents/:uid`. */
export function queryOf(search: ListSearch, columns: readonly string[]): string {
  const { after = '', before, size = usualSize, sort } = search;
  const params = matchOf(search);
  params.set('columns', columns.join(','));
  if (before === undefined) params.set('pagination[after]', after);
  else params.set('pagination[before]', before);
  if (after === '') params.set('pagination[count]', 'estimated');
  params.set('pagination[pageSize]', String(size));
  if (sort !== undefined) params.set('sort', sort);
  return params.toString();
}

/** Makes the query that counts the entries of a list. */
export function countQueryOf(search: ListSearch, how: 'estimated' | 'exact'): string {
  const params = matchOf(search);
  params.set('columns', 'documentId');
  params.set('pagination[after]', '');
  params.set('pagination[pageSize]', '1');
  params.set('pagination[count]', how);
  return params.toString();
}

/** One of the attributes that a list is sorted by. */
export interface SortKey {
  readonly name: string;
  readonly isDescending: boolean;
}

export const sortKeysOf = (sort: string = usualSort): readonly SortKey[] =>
  sort.split(',').map((part) => {
    const [name = '', way] = part.trim().split(':');
    return { name, isDescending: way?.toLowerCase() === 'desc' };
  });

export const sortOf = (keys: readonly SortKey[]): string | undefined =>
  keys.length === 0
    ? undefined
    : keys.map(({ name, isDescending }) => `${name}:${isDescending ? 'desc' : 'asc'}`).join(',');

/**
 * Returns the order after a click on the head of a column: by it alone; with `isAdded` by it after the others, or, where it is
 * one of them already, the other way round and then no more.
 */
export function nextSort(sort: string | undefined, name: string, isAdded = false): string | undefined {
  const keys = sort === undefined && isAdded ? [] : sortKeysOf(sort);
  const own = keys.find((one) => one.name === name);
  if (!isAdded)
    return sortOf([
      { name, isDescending: sort !== undefined && keys[0] === own && own?.isDescending === false },
    ]);
  if (own === undefined) return sortOf([...keys, { name, isDescending: false }]);
  if (own.isDescending) return sortOf(keys.filter((one) => one !== own));
  return sortOf(keys.map((one) => (one === own ? { name, isDescending: true } : one)));
}
