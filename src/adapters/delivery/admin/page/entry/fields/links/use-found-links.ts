import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { LinkedLabel } from '../../../../contract/links.js';
import { useEntry, useOpenEntry } from '../../entry-context.js';
import type { LinkList } from '../../link-list.js';

/** The links whose labels match, of those that are here and, with `find`, of those on the server that were not taken away here. */
export function useFoundLinks(
  path: string,
  search: string,
  { items, removed = [] }: LinkList,
  find: ((search: string) => Promise<readonly LinkedLabel[]>) | undefined,
): readonly LinkedLabel[] {
  const { store } = useOpenEntry();
  const { uid, id, locale } = store.place;
  const revision = useEntry(({ entry }) => entry?.revision);
  const asked = useDeferredValue(search);
  const { data } = useQuery({
    queryKey: ['links', uid, id, locale, path, revision, asked],
    queryFn: () => find?.(asked) ?? [],
    enabled: find !== undefined && asked !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (search === '') return [];
  const words = search.toLocaleLowerCase();
  const matches = ({ label }: LinkedLabel): boolean => label.toLocaleLowerCase().includes(words);
  const here = new Set([...items, ...removed].map(({ documentId }) => documentId));
  return [
    ...items.filter(matches),
    ...(data ?? []).filter((one) => matches(one) && !here.has(one.documentId)),
  ];
}
