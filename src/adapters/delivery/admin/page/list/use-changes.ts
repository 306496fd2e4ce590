import { useEffect, useRef, useState } from 'react';
import type { DocumentRow } from '../../contract/documents.js';
import type { ChangedDocument } from '../../contract/events.js';
import { paths } from '../../contract/paths.js';
import { base } from '../session/api.js';
import { keepListening } from '../session/keep-listening.js';

/** What happened to an entry after its row was read. */
export type RowChange = 'changed' | 'gone';

type News = { readonly kind: 'gone' } | ({ readonly kind: 'change' } & ChangedDocument);

/** Notes of more entries than these are not kept. */
const most = 1000;

/** Listens to the changes of a content-type while the page is seen, and says which rows they concern. Rows stay as they are. */
export function useChanges(
  uid: string,
  locale: string | undefined,
  rows: readonly DocumentRow[],
): (row: DocumentRow) => RowChange | undefined {
  const news = useRef(new Map<string, News>());
  const shown = useRef(rows);
  shown.current = rows;
  const [, setHeard] = useState(0);
  useEffect(() => {
    const noted = new Map<string, News>();
    news.current = noted;
    const note = (documentId: string, one: News): void => {
      noted.delete(documentId);
      noted.set(documentId, one);
      if (noted.size > most) noted.delete(noted.keys().next().value ?? '');
      if (shown.current.some((row) => row.documentId === documentId)) setHeard((count) => count + 1);
    };
    let after = '';
    const listening = keepListening(() => {
      const params = new URLSearchParams({ type: uid, ...(locale !== undefined && { locale }), after });
      if (after === '') params.delete('after');
      const source = new EventSource(`${base}${paths.api}/events?${params.toString()}`);
      const on = (name: string, take: (changed: ChangedDocument) => void): void =>
        source.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
          after = lastEventId;
          take(JSON.parse(data) as ChangedDocument);
        });
      on('beat', () => {});
      on('reset', () => {});
      on('change', (changed) => note(changed.documentId, { kind: 'change', ...changed }));
      on('leave', ({ documentId }) => note(documentId, { kind: 'gone' }));
      source.addEventListener('end', () => source.close());
      return source;
    });
    return () => listening.end();
  }, [uid, locale]);
  return (row) => changeOf(row, news.current.get(row.documentId));
}

function changeOf({ revision, state }: DocumentRow, news: News | undefined): RowChange | undefined {
  if (news === undefined) return undefined;
  if (news.kind === 'gone') return 'gone';
  if (news.document.updatedAt > revision) return 'changed';
  if (news.action === 'publish' && news.document.updatedAt === revision)
    return state === 'published' ? undefined : 'changed';
  return news.action === 'unpublish' && state !== 'draft' ? 'changed' : undefined;
}
