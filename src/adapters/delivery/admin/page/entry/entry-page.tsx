import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, useEffect, useMemo, useRef, useState } from 'react';
import type { Entry, Translations } from '../../contract/documents.js';
import type { WireType } from '../../contract/types.js';
import { ApiFailure, request } from '../session/api.js';
import { usualLocale } from '../session/locales.js';
import { noteWork } from '../session/open-work.js';
import { queryClient } from '../session/query-client.js';
import { useSession, useType } from '../session/session.js';
import { FieldNoteContext } from '../ui/field-frame.js';
import { FailureView, NotFoundView } from '../shell/failure-view.js';
import { Part } from '../shell/missing-part.js';
import { EntryContext, type OpenEntry } from './entry-context.js';
import { hindrance, type Place } from './entry-state.js';
import { documentPath, query, readAfterWrites, readOrNull } from './entry-requests.js';
import { EntryScreen, isFixed } from './entry-screen.js';
import { createEntryStore, type EntryStore } from './entry-store.js';
import { forgetDescribed } from './fields/described-files.js';
import { openJournal } from './journal.js';
import { otherWindows } from './other-windows.js';
import { EntryFields } from './layout/entry-layout.js';
import { secretsOf } from './secrets.js';
import { createFieldNotes } from './presence/field-notes-store.js';
import { FieldNote } from './presence/field-notes.js';
import { Loading } from '../ui/loading.js';
import './entry.css';

const RestoreGone = lazy(() => import('./gone.js'));

const route = getRouteApi('/content/$uid/$id');

export function EntryPage() {
  const { uid, id } = route.useParams();
  const { locale } = route.useSearch();
  const type = useType(uid);
  const session = useSession();
  const born = useRef<{ readonly id: string; readonly place: Place } | null>(null);
  if (type === undefined) return <NotFoundView />;
  const shown = type.localized ? (locale ?? usualLocale(session, type)) : undefined;
  const isNew = id === 'new' && type.kind === 'collectionType';
  // The page of a new entry goes on as it is when the entry is created.
  const isBorn = born.current?.id === id && born.current.place.locale === shown;
  const place: Place =
    isBorn && born.current !== null
      ? born.current.place
      : { uid, id: isNew ? null : id, locale: shown, hasDrafts: type.draftAndPublish };
  return (
    <LoadedEntry
      key={`${place.uid} ${place.id} ${place.locale}`}
      type={type}
      place={place}
      created={(documentId) => void (born.current = { id: documentId, place })}
    />
  );
}

interface Loaded {
  /** Null: there is no version in this locale yet, or no document of a single type. */
  readonly entry: Entry | null;
  /** Another locale, where there is no version in this one. */
  readonly origin: Entry | null;
}

interface Opened extends Loaded {
  /** The other windows that show the page. */
  readonly windows: ReadonlySet<string>;
}

/** Reads the version, or where it does not exist, the document that it could be a translation of. */
async function load(place: Place, signal: AbortSignal): Promise<Loaded> {
  const path = documentPath(place, null);
  try {
    return {
      entry: (await request<{ data: Entry }>('GET', `${path}${query(place)}`, { signal })).data,
      origin: null,
    };
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
    const origin = place.locale === undefined ? null : await readOrigin(path, signal);
    if (origin === null && place.id !== '-') throw error;
    return { entry: null, origin };
  }
}

/** Reads the first version that there is. */
async function readOrigin(path: string, signal: AbortSignal): Promise<Entry | null> {
  const found = await readOrNull<Translations>(`${path}/locales`, signal);
  const [first] = found?.versions ?? [];
  return first === undefined ? null : readOrNull<Entry>(`${path}${query({ locale: first.code })}`, signal);
}

interface Props {
  readonly type: WireType;
  readonly place: Place;
  readonly created: (documentId: string) => void;
}

function LoadedEntry({ type, place, created }: Props) {
  const found = useQuery({
    queryKey: ['entry', place.uid, place.id, place.locale],
    queryFn: async ({ signal }): Promise<Opened> => {
      const windows = await otherWindows();
      if (place.id === null) return { entry: null, origin: null, windows };
      return { ...(await readAfterWrites(documentPath(place, null), () => load(place, signal))), windows };
    },
    structuralSharing: false,
    gcTime: 0,
    staleTime: Infinity,
  });
  if (found.data !== undefined)
    return <EditedEntry type={type} place={place} created={created} loaded={found.data} />;
  const retry = (): void => void found.refetch();
  const isGone = found.error instanceof ApiFailure && found.error.status === 404;
  if (found.error)
    return (
      <FailureView error={found.error} retry={retry}>
        {isGone && place.id !== null && (
          <Part>
            <RestoreGone type={type} documentId={place.id} locale={place.locale} restored={retry} />
          </Part>
        )}
      </FailureView>
    );
  return <Loading className="entry" bars={3} />;
}

function EditedEntry({ type, place, created, loaded }: Props & { readonly loaded: Opened }) {
  const { administrator, components, rights, seesAs } = useSession();
  const navigate = useNavigate();
  const [store] = useState(() =>
    createEntryStore({
      place,
      attributes: type.attributes,
      components,
      entry: loaded.entry,
      origin: loaded.origin,
      journal: openJournal(
        administrator.documentId,
        place,
        secretsOf(components, type.attributes),
        loaded.windows,
      ),
      created: ({ documentId }) => {
        created(documentId);
        const to = '/content/$uid/$id';
        void queryClient.invalidateQueries({ queryKey: ['list', type.uid] });
        void navigate({ to, params: { uid: type.uid, id: documentId }, search: (now) => now, replace: true });
      },
    }),
  );
  useLeaving(store, type);
  const open = useMemo<OpenEntry>(() => {
    const held = rights[type.uid] ?? {};
    const fixed = new Set(type.attributes.filter(isFixed).map(({ name }) => name));
    return {
      type,
      store,
      origin: loaded.origin,
      notes: createFieldNotes(),
      Fields: EntryFields,
      mayWrite(name) {
        // What is typed would be kept in the browser, and saved once the administrator has their own role again.
        if (seesAs !== null || fixed.has(name)) return false;
        const { entry } = store.state.getState();
        const right = entry === null && place.id === null ? held.create : held.update;
        const isOpen = entry === null || entry.may.update;
        return right !== undefined && isOpen && (right.fields?.includes(name) ?? true);
      },
    };
  }, [rights, seesAs, store, type, place, loaded.origin]);
  return (
    <EntryContext value={open}>
      <FieldNoteContext value={FieldNote}>
        <EntryScreen />
      </FieldNoteContext>
    </EntryContext>
  );
}

/** Saves what is typed when the page is left or hidden, and warns where that is too late. */
function useLeaving(store: EntryStore, type: WireType): void {
  useEffect(() => {
    const hide = (): void => store.close();
    const warn = (event: BeforeUnloadEvent): void => void (store.isUnsaved() && event.preventDefault());
    const unnote = noteWork(store);
    const online = (): void => void (hindrance(store.state.getState())?.kind === 'offline' && store.retry());
    addEventListener('pagehide', hide);
    addEventListener('beforeunload', warn);
    addEventListener('online', online);
    return () => {
      unnote();
      removeEventListener('pagehide', hide);
      removeEventListener('beforeunload', warn);
      removeEventListener('online', online);
      hide();
      forgetDescribed();
      void queryClient.invalidateQueries({ queryKey: ['list', type.uid] });
    };
  }, [store, type]);
}
