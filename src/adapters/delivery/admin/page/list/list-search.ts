/** What the address of a list says, so that a list can be sent to somebody. */
export interface ListSearch {
  readonly search?: string;
  readonly page?: number;
  readonly size?: number;
  /** As REST takes it: `Name:asc`. */
  readonly sort?: string;
  readonly locale?: string;
}

export const sizes = [25, 50, 100] as const;
const usualSize = 50;

export function readListSearch(given: Readonly<Record<string, unknown>>): ListSearch {
  const text = (name: string) =>
    typeof given[name] === 'string' && given[name] !== '' ? given[name] : undefined;
  const [search, sort, locale] = ['search', 'sort', 'locale'].map(text);
  const page = Number(given['page']);
  const size = sizes.find((one) => one === Number(given['size']));
  return {
    ...(search !== undefined && { search }),
    ...(sort !== undefined && { sort }),
    ...(locale !== undefined && { locale }),
    ...(Number.isInteger(page) && page > 1 && { page }),
    ...(size !== undefined && size !== usualSize && { size }),
  };
}

/** What the address of an entry says. */
export const readEntrySearch = (given: Readonly<Record<string, unknown>>): Pick<ListSearch, 'locale'> => {
  const { locale } = readListSearch({ locale: given['locale'] });
  return locale === undefined ? {} : { locale };
};

/** Makes the query of `GET documents/:uid`. */
export function queryOf(
  { search, page = 1, size = usualSize, sort, locale }: ListSearch,
  columns: readonly string[],
): string {
  const params = new URLSearchParams({
    columns: columns.join(','),
    'pagination[page]': String(page),
    'pagination[pageSize]': String(size),
  });
  if (search !== undefined) params.set('search', search);
  if (sort !== undefined) params.set('sort', sort);
  if (locale !== undefined) params.set('locale', locale);
  return params.toString();
}

/** Returns the order after a click on the head of a column. */
export const nextSort = (sort: string | undefined, name: string): string =>
  sort === `${name}:asc` ? `${name}:desc` : `${name}:asc`;
