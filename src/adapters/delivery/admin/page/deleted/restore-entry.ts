import type { Entry } from '../../contract/documents.js';
import type { DeletedEntries } from '../../contract/history.js';
import { request } from '../session/api.js';
import { queryClient } from '../session/query-client.js';

/** Brings back what the entry of a deletion had, as a draft where there are drafts. */
export async function restoreEntry(
  uid: string,
  { documentId, id, locale }: Pick<DeletedEntries['entries'][number], 'documentId' | 'id' | 'locale'>,
): Promise<void> {
  const path = `documents/${uid}/${documentId}/history/${id}/restore`;
  await request<{ data: Entry }>('POST', path, { body: locale === null ? {} : { locale } });
  await queryClient.invalidateQueries({ queryKey: ['list', uid] });
}
