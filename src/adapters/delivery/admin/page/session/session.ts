import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { Start } from '../../contract/start.js';
import type { WireComponent, WireSchema, WireType } from '../../contract/types.js';
import { request, setCsrf } from './api.js';

export interface Session extends Start {
  /** Those with content of the app. */
  readonly types: readonly WireType[];
  /** Those of the settings too. */
  readonly allTypes: readonly WireType[];
  readonly components: readonly WireComponent[];
}

/** The documentId of the administrator for whom the page was loaded. */
let person: string | undefined;

async function loadSession(): Promise<Session> {
  const { data } = await request<{ data: Start }>('GET', 'start');
  setCsrf(data.csrf);
  person = data.administrator.documentId;
  const shape = await request<{ data: WireSchema }>('GET', `schema/${data.schema}`);
  const types = shape.data.types.filter(({ exposed }) => exposed);
  const sorted = types.toSorted((one, other) => one.displayName.localeCompare(other.displayName));
  const { components, types: allTypes } = shape.data;
  return { ...data, types: sorted, allTypes, components };
}

/**
 * Takes the text that writes carry from a sign-in that was made elsewhere. If it is another person's, the page begins again,
 * and nothing that waits is sent: edits stay in the journal of whoever made them.
 */
export async function renewSession(): Promise<void> {
  const { data } = await request<{ data: Start }>('GET', 'start');
  if (data.administrator.documentId !== person) {
    location.reload();
    await new Promise(() => {});
  }
  setCsrf(data.csrf);
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: loadSession,
  staleTime: Infinity,
});

/** The sign-in, which the shell has loaded before it shows anything. */
export const useSession = (): Session => useSuspenseQuery(sessionQuery).data;

/** Returns the content-type, or undefined if there is none that the administrator may see. */
export const useType = (uid: string): WireType | undefined =>
  useSession().types.find((type) => type.uid === uid);
