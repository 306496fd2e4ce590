import type { MediaFile } from '../../contract/media.js';

export const kinds = ['image', 'video', 'audio', 'document'] as const;
export type Kind = (typeof kinds)[number];

/** What the address of the library says. */
export interface MediaSearch {
  readonly search?: string;
  readonly kind?: Kind;
  readonly view?: 'table';
  /** The documentId of the file whose details are open. */
  readonly file?: string;
}

/** What becomes undefined goes from the address. */
export type MediaChange = { readonly [name in keyof MediaSearch]?: MediaSearch[name] | undefined };

export function readMediaSearch(given: Readonly<Record<string, unknown>>): MediaSearch {
  const text = (name: string) =>
    typeof given[name] === 'string' && given[name] !== '' ? given[name] : undefined;
  const [search, file] = ['search', 'file'].map(text);
  const kind = kinds.find((one) => one === given['kind']);
  return {
    ...(search !== undefined && { search }),
    ...(kind !== undefined && { kind }),
    ...(given['view'] === 'table' && { view: 'table' }),
    ...(file !== undefined && { file }),
  };
}

export function kindOf({ mime }: Pick<MediaFile, 'mime'>): Kind {
  return kinds.find((kind) => mime.startsWith(`${kind}/`)) ?? 'document';
}

/** Makes the query of `GET media`, without its page. */
export function mediaQuery({ search, kind }: Pick<MediaSearch, 'search' | 'kind'>): URLSearchParams {
  const params = new URLSearchParams();
  if (search !== undefined && search !== '') params.set('search', search);
  if (kind === 'document')
    for (const [at, other] of kinds.filter((one) => one !== kind).entries())
      params.set(`filters[$not][$or][${at}][mime][$startsWith]`, `${other}/`);
  else if (kind !== undefined) params.set('filters[mime][$startsWith]', `${kind}/`);
  return params;
}

/** Whether a file belongs to what is searched. */
export const isFound = (file: MediaFile, { search = '', kind }: MediaSearch): boolean =>
  (kind === undefined || kindOf(file) === kind) && file.name.toLowerCase().includes(search.toLowerCase());
