import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Translations } from '../../../contract/documents.js';
import { request } from '../../session/api.js';
import { offeredLocales, usualLocale } from '../../session/locales.js';
import { useSession } from '../../session/session.js';
import { useEntry, useOpenEntry } from '../entry-context.js';
import { documentPath } from '../entry-requests.js';
import { editedNames } from '../edits.js';

const route = getRouteApi('/content/$uid/$id');

/** Asks which versions there are, and what of them is older than `source`. Asks again after each save. */
export function useTranslations(source: string | undefined) {
  const { store } = useOpenEntry();
  const { entry, revision } = useEntry(({ entry: now }) => ({ entry: now, revision: now?.revision }));
  const path = `${documentPath(store.place, entry)}/locales`;
  const query = source === undefined ? '' : `?source=${encodeURIComponent(source)}`;
  return useQuery({
    queryKey: ['locales', path, query, revision],
    queryFn: async ({ signal }) =>
      (await request<{ data: Translations }>('GET', `${path}${query}`, { signal })).data,
    placeholderData: (before) => before,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Which locale is shown beside the open one, and how to change both. They are in the address. */
export function useBeside() {
  const { store, type } = useOpenEntry();
  const session = useSession();
  const { beside: asked } = route.useSearch();
  const navigate = useNavigate();
  const versions = useEntry(({ entry }) => entry?.locales) ?? [];
  const id = useEntry(({ entry }) => store.place.id ?? entry?.documentId);
  const { locale } = store.place;
  const beside = asked === locale ? undefined : asked;
  const offered = offeredLocales(session, type, locale);
  const canBe = type.localized && id !== undefined && offered.length > 1;
  const go = (shown: string | undefined, source: string | undefined): void => {
    const leave = (): void =>
      void navigate({
        to: '/content/$uid/$id',
        params: { uid: type.uid, id: id ?? 'new' },
        search: {
          ...(shown !== undefined && { locale: shown }),
          ...(source !== undefined && { beside: source }),
        },
      });
    const { edits } = store.state.getState();
    // What is typed may become the source, which is read from the server.
    if (store.place.hasDrafts && editedNames(edits).length > 0) void store.save().finally(leave);
    else leave();
  };
  const toggle = (): void => {
    if (beside !== undefined) return go(locale, undefined);
    const usual = usualLocale(session, type);
    if (locale !== usual) return go(locale, usual);
    // Whoever sees the source wants to translate it: into a locale that there is, else into the first.
    const others = offered.filter(({ code }) => code !== locale);
    const there = others.find(({ code }) => versions.some((version) => version.code === code));
    go((there ?? others[0])?.code, locale);
  };
  return { beside: canBe ? beside : undefined, canBe, go, toggle };
}
