import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { Start } from '../../contract/start.js';
import type { WireComponent, WireSchema, WireType } from '../../contract/types.js';
import { request, setSigned } from './api.js';
import { takeOver } from './look.js';

export interface Session extends Start {
  /** Those with content of the app. */
  readonly types: readonly WireType[];
  /** Those of the settings too. */
  readonly allTypes: readonly WireType[];
  readonly components: readonly WireComponent[];
}

async function loadSession(): Promise<Session> {
  const { data } = await request<{ data: Start }>('GET', 'start');
  setSigned(data);
  takeOver(data.preferences);
  const shape = await request<{ data: WireSchema }>('GET', `schema/${data.schema}`);
  const types = shape.data.types.filter(({ exposed }) => exposed);
  const sorted = types.toSorted((one, other) => one.displayName.localeCompare(other.displayName));
  const { components, types: allTypes } = shape.data;
  return { ...data, types: sorted, allTypes, components };
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
