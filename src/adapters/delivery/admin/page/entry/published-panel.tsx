import { useQuery } from '@tanstack/react-query';
import type { Entry } from '../../contract/documents.js';
import { formatDay, say } from '../messages/messages.js';
import { request } from '../session/api.js';
import { FailureView } from '../shell/failure-view.js';
import { Dialog } from '../ui/dialog.js';
import { Loading } from '../ui/loading.js';
import { useEntry, useOpenEntry } from './entry-context.js';
import { documentPath } from './entry-requests.js';
import { ReadValues } from './read-values.js';
import '../list/list-dialogs.css';

/** What is published of the entry, to be read while the draft stays as it is. */
export default function PublishedPanel({ close }: { readonly close: () => void }) {
  const { store, type } = useOpenEntry();
  const entry = useEntry((state) => state.entry);
  const { locale } = store.place;
  const asked = new URLSearchParams({ status: 'published', ...(locale !== undefined && { locale }) });
  const path = `${documentPath(store.place, entry)}?${asked.toString()}`;
  const found = useQuery({
    queryKey: ['published', path],
    queryFn: async ({ signal }) => (await request<{ data: Entry }>('GET', path, { signal })).data,
    staleTime: 0,
    gcTime: 0,
  });
  const at = found.data?.publishedAt ?? null;
  return (
    <Dialog title={say('published.title')} close={close} className="wide">
      {(dismiss) => (
        <>
          {at !== null && <p className="hint">{say('published.at', { at: formatDay(at) })}</p>}
          {found.error && <FailureView error={found.error} retry={() => void found.refetch()} />}
          {found.isPending && <Loading bars={3} />}
          {found.data && <ReadValues type={type} entry={found.data} />}
          <div className="row">
            <button type="button" className="button" onClick={dismiss}>
              {say('close')}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}
