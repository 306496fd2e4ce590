import type { Preferences, PreferencesChange } from '../../contract/preferences.js';
import { request } from './api.js';
import { queryClient } from './query-client.js';
import { sessionQuery } from './session.js';

export type { PreferencesChange };

/** Keeps what the administrator sets for the page on the server, so that it follows them to other browsers. */
export async function keepPreferences(change: PreferencesChange): Promise<void> {
  const { data } = await request<{ data: Preferences }>('PATCH', 'preferences', { body: change });
  queryClient.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, preferences: data });
}
