import type { Entry } from '../../contract/documents.js';
import { ApiFailure, request } from '../session/api.js';
import type { Edits } from './edits.js';
import type { Action, Place, Problem } from './entry-state.js';

interface Written {
  readonly place: Place;
  readonly entry: Entry | null;
  /** The revision that the edits began from. */
  readonly revision: string | null;
}

/** By path of a document: resolves when all writes of it that were begun are answered. */
const writes = new Map<string, Promise<void>>();

function noteWriteOf<T>(path: string, written: Promise<T>): Promise<T> {
  writes.set(
    path,
    Promise.allSettled([writes.get(path), written]).then(() => undefined),
  );
  return written;
}

/**
 * Reads a document once the writes on their way are answered, and again if one began meanwhile: who leaves an entry while it
 * saves, and comes back, sees what was saved.
 */
export async function readAfterWrites<T>(path: string, read: () => Promise<T>): Promise<T> {
  for (;;) {
    const last = writes.get(path);
    await last;
    const found = await read();
    if (writes.get(path) === last) return found;
  }
}

/** Null: there is no such document, or no version of it in that locale. */
export async function readOrNull<T>(path: string, signal: AbortSignal): Promise<T | null> {
  try {
    return (await request<{ data: T }>('GET', path, { signal })).data;
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return null;
    throw error;
  }
}

/** A key that no other creation has. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** Writes the draft, and creates what does not exist, once for each `key`. `isLast`: the page is being left. */
export async function writeEntry(
  { place, entry, revision }: Written,
  { values, links }: Edits,
  isLast: boolean,
  key: string | undefined,
): Promise<Entry> {
  const isNew = entry === null && place.id === null;
  const body = {
    set: values,
    links: Object.values(links).flatMap(({ operations }) => operations),
    ...inLocale(place),
    ...(!isNew && revision !== null && { revision }),
  };
  const path = isNew ? `documents/${place.uid}` : documentPath(place, entry);
  const written = request<{ data: Entry }>(isNew ? 'POST' : 'PATCH', path, {
    body,
    keepalive: isLast,
    ...(isNew && key !== undefined && { key }),
  });
  return (await noteWriteOf(path, written)).data;
}

/** Reads the entry, with who wrote it last. */
export async function readEntry(place: Place, entry: Entry | null): Promise<Entry> {
  const asked = new URLSearchParams({ author: 'true', ...inLocale(place) });
  return (await request<{ data: Entry }>('GET', `${documentPath(place, entry)}?${asked.toString()}`)).data;
}

/** Answers the draft afterwards, or the copy. */
export const actOn = async (
  place: Place,
  entry: Entry,
  action: Action,
  names?: readonly string[],
): Promise<Entry> => {
  const path = documentPath(place, entry);
  const body = { ...inLocale(place), ...(names !== undefined && { names }) };
  const done = request<{ data: Entry }>('POST', `${path}/${action}`, { body });
  return (await noteWriteOf(path, done)).data;
};

/** Removes the document, in all its locales. */
export const removeEntry = (place: Place, entry: Entry | null): Promise<void> =>
  request('DELETE', documentPath(place, entry));

const inLocale = ({ locale }: Place): { readonly locale?: string } =>
  locale === undefined ? {} : { locale };

export const documentPath = ({ uid, id }: Place, entry: Entry | null): string =>
  `documents/${uid}/${id === '-' ? '-' : (entry?.documentId ?? id)}`;

export const query = ({ locale }: Pick<Place, 'locale'>): string =>
  locale === undefined ? '' : `?locale=${encodeURIComponent(locale)}`;

const kinds: Readonly<Record<number, 'offline' | 'signed-out' | 'gone'>> = {
  0: 'offline',
  401: 'signed-out',
  404: 'gone',
};

/** What the failure of a request means for the entry. */
export function problemOf({ status, answer, message, requestId, waitSeconds }: ApiFailure): Problem {
  if (status === 412) return { kind: 'changing' };
  if (status === 429) return { kind: 'tooMany', seconds: waitSeconds };
  if (status === 403) return { kind: 'denied', missing: answer?.details?.missing };
  const kind = kinds[status];
  return kind === undefined ? { kind: 'failed', message: answer?.message ?? message, requestId } : { kind };
}
