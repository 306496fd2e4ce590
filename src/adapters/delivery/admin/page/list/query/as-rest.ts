import type { Attribute } from '../../../../../../domain/schema/schema.js';
import { isSearched } from '../../../contract/searched.js';
import type { WireType } from '../../../contract/types.js';
import { filtersOf, groupsOf, type FilterJson } from '../filters/conditions.js';
import { matchOf, usualSize, usualSort, type ListChange, type ListSearch } from '../list-search.js';

/**
 * Returns the address by which REST answers the same list from its beginning; `attributes` are those that the administrator may
 * read.
 */
export function restAddress(
  { pluralName, draftAndPublish }: Pick<WireType, 'pluralName' | 'draftAndPublish'>,
  attributes: readonly Attribute[],
  { search, ...rest }: ListSearch,
  prefix: string,
): string {
  const { size = usualSize, sort = usualSort, filters } = rest;
  const all = allFilters(attributes, { search, filters });
  const params = matchOf({ ...rest, ...(all !== undefined && { filters: all }) });
  if (draftAndPublish) params.set('status', 'draft');
  params.set('sort', sort);
  params.set('pagination[after]', '');
  params.set('pagination[pageSize]', String(size));
  // Brackets and dollars may stay as they are, and are easier to read.
  const text = params.toString().replaceAll('%5B', '[').replaceAll('%5D', ']').replaceAll('%24', '$');
  return `${prefix}/${pluralName}?${text}`;
}

/** The filters of a list, and its search as a filter beside them. */
export function allFilters(
  attributes: readonly Attribute[],
  { search, filters }: Pick<ListChange, 'search' | 'filters'>,
): FilterJson | undefined {
  const own = groupsOf(filters)?.map((group) => filtersOf([group])!) ?? [filters!];
  const parts = [...own, ...(search === undefined ? [] : [searched(attributes, search)])];
  return parts.length > 1 ? { $and: parts } : parts[0];
}

const searched = (attributes: readonly Attribute[], text: string): FilterJson => ({
  $or: [
    ...attributes.filter(isSearched).map(({ name }) => ({ [name]: { $containsi: text } })),
    { documentId: { $eq: text } },
  ],
});

/** Makes a command for a shell that asks an address of REST. */
export const asCurl = (address: string): string =>
  `curl -g '${address.replaceAll("'", String.raw`'\''`)}' -H "Authorization: Bearer $TOKEN"`;
