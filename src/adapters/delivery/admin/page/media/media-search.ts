import type { MediaFile } from '../../contract/media.js';

export const kinds = ['image', 'video', 'audio', 'document'] as const;
export type Kind = (typeof kinds)[number];

/** What the address of the library says. */
export interface MediaSearch {
  readonly search?: string;
  readonly kind?: Kind;
  /** The documentId of the folder that is shown; absent: the top. */
  readonly folder?: string;
  readonly view?: 'table';
  /** The documentId of the file whose details are open. */
  readonly file?: string;
}

/** What becomes undefined goes from the address. */
export type MediaChange = { readonly [name in keyof MediaSearch]?: MediaSearch[name] | undefined };

export function readMediaSearch(given: Readonly<Record<string, unknown>>): MediaSearch {
  const text = (name: string) =>
    typeof given[name] === 'string' && given[name] !== '' ? given[name] : undefined;
  const [search, file, folder] = ['search', 'file', 'folder'].map(text);
  const kind = kinds.find((one) => one === given['kind']);
  return {
    ...(search !== undefined && { search }),
    ...(kind !== undefined && { kind }),
    ...(given['view'] === 'table' && { view: 'table' }),
    ...(folder !== undefined && { folder }),
    ...(file !== undefined && { file }),
  };
}

export function kindOf({ mime }: Pick<MediaFile, 'mime'>): Kind {
  return kinds.find((kind) => mime.startsWith(`${kind}/`)) ?? 'document';
}

export interface Asked extends Pick<MediaSearch, 'search' | 'kind' | 'folder'> {
  /** Whether the administrator sees folders. What is searched or of one kind is looked for below the folder, too. */
  readonly hasFolders?: boolean;
}

const isDeep = ({ search = '', kind }: Asked): boolean => search !== '' || kind !== undefined;

/** Makes the query of `GET media`, without its page. */
export function mediaQuery(asked: Asked): URLSearchParams {
  const { search, kind, folder, hasFolders = false } = asked;
  const params = new URLSearchParams();
  if (hasFolders) {
    params.set('folder', folder ?? 'root');
    if (isDeep(asked)) params.set('below', 'true');
  }
  if (search !== undefined && search !== '') params.set('search', search);
  if (kind === 'document')
    for (const [at, other] of kinds.filter((one) => one !== kind).entries())
      params.set(`filters[$not][$or][${at}][mime][$startsWith]`, `${other}/`);
  else if (kind !== undefined) params.set('filters[mime][$startsWith]', `${kind}/`);
  return params;
}

/** Whether a file belongs to what is searched. */
export const isFound = (file: MediaFile, { search = '', kind, folder, ...asked }: Asked): boolean =>
  (!asked.hasFolders || isDeep({ search, ...(kind && { kind }) }) || file.folder === (folder ?? null)) &&
  (kind === undefined || kindOf(file) === kind) &&
  file.name.toLowerCase().includes(search.toLowerCase());
