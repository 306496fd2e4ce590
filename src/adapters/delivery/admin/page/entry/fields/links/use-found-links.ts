import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { LinkedLabel } from '../../../../contract/links.js';
import { useEntry, useOpenEntry } from '../../entry-context.js';
import type { LinkList } from '../../link-list.js';

/**
 * The links that a search finds, of those that are here and, with `find`, of those on the server that were not taken away here:
 * by their labels, and as the server finds them. It searches other attributes too.
 */
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
  const { data = [], isPlaceholderData } = useQuery({
    queryKey: ['links', uid, id, locale, path, revision, asked],
    queryFn: () => find?.(asked) ?? [],
    enabled: find !== undefined && asked !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (search === '') return [];
  const words = search.toLocaleLowerCase();
  const isAnswered = asked === search && !isPlaceholderData;
  const answered = new Set(isAnswered ? data.map(({ documentId }) => documentId) : []);
  const isFound = ({ documentId, label }: LinkedLabel): boolean =>
    answered.has(documentId) || label.toLocaleLowerCase().includes(words);
  const here = new Set([...items, ...removed].map(({ documentId }) => documentId));
  return [...items, ...data.filter(({ documentId }) => !here.has(documentId))].filter(isFound);
}
